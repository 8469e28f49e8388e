// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What passes through the sides of leaves.
#include "evenkeel/elliptic/leaf_matrix.hpp"

#include <algorithm>

#include <Eigen/SparseCore>

namespace evenkeel::elliptic {
namespace {

template <int D>
class LeafMatrix {
 public:
  LeafMatrix(const LeafCells<D>& leaves, const hierarchy::Mesh<D>& mesh,
             std::span<const double> faces)
      : leaves_(&leaves), mesh_(&mesh), faces_(faces) {}

  /// Adds what passes through one side (bit 0: the upper one; the rest: the axis) of a leaf.
  void add_side(std::int32_t leaf, std::size_t side) {
    const auto& [level, cell] = leaves_->cells()[static_cast<std::size_t>(leaf)];
    const std::size_t axis = side / 2;
    const geometry::Box<D> domain = mesh_->domain(leaves_->grid_number(level));
    geometry::Index<D> beside = cell;
    beside[axis] += side % 2 == 0 ? -1 : 1;
    if (mesh_->periodic[axis]) {
      beside[axis] = (beside[axis] + domain.hi[axis]) % domain.hi[axis];
    } else if (!domain.contains(beside)) {
      entries_.emplace_back(leaf, leaf, face(leaf, side));
      return;
    }
    const std::int32_t other = leaves_->find(level, beside);
    if (other == LeafCells<D>::kCovered) {
      add_finer(leaf, side, beside);
    } else if (other == LeafCells<D>::kNowhere) {
      std::ranges::for_each(beside, [](std::int32_t& along) { along /= 2; });
      join(leaf, leaves_->find(level - 1, beside), face(leaf, side));
    } else {
      join(leaf, other, face(leaf, side));
    }
  }

  Sparse matrix() const {
    const auto count = static_cast<std::int32_t>(leaves_->cells().size());
    Sparse matrix(count, count);
    matrix.setFromTriplets(entries_.begin(), entries_.end());
    return matrix;
  }

 private:
  double face(std::int32_t leaf, std::size_t side) const {
    return faces_[2 * D * static_cast<std::size_t>(leaf) + side];
  }

  /// Half of a pair: the row of \p leaf.
  void join(std::int32_t leaf, std::int32_t other, double passes) {
    entries_.emplace_back(leaf, leaf, passes);
    entries_.emplace_back(leaf, other, -passes);
  }

  /// The leaves of the next finer level beside a leaf, in its neighbour \p beside.
  void add_finer(std::int32_t leaf, std::size_t side, const geometry::Index<D>& beside) {
    const int finer = leaves_->cells()[static_cast<std::size_t>(leaf)].level + 1;
    for (std::size_t child = 0; child < (std::size_t{1} << D); ++child) {
      if (((child >> (side / 2)) & 1U) == side % 2) {
        continue;  // on the far half
      }
      geometry::Index<D> fine = beside;
      for (std::size_t d = 0; d < D; ++d) {
        fine[d] = 2 * fine[d] + static_cast<std::int32_t>((child >> d) & 1U);
      }
      const std::int32_t other = leaves_->find(finer, fine);
      join(leaf, other, face(other, side ^ 1U));
    }
  }

  const LeafCells<D>* leaves_;
  const hierarchy::Mesh<D>* mesh_;
  std::span<const double> faces_;
  std::vector<Eigen::Triplet<double, std::int32_t>> entries_;
};

}  // namespace

template <int D>
Sparse leaf_matrix(const LeafCells<D>& leaves, const hierarchy::Mesh<D>& mesh,
                   std::span<const double> faces) {
  LeafMatrix<D> sum(leaves, mesh, faces);
  for (std::int32_t leaf = 0; leaf < static_cast<std::int32_t>(leaves.cells().size()); ++leaf) {
    for (std::size_t side = 0; side < 2 * D; ++side) {
      sum.add_side(leaf, side);
    }
  }
  return sum.matrix();
}

#define EVENKEEL_INSTANTIATE(D)                                               \
  template Sparse leaf_matrix(const LeafCells<D>&, const hierarchy::Mesh<D>&, \
                              std::span<const double>)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::elliptic
