// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The machine a simulation runs on: sites, hosts and links.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "evenkeel/simulator/allowance.hpp"
#include "evenkeel/simulator/profile.hpp"

namespace evenkeel::simulator {

/// A message of n bytes takes latency + n / bandwidth.
struct Link {
  double bandwidth = 125e6;  ///< [byte/s], > 0
  double latency = 50e-6;    ///< [s], >= 0

  bool operator==(const Link&) const = default;
  double seconds(double bytes) const { return latency + bytes / bandwidth; }
};

/// Two links in a row: latencies add up, the narrower one sets the bandwidth.
Link operator+(const Link& a, const Link& b);

struct Host {
  std::string name;
  std::size_t site = 0;
  double speed = 1e9;  ///< of one core [flop/s], > 0
  int cores = 1;       ///< ranks it can take, >= 1
  double quota = 1.0;  ///< part of each core that the system lets us have, in (0, 1]
  /// In which it pays the quota out [s]; 0: steadily. Where availability changes, steadily too.
  double quota_period = 0.0;
  double memory = 0.0;  ///< [byte]; 0: enough
  Link link = {};       ///< towards the switch of its site
  Profile availability = {};
};

struct Site {
  std::string name;
  Link uplink = {.bandwidth = 12.5e6, .latency = 10e-3};  ///< towards the other sites
};

/// Hosts in stars, one star per site, stars joined by uplinks. A value.
struct Platform {
  std::string name;
  std::vector<Site> sites;
  std::vector<Host> hosts;
  Link local = {.bandwidth = 5e9, .latency = 1e-6};  ///< between ranks of a host
  /// Ways between two sites other than over their uplinks.
  std::map<std::pair<std::size_t, std::size_t>, Link> between;
  std::map<std::pair<std::size_t, std::size_t>, Link> direct;  ///< ways of two hosts alone, from
                                                               ///< the first to the second

  /// The way from one host to another: the direct link, or over the switches.
  Link route(std::size_t from, std::size_t to) const;

  /// Whether that way uses the links of the two hosts.
  bool by_switch(std::size_t from, std::size_t to) const {
    return from != to && !direct.contains({from, to});
  }

  /// The way from one site to another, without the links of hosts.
  Link trunk(std::size_t from, std::size_t to) const;

  int cores() const;
};

/// The allowance of a rank on \p host, nothing where that is a steady speed. Periods of hosts do
/// not begin together.
std::optional<Allowance> allowance_of(const Platform& platform, std::size_t host);

/// Where a rank runs.
struct Place {
  std::size_t host = 0;
  double speed = 0.0;  ///< of its part of a core [flop/s]
};

/// Ranks on hosts in order, one on each core, of which it has the quota.
///
/// \throws InputError if there are fewer cores than \p ranks
std::vector<Place> place_ranks(const Platform& platform, std::size_t ranks);

/// One site of equal hosts of one core.
Platform equal_platform(std::size_t hosts, double speed, const Link& link);

/// Spread of a generated machine.
struct PlatformShape {
  std::size_t sites = 1;
  std::size_t hosts = 4;        ///< of each site
  double speed = 1e9;           ///< mean [flop/s]
  double spread = 0.0;          ///< of the logarithm of speeds: speed exp(spread g), g normal
  double memory = 0.0;          ///< of each host [byte]; 0: enough
  Link link = {};               ///< of hosts
  Link uplink = Site{}.uplink;  ///< of sites
  double site_spread = 0.0;     ///< as spread, for speeds and uplinks of whole sites
  unsigned long long seed = 1;
};

/// A machine of unequal hosts; the same for the same shape.
Platform make_platform(const PlatformShape& shape);

}  // namespace evenkeel::simulator
