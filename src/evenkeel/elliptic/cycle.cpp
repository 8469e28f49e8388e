// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One cycle through the levels and the grids below them.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "evenkeel/elliptic/multigrid.hpp"
#include "evenkeel/elliptic/rind.hpp"
#include "evenkeel/elliptic/working.hpp"
#include "evenkeel/hierarchy/booking.hpp"
#include "evenkeel/solver/restrict.hpp"

namespace evenkeel::elliptic {
namespace {

constexpr std::array kMatched{true};

}  // namespace

template <int D>
void Multigrid<D>::smooth(int level, int first_colour, bool fills_ghosts) {
  for (int half = 0; half < 2 * kSweeps; ++half) {
    half_sweep(level, first_colour ^ (half & 1), fills_ghosts || half + 1 < 2 * kSweeps);
  }
}

/// One colour; ghosts are those of the other one before it and, if asked for, all after it. What
/// others are told of is computed first, the rest while messages are under way.
template <int D>
void Multigrid<D>::half_sweep(int level, int colour, bool fills_ghosts) {
  Grid<D>& one = grid(level);
  const auto relax_all = [&](const auto& part) {
    const Working working(seconds_of(level));
    for (std::size_t p = 0; p < one.patches(); ++p) {
      relax<D>({one.stencil(p).faces, part(one.box(p))}, one.values.state_views()[p],
               one.rhs.state_views()[p], colour);
    }
  };
  const bool is_parted = fills_ghosts && communicator_->size() > 1;
  if (!is_parted) {
    relax_all([](const auto& box) { return box; });
  }
  for (std::size_t side = 0; is_parted && side < 2 * D; ++side) {
    relax_all([side](const auto& box) { return peel(box).rind[side]; });
  }
  if (!fills_ghosts) {
    return;
  }
  one.begin_ghosts();
  if (is_parted) {
    relax_all([](const auto& box) { return peel(box).core; });
  }
  one.finish_ghosts();
}

/// Improves the correction of one level from zero, and leaves the rest in \p rest.
template <int D>
void Multigrid<D>::go_down(int level, const hierarchy::Level<D>& rest) {
  Grid<D>& one = grid(level);
  for (const storage::View<D>& view : one.values.state_views()) {
    std::fill_n(view.data, view.component_stride, 0.0);
  }
  one.clear_edges();
  if (level > 0 || !coarse_.smooths_base()) {
    smooth(level, 0, true);
  }
  const Working working(seconds_of(level));
  for (std::size_t p = 0; p < one.patches(); ++p) {
    elliptic::residual<D>(one.stencil(p), one.values.state_views()[p], one.rhs.state_views()[p],
                          rest.state_views()[p]);
  }
}

/// What is left on \p level becomes the right side below it, faces matched.
template <int D>
void Multigrid<D>::restrict_rest(int level) {
  Grid<D>& one = grid(level);
  one.sync()->clear();
  record(level, true);
  one.sync()->run(grid(level - 1).rhs, one.rest, &solver::average<D>, kMatched);
}

template <int D>
void Multigrid<D>::go_up(int level) {
  Grid<D>& one = grid(level);
  one.gather_correction();
  {
    const Working working(seconds_of(level));
    one.prolong_add();
  }
  one.fill_ghosts();
  smooth(level, 1, false);
}

template <int D>
void Multigrid<D>::renew_coarse() {
  std::optional<hierarchy::Booking> rebuilding;  // else new coefficients are the reason: work
  if (is_uniform_) {
    rebuilding.emplace(*communicator_, telemetry::Phase::kRegrid);
  }
  coarse_.set_operator(grid(0));
  if (deep_) {
    deep_->take_operator();
  }
}

template <int D>
void Multigrid<D>::correct_base() {
  if (std::exchange(coarse_is_old_, false)) {
    renew_coarse();
  }
  smooth_base_down();
  coarse_.correct(grid(0), seconds_of(0), deep_.has_value());
  smooth_base_up();
}

template <int D>
void Multigrid<D>::smooth_base_down() {
  if (deep_) {
    deep_->go_down(coarse_.rest(), seconds_of(0));
  } else {
    go_down(0, coarse_.rest());
  }
}

template <int D>
void Multigrid<D>::smooth_base_up() {
  if (deep_) {
    deep_->go_up(seconds_of(0));
  } else if (!coarse_.smooths_base()) {
    grid(0).fill_ghosts();
    smooth(0, 1, false);
  }
}

template <int D>
void Multigrid<D>::cycle() {
  const int at_once = is_hard_ ? static_cast<int>(leaves_->levels()) : 1;
  for (int level = levels() - 1; level >= at_once; --level) {
    go_down(level, grid(level).rest);
    restrict_rest(level);
  }
  if (is_hard_) {
    leaves_->correct();
  } else {
    correct_base();
  }
  for (int level = at_once; level < levels(); ++level) {
    go_up(level);
  }
  for (int level = 0; level < levels(); ++level) {
    for (std::size_t p = 0; p < grid(level).patches(); ++p) {
      report_.updates[static_cast<std::size_t>(level)] += grid(level).box(p).volume();
    }
  }
}

#define EVENKEEL_INSTANTIATE(D) template void Multigrid<D>::cycle()
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::elliptic
