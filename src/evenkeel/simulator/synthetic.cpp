// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Distances to features, blocks near them, boxes of blocks.
#include "evenkeel/simulator/synthetic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/rng.hpp"
#include "evenkeel/core/text.hpp"

namespace evenkeel::simulator {
namespace {

using Point = std::array<double, 3>;
using Box3 = geometry::Box<3>;

constexpr std::array<std::string_view, 3> kFeatures{"front", "shell", "spots"};
constexpr double kPi = std::numbers::pi;

/// Where a point bounces to that moves in [0, length].
double reflected(double at, double length) {
  const double phase = std::fmod(std::abs(at), 2.0 * length);
  return phase <= length ? phase : 2.0 * length - phase;
}

/// The feature at one time, in lengths of axis 0.
class Shape {
 public:
  Shape(const SyntheticTrace& trace, double time) : trace_(trace), time_(time) {
    Xoshiro256 random(trace.seed);
    for (std::size_t d = 0; d < 3; ++d) {
      side_[d] = d < static_cast<std::size_t>(trace.dimension)
                     ? static_cast<double>(trace.base[d]) / static_cast<double>(trace.base[0])
                     : 0.0;
    }
    for (int spot = 0; spot < trace.spots; ++spot) {
      Point at{};
      for (std::size_t d = 0; d < 3; ++d) {
        const double start = uniform(random);
        const double speed = normal(random);
        at[d] = side_[d] > 0.0 ? reflected(side_[d] * start + 0.3 * speed * time, side_[d]) : 0.0;
      }
      centres_.push_back(at);
    }
  }

  double distance(const Point& at) const {
    switch (trace_.feature) {
      case Feature::kFront:
        return std::abs(at[0] - 0.1 - 0.8 * time_ - 0.03 * std::sin(10.0 * kPi * at[1] + 1.0) -
                        0.04 * std::cos(4.0 * kPi * at[1]) * std::cos(2.0 * kPi * at[2]));
      case Feature::kShell:
        return std::abs(from(at, {0.5 * side_[0], 0.5 * side_[1], 0.5 * side_[2]}) - 0.05 -
                        0.45 * time_);
      default: {
        double least = std::numeric_limits<double>::infinity();
        for (const Point& centre : centres_) {
          least = std::min(least, from(at, centre));
        }
        return least;
      }
    }
  }

 private:
  static double from(const Point& at, const Point& centre) {
    return std::hypot(at[0] - centre[0], at[1] - centre[1], at[2] - centre[2]);
  }

  const SyntheticTrace& trace_;
  double time_;
  Point side_{};
  std::vector<Point> centres_;
};

/// The middle of \p box, whose cells are \p to_base times finer than the base's.
Point middle(const Box3& box, const SyntheticTrace& trace, double to_base) {
  Point at{};
  for (std::size_t d = 0; d < static_cast<std::size_t>(trace.dimension); ++d) {
    at[d] = 0.5 * static_cast<double>(box.lo[d] + box.hi[d]) /
            (to_base * static_cast<double>(trace.base[0]));
  }
  return at;
}

Box3 refined(const Box3& box, int dimension) {
  Box3 fine = box;
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d) {
    fine.lo[d] *= 2;
    fine.hi[d] *= 2;
  }
  return fine;
}

/// The blocks of a region, clipped.
std::vector<Box3> blocks_of(const Box3& region, const SyntheticTrace& trace) {
  std::vector<Box3> blocks{region};
  for (std::size_t d = 0; d < static_cast<std::size_t>(trace.dimension); ++d) {
    std::vector<Box3> cut;
    for (const Box3& each : blocks) {
      for (std::int32_t lo = each.lo[d]; lo < each.hi[d]; lo += trace.block) {
        cut.push_back(each);
        cut.back().lo[d] = lo;
        cut.back().hi[d] = std::min(lo + trace.block, each.hi[d]);
      }
    }
    blocks = std::move(cut);
  }
  return blocks;
}

}  // namespace

Feature feature_of(std::string_view word) {
  const auto found = std::ranges::find(kFeatures, word);
  if (found == kFeatures.end()) {
    throw InputError("no shape '" + std::string(word) + "'; known: " + join(kFeatures) +
                     suggestion(word, kFeatures));
  }
  return static_cast<Feature>(found - kFeatures.begin());
}

workload::TraceHeader header_of(const SyntheticTrace& trace) {
  workload::TraceHeader header;
  header.dimension = trace.dimension;
  header.base = trace.base;
  header.max_levels = trace.max_levels;
  header.kernel = std::string(kFeatures[static_cast<std::size_t>(trace.feature)]);
  header.components = trace.components;
  header.bytes_per_cell = 8 * trace.components;
  header.ghost = trace.ghost;
  header.regrid_interval = trace.regrid_interval;
  return header;
}

workload::TraceRegrid regrid_of(const SyntheticTrace& trace, std::int64_t number) {
  workload::TraceRegrid regrid;
  regrid.regrid = number;
  regrid.step = number * trace.regrid_interval;
  regrid.time = static_cast<double>(regrid.step) / static_cast<double>(trace.steps);
  const Shape shape(trace, regrid.time);
  regrid.levels.push_back({Box3{{0, 0, 0}, trace.base}});
  double width = trace.width;
  double to_base = 1.0;
  for (int level = 1; level < trace.max_levels; ++level) {
    geometry::BoxList<3> boxes;
    for (const Box3& region : regrid.levels.back()) {
      for (const Box3& block : blocks_of(region, trace)) {
        if (shape.distance(middle(block, trace, to_base)) < width) {
          boxes.push_back(refined(block, trace.dimension));
        }
      }
    }
    if (boxes.empty()) {
      break;
    }
    geometry::coalesce<3>(boxes);
    regrid.levels.push_back(std::move(boxes));
    width *= 0.5;
    to_base *= 2.0;
  }
  return regrid;
}

}  // namespace evenkeel::simulator
