// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How much of a host is there for us, over time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace evenkeel::simulator {

/// Availability from a time on.
struct ProfilePoint {
  double time = 0.0;   ///< [s]
  double value = 1.0;  ///< [1] 0: the host stands still

  bool operator==(const ProfilePoint&) const = default;
};

/// Availability of a host as a function of time: steps, or straight lines between points.
///
/// Before the first point the value is that of the first, after the last that of the last; 1 where
/// there is no point.
class Profile {
 public:
  enum class Shape { kSteps, kRamps };

  Profile() = default;

  /// \pre times ascend strictly; values are finite and >= 0
  explicit Profile(std::vector<ProfilePoint> points, Shape shape = Shape::kSteps);

  bool is_constant() const { return points_.empty(); }
  const std::vector<ProfilePoint>& points() const { return points_; }
  Shape shape() const { return shape_; }

  double value(double time) const;

  /// When \p work seconds of a fully available host are done that begin at \p start; infinite where
  /// that never happens. Exact: a sum of rectangles or trapezia.
  double finish(double start, double work) const;

  /// The same with its times counted from \p start. [s]
  Profile since(double start) const;

  /// Steps that approximate ramps, each of at most \p width seconds with the mean of the ramp. [s]
  Profile as_steps(double width) const;

 private:
  double slope(std::size_t piece) const;

  std::vector<ProfilePoint> points_;
  Shape shape_ = Shape::kSteps;
};

/// Reads a profile: CSV of `time,availability`, one point a line; a header line, blank lines and
/// lines that open with # are skipped. The header `time,availability,ramp` asks for straight lines.
///
/// \param file  for messages
/// \throws InputError naming line and fault: not a number, times that do not ascend, values below 0
Profile parse_profile(std::string_view text, const std::string& file);

}  // namespace evenkeel::simulator
