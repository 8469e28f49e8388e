// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sums over units, and faces found on a lattice.
#include "evenkeel/partition/quality.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace evenkeel::partition {
namespace {

using Point = std::array<std::int32_t, 3>;

/// Load over capacity where nothing on nothing takes no time.
double ratio_of(double load, double capacity) {
  return load == 0.0 ? 0.0 : load / capacity;
}

/// Which unit covers each block of the hull of all units. A block is `granularity` base cells wide.
class Lattice {
 public:
  explicit Lattice(const workload::UnitList& units) : granularity_(units.granularity) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto low = [axis](const Point& a, const Point& b) { return a[axis] < b[axis]; };
      origin_[axis] = (*std::ranges::min_element(units.lo, low))[axis];
      const std::int32_t end = (*std::ranges::max_element(units.hi, low))[axis];
      side_[axis] = blocks(end - origin_[axis]);
    }
    unit_.assign(static_cast<std::size_t>(side_[0]) * static_cast<std::size_t>(side_[1]) *
                     static_cast<std::size_t>(side_[2]),
                 kNone);
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
      for_blocks(first(units.lo[unit]), last(units.hi[unit]),
                 [&](const Point& block) { unit_[offset(block)] = unit; });
    }
  }

  /// Calls visit(neighbour, area) for every block of another unit behind the upper face of \p unit
  /// along \p axis. Area: base cells the block and the unit share.
  template <class Visit>
  void for_upper_neighbours(const workload::UnitList& units, std::size_t unit, std::size_t axis,
                            Visit visit) const {
    Point from = first(units.lo[unit]);
    Point to = last(units.hi[unit]);
    from[axis] = to[axis];
    to[axis] += 1;
    if (from[axis] >= side_[axis]) {
      return;
    }
    for_blocks(from, to, [&](const Point& block) {
      const std::size_t other = unit_[offset(block)];
      if (other == kNone) {
        return;
      }
      double area = 1.0;
      for (std::size_t across = 0; across < 3; ++across) {
        area *= across == axis ? 1.0 : width(block[across], across, units.hi[unit]);
      }
      visit(other, area);
    });
  }

 private:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  std::int32_t blocks(std::int32_t cells) const {
    return (cells + granularity_ - 1) / granularity_;
  }

  Point first(const Point& lo) const {
    Point block{};
    std::ranges::transform(lo, origin_, block.begin(),
                           [&](int cell, int start) { return (cell - start) / granularity_; });
    return block;
  }

  Point last(const Point& hi) const {
    Point block{};
    std::ranges::transform(hi, origin_, block.begin(),
                           [&](int cell, int start) { return blocks(cell - start); });
    return block;
  }

  /// Cells of \p block along \p axis; fewer than the granularity at the end of the domain.
  double width(std::int32_t block, std::size_t axis, const Point& hi) const {
    const std::int32_t start = origin_[axis] + block * granularity_;
    return std::min(granularity_, hi[axis] - start);
  }

  template <class Visit>
  void for_blocks(const Point& from, const Point& to, Visit visit) const {
    for (std::int32_t k = from[2]; k < to[2]; ++k) {
      for (std::int32_t j = from[1]; j < to[1]; ++j) {
        for (std::int32_t i = from[0]; i < to[0]; ++i) {
          visit(Point{i, j, k});
        }
      }
    }
  }

  std::size_t offset(const Point& block) const {
    const auto at = [&](std::size_t axis) { return static_cast<std::size_t>(block[axis]); };
    const auto side = [&](std::size_t axis) { return static_cast<std::size_t>(side_[axis]); };
    return (at(2) * side(1) + at(1)) * side(0) + at(0);
  }

  std::int32_t granularity_;
  Point origin_{};
  Point side_{};
  std::vector<std::size_t> unit_;
};

/// Weight of a face of one base cell between units refined to at least \p depth: the face cells of
/// every level both reach, times the steps of that level.
double face_weight(const workload::UnitList& units, int depth) {
  double weight = 0.0;
  double faces = 1.0;
  for (int level = 0; level <= depth; ++level) {
    weight += faces;
    faces *= std::pow(units.ratio, units.dimension);
  }
  return weight;
}

void measure_cut(const Problem& problem, const Owners& owners, Quality& quality) {
  const workload::UnitList& units = problem.units;
  const Lattice lattice(units);
  std::vector<int> depth(units.size());
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    depth[unit] = units.depth(unit);
  }
  std::vector<double> weight;
  for (int level = 0; level < units.levels; ++level) {
    weight.push_back(face_weight(units, level));
  }
  double all = 0.0;
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(units.dimension); ++axis) {
      lattice.for_upper_neighbours(units, unit, axis, [&](std::size_t other, double area) {
        const int shared = std::min(depth[unit], depth[other]);
        const double face = area * weight[static_cast<std::size_t>(shared)];
        all += face;
        quality.cut += owners[unit] != owners[other] ? face : 0.0;
      });
    }
  }
  quality.cut_fraction = all > 0.0 ? quality.cut / all : 0.0;
}

