// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// link_bandwidth: what 64 KiB reach to every other member of a clique.
#include <array>

#include "evenkeel/monitor/link_probe.hpp"

namespace evenkeel::monitor {
namespace {

constexpr std::array kParams = {kTimeout, kTokenPatience};

}  // namespace

void register_link_bandwidth(Registry<Sensor>& registry) {
  registry.add(
      {.name = "link_bandwidth",
       .summary = "what 64 KiB reach to every other member of a clique",
       .source = "Wolski, Spring, Hayes 1999 (NWS bandwidthTcp: 64 KiB in writes of 16 KiB)",
       .params = kParams,
       .make = [](const Params& params) {
         return make_link_sensor(params, "bandwidth", "byte/s", probe_bandwidth);
       }});
}

}  // namespace evenkeel::monitor
