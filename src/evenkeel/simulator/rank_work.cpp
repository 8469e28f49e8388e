// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sums over the boxes of ranks.
#include "evenkeel/simulator/rank_work.hpp"

#include <algorithm>

#include "evenkeel/core/error.hpp"
#include "evenkeel/geometry/box_search.hpp"
#include "evenkeel/geometry/periodic.hpp"

namespace evenkeel::simulator {
namespace {

/// \p box cut into parts with sides up to \p side.
template <int D>
geometry::BoxList<D> pieces(const geometry::Box<D>& box, std::int32_t side) {
  geometry::BoxList<D> parts{box};
  for (std::size_t d = 0; d < D; ++d) {
    geometry::BoxList<D> cut;
    for (const geometry::Box<D>& part : parts) {
      for (std::int32_t lo = part.lo[d]; lo < part.hi[d]; lo += side) {
        cut.push_back(part);
        cut.back().lo[d] = lo;
        cut.back().hi[d] = std::min(lo + side, part.hi[d]);
      }
    }
    parts = std::move(cut);
  }
  return parts;
}

/// Which patches of a deal need values of other ranks before a step. Ghosts of every level come
/// from whoever owns the columns of base cells they lie in.
template <int D>
class Neighbours {
 public:
  Neighbours(const Dealt<D>& levels, const CostModel& model)
      : base_(levels.front()), ghost_(model.ghost), search_(workload::plain(base_)) {
    for (const workload::OwnedBox<D>& owned : base_) {
      domain_ = domain_.hull(owned.box);
    }
    shifts_ = geometry::periodic_shifts<D>(domain_, model.periodic_axes<D>());
  }

  /// \param to_base  refinement of the level of \p patch
  bool has_others(const geometry::Box<D>& patch, int owner, std::int32_t to_base) const {
    bool waits = false;
    const geometry::Box<D> around = patch.grow(ghost_).coarsen(to_base);
    for (const geometry::Index<D>& shift : shifts_) {
      search_.for_each(around.shift(shift).intersect(domain_), [&](std::int32_t index) {
        waits |= base_[static_cast<std::size_t>(index)].owner != owner;
      });
    }
    return waits;
  }

 private:
  const std::vector<workload::OwnedBox<D>>& base_;
  std::int32_t ghost_;
  geometry::BoxSearch<D> search_;
  geometry::Box<D> domain_;
  std::vector<geometry::Index<D>> shifts_;
};

/// Cells of \p owned in patches that wait.
template <int D>
double waiting_cells(const workload::OwnedBox<D>& owned, const Neighbours<D>& neighbours,
                     std::int32_t max_box, std::int32_t to_base) {
  double cells = 0.0;
  for (const geometry::Box<D>& patch : pieces<D>(owned.box, max_box)) {
    cells += neighbours.has_others(patch, owned.owner, to_base)
                 ? static_cast<double>(patch.volume())
                 : 0.0;
  }
  return cells;
}

}  // namespace

/// What came of one box follows what came of the box before it.
template <int D>
BoxWeights dealt_weights(const std::vector<geometry::BoxList<D>>& boxes, const BoxWeights& weights,
                         const Dealt<D>& dealt) {
  BoxWeights all;
  for (std::size_t level = 0; level < weights.size(); ++level) {
    std::vector<double>& mine = all.emplace_back();
    std::size_t box = 0;
    for (const workload::OwnedBox<D>& owned : dealt[level]) {
      while (!boxes[level][box].contains(owned.box)) {
        ++box;
        EVENKEEL_EXPECT(box < boxes[level].size());
      }
      mine.push_back(weights[level][box]);
    }
  }
  return all;
}

template <int D>
RankTables rank_tables(const Dealt<D>& levels, const BoxWeights& weights, std::size_t ranks,
                       const CostModel& model) {
  const std::vector<double> none(ranks * levels.size(), 0.0);
  RankTables tables{none, none, none};
  if (levels.empty()) {
    return tables;
  }
  const Neighbours<D> neighbours(levels, model);
  std::int32_t to_base = 1;
  for (std::size_t level = 0; level < levels.size(); ++level) {
    for (std::size_t i = 0; i < levels[level].size(); ++i) {
      const workload::OwnedBox<D>& owned = levels[level][i];
      const double weight = weights.empty() ? 1.0 : weights[level][i];
      const auto cells = static_cast<double>(owned.box.volume());
      const std::size_t entry = static_cast<std::size_t>(owned.owner) * levels.size() + level;
      tables.cells[entry] += cells;
      tables.work[entry] += weight * cells;
      if (ranks > 1) {
        tables.waiting[entry] +=
            weight * waiting_cells<D>(owned, neighbours, model.max_box, to_base);
      }
    }
    to_base *= model.ratio;
  }
  return tables;
}

#define EVENKEEL_INSTANTIATE(D)                                                       \
  template BoxWeights dealt_weights<D>(const std::vector<geometry::BoxList<D>>&,      \
                                       const BoxWeights&, const Dealt<D>&);           \
  template RankTables rank_tables<D>(const Dealt<D>&, const BoxWeights&, std::size_t, \
                                     const CostModel&)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::simulator
