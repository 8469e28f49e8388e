// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Cycles, accelerated where they are slow.
#include <algorithm>
#include <cmath>
#include <utility>

#include "evenkeel/elliptic/multigrid.hpp"

namespace evenkeel::elliptic {

/// One cycle on \p solution, whose residual is \p before at most; see Multigrid for what is done
/// when the last one was slow. \returns the largest residual left
template <int D>
double Multigrid<D>::improve(const Field& solution, double before) {
  constexpr double kFast = 0.1;
  constexpr double kHard = 0.25;
  constexpr double kHardAtFirst = 1.0;
  const std::vector<double>& past = report_.residuals;
  const double left = past.size() > 1 ? past.back() / past.end()[-2] : 0.0;
  is_slow_ = is_slow_ || left > kFast;
  if (left > (past.size() > 2 ? kHard : kHardAtFirst) && !is_hard_) {
    follow_coefficients();
  }
  if (is_slow_) {
    pack(&Grid<D>::rhs, residual_before_);
  }
  cycle();
  if (is_slow_) {
    pack(&Grid<D>::values, correction_);
  }
  add_to(solution);
  const double after = residual(solution);
  return is_slow_ && std::isfinite(after) ? accelerate(solution, {before, after}) : after;
}

/// Adds to \p solution what makes of the last correction the best of the last ones together.
/// \returns the largest residual left
template <int D>
double Multigrid<D>::accelerate(const Field& solution, const Acceleration::Bounds& bounds) {
  pack(&Grid<D>::rhs, residual_after_);
  cycle_correction_ = correction_;
  acceleration_->improve(correction_, residual_before_, residual_after_, bounds);
  for (std::size_t i = 0; i < correction_.size(); ++i) {
    cycle_correction_[i] = correction_[i] - cycle_correction_[i];
  }
  unpack(cycle_correction_, &Grid<D>::values);
  add_to(solution);
  return residual(solution);
}

/// From now on leaves are corrected at once, those of the base at least, if ranks can have them.
template <int D>
void Multigrid<D>::follow_coefficients() {
  const std::span grids(std::as_const(grids_));
  const std::size_t levels = LeafCorrection<D>::feasible(grids);
  if (levels == 0) {
    return;
  }
  is_hard_ = true;
  acceleration_->restart();
  if (!leaves_) {
    leaves_.emplace(frame_, grids.first(levels));
  }
}

/// Adds what is in values to \p solution.
template <int D>
void Multigrid<D>::add_to(const Field& solution) {
  for_each_patch([&](int level, std::size_t p) {
    add<D>(grid(level).values.state_views()[p], solution(level, p), grid(level).box(p));
  });
}

/// All cells of all levels, from one of the levels of each grid.
template <int D>
void Multigrid<D>::pack(hierarchy::Level<D> Grid<D>::* what, Cells& cells) const {
  cells.resize(acceleration_->cells());
  double* next = cells.data();
  for_each_patch([&](int level, std::size_t p) {
    const storage::View<D> view = (grid(level).*what).state_views()[p];
    storage::for_each_row(grid(level).box(p),
                          [&](const geometry::Index<D>& first, std::int32_t count) {
                            next = std::copy_n(view.row(0, first), count, next);
                          });
  });
}

template <int D>
void Multigrid<D>::unpack(const Cells& cells, hierarchy::Level<D> Grid<D>::* what) {
  const double* next = cells.data();
  for_each_patch([&](int level, std::size_t p) {
    const storage::View<D> view = (grid(level).*what).state_views()[p];
    storage::for_each_row(grid(level).box(p),
                          [&](const geometry::Index<D>& first, std::int32_t count) {
                            std::copy_n(next, count, view.row(0, first));
                            next += count;
                          });
  });
}

#define EVENKEEL_INSTANTIATE(D) template double Multigrid<D>::improve(const Field&, double)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::elliptic
