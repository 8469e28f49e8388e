// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sums of weighed cells over blocks.
#include "evenkeel/workload/box_cost.hpp"

#include <algorithm>

#include "evenkeel/core/error.hpp"
#include "evenkeel/workload/block_lattice.hpp"

namespace evenkeel::workload {
namespace {

using geometry::Box;
using geometry::BoxList;

/// Calls visit(offset, cells) for the blocks that \p box meets, on a level \p to_base times finer
/// than the base.
template <int D, class Visit>
void for_each_part(const BlockLattice<D>& lattice, const Box<D>& box, std::int32_t to_base,
                   const Visit& visit) {
  const Box<D> blocks = lattice.blocks_under(box, to_base);
  geometry::Index<D> at = blocks.lo;
  for (std::int64_t n = blocks.volume(); n > 0; --n) {
    const Box<D> part = lattice.cells_above(Box<D>::of_cell(at), to_base).intersect(box);
    visit(lattice.offset(at), static_cast<double>(part.volume()));
    for (std::size_t d = 0; d < D && ++at[d] == blocks.hi[d]; ++d) {
      at[d] = blocks.lo[d];
    }
  }
}

}  // namespace

std::vector<std::vector<double>> cell_weights(const TraceHeader& header,
                                              const TraceRegrid& regrid) {
  std::vector<std::vector<double>> weights = regrid.cost;
  for (std::vector<double>& level : weights) {
    for (double& weight : level) {
      weight = std::max(0.0, 1.0 + header.source_price * (weight - 1.0));
    }
  }
  return weights;
}

std::vector<std::vector<double>> mean_costs(const TraceRegrid& other, const TraceRegrid& regrid) {
  std::vector<std::vector<double>> costs;
  double mean = 1.0;
  for (std::size_t level = 0; level < regrid.levels.size(); ++level) {
    double cells = 0.0;
    double sum = 0.0;
    for (std::size_t i = 0; level < other.cost.size() && i < other.cost[level].size(); ++i) {
      const auto count = static_cast<double>(other.levels[level][i].volume());
      cells += count;
      sum += count * other.cost[level][i];
    }
    mean = cells > 0.0 ? sum / cells : mean;
    costs.emplace_back(regrid.levels[level].size(), mean);
  }
  return costs;
}

template <int D>
std::vector<double> block_weights(const Box<D>& base_domain, std::int32_t granularity, int ratio,
                                  std::span<const BoxList<D>> level_boxes,
                                  std::span<const std::vector<double>> weights) {
  if (weights.empty()) {
    return {};
  }
  EVENKEEL_EXPECT(weights.size() == level_boxes.size());
  const BlockLattice<D> lattice(base_domain, granularity);
  const std::size_t levels = level_boxes.size();
  std::vector<double> cells(static_cast<std::size_t>(lattice.blocks().volume()) * levels);
  std::vector<double> sums(cells.size());
  std::int32_t to_base = 1;
  for (std::size_t level = 0; level < levels; ++level) {
    EVENKEEL_EXPECT(weights[level].size() == level_boxes[level].size());
    for (std::size_t i = 0; i < level_boxes[level].size(); ++i) {
      for_each_part<D>(lattice, level_boxes[level][i], to_base,
                       [&](std::size_t block, double count) {
                         cells[block * levels + level] += count;
                         sums[block * levels + level] += count * weights[level][i];
                       });
    }
    to_base *= ratio;
  }
  for (std::size_t place = 0; place < sums.size(); ++place) {
    sums[place] = cells[place] > 0.0 ? sums[place] / cells[place] : 1.0;
  }
  return sums;
}

#define EVENKEEL_INSTANTIATE(D)                                                   \
  template std::vector<double> block_weights<D>(const Box<D>&, std::int32_t, int, \
                                                std::span<const BoxList<D>>,      \
                                                std::span<const std::vector<double>>)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::workload
