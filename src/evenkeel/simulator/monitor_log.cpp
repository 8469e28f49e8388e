// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// JSON lines of readings to points of a profile.
#include "evenkeel/simulator/monitor_log.hpp"

#include <algorithm>
#include <optional>
#include <sstream>
#include <vector>

#include <nlohmann/json.hpp>

#include "evenkeel/core/error.hpp"

namespace evenkeel::simulator {
namespace {

constexpr std::string_view kSensor = "cpu_availability";
constexpr std::string_view kQuantity = "running_process";

std::optional<ProfilePoint> point_of(const nlohmann::json& line) {
  for (const nlohmann::json& reading : line.at("readings")) {
    if (reading.at("sensor") == kSensor && reading.at("quantity") == kQuantity &&
        reading.at("value").is_number()) {
      return ProfilePoint{line.at("time").get<double>(),
                          std::max(0.0, reading.at("value").get<double>())};
    }
  }
  return {};
}

}  // namespace

Profile parse_monitor_log(std::string_view text, const std::string& file) {
  Problems problems(file);
  std::vector<ProfilePoint> points;
  std::istringstream lines{std::string(text)};
  std::int64_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    try {
      const std::optional<ProfilePoint> point = point_of(nlohmann::json::parse(line));
      if (point && (points.empty() || point->time > points.back().time)) {
        points.push_back(*point);
      }
    } catch (const nlohmann::json::exception&) {
      problems.add(number, 0, "is not a line of `evenkeel sense --watch --json`");
    }
  }
  if (points.empty() && problems.empty()) {
    problems.add(0, 0, "has no reading of cpu_availability, running_process");
  }
  problems.throw_if_any();
  const double start = points.front().time;
  std::ranges::for_each(points, [start](ProfilePoint& point) { point.time -= start; });
  return Profile(std::move(points));
}

}  // namespace evenkeel::simulator
