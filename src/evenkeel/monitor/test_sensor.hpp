// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What tests of sensors have in common.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "evenkeel/monitor/sensor.hpp"

namespace evenkeel::monitor {

inline std::unique_ptr<Sensor> aimed(const std::string& name, const Target& target,
                                     const ParamValues& values = {}) {
  Registry<Sensor> registry;
  register_builtin(registry);
  auto sensor = registry.make(name, values);
  sensor->aim(target);
  return sensor;
}

inline std::vector<Reading> look(Sensor& sensor, std::size_t probe, double now) {
  std::vector<Reading> readings;
  sensor.read(probe, now, readings);
  return readings;
}

/// The value of \p quantity among \p readings; nothing if it is unknown or not there.
inline std::optional<double> value(const std::vector<Reading>& readings,
                                   const std::string& quantity) {
  for (const Reading& reading : readings) {
    if (reading.quantity == quantity) {
      return reading.value;
    }
  }
  return std::nullopt;
}

}  // namespace evenkeel::monitor
