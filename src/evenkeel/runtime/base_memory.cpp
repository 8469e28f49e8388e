// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sizes of base levels and of memories.
#include "evenkeel/runtime/base_memory.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "evenkeel/comm/launch.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/monitor/inventory.hpp"

namespace evenkeel::runtime {

double base_level_bytes(const io::Case& settings, const kernels::ApplicationPlugin& kernel) {
  const std::size_t components = std::visit(
      [](const auto& application) { return application->components().size(); }, kernel.application);
  const std::vector<double>& cells = settings.numbers("domain.cells");
  return std::reduce(cells.begin(), cells.end(), sizeof(double) * static_cast<double>(components),
                     std::multiplies<>());
}

double budget_bytes(const io::Case& settings, std::size_t ranks) {
  if (settings.has("memory.budgets")) {
    const std::vector<double>& budgets = settings.numbers("memory.budgets");
    const bool all_limited = std::ranges::all_of(budgets, [](double each) { return each > 0.0; });
    return all_limited ? std::reduce(budgets.begin(), budgets.end()) : 0.0;
  }
  return static_cast<double>(ranks) * settings.number("memory.budget");
}

std::string memory_fault(double bytes, double room, std::string_view owner) {
  if (room == 0.0 || bytes <= room) {
    return "";
  }
  return fmt::format("the base level of domain.cells takes {} for its values alone, {} {} only",
                     human_bytes(bytes), owner, human_bytes(room));
}

double hosts_memory(const comm::Communicator& world) {
  const bool is_first = comm::node_place(world).rank_on_node == 0;
  const std::vector<double> hosts = world.gather_all(is_first ? monitor::host_memory() : -1.0);
  double sum = 0.0;
  for (const double host : hosts) {
    if (host == 0.0) {
      return 0.0;
    }
    sum += std::max(0.0, host);
  }
  return sum;
}

}  // namespace evenkeel::runtime
