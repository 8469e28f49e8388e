// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Stars of hosts, joined by uplinks; or a way for every pair.
#include "evenkeel/simulator/simgrid/hosts.hpp"

#include <string>

#include <fmt/format.h>
#include <simgrid/kernel/ProfileBuilder.hpp>
#include <simgrid/s4u.hpp>

namespace evenkeel::simulator {
namespace {

namespace sg4 = simgrid::s4u;

constexpr double kRampStep = 0.01;  ///< of stairs in place of ramps [s]

/// Our platform as SimGrid's zones.
class Zones {
 public:
  explicit Zones(const Platform& platform) : platform_(platform) {
    root_ = sg4::create_full_zone("world");
    platform.direct.empty() ? make_stars() : make_pairs();
    root_->seal();
  }

  const std::vector<sg4::Host*>& hosts() const { return hosts_; }

 private:
  /// Lines of SimGrid's profiles: without one of time 0 a host would begin wholly available.
  static std::string stairs(const Profile& availability) {
    const Profile steps = availability.as_steps(kRampStep);
    std::string text = fmt::format("0 {:.17g}\n", availability.value(0.0));
    for (const ProfilePoint& point : steps.points()) {
      if (point.time > 0.0) {
        text += fmt::format("{:.17g} {:.17g}\n", point.time, point.value);
      }
    }
    return text;
  }

  void add_host(sg4::NetZone* zone, std::size_t place) {
    const Host& host = platform_.hosts[place];
    sg4::Host* made = zone->create_host(fmt::format("host{}", place), host.speed * host.quota);
    made->set_core_count(host.cores);
    if (!host.availability.is_constant()) {
      made->set_speed_profile(simgrid::kernel::profile::ProfileBuilder::from_string(
          fmt::format("profile{}", place), stairs(host.availability), -1.0));
    }
    made->seal();
    hosts_.push_back(made);
  }

  /// Latencies of shared ways are left to the receivers: see backends/s4u.cpp.
  sg4::Link* link(sg4::NetZone* zone, const std::string& name, const Link& of,
                  sg4::Link::SharingPolicy policy) {
    return zone->create_link(name, of.bandwidth)
        ->set_latency(platform_.direct.empty() ? 0.0 : of.latency)
        ->set_sharing_policy(policy)
        ->seal();
  }

  void add_loop(sg4::NetZone* zone, std::size_t place) {
    sg4::Link* loop = link(zone, fmt::format("loop{}", place), platform_.local,
                           sg4::Link::SharingPolicy::FATPIPE);
    simgrid::kernel::routing::NetPoint* point = hosts_[place]->get_netpoint();
    zone->add_route(point, point, nullptr, nullptr, {sg4::LinkInRoute(loop)}, false);
  }

  /// Every two hosts have a way of their own, wide enough for several messages at a time.
  void make_pairs() {
    for (std::size_t place = 0; place < platform_.hosts.size(); ++place) {
      add_host(root_, place);
      add_loop(root_, place);
    }
    for (const auto& [pair, way] : platform_.direct) {
      sg4::Link* made = link(root_, fmt::format("direct{}-{}", pair.first, pair.second), way,
                             sg4::Link::SharingPolicy::FATPIPE);
      root_->add_route(hosts_[pair.first]->get_netpoint(), hosts_[pair.second]->get_netpoint(),
                       nullptr, nullptr, {sg4::LinkInRoute(made)}, false);
    }
  }

  void make_stars() {
    std::vector<sg4::NetZone*> zones;
    std::vector<simgrid::kernel::routing::NetPoint*> routers;
    for (std::size_t site = 0; site < platform_.sites.size(); ++site) {
      sg4::NetZone* zone = sg4::create_star_zone(fmt::format("site{}", site));
      zone->set_parent(root_);
      routers.push_back(zone->create_router(fmt::format("router{}", site)));
      zone->add_route(routers.back(), nullptr, nullptr, nullptr, std::vector<sg4::LinkInRoute>{},
                      true);
      zones.push_back(zone);
    }
    for (std::size_t place = 0; place < platform_.hosts.size(); ++place) {
      const Host& host = platform_.hosts[place];
      sg4::NetZone* zone = zones[host.site];
      add_host(zone, place);
      add_loop(zone, place);
      const sg4::SplitDuplexLink* duplex =
          zone->create_split_duplex_link(fmt::format("link{}", place), host.link.bandwidth);
      zone->add_route(hosts_[place]->get_netpoint(), nullptr, nullptr, nullptr,
                      {{duplex, sg4::LinkInRoute::Direction::UP}}, true);
    }
    for (sg4::NetZone* zone : zones) {
      zone->seal();
    }
    join(zones, routers);
  }

  void join(const std::vector<sg4::NetZone*>& zones,
            const std::vector<simgrid::kernel::routing::NetPoint*>& routers) {
    std::vector<sg4::Link*> uplinks;
    for (std::size_t site = 0; site < zones.size(); ++site) {
      uplinks.push_back(link(root_, fmt::format("uplink{}", site), platform_.sites[site].uplink,
                             sg4::Link::SharingPolicy::SHARED));
    }
    for (std::size_t a = 0; a < zones.size(); ++a) {
      for (std::size_t b = 0; b < zones.size(); ++b) {
        if (a == b) {
          continue;
        }
        std::vector<sg4::LinkInRoute> way{sg4::LinkInRoute(uplinks[a]),
                                          sg4::LinkInRoute(uplinks[b])};
        if (platform_.between.contains({a, b})) {
          way = {sg4::LinkInRoute(link(root_, fmt::format("trunk{}-{}", a, b),
                                       platform_.trunk(a, b), sg4::Link::SharingPolicy::SHARED))};
        }
        root_->add_route(zones[a]->get_netpoint(), zones[b]->get_netpoint(), routers[a], routers[b],
                         way, false);
      }
    }
  }

  const Platform& platform_;
  sg4::NetZone* root_ = nullptr;
  std::vector<sg4::Host*> hosts_;
};

}  // namespace

std::vector<sg4::Host*> simgrid_hosts(const Platform& platform) {
  return Zones(platform).hosts();
}

}  // namespace evenkeel::simulator
