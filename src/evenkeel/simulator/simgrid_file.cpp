// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reads SimGrid's XML element by element.
#include "evenkeel/simulator/simgrid_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/text.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/machine/tree.hpp"

namespace evenkeel::simulator {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr std::array kSpeeds{Unit{"f", 1}, Unit{"kf", 1e3}, Unit{"Mf", 1e6}, Unit{"Gf", 1e9},
                             Unit{"Tf", 1e12}};
constexpr std::array kBandwidths{Unit{"Bps", 1},        Unit{"kBps", 1e3},   Unit{"MBps", 1e6},
                                 Unit{"GBps", 1e9},     Unit{"KiBps", 1024}, Unit{"MiBps", 1048576},
                                 Unit{"GiBps", 0x1p30}, Unit{"bps", .125},   Unit{"kbps", 125},
                                 Unit{"Mbps", 125e3},   Unit{"Gbps", 125e6}};
constexpr std::array kTimes{Unit{"s", 1}, Unit{"ms", 1e-3}, Unit{"us", 1e-6}, Unit{"ns", 1e-9}};

/// The value of \p text in SI; a bare number has factor 1, as in SimGrid.
double quantity(std::string_view text, std::span<const Unit> units) {
  double value = 0.0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const auto found = std::ranges::find(units, unit, &Unit::name);
  if (fault != std::errc() || !std::isfinite(value) || (!unit.empty() && found == units.end())) {
    std::vector<std::string_view> names;
    std::ranges::transform(units, std::back_inserter(names), &Unit::name);
    throw InputError(
        fmt::format("'{}' is not a number and one of the units {}", text, join(names)));
  }
  return unit.empty() ? value : value * found->factor;
}

struct Route {
  std::string from;
  std::string to;
  Link link;
  bool both_ways;
  std::int64_t place;  ///< line
};

class SimGridReader {
 public:
  SimGridReader(std::string_view text, const std::string& file) : problems_(file) {
    platform_.name = file;
    for (std::size_t end = 0; (end = text.find('\n', end)) != text.npos; ++end) {
      line_ends_.push_back(static_cast<std::ptrdiff_t>(end));
    }
    pugi::xml_document document;
    const auto parsed = document.load_buffer(text.data(), text.size());
    if (!parsed) {
      problems_.add(line_of(parsed.offset), 0, parsed.description());
      problems_.throw_if_any();
    }
    read_zone(document.child("platform"), "");
    join_hosts();
    if (platform_.hosts.empty() && problems_.empty()) {
      problems_.add(0, 0, "has no host");
    }
    problems_.throw_if_any();
    find_unreachable();
    problems_.throw_if_any();
  }

  Platform take() { return std::move(platform_); }

 private:
  using Positions = std::map<std::string, std::size_t>;

  std::int64_t line_of(std::ptrdiff_t offset) const {
    return std::ranges::lower_bound(line_ends_, offset) - line_ends_.begin() + 1;
  }
  std::int64_t line_of(const pugi::xml_node& node) const { return line_of(node.offset_debug()); }

  /// A quantity > 0, or >= 0 where \p may_be_zero; else a problem.
  double number(const pugi::xml_node& node, const char* name, std::span<const Unit> units,
                bool may_be_zero) {
    const pugi::xml_attribute attribute = node.attribute(name);
    try {
      if (!attribute) {
        throw InputError(fmt::format("<{}> has no {}", node.name(), name));
      }
      const double value = quantity(attribute.value(), units);
      if (value < 0.0 || (value == 0.0 && !may_be_zero)) {
        throw InputError(fmt::format("{} of <{}> is {}; expected {}", name, node.name(),
                                     attribute.value(), may_be_zero ? "0 or more" : "above 0"));
      }
      return value;
    } catch (const InputError& error) {
      problems_.add(line_of(node), 0, error.what());
      return 1.0;
    }
  }

  std::size_t site(const std::string& name) {
    const auto [found, is_new] = sites_.try_emplace(name, platform_.sites.size());
    if (is_new) {
      platform_.sites.push_back({.name = name});
    }
    return found->second;
  }

  void read_zone(const pugi::xml_node& zone, const std::string& name) {
    for (const pugi::xml_node& node : zone.children()) {
      const std::string_view tag = node.name();
      if (tag == "zone" || tag == "AS") {
        read_zone(node, node.attribute("id").value());
      } else if (tag == "host") {
        read_host(node, name);
      } else if (tag == "cluster") {
        read_cluster(node);
      } else if (tag == "link") {
        links_.try_emplace(node.attribute("id").value(), read_link(node, "bandwidth", "latency"));
      } else if (tag == "host_link") {
        ups_.push_back({node.attribute("id").value(), "",
                        linked(node, node.attribute("up").value()), true, line_of(node)});
      } else if (tag == "route" || tag == "zoneRoute") {
        read_route(node, tag == "route" ? routes_ : trunks_);
      } else if (tag != "router" && tag != "backbone" && tag != "prop" && tag != "config" &&
                 node.type() == pugi::node_element) {
        problems_.add(line_of(node), 0,
                      fmt::format("<{}> is not understood; known: zone, host, cluster, link, "
                                  "host_link, route, zoneRoute, router, backbone, prop",
                                  tag));
      }
    }
  }

