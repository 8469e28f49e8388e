// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Calls of methods, and what is measured of them.
#include "evenkeel/cli/partition_result.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/geometry/dimensions.hpp"
#include "evenkeel/partition/patch_quality.hpp"

namespace evenkeel::cli {
namespace {

using partition::OwnedPatch;
using partition::OwnedPatches;
using workload::OwnedBox;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Calls visit.template operator()<D>() for the dimension of \p input.
template <class Visit>
auto in_dimension(const PartitionInput& input, const Visit& visit) {
  switch (input.units.dimension) {
    case 1:
      return visit.template operator()<1>();
    case 2:
      return visit.template operator()<2>();
    default:
      return visit.template operator()<3>();
  }
}

/// Boxes of all levels cut where \p owners change, as patches.
template <int D>
OwnedPatches patches_of(const PartitionInput& input, const partition::Owners& owners) {
  OwnedPatches patches;
  for (const auto& level : partition::owned_levels<D>(input.units, owners, input.level_boxes)) {
    std::vector<OwnedPatch>& wide = patches.emplace_back();
    for (const OwnedBox<D>& owned : level) {
      wide.push_back({geometry::widen(owned.box), owned.owner});
    }
  }
  return patches;
}

template <int D>
partition::Traffic traffic_of(const OwnedPatches& patches, const PartitionInput& input) {
  partition::OwnedLevels<D> levels;
  for (const std::vector<OwnedPatch>& wide : patches) {
    std::vector<OwnedBox<D>>& level = levels.emplace_back();
    for (const OwnedPatch& patch : wide) {
      level.push_back({geometry::narrow<D>(patch.box), patch.owner});
    }
  }
  return partition::measure_traffic(levels, {input.units.ratio, input.units.step_ratio()},
                                    input.ghosts, input.capacity.size());
}

partition::Quality quality_of(const partition::PatchProblem& problem, const OwnedPatches& patches) {
  const partition::PatchQuality found = partition::measure(problem, patches);
  partition::Quality quality;
  quality.bottleneck = found.bottleneck;
  quality.seed_imbalance = found.seed_imbalance;
  quality.seed_imbalance_max = std::ranges::max(quality.seed_imbalance);
  quality.cut = kNone;
  quality.cut_fraction = kNone;
  quality.migration = found.moved;
  quality.migration_fraction = found.moved_fraction;
  quality.empty_parts = found.empty_parts;
  quality.per_level_time = found.per_level_time;
  quality.lower_bound = found.lower_bound;
  quality.level_bound = found.level_bound;
  return quality;
}

OwnedPatches whole_patches(const PartitionInput& input, const partition::Owners& owners) {
  return in_dimension(input, [&]<int D>() { return patches_of<D>(input, owners); });
}

}  // namespace

Result divide_columns(const std::string& name, const partition::Partitioner& method,
                      const PartitionInput& input) {
  const partition::Problem problem{input.units, input.capacity, input.previous, input.held};
  Result result;
  result.method = name;
  const double start = process_cpu_seconds();
  result.owners = method.assign(problem);
  result.seconds = process_cpu_seconds() - start;
  result.quality = partition::measure(problem, result.owners);
  result.traffic = partition::traffic_of(problem, result.owners, input.level_boxes, input.ghosts);
  result.migration_max = std::ranges::max(partition::received(problem, result.owners));
  return result;
}

Result divide_patches(const std::string& name, const partition::PatchPartitioner& method,
                      const PartitionInput& input) {
  std::vector<geometry::BoxList<3>> levels;
  std::vector<double> cell_load;
  double load = 1.0;
  for (const auto& level : whole_patches(input, partition::Owners(input.units.size(), 0))) {
    geometry::BoxList<3>& boxes = levels.emplace_back();
    for (const OwnedPatch& patch : level) {
      boxes.push_back(patch.box);
    }
    cell_load.push_back(load);
    load *= input.units.step_ratio();
  }
  const OwnedPatches previous =
      input.previous.empty() ? OwnedPatches{} : whole_patches(input, input.previous);
  const partition::PatchProblem problem{.levels = levels,
                                        .cell_load = cell_load,
                                        .capacity = input.capacity,
                                        .previous = previous,
                                        .ratio = input.units.ratio};
  Result result;
  result.method = name;
  const double start = process_cpu_seconds();
  const OwnedPatches patches = method.assign(problem);
  result.seconds = process_cpu_seconds() - start;
  result.quality = quality_of(problem, patches);
  result.traffic = in_dimension(input, [&]<int D>() { return traffic_of<D>(patches, input); });
  result.migration_max = kNone;
  return result;
}

bool has_costs(const PartitionInput& input) {
  const workload::UnitList& units = input.units;
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    double steps = 1.0;
    for (std::size_t level = 0; level < units.loads(unit).size(); ++level) {
      if (units.loads(unit)[level] != steps * static_cast<double>(units.cell_counts(unit)[level])) {
        return true;
      }
      steps *= units.step_ratio();
    }
  }
  return false;
}

std::int64_t boxes_before(const PartitionInput& input) {
  std::int64_t boxes = 0;
  for (const auto& level : whole_patches(input, partition::Owners(input.units.size(), 0))) {
    boxes += static_cast<std::int64_t>(level.size());
  }
  return boxes;
}

}  // namespace evenkeel::cli