/// However units are dealt out, the j heaviest sit on at most j processors, which together offer at
/// most the j largest capacities; so the slowest of them needs at least load over capacity.
double least_time(const Problem& problem, const std::vector<double>& capacity) {
  std::vector<double> fast = capacity;
  std::ranges::sort(fast, std::greater());
  std::vector<double> heavy(problem.units.size());
  for (std::size_t unit = 0; unit < heavy.size(); ++unit) {
    heavy[unit] = problem.units.total(unit);
  }
  const std::size_t count = std::min(heavy.size(), fast.size());
  std::ranges::partial_sort(heavy, heavy.begin() + static_cast<std::ptrdiff_t>(count),
                            std::greater());
  double load = 0.0;
  double offered = 0.0;
  double least = 0.0;
  for (std::size_t j = 0; j < count; ++j) {
    load += heavy[j];
    offered += fast[j];
    least = std::max(least, load / offered);
  }
  return least;
}

void measure_balance(const Problem& problem, const Owners& owners, Quality& quality) {
  const std::size_t processors = problem.processors();
  const auto levels = static_cast<std::size_t>(problem.units.levels);
  std::vector<double> capacity(problem.capacity.begin(), problem.capacity.end());
  const double sum = std::accumulate(capacity.begin(), capacity.end(), 0.0);
  std::ranges::for_each(capacity, [sum](double& share) { share /= sum; });
  const std::vector<double> table = load_table(problem.units, owners, processors);
  const double total = problem.units.total_load();

  double slowest = 0.0;
  std::vector<double> slowest_of_level(levels, 0.0);
  for (std::size_t k = 0; k < processors; ++k) {
    double load = 0.0;
    for (std::size_t level = 0; level < levels; ++level) {
      const double part = table[k * levels + level];
      load += part;
      slowest_of_level[level] = std::max(slowest_of_level[level], ratio_of(part, capacity[k]));
    }
    slowest = std::max(slowest, ratio_of(load, capacity[k]));
    const double target = capacity[k] * total;
    quality.seed_imbalance.push_back(100.0 * ratio_of(std::abs(load - target), target));
  }
  quality.seed_imbalance_max = std::ranges::max(quality.seed_imbalance);
  if (total > 0.0) {
    quality.bottleneck = slowest / total - 1.0;
    quality.per_level_time =
        std::accumulate(slowest_of_level.begin(), slowest_of_level.end(), 0.0) / total;
    quality.lower_bound = std::max(0.0, least_time(problem, capacity) / total - 1.0);
  }
}

}  // namespace

std::vector<double> load_table(const workload::UnitList& units, const Owners& owners,
                               std::size_t processors) {
  const auto levels = static_cast<std::size_t>(units.levels);
  std::vector<double> table(processors * levels, 0.0);
  for (std::size_t unit = 0; unit < owners.size(); ++unit) {
    const std::size_t row = static_cast<std::size_t>(owners[unit]) * levels;
    const std::span<const double> loads = units.loads(unit);
    for (std::size_t level = 0; level < levels; ++level) {
      table[row + level] += loads[level];
    }
  }
  return table;
}

double migration(const Problem& problem, const Owners& owners) {
  double cells = 0.0;
  for (std::size_t unit = 0; unit < problem.previous.size(); ++unit) {
    const int before = problem.previous[unit];
    cells += before != kNoOwner && before != owners[unit] ? problem.units.memory[unit] : 0.0;
  }
  return cells;
}

Quality measure(const Problem& problem, const Owners& owners) {
  check(problem);
  EVENKEEL_EXPECT(owners.size() == problem.units.size());
  Quality quality;
  measure_balance(problem, owners, quality);
  if (!owners.empty()) {
    measure_cut(problem, owners, quality);
  }
  quality.migration = migration(problem, owners);
  const std::vector<double>& memory = problem.units.memory;
  const double all = std::accumulate(memory.begin(), memory.end(), 0.0);
  quality.migration_fraction = all > 0.0 ? quality.migration / all : 0.0;

  std::vector<bool> holds(problem.processors(), false);
  for (const int owner : owners) {
    holds[static_cast<std::size_t>(owner)] = true;
  }
  for (std::size_t k = 0; k < holds.size(); ++k) {
    quality.empty_parts += problem.capacity[k] > 0.0 && !holds[k] ? 1 : 0;
  }
  return quality;
}

}  // namespace evenkeel::partition
