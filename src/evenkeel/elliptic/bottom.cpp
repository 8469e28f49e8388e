// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Conjugate gradients.
#include "evenkeel/elliptic/bottom.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "evenkeel/core/error.hpp"
#include "evenkeel/elliptic/full_stencil.hpp"

namespace evenkeel::elliptic {
namespace {

constexpr double kSmall = 1e-11;  ///< of the right side's norm

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// a += factor * b
void add(std::vector<double>& a, double factor, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] += factor * b[i];
  }
}

/// Copies values into the cells of \p box, in order.
template <int D>
void store(const std::vector<double>& values, const storage::View<D>& view,
           const geometry::Box<D>& box) {
  const double* next = values.data();
  storage::for_each_row(box, [&](const geometry::Index<D>& first, std::int32_t count) {
    std::copy_n(next, count, view.row(0, first));
    next += count;
  });
}

}  // namespace

template <int D>
Bottom<D>::Bottom(Frame<D>& frame, CoarseGrid<D>& grid)
    : grid_(&grid),
      rest_(grid.rhs.level.number(), grid.rhs.level.layout(), frame.communicator->rank()),
      singular_(frame.walls.is_singular()) {
  EVENKEEL_EXPECT(grid.values.patches() == 1);
  make_values(frame, rest_, 0);
  zero_.resize(static_cast<std::size_t>(grid.values.box(0).volume()), 0.0);
  solution_ = residual_ = direction_ = image_ = zero_;
}

template <int D>
void Bottom<D>::drop_mean(std::vector<double>& values) const {
  if (singular_) {
    const double mean =
        std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    std::ranges::for_each(values, [mean](double& value) { value -= mean; });
  }
}

template <int D>
void Bottom<D>::apply() {
  const storage::View<D> values = grid_->values.view(0);
  store<D>(zero_, grid_->rhs.view(0), grid_->values.box(0));
  store<D>(direction_, values, grid_->values.box(0));
  grid_->values.fill_ghosts();
  residual<D>(grid_->stencil.view(0), values, grid_->rhs.view(0), rest_.state_views()[0],
              grid_->values.box(0));
  load(rest_.state_views()[0], image_);
}

template <int D>
void Bottom<D>::load(const storage::View<D>& view, std::vector<double>& values) const {
  double* next = values.data();
  storage::for_each_row(grid_->values.box(0),
                        [&](const geometry::Index<D>& first, std::int32_t count) {
                          next = std::copy_n(view.row(0, first), count, next);
                        });
}

template <int D>
void Bottom<D>::solve() {
  std::ranges::fill(solution_, 0.0);
  load(grid_->rhs.view(0), residual_);
  std::ranges::for_each(residual_, [](double& value) { value = -value; });
  drop_mean(residual_);
  direction_ = residual_;
  double square = dot(residual_, residual_);
  const double enough = kSmall * kSmall * square;
  for (std::size_t k = 0; k < 4 * residual_.size() + 8 && square > enough; ++k) {
    apply();
    const double slope = dot(direction_, image_);
    if (!(slope > 0.0)) {
      break;
    }
    const double step = square / slope;
    add(solution_, step, direction_);
    add(residual_, -step, image_);
    const double before = std::exchange(square, dot(residual_, residual_));
    for (std::size_t i = 0; i < direction_.size(); ++i) {
      direction_[i] = residual_[i] + square / before * direction_[i];
    }
  }
  drop_mean(solution_);
  store<D>(solution_, grid_->values.view(0), grid_->values.box(0));
}

template class Bottom<1>;
template class Bottom<2>;
template class Bottom<3>;

}  // namespace evenkeel::elliptic
