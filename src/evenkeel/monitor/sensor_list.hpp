// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sensors as people name them in a word: "snmp=10.0.0.1:161,timeout=0.5,name=1.3.6.1.2.1.1.3.0".
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evenkeel/monitor/monitor.hpp"

namespace evenkeel::monitor {

/// A sensor with the name reports give it.
struct NamedSensor {
  std::string name;  ///< "cgroup", "snmp@10.0.0.1:161"
  std::unique_ptr<Sensor> sensor;
};

/// Makes and aims the sensor that \p text names:
///
///     NAME[=ADDRESS][,KEY=VALUE]...
///
/// An address in double quotes may hold commas. Keys are the sensor's parameters, and `name`
/// (several times), `community` and `root` of Target.
///
/// \throws InputError if the sensor, a key or a value is unknown or does not fit
NamedSensor make_sensor(const Registry<Sensor>& registry, std::string_view text);

/// \p text with \p change applied to the address, where that is the path of a file: "replay=s.csv".
std::string with_file(
    const std::string& text,
    const std::function<std::filesystem::path(const std::filesystem::path&)>& change);

/// Names of all sensors that read this machine and need no address, in order.
std::vector<std::string> local_sensors();

/// Adds the sensors that \p texts name; without any: all that read this machine.
///
/// \throws InputError as make_sensor does
void add_sensors(Prober& prober, std::span<const std::string> texts);
void add_sensors(Monitor& monitor, std::span<const std::string> texts);

}  // namespace evenkeel::monitor
