// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Integrals of availability and their inverse.
#include "evenkeel/simulator/profile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/workload/table.hpp"

namespace evenkeel::simulator {
namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();

}  // namespace

Profile::Profile(std::vector<ProfilePoint> points, Shape shape)
    : points_(std::move(points)), shape_(shape) {
  for (std::size_t k = 0; k < points_.size(); ++k) {
    EVENKEEL_EXPECT(std::isfinite(points_[k].value) && points_[k].value >= 0.0);
    EVENKEEL_EXPECT(k == 0 || points_[k].time > points_[k - 1].time);
  }
}

/// Of the line that begins at point \p piece; 0 for steps and behind the last point.
double Profile::slope(std::size_t piece) const {
  if (shape_ == Shape::kSteps || piece + 1 >= points_.size()) {
    return 0.0;
  }
  const ProfilePoint& a = points_[piece];
  const ProfilePoint& b = points_[piece + 1];
  return (b.value - a.value) / (b.time - a.time);
}

double Profile::value(double time) const {
  if (points_.empty()) {
    return 1.0;
  }
  const auto next = std::ranges::upper_bound(points_, time, {}, &ProfilePoint::time);
  if (next == points_.begin()) {
    return points_.front().value;
  }
  const auto piece = static_cast<std::size_t>(next - points_.begin()) - 1;
  return points_[piece].value + slope(piece) * (time - points_[piece].time);
}

double Profile::finish(double start, double work) const {
  if (points_.empty() || work <= 0.0) {
    return start + work;
  }
  const auto next = std::ranges::upper_bound(points_, start, {}, &ProfilePoint::time);
  auto piece = static_cast<std::size_t>(next - points_.begin());
  double now = start;
  double left = work;
  // Piece by piece from `start`, so that a long history costs no digits.
  for (;; ++piece) {
    const double value = this->value(now);
    const double rise = piece == 0 ? 0.0 : slope(piece - 1);
    const double end = piece < points_.size() ? points_[piece].time : kForever;
    const double root = value * value + 2.0 * rise * left;
    double need = kForever;
    if (root >= 0.0 && value + std::sqrt(root) > 0.0) {
      need = 2.0 * left / (value + std::sqrt(root));
    }
    if (now + need <= end || piece >= points_.size()) {
      return now + need;
    }
    const double width = end - now;
    left -= width * (value + 0.5 * rise * width);
    now = end;
  }
}

Profile Profile::since(double start) const {
  std::vector<ProfilePoint> points = points_;
  std::ranges::for_each(points, [start](ProfilePoint& point) { point.time -= start; });
  return points.empty() ? Profile() : Profile(std::move(points), shape_);
}

Profile Profile::as_steps(double width) const {
  if (shape_ == Shape::kSteps) {
    return *this;
  }
  std::vector<ProfilePoint> points;
  for (std::size_t k = 0; k + 1 < points_.size(); ++k) {
    const double length = points_[k + 1].time - points_[k].time;
    const auto pieces = std::max(1.0, std::ceil(length / width));
    for (double piece = 0.0; piece < pieces; ++piece) {
      const double from = points_[k].time + length * piece / pieces;
      points.push_back({from, value(from + 0.5 * length / pieces)});
    }
  }
  points.push_back(points_.back());
  return Profile(std::move(points));
}

Profile parse_profile(std::string_view text, const std::string& file) {
  Problems problems;
  std::vector<ProfilePoint> points;
  Profile::Shape shape = Profile::Shape::kSteps;
  for (const workload::Line& line : workload::lines_of(text)) {
    const auto at = [&](std::size_t field) {
      return Location{file, line.number, line.fields[field].column};
    };
    if (line.fields.front().text.starts_with('#')) {
      continue;
    }
    if (points.empty() && line.fields.front().text == "time") {
      shape = line.fields.size() > 2 && line.fields[2].text == "ramp" ? Profile::Shape::kRamps
                                                                      : Profile::Shape::kSteps;
      continue;
    }
    if (line.fields.size() < 2) {
      problems.add(at(0), "expected time,availability");
      continue;
    }
    const auto time = workload::parse_number(line.fields[0].text);
    const auto value = workload::parse_number(line.fields[1].text);
    if (!time || !value) {
      problems.add(at(time ? 1 : 0),
                   fmt::format("'{}' is not a number >= 0", line.fields[time ? 1 : 0].text));
    } else if (!points.empty() && *time <= points.back().time) {
      problems.add(at(0), fmt::format("time {} does not come after {}", *time, points.back().time));
    } else {
      points.push_back({*time, *value});
    }
  }
  if (points.empty() && problems.empty()) {
    problems.add(Location{file}, "has no point; expected lines of time,availability");
  }
  problems.throw_if_any();
  return Profile(std::move(points), shape);
}

}  // namespace evenkeel::simulator
