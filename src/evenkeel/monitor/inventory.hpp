// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What this host is: for descriptions of machines.
#pragma once

#include <filesystem>
#include <string>

#include "evenkeel/machine/tree.hpp"

namespace evenkeel::monitor {

/// This host as a computing node, without number, parent and rating:
///
///   name, IP       of the host and of its first interface that is up and no loopback
///   numprocs       processors that the control group allows (hwloc)
///   cores          quota of the control group, where it is less
///   memory         host_memory()
///   bandwidth      speed of the fastest interface, where the system tells it
///   model, sockets, physical, cache    as attributes of its own: from hwloc
///
/// \param root  of the file system; another one in tests
machine::Node this_host(const std::filesystem::path& root = "/");

/// What \p tree calls this host: its name or, where it knows none such, the first of its addresses
/// that it knows; else the name.
std::string name_in(const machine::Tree& tree);

/// Memory of this host: the total of /proc/meminfo, or the limit of the control group where that is
/// less; 0 where it is unknown. [byte]
double host_memory(const std::filesystem::path& root = "/");

/// Speed of the fastest interface under sys/class/net but the loopback [byte/s]; 0 where none
/// tells.
double link_speed(const std::filesystem::path& root);

}  // namespace evenkeel::monitor
