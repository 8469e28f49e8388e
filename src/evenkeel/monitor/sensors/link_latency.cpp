// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// link_latency: how long one byte takes to every other member of a clique.
#include <array>

#include "evenkeel/monitor/link_probe.hpp"
#include "evenkeel/monitor/link_sensor.hpp"

namespace evenkeel::monitor {
namespace {

constexpr std::array kParams = {kTimeout, kTokenPatience};

}  // namespace

void register_link_latency(Registry<Sensor>& registry) {
  registry.add({.name = "link_latency",
                .summary = "how long one byte takes to every other member of a clique",
                .source = "Wolski, Spring, Hayes 1999 (NWS latencyTcp)",
                .params = kParams,
                .make = [](const Params& params) {
                  return make_link_sensor(params, "latency", "s", probe_latency);
                }});
}

}  // namespace evenkeel::monitor
