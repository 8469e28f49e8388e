// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Tells the two languages apart, turns machine trees into stars, and writes.
#include "evenkeel/simulator/platform_file.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/machine/description.hpp"
#include "evenkeel/simulator/simgrid_file.hpp"

namespace evenkeel::simulator {
namespace {

/// The link above \p node; what is not known of it is as in a link that nothing is known of.
Link link_above(const machine::Node& node) {
  const Link usual;
  return {.bandwidth = node.bandwidth > 0.0 ? node.bandwidth : usual.bandwidth,
          .latency = node.latency > 0.0 ? node.latency : usual.latency};
}

/// Links from \p position up to the root, together.
Link way_up(const machine::Tree& tree, std::optional<std::size_t> position) {
  Link way{.bandwidth = 1e12, .latency = 0.0};
  for (; position && *position != tree.root(); position = tree.parent(*position)) {
    way = way + link_above(tree[*position]);
  }
  return way;
}

Platform from_machine(const machine::Tree& tree, const std::string& file) {
  Platform platform;
  platform.name = file;
  Problems problems;
  std::vector<std::size_t> parents;
  for (const std::size_t leaf : tree.leaves()) {
    const machine::Node& node = tree[leaf];
    if (node.rating() <= 0.0) {
      problems.add(node.place, fmt::format("node {} has no speed; expected benchmark=\"Mflop/s\" "
                                           "above 0, as `evenkeel machine rate` writes it",
                                           node.name));
      continue;
    }
    const std::size_t parent = tree.parent(leaf).value_or(leaf);
    auto found = std::ranges::find(parents, parent);
    if (found == parents.end()) {
      parents.push_back(parent);
      found = parents.end() - 1;
      platform.sites.push_back({.name = tree[parent].name, .uplink = way_up(tree, parent)});
    }
    platform.hosts.push_back({.name = node.name,
                              .site = static_cast<std::size_t>(found - parents.begin()),
                              .speed = 1e6 * node.rating() / node.processors,
                              .cores = node.processors,
                              .memory = node.memory,
                              .link = link_above(node)});
  }
  problems.throw_if_any();
  return platform;
}

}  // namespace

Platform parse_platform(std::string_view text, const std::string& file) {
  if (text.find("<machinemodel") != std::string_view::npos) {
    return from_machine(machine::parse_machine(text, file), file);
  }
  if (text.find("<platform") == std::string_view::npos) {
    throw InputError(file + ": is neither SimGrid's <platform> nor a <machinemodel>");
  }
  return parse_simgrid(text, file);
}

Platform read_platform(const std::filesystem::path& path) {
  return parse_platform(read_input(path), path.string());
}

namespace {

std::string properties_of(const Host& host) {
  std::string text;
  const auto add = [&](std::string_view name, const std::string& value) {
    text += fmt::format("<prop id=\"{}\" value=\"{}\"/>", name, value);
  };
  if (host.memory > 0.0) {
    add("memory", format_quantity(host.memory, Dimension::kBytes));
  }
  if (host.quota < 1.0) {
    add("quota", fmt::format("{}", host.quota));
  }
  if (host.quota_period > 0.0) {
    add("quota_period", format_quantity(host.quota_period, Dimension::kSeconds));
  }
  return text;
}

/// \p name as the value of an attribute.
std::string escaped(std::string_view name) {
  std::string text;
  for (const char letter : name) {
    text += letter == '&'   ? "&amp;"
            : letter == '<' ? "&lt;"
            : letter == '"' ? "&quot;"
                            : std::string(1, letter);
  }
  return text;
}

}  // namespace

std::string to_xml(Platform platform) {
  for (Host& host : platform.hosts) {
    host.name = escaped(host.name);
  }
  for (Site& site : platform.sites) {
    site.name = escaped(site.name);
  }
  std::string xml =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM "
      "\"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">\n"
      "  <zone id=\"world\" routing=\"Full\">\n";
  for (std::size_t site = 0; site < platform.sites.size(); ++site) {
    xml += fmt::format("    <zone id=\"{}\" routing=\"Cluster\">\n", platform.sites[site].name);
    for (const Host& host : platform.hosts) {
      if (host.site == site) {
        const std::string props = properties_of(host);
        xml += fmt::format(
            "      <host id=\"{0}\" speed=\"{1}f\" core=\"{2}\">{3}</host>\n"
            "      <link id=\"{0}-link\" bandwidth=\"{4}Bps\" latency=\"{5}s\" "
            "sharing_policy=\"SPLITDUPLEX\"/>\n"
            "      <host_link id=\"{0}\" up=\"{0}-link_UP\" down=\"{0}-link_DOWN\"/>\n",
            host.name, host.speed, host.cores, props, host.link.bandwidth, host.link.latency);
      }
    }
    xml +=
        fmt::format("      <router id=\"{0}-router\"/>\n    </zone>\n", platform.sites[site].name);
  }
  for (const Site& site : platform.sites) {
    xml += fmt::format("    <link id=\"{}-uplink\" bandwidth=\"{}Bps\" latency=\"{}s\"/>\n",
                       site.name, site.uplink.bandwidth, site.uplink.latency);
  }
  for (std::size_t a = 0; a < platform.sites.size(); ++a) {
    for (std::size_t b = a + 1; b < platform.sites.size(); ++b) {
      xml += fmt::format(
          "    <zoneRoute src=\"{0}\" dst=\"{1}\" gw_src=\"{0}-router\" gw_dst=\"{1}-router\">"
          "<link_ctn id=\"{0}-uplink\"/><link_ctn id=\"{1}-uplink\"/></zoneRoute>\n",
          platform.sites[a].name, platform.sites[b].name);
    }
  }
  return xml + "  </zone>\n</platform>\n";
}

}  // namespace evenkeel::simulator
