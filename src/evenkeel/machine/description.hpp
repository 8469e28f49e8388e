// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Machines in files: DRUM's XML.  (Teresco et al. 2005, figure 3)
///
///     <machinemodel>
///       <node type="NETWORK | SINGLE_COMPUTING | MULTIPLE_COMPUTING" nodenum="0" name="" IP=""
///             isMonitorable="false" parent="-1"
///             benchmark="52.43"      Mflop/s of one processor
///             numprocs="4"           MULTIPLE_COMPUTING only
///             bandwidth="1Gbps" latency="50us" memory="8GiB" cores="0.5">      ours, optional
///         <lmethod lbm="HSFC" KEEP_CUTS="1"/>                                  optional
///       </node>
///     </machinemodel>
///
/// Attributes come in any order. What is not known here is kept and written back as it was.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "evenkeel/machine/tree.hpp"

namespace evenkeel::machine {

/// The machine that \p text describes.
///
/// \param file  for messages
/// \throws InputError naming everything that is wrong, each with file:line:column
Tree parse_machine(std::string_view text, const std::string& file);

/// \throws InputError as parse_machine does, or if the file cannot be read or is larger than 64 MiB
Tree read_machine(const std::filesystem::path& path);

/// Names of the attributes of a node that mean something here, or that ratings leave beside it.
std::span<const std::string_view> known_attributes();

/// The text that parse_machine reads back to the same tree.
std::string to_xml(const Tree& tree);

}  // namespace evenkeel::machine
