// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Active probes of the links between the members of a clique.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "evenkeel/monitor/patience_params.hpp"
#include "evenkeel/monitor/peer.hpp"
#include "evenkeel/monitor/sensor.hpp"

namespace evenkeel::monitor {

/// A sensor that measures \p quantity by \p probe from this member of a clique to all others, when
/// the token is here. Target::address is where this member listens, names are the others. Sensors
/// of one process with the same address and others share the token.
using LinkProbe = std::function<double(const Endpoint& peer, double seconds)>;
std::unique_ptr<Sensor> make_link_sensor(const Params& params, std::string quantity,
                                         std::string unit, LinkProbe probe);

inline constexpr ParamSpec kTokenPatience = {.name = "patience",
                                             .unit = "s",
                                             .fallback = 30.0,
                                             .min = 0.01,
                                             .max = 1e6,
                                             .help = "a token not seen for so long is lost"};

}  // namespace evenkeel::monitor
