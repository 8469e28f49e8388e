// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// From patches to one matrix on every rank, and back.
#include "evenkeel/elliptic/leaf_correction.hpp"

#include <algorithm>
#include <cmath>

#include "evenkeel/elliptic/leaf_matrix.hpp"
#include "evenkeel/storage/for_each_cell.hpp"
#include <Eigen/SparseCore>

namespace evenkeel::elliptic {
namespace {

constexpr std::int64_t kMostLeaves = 1 << 18;  ///< that every rank has whole

}  // namespace

template <int D>
std::size_t LeafCorrection<D>::feasible(std::span<const std::unique_ptr<Grid<D>>> grids) {
  std::size_t levels = grids.size();
  while (levels > 0 && LeafCells<D>::count(grids.first(levels)) > kMostLeaves) {
    --levels;
  }
  return levels;
}

template <int D>
LeafCorrection<D>::LeafCorrection(const Frame<D>& frame,
                                  std::span<const std::unique_ptr<Grid<D>>> grids)
    : frame_(&frame),
      grids_(grids),
      leaves_(grids),
      by_owner_(leaves_.by_owner(frame.communicator->size())),
      first_(leaves_.by_owner(frame.communicator->rank()).size()),
      rhs_(leaves_.cells().size()),
      values_(leaves_.cells().size()) {
  multigrid_ =
      std::make_unique<AlgebraicMultigrid>(leaf_matrix<D>(leaves_, frame.mesh, gather_faces()));
}

template <int D>
LeafCorrection<D>::~LeafCorrection() = default;

/// Values of all leaves by number, from those of all cells of this rank's patches.
template <int D>
std::vector<double> LeafCorrection<D>::gather(std::size_t components,
                                              const std::vector<double>& mine) const {
  const std::vector<double> all = frame_->communicator->gather_all(std::span(mine));
  std::vector<double> sorted(leaves_.cells().size() * components);
  for (std::size_t k = 0; k < by_owner_.size(); ++k) {
    if (by_owner_[k] != LeafCells<D>::kCovered) {
      std::copy_n(all.data() + k * components, components,
                  sorted.data() + static_cast<std::size_t>(by_owner_[k]) * components);
    }
  }
  return sorted;
}

/// Calls fn(grid, patch, volume of a cell in base cells) for all patches of this rank.
template <int D>
template <class Fn>
void LeafCorrection<D>::for_each_patch(const Fn& fn) const {
  double volume = 1.0;
  for (const auto& grid : grids_) {
    for (std::size_t p = 0; p < grid->patches(); ++p) {
      fn(*grid, p, volume);
    }
    volume = std::ldexp(volume, -D);
  }
}

template <int D>
std::vector<double> LeafCorrection<D>::gather_faces() const {
  std::vector<double> mine;
  for_each_patch([&](const Grid<D>& grid, std::size_t p, double volume) {
    const storage::Array<D> couplings = grid.couplings(p);
    const storage::View<D> c = couplings.view();
    storage::for_each_cell(grid.box(p), [&](const geometry::Index<D>& cell) {
      for (std::size_t d = 0; d < D; ++d) {
        const double* const below = c.row(static_cast<int>(d), cell);
        mine.push_back(volume * below[0]);
        mine.push_back(volume * below[c.stride[d]]);
      }
    });
  });
  return gather(kSides, mine);
}

template <int D>
void LeafCorrection<D>::correct() {
  std::vector<double> mine;
  for_each_patch([&](const Grid<D>& grid, std::size_t p, double volume) {
    const storage::View<D> rhs = grid.rhs.state_views()[p];
    storage::for_each_cell(grid.box(p), [&](const geometry::Index<D>& cell) {
      mine.push_back(-volume * rhs(0, cell));
    });
  });
  rhs_ = gather(1, mine);
  multigrid_->cycle(rhs_, values_);
  auto number = by_owner_.begin() + static_cast<std::ptrdiff_t>(first_);
  for_each_patch([&](const Grid<D>& grid, std::size_t p, double) {
    const storage::View<D> values = grid.values.state_views()[p];
    storage::for_each_cell(grid.box(p), [&](const geometry::Index<D>& cell) {
      const std::int32_t leaf = *number++;
      values(0, cell) = leaf < 0 ? 0.0 : values_[static_cast<std::size_t>(leaf)];
    });
  });
}

template class LeafCorrection<1>;
template class LeafCorrection<2>;
template class LeafCorrection<3>;

}  // namespace evenkeel::elliptic
