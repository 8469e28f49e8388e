// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Who is in which clique, and where its members listen.
#include "evenkeel/service/link_cliques.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "evenkeel/machine/representatives.hpp"
#include "evenkeel/monitor/line.hpp"

namespace evenkeel::service {
namespace {

using monitor::NetworkAddress;

/// Where a member listens: "10.0.0.1:7001", or empty.
using Door = std::array<char, 32>;

/// Of the addresses of this rank the one that its peers can most likely reach.
std::optional<NetworkAddress> reachable_address(const comm::Communicator& communicator,
                                                std::span<const int> cliques,
                                                std::span<const NetworkAddress> own) {
  std::vector<std::size_t> counts;
  const std::vector<NetworkAddress> all = communicator.gather_all(own, &counts);
  const int mine = cliques[static_cast<std::size_t>(communicator.rank())];
  // Not that of a bridge that every host has for itself: there all have the same address, as ranks
  // that stand for hosts have on the loopback.
  const auto is_shared = [&](const NetworkAddress& address) {
    const bool may_be_same = address.address >> 24 == 127;
    auto first = all.begin();
    for (std::size_t rank = 0; rank < counts.size(); ++rank) {
      const auto end = first + static_cast<std::ptrdiff_t>(counts[rank]);
      const bool is_own = static_cast<int>(rank) == communicator.rank();
      if (cliques[rank] == mine &&
          (std::ranges::find(first, end, address.network, &NetworkAddress::network) == end ||
           (!is_own && !may_be_same && std::find(first, end, address) != end))) {
        return false;
      }
      first = end;
    }
    return true;
  };
  const auto best = std::ranges::find_if(own, is_shared);
  return own.empty() ? std::nullopt : std::optional(best == own.end() ? own.front() : *best);
}

/// A new door of this rank.
Door open_door(const std::optional<NetworkAddress>& address) {
  Door door{};
  const std::string text = address ? monitor::open_endpoint(*address) : "";
  std::ranges::copy(text, door.begin());
  return door;
}

/// \p word with this rank's door and those of its peers; empty without any.
std::string aimed(std::string_view word, std::size_t rank, std::span<const int> cliques,
                  std::span<const Door> doors) {
  const std::size_t comma = std::min(word.find(','), word.size());
  std::string text(word.substr(0, comma));
  text += std::string("=") + doors[rank].data();
  text += word.substr(comma);
  bool has_peers = false;
  for (std::size_t peer = 0; peer < doors.size(); ++peer) {
    if (peer != rank && cliques[peer] == cliques[rank] && doors[peer].front() != '\0') {
      text += std::string(",name=") + doors[peer].data();
      has_peers = true;
    }
  }
  const bool can_listen = cliques[rank] != kNoClique && doors[rank].front() != '\0';
  return can_listen && has_peers ? text : "";
}

}  // namespace

bool is_unaimed_link(std::string_view word) {
  const std::string_view head = word.substr(0, word.find(','));
  return head.starts_with("link_") && head.find('=') == std::string_view::npos;
}

int clique_of(const comm::NodePlace& place, const std::optional<machine::Tree>& machine,
              std::string_view host_name) {
  if (place.rank_on_node != 0) {
    return kNoClique;
  }
  if (!machine) {
    return 0;
  }
  const std::optional<std::size_t> host = machine->find(host_name);
  const auto cliques = machine::cliques(*machine);
  const auto found = std::ranges::find_if(cliques, [&](const std::vector<std::size_t>& members) {
    return host && std::ranges::find(members, *host) != members.end();
  });
  return found == cliques.end() ? kNoClique : static_cast<int>(found - cliques.begin());
}

std::vector<std::string> aim_links(const comm::Communicator& communicator, int clique,
                                   std::span<const NetworkAddress> own,
                                   std::vector<std::string> sensors) {
  if (std::ranges::none_of(sensors, is_unaimed_link)) {
    return sensors;
  }
  const std::vector<int> cliques = communicator.gather_all(clique);
  const auto address = reachable_address(communicator, cliques, own);
  // One for all: what listens at one door shares one token, and probes in turn.
  const std::vector<Door> doors = communicator.gather_all(open_door(address));
  for (std::string& word : sensors) {
    if (is_unaimed_link(word)) {
      word = aimed(word, static_cast<std::size_t>(communicator.rank()), cliques, doors);
    }
  }
  std::erase(sensors, "");
  return sensors;
}

}  // namespace evenkeel::service
