// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Parameters that all sensors have which ask others.
#pragma once

#include "evenkeel/core/params.hpp"
#include "evenkeel/monitor/peer.hpp"

namespace evenkeel::monitor {

inline constexpr ParamSpec kTimeout = {.name = "timeout",
                                       .unit = "s",
                                       .fallback = 0.5,
                                       .min = 1e-3,
                                       .max = 60.0,
                                       .help = "an answer that takes longer is none"};

inline constexpr ParamSpec kMaxBytes = {.name = "max_bytes",
                                        .unit = "byte",
                                        .fallback = 4194304.0,
                                        .min = 64.0,
                                        .max = 1e9,
                                        .help = "an answer that is larger is none"};

inline Patience patience_of(const Params& params) {
  return {params["timeout"], static_cast<std::size_t>(params["max_bytes"])};
}

}  // namespace evenkeel::monitor
