// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Asks hwloc, /proc, /sys and the control groups.
#include "evenkeel/monitor/inventory.hpp"

#include <algorithm>
#include <memory>
#include <system_error>
#include <vector>

#include <hwloc.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/monitor/control_group.hpp"
#include "evenkeel/monitor/cpu_quota.hpp"
#include "evenkeel/monitor/kept_file.hpp"
#include "evenkeel/monitor/network_address.hpp"
#include "evenkeel/monitor/scan.hpp"

namespace evenkeel::monitor {
namespace {

namespace fs = std::filesystem;

/// Adds what hwloc knows of the processors.
void add_processors(machine::Node& node) {
  hwloc_topology_t topology = nullptr;
  if (hwloc_topology_init(&topology) != 0) {
    throw SystemError("hwloc cannot start");
  }
  const std::unique_ptr<hwloc_topology, void (*)(hwloc_topology_t)> owner(topology,
                                                                          hwloc_topology_destroy);
  if (hwloc_topology_load(topology) != 0) {
    throw SystemError("hwloc cannot read this machine");
  }
  // What the control group allows; not what mpirun has bound this process to.
  node.processors = std::max(1, hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU));
  node.type = node.processors > 1 ? machine::NodeType::kMultipleComputing
                                  : machine::NodeType::kSingleComputing;
  const auto add = [&](const char* name, const std::string& value) {
    node.other.push_back({name, value});
  };
  const hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
  const char* model =
      package == nullptr ? nullptr : hwloc_obj_get_info_by_name(package, "CPUModel");
  if (model != nullptr) {
    add("model", model);
  }
  add("sockets", std::to_string(hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PACKAGE)));
  add("physical", std::to_string(hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE)));
  const hwloc_obj_t cache = hwloc_get_obj_by_type(topology, HWLOC_OBJ_L3CACHE, 0);
  if (cache != nullptr && cache->attr != nullptr) {
    add("cache", format_quantity(static_cast<double>(cache->attr->cache.size), Dimension::kBytes));
  }
}

}  // namespace

double host_memory(const fs::path& root) {
  double bytes = 0.0;
  try {
    KeptFile meminfo(root / "proc/meminfo");  // hwloc's total can be wrong in containers
    bytes = 1024.0 * number_after(meminfo.read(), "MemTotal:").value_or(0.0);
  } catch (const SystemError&) {
    bytes = 0.0;  // unknown
  }
  for (const fs::path& folder : group_folders(root, "memory")) {
    for (const char* name : {"memory.max", "memory.limit_in_bytes"}) {
      const std::optional<double> limit = number_in(folder / name);
      bytes = limit && *limit > 0.0 && bytes > 0.0 ? std::min(bytes, *limit) : bytes;
    }
  }
  return bytes;
}

double link_speed(const fs::path& root) {
  constexpr double kMegabit = 1e6 / 8.0;
  double fastest = 0.0;
  std::error_code fault;
  for (const auto& entry : fs::directory_iterator(root / "sys/class/net", fault)) {
    if (entry.path().filename() != "lo") {
      fastest = std::max(fastest, kMegabit * number_in(entry.path() / "speed").value_or(0.0));
    }
  }
  return fastest;  // virtual interfaces say -1 or nothing
}

std::string name_in(const machine::Tree& tree) {
  std::string name = host_name();
  if (!tree.find(name)) {
    for (const NetworkAddress& each : network_addresses()) {
      if (tree.find(text_of(each))) {
        return text_of(each);
      }
    }
  }
  return name;
}

machine::Node this_host(const fs::path& root) {
  machine::Node node;
  node.name = host_name();
  const std::vector<NetworkAddress> addresses = network_addresses();
  node.address = addresses.empty() ? "" : text_of(addresses.front());
  node.is_monitorable = true;
  add_processors(node);
  const std::optional<double> quota = cpu_quota(root);
  node.cores = quota && *quota < node.processors ? *quota : 0.0;
  node.memory = host_memory(root);
  node.bandwidth = link_speed(root);
  return node;
}

}  // namespace evenkeel::monitor
