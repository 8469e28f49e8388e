// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Cycles, accelerated where they are slow.
#include <algorithm>
#include <cmath>

#include "evenkeel/elliptic/multigrid.hpp"

namespace evenkeel::elliptic {

/// One cycle on \p solution, whose residual is \p before at most; accelerated once cycles are slow.
/// \returns the largest residual left
template <int D>
double Multigrid<D>::improve(const Field& solution, double before) {
  constexpr double kFast = 0.1;
  const std::vector<double>& past = report_.residuals;
  const bool is_slow = is_slow_ || (past.size() > 1 && past.back() > kFast * past.end()[-2]);
  if (is_slow) {
    pack(&Grid<D>::rhs, residual_before_);
  }
  cycle();
  if (is_slow) {
    pack(&Grid<D>::values, correction_);
  }
  add_to(solution);
  double after = residual(solution);
  if (is_slow && std::isfinite(after)) {
    is_slow_ = true;
    pack(&Grid<D>::rhs, residual_after_);
    cycle_correction_ = correction_;
    acceleration_->improve(correction_, residual_before_, residual_after_, {before, after});
    for (std::size_t i = 0; i < correction_.size(); ++i) {
      cycle_correction_[i] = correction_[i] - cycle_correction_[i];
    }
    unpack(cycle_correction_, &Grid<D>::values);
    add_to(solution);
    unpack(residual_after_, &Grid<D>::rhs);
    after = communicator_->max(worst().value);
  }
  return after;
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