  Link read_link(const pugi::xml_node& node, const char* bandwidth, const char* latency) {
    return {.bandwidth = number(node, bandwidth, kBandwidths, false),
            .latency = node.attribute(latency) ? number(node, latency, kTimes, true) : 0.0};
  }

  Link linked(const pugi::xml_node& node, const std::string& name) {
    auto found = links_.find(name);
    for (const std::string_view way : {"_UP", "_DOWN"}) {  // the halves of a SPLITDUPLEX link
      if (found == links_.end() && name.ends_with(way)) {
        found = links_.find(name.substr(0, name.size() - way.size()));
      }
    }
    if (found == links_.end()) {
      problems_.add(line_of(node), 0, fmt::format("no link '{}' before here", name));
      return {};
    }
    return found->second;
  }

  /// The cores of a host or of each host of a cluster, 1 if it does not say; or a problem.
  int cores_of(const pugi::xml_node& node) {
    const std::string_view text = node.attribute("core").as_string("1");
    const std::optional<int> cores = parse<int>(text);
    if (cores && 1 <= *cores && *cores <= machine::kMaxProcessors) {
      return *cores;
    }
    problems_.add(line_of(node), 0,
                  fmt::format("<{}> {}: core is '{}'; expected 1 to {}", node.name(),
                              node.attribute("id").value(), text, machine::kMaxProcessors));
    return 1;
  }

  void read_host(const pugi::xml_node& node, const std::string& zone) {
    Host host{.name = node.attribute("id").value(), .speed = number(node, "speed", kSpeeds, false)};
    host.cores = cores_of(node);
    std::string site_name = zone;
    for (const pugi::xml_node& prop : node.children("prop")) {
      const std::string_view id = prop.attribute("id").value();
      if (id == "site") {
        site_name = prop.attribute("value").value();
      } else if (id == "memory") {
        host.memory = property(prop, Dimension::kBytes);
      } else if (id == "quota_period") {
        host.quota_period = property(prop, Dimension::kSeconds);
      } else if (id == "quota") {
        host.quota = prop.attribute("value").as_double();
        if (!(host.quota > 0.0 && host.quota <= 1.0)) {
          problems_.add(line_of(prop), 0,
                        fmt::format("quota is '{}'; expected a part of a core, above 0 and up to 1",
                                    prop.attribute("value").value()));
        }
      }
    }
    add_host(std::move(host), site_name, line_of(node));
  }

  /// A quantity >= 0, or a problem.
  double property(const pugi::xml_node& prop, Dimension dimension) {
    try {
      const double value = parse_quantity(prop.attribute("value").value(), dimension);
      if (value < 0.0) {
        throw InputError(fmt::format("{} is '{}'; expected 0 or more", prop.attribute("id").value(),
                                     prop.attribute("value").value()));
      }
      return value;
    } catch (const InputError& error) {
      problems_.add(line_of(prop), 0, error.what());
      return 0.0;
    }
  }

  void add_host(Host host, const std::string& site_name, std::int64_t place) {
    if (!hosts_.try_emplace(host.name, platform_.hosts.size()).second) {
      problems_.add(place, 0, fmt::format("host '{}' is there twice", host.name));
    }
    host.site = site(site_name);
    platform_.hosts.push_back(std::move(host));
    places_.push_back(place);
    has_link_.push_back(false);
  }

  void read_cluster(const pugi::xml_node& node) {
    const double speed = number(node, "speed", kSpeeds, false);
    const Link link = read_link(node, "bw", "lat");
    const int cores = cores_of(node);
    std::string_view radical = node.attribute("radical").value();
    while (!radical.empty()) {
      const std::string part(radical.substr(0, radical.find(',')));
      radical.remove_prefix(std::min(radical.size(), part.size() + 1));
      int first = -1;
      const char* const end = part.data() + part.size();
      const auto begin = std::from_chars(part.data(), end, first);
      int last = first;
      const bool range = begin.ptr != end && *begin.ptr == '-';
      const auto rest = range ? std::from_chars(begin.ptr + 1, end, last) : begin;
      if (rest.ec != std::errc() || rest.ptr != end || last < first || last - first > 1'000'000) {
        problems_.add(line_of(node), 0, fmt::format("radical '{}'; expected 0-9 or 0,4,7-9", part));
        return;
      }
      for (int number = first; number <= last; ++number) {
        add_host({.name = fmt::format("{}{}{}", node.attribute("prefix").value(), number,
                                      node.attribute("suffix").value()),
                  .speed = speed,
                  .cores = cores,
                  .link = link},
                 node.attribute("id").value(), line_of(node));
        has_link_.back() = true;
      }
    }
  }

