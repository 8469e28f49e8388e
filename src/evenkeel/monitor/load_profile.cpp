// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Interpolates, reads and writes profiles of load.
#include "evenkeel/monitor/load_profile.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/text.hpp"
#include "evenkeel/monitor/scan.hpp"

namespace evenkeel::monitor {
namespace {

constexpr std::array<std::string_view, 4> kColumns = {"t", "cpu", "memory", "network"};
/// Of each column: [s], [processor], [byte], [byte/s].
constexpr std::array<double, 4> kMost = {1e9, LoadProfile::kMostProcessors, 1e15, 1e12};

/// Which of kColumns each word of the header is.
std::vector<std::size_t> read_header(std::string_view line, const Location& place,
                                     Problems& problems) {
  std::vector<std::size_t> columns;
  for (const std::string_view word : fields_of(line)) {
    const auto known = std::ranges::find(kColumns, word);
    if (known == kColumns.end()) {
      problems.add(place, fmt::format("no column '{}'; known: {}{}", word, join(kColumns),
                                      suggestion(word, kColumns)));
    }
    const auto column = known - kColumns.begin();
    if (known != kColumns.end() &&
        std::ranges::count(columns, static_cast<std::size_t>(column)) > 0) {
      problems.add(place, fmt::format("column {} is there twice", word));
    }
    columns.push_back(static_cast<std::size_t>(column));
  }
  if (std::ranges::find(columns, 0U) == columns.end()) {
    problems.add(place, "no column t");
  }
  return columns;
}

/// The numbers of one line in the order of kColumns. What is wrong goes to \p problems; nothing: it
/// has too few or too many fields.
std::optional<std::array<double, 4>> read_point(std::string_view line,
                                                const std::vector<std::size_t>& columns,
                                                const Location& place, Problems& problems) {
  const std::vector<std::string_view> fields = fields_of(line);
  if (fields.size() != columns.size()) {
    problems.add(place, fmt::format("{} fields; expected {}", fields.size(), columns.size()));
    return std::nullopt;
  }
  std::array<double, 4> values{};
  for (std::size_t n = 0; n < fields.size(); ++n) {
    const std::optional<double> value = to_number(fields[n]);
    const double most = kMost[columns[n]];
    if (!value || *value < 0.0 || *value > most) {
      problems.add(place, fmt::format("{} is '{}'; expected a number from 0 to {:g}",
                                      kColumns[columns[n]], fields[n], most));
    }
    values[columns[n]] = value.value_or(0.0);
  }
  return values;
}

double between(double from, double to, double part) {
  return from + part * (to - from);
}

}  // namespace

LoadProfile LoadProfile::ramp(const Load& level, double ramp) {
  LoadProfile profile;
  if (ramp > 0.0) {
    profile.append({0.0, {}});
  }
  profile.append({std::max(ramp, 0.0), level});
  return profile;
}

LoadProfile LoadProfile::parse(std::string_view text, const std::string& path) {
  Problems problems;
  LoadProfile profile;
  std::vector<std::size_t> columns;
  for (int line = 1; !text.empty(); ++line) {
    const std::string_view words = take_line(text);
    const Location place{path, line, 0};
    std::string_view rest = words;
    const std::string_view first = take_word(rest);
    if (first.empty() || first.starts_with('#')) {
      continue;
    }
    if (columns.empty()) {
      columns = read_header(words, place, problems);
      problems.throw_if_any();
      continue;
    }
    const auto values = read_point(words, columns, place, problems);
    if (!values) {
      continue;
    }
    if (!profile.points_.empty() && (*values)[0] < profile.end()) {
      problems.add(place, fmt::format("t is {}, before the line above", (*values)[0]));
      continue;
    }
    const auto& [time, cpu, memory, network] = *values;
    profile.points_.push_back({time, {cpu, memory, network}});
  }
  if (profile.points_.empty()) {
    problems.add(Location{path, 0, 0},
                 "no point of load; expected lines under t,cpu,memory,network");
  }
  problems.throw_if_any();
  return profile;
}

void LoadProfile::append(const Point& point) {
  EVENKEEL_EXPECT(points_.empty() || point.time >= end());
  points_.push_back(point);
}

Load LoadProfile::at(double time) const {
  EVENKEEL_EXPECT(!points_.empty());
  const auto after = std::ranges::upper_bound(points_, time, {}, &Point::time);
  if (after == points_.begin()) {
    return points_.front().load;
  }
  const Point& before = *(after - 1);
  if (after == points_.end()) {
    return before.load;
  }
  const double part = (time - before.time) / (after->time - before.time);
  return {between(before.load.cpu, after->load.cpu, part),
          between(before.load.memory, after->load.memory, part),
          between(before.load.network, after->load.network, part)};
}

std::string LoadProfile::to_csv() const {
  std::string text = "t,cpu,memory,network\n";
  for (const Point& point : points_) {
    text += fmt::format("{:.3f},{:.4f},{:.0f},{:.0f}\n", point.time, point.load.cpu,
                        point.load.memory, point.load.network);
  }
  return text;
}

}  // namespace evenkeel::monitor
