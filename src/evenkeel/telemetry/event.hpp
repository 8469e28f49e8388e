// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Something that happened in a run, worth a line in events.ndjson.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "evenkeel/core/json_line.hpp"

namespace evenkeel::telemetry {

/// The kinds every run may show. Others are allowed; readers ignore what they do not know.
namespace kind {
inline constexpr std::string_view kStart = "start";
inline constexpr std::string_view kStep = "step";
inline constexpr std::string_view kRegrid = "regrid";
inline constexpr std::string_view kSense = "sense";
inline constexpr std::string_view kForecast = "forecast";
inline constexpr std::string_view kDecide = "decide";
inline constexpr std::string_view kRepartition = "repartition";
inline constexpr std::string_view kMigrate = "migrate";
inline constexpr std::string_view kPlot = "plot";
inline constexpr std::string_view kCheckpoint = "checkpoint";
inline constexpr std::string_view kWeigh = "weigh";
inline constexpr std::string_view kWarn = "warn";
inline constexpr std::string_view kFinish = "finish";
}  // namespace kind

/// One event. \p fields are the members of its line after t, step and kind.
struct Event {
  double t = 0.0;         ///< wall time since the start of the run [s]
  std::int64_t step = 0;  ///< coarse steps done
  std::string kind = {};
  JsonLine fields = {};
};

/// The line of \p event: {"t": 1.5, "step": 3, "kind": "regrid", ...}, no newline.
std::string to_line(const Event& event);

}  // namespace evenkeel::telemetry