  void read_route(const pugi::xml_node& node, std::vector<Route>& routes) {
    std::optional<Link> way;
    for (const pugi::xml_node& part : node.children("link_ctn")) {
      const Link link = linked(part, part.attribute("id").value());
      way = way ? *way + link : link;
    }
    const std::string_view symmetrical = node.attribute("symmetrical").as_string("YES");
    routes.push_back({node.attribute("src").value(), node.attribute("dst").value(),
                      way.value_or(Link{.bandwidth = 1e12, .latency = 0.0}),
                      symmetrical == "YES" || symmetrical == "yes", line_of(node)});
  }

  std::optional<std::size_t> position(const Positions& list, const std::string& name,
                                      std::int64_t place, std::string_view kind) {
    const auto found = list.find(name);
    if (found == list.end()) {
      problems_.add(place, 0, fmt::format("no {} '{}'", kind, name));
      return {};
    }
    return found->second;
  }

  /// Links and routes name hosts that may come later.
  void join_hosts() {
    for (const Route& up : ups_) {
      if (const auto host = position(hosts_, up.from, up.place, "host")) {
        platform_.hosts[*host].link = up.link;
        has_link_[*host] = true;
      }
    }
    join_pairs(routes_, hosts_, "host", platform_.direct);
    join_pairs(trunks_, sites_, "zone with hosts", platform_.between);
  }

  void join_pairs(const std::vector<Route>& routes, const Positions& list, std::string_view kind,
                  std::map<std::pair<std::size_t, std::size_t>, Link>& ways) {
    for (const Route& route : routes) {
      const auto from = position(list, route.from, route.place, kind);
      const auto to = position(list, route.to, route.place, kind);
      if (from && to) {
        ways[{*from, *to}] = route.link;
        if (route.both_ways) {
          ways[{*to, *from}] = route.link;
        }
      }
    }
  }

  /// Sites whose hosts all have links, with trunks to all others. [sites]
  std::vector<bool> sites_that_reach_all() const {
    const std::size_t sites = platform_.sites.size();
    std::vector<bool> reach(sites, true);
    for (std::size_t host = 0; host < has_link_.size(); ++host) {
      reach[platform_.hosts[host].site] = reach[platform_.hosts[host].site] && has_link_[host];
    }
    for (std::size_t a = 0; a < sites; ++a) {
      for (std::size_t b = 0; b < sites; ++b) {
        reach[a] = reach[a] && (a == b || platform_.between.contains({a, b}));
      }
    }
    return reach;
  }

  /// Hosts without a link need routes to all others of their site; sites need trunks.
  void find_unreachable() {
    const std::vector<bool> reach_all = sites_that_reach_all();
    for (std::size_t a = 0; a < platform_.hosts.size(); ++a) {
      if (reach_all[platform_.hosts[a].site]) {
        continue;
      }
      for (std::size_t b = 0; b < platform_.hosts.size(); ++b) {
        const bool linked = has_link_[a] && has_link_[b];
        const std::pair sites(platform_.hosts[a].site, platform_.hosts[b].site);
        const bool joined =
            sites.first == sites.second ? linked : platform_.between.contains(sites);
        if (a != b && !joined && !platform_.direct.contains({a, b})) {
          problems_.add(places_[a], 0,
                        fmt::format("host {} cannot reach host {}; expected host_link, "
                                    "route or zoneRoute",
                                    platform_.hosts[a].name, platform_.hosts[b].name));
          break;
        }
      }
    }
  }

  std::vector<std::ptrdiff_t> line_ends_;  ///< offsets, ascending
  Problems problems_;
  Platform platform_;
  std::vector<std::int64_t> places_;  ///< [hosts] lines
  std::vector<bool> has_link_;        ///< [hosts]
  Positions hosts_;
  Positions sites_;
  std::map<std::string, Link> links_;
  std::vector<Route> ups_;
  std::vector<Route> routes_;
  std::vector<Route> trunks_;
};

}  // namespace

Platform parse_simgrid(std::string_view text, const std::string& file) {
  return SimGridReader(text, file).take();
}

}  // namespace evenkeel::simulator
