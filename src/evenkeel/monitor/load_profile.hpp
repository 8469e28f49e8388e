// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Load over time: what a synthetic load generator is to make.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace evenkeel::monitor {

/// How much of everything, at one time.
struct Load {
  double cpu = 0.0;      ///< processors kept busy, >= 0
  double memory = 0.0;   ///< held and touched [byte]
  double network = 0.0;  ///< sent [byte/s]
};

/// Load along straight lines between points; that of the first point before it, and of the last
/// after it.
///
/// As text, CSV with a header; columns may be missing and come in any order:
///
///     t,cpu,memory,network
///     0,0,0,0
///     30,0.6,536870912,1e6
class LoadProfile {
 public:
  static constexpr double kMostProcessors = 4096.0;

  struct Point {
    double time = 0.0;  ///< [s]
    Load load;
  };

  /// Rises linearly from nothing to \p level within \p ramp, and stays.
  ///                                                   (Sinha & Parashar 2002, section 6.1.1)
  static LoadProfile ramp(const Load& level, double ramp);

  /// \param path  for messages
  /// \throws InputError naming the line of every fault
  static LoadProfile parse(std::string_view text, const std::string& path);

  Load at(double time) const;
  double end() const { return points_.back().time; }
  const std::vector<Point>& points() const { return points_; }

  /// \pre \p time is not before the last point
  void append(const Point& point);

  std::string to_csv() const;

 private:
  std::vector<Point> points_;  // in time order, at least one where `at` is asked
};

}  // namespace evenkeel::monitor
