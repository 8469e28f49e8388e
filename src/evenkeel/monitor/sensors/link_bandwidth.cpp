// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// link_bandwidth: how fast some bytes reach every other member of a clique.
#include <array>

#include "evenkeel/monitor/link_probe.hpp"
#include "evenkeel/monitor/link_sensor.hpp"

namespace evenkeel::monitor {
namespace {

constexpr ParamSpec kBytes = {
    .name = "bytes",
    .unit = "byte",
    .fallback = 65536.0,
    .min = 1024.0,
    .max = 67108864.0,
    .help = "sent in each of three bursts; links that let a burst pass want more"};
constexpr std::array kParams = {kTimeout, kTokenPatience, kBytes};

}  // namespace

void register_link_bandwidth(Registry<Sensor>& registry) {
  registry.add(
      {.name = "link_bandwidth",
       .summary = "how fast some bytes reach every other member of a clique",
       .source =
           "Wolski, Spring, Hayes 1999 (NWS bandwidthTcp: 64 KiB in writes of 16 KiB), best of 3",
       .params = kParams,
       .make = [](const Params& params) {
         const auto bytes = static_cast<std::size_t>(params["bytes"]);
         return make_link_sensor(params, "bandwidth", "byte/s",
                                 [bytes](const Endpoint& peer, double seconds) {
                                   return probe_bandwidth(peer, seconds, bytes);
                                 });
       }});
}

}  // namespace evenkeel::monitor
