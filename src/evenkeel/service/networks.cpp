// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Ways up the tree, and what lies on them, told to all.
#include "evenkeel/service/networks.hpp"

#include <algorithm>
#include <utility>

#include "evenkeel/machine/representatives.hpp"

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

std::vector<std::string> represented_networks(const comm::Communicator& communicator,
                                              const std::optional<machine::Tree>& machine,
                                              std::string_view host_name) {
  const auto own = machine ? machine->find(host_name) : std::nullopt;
  std::vector<std::size_t> hosts =
      communicator.gather_all(std::span(own ? &*own : nullptr, own ? 1 : 0));
  std::vector<std::string> addresses;
  if (own) {
    // Other hosts may have been given other descriptions.
    std::erase_if(hosts, [&](std::size_t host) { return host >= machine->size(); });
    const auto chosen = machine::representatives(*machine, hosts);
    for (std::size_t node = 0; node < chosen.size(); ++node) {
      if (chosen[node] == own) {
        addresses.push_back((*machine)[node].address);
      }
    }
  }
  return addresses;
}

bool is_unaimed_network(std::string_view word) {
  return word.substr(0, word.find(',')) == "snmp";
}

std::vector<std::string> aim_at_networks(std::span<const std::string> networks,
                                         const std::vector<std::string>& sensors) {
  std::vector<std::string> aimed;
  for (const std::string& word : sensors) {
    if (!is_unaimed_network(word)) {
      aimed.push_back(word);
      continue;
    }
    const std::size_t comma = std::min(word.find(','), word.size());
    for (const std::string& address : networks) {
      aimed.push_back(word.substr(0, comma) + "=" + address + word.substr(comma));
    }
  }
  return aimed;
}

void share_traffic(const comm::Communicator& communicator, std::span<const NetworkTraffic> told,
                   NetworkFacts& networks) {
  const auto is_top = [](const std::vector<int>& above) { return above.empty(); };
  if (std::ranges::all_of(networks.above, is_top)) {
    return;  // nobody wants to know
  }
  std::vector<NetworkTraffic> all = communicator.gather_all(told);
  std::ranges::stable_sort(all, {}, &NetworkTraffic::network);
  const auto repeated = std::ranges::unique(all, {}, &NetworkTraffic::network);
  all.erase(repeated.begin(), repeated.end());
  networks.traffic = std::move(all);
}

}  // namespace evenkeel::service
