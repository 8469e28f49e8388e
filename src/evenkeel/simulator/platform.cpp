// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Ways between hosts, ranks on hosts, made-up machines.
#include "evenkeel/simulator/platform.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/rng.hpp"

namespace evenkeel::simulator {

Link operator+(const Link& a, const Link& b) {
  return {.bandwidth = std::min(a.bandwidth, b.bandwidth), .latency = a.latency + b.latency};
}

Link Platform::route(std::size_t from, std::size_t to) const {
  if (const auto found = direct.find({from, to}); found != direct.end()) {
    return found->second;
  }
  if (from == to) {
    return local;
  }
  const Host& a = hosts[from];
  const Host& b = hosts[to];
  return a.site == b.site ? a.link + b.link : a.link + trunk(a.site, b.site) + b.link;
}

Link Platform::trunk(std::size_t from, std::size_t to) const {
  const auto found = between.find({from, to});
  return found != between.end() ? found->second : sites[from].uplink + sites[to].uplink;
}

int Platform::cores() const {
  int sum = 0;
  for (const Host& host : hosts) {
    sum += host.cores;
  }
  return sum;
}

std::optional<Allowance> allowance_of(const Platform& platform, std::size_t host) {
  const Host& of = platform.hosts[host];
  if (of.quota_period <= 0.0 || of.quota >= 1.0 || !of.availability.is_constant()) {
    return {};
  }
  constexpr double kGolden = 0.6180339887498949;  // spreads the beginnings of periods
  const double turn = kGolden * static_cast<double>(host + 1);
  return Allowance({.quota = of.quota,
                    .period = of.quota_period,
                    .offset = -of.quota_period * (turn - std::floor(turn))});
}

std::vector<Place> place_ranks(const Platform& platform, std::size_t ranks) {
  if (static_cast<std::size_t>(platform.cores()) < ranks) {
    throw InputError(fmt::format("{}: {} ranks on {} processors; at most one rank a processor",
                                 platform.name, ranks, platform.cores()));
  }
  std::vector<Place> places;
  for (std::size_t host = 0; host < platform.hosts.size(); ++host) {
    for (int core = 0; core < platform.hosts[host].cores && places.size() < ranks; ++core) {
      places.push_back({host, platform.hosts[host].speed * platform.hosts[host].quota});
    }
  }
  return places;
}

Platform equal_platform(std::size_t hosts, double speed, const Link& link) {
  Platform platform = make_platform({.hosts = hosts, .speed = speed, .link = link});
  platform.name = fmt::format("{} equal hosts", hosts);
  return platform;
}

Platform make_platform(const PlatformShape& shape) {
  Xoshiro256 random(shape.seed);
  Platform platform;
  platform.name = fmt::format("{} sites of {} hosts", shape.sites, shape.hosts);
  for (std::size_t site = 0; site < shape.sites; ++site) {
    const double factor = std::exp(shape.site_spread * normal(random));
    Link uplink = shape.uplink;
    uplink.bandwidth *= std::exp(shape.site_spread * normal(random));
    platform.sites.push_back({.name = fmt::format("site{}", site), .uplink = uplink});
    for (std::size_t host = 0; host < shape.hosts; ++host) {
      platform.hosts.push_back(
          {.name = fmt::format("site{}-host{}", site, host),
           .site = site,
           .speed = shape.speed * factor * std::exp(shape.spread * normal(random)),
           .memory = shape.memory,
           .link = shape.link});
    }
  }
  return platform;
}

}  // namespace evenkeel::simulator
