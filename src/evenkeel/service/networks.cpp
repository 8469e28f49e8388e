// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Ways up the tree, told to all.
#include "evenkeel/service/networks.hpp"

#include <span>

namespace evenkeel::service {

std::vector<int> networks_above(const machine::Tree& machine, std::string_view host_name) {
  std::vector<int> above;
  const std::optional<std::size_t> host = machine.find(host_name);
  auto up = host ? machine.parent(*host) : std::nullopt;
  for (; up && *up != machine.root(); up = machine.parent(*up)) {
    above.push_back(machine[*up].id);
  }
  return above;
}

std::vector<std::vector<int>> networks_of_ranks(const comm::Communicator& communicator,
                                                const std::optional<machine::Tree>& machine,
                                                std::string_view host_name) {
  const std::vector<int> own = machine ? networks_above(*machine, host_name) : std::vector<int>();
  std::vector<std::size_t> counts;
  const std::vector<int> told = communicator.gather_all(std::span(own), &counts);
  std::vector<std::vector<int>> all;
  auto first = told.begin();
  for (const std::size_t count : counts) {
    const auto end = first + static_cast<std::ptrdiff_t>(count);
    all.emplace_back(first, end);
    first = end;
  }
  return all;
}

}  // namespace evenkeel::service
