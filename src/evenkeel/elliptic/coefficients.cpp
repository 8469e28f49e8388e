// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The coefficients of the grids of all levels, from those of their cells.
///
/// Between two cell centres lie the upper half of one cell and the lower half of the other, and
/// their resistances add up. The centre of a coarse cell lies between its fine ones: its lower half
/// is what the lower fine cells are as wholes. So a jump inside a coarse cell stays where it is.
#include "evenkeel/elliptic/coefficients.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/elliptic/multigrid.hpp"
#include "evenkeel/storage/for_each_cell.hpp"

namespace evenkeel::elliptic {
namespace {

constexpr std::array kLeft{false};

template <int D, int kAxis, bool kUpper>
void half(const storage::View<D>& fine, const storage::View<D>& coarse, int /*ratio*/) {
  constexpr std::size_t kCells = std::size_t{1} << (D - 1);
  std::array<std::int64_t, kCells> place{};  // of the fine cells on that side
  for (std::size_t d = 0, bit = 0; d < D; ++d) {
    for (std::size_t k = 0; k < kCells; ++k) {
      const bool is_second = d == kAxis ? kUpper : ((k >> bit) & 1U) != 0;
      place[k] += is_second ? fine.stride[d] : 0;
    }
    bit += d == kAxis ? 0 : 1;
  }
  storage::for_each_cell(coarse.box, [&](const geometry::Index<D>& cell) {
    const double* const corner = fine.row(0, geometry::Box<D>{cell, cell}.refine(2).lo);
    double sum = 0.0;
    for (const std::int64_t at : place) {
      sum += 2.0 / corner[at];
    }
    coarse(0, cell) = kCells / sum;
  });
}

/// out = sum of the components of \p halves that \p low and \p high say.
template <int D>
void combine(const storage::View<D>& halves, bool low, bool high, const storage::View<D>& out,
             const geometry::Box<D>& box) {
  storage::for_each_row(box, [&](const geometry::Index<D>& first, std::int32_t count) {
    const double* const lower = halves.row(0, first);
    const double* const upper = halves.row(1, first);
    double* const row = out.row(0, first);
    for (std::int32_t i = 0; i < count; ++i) {
      row[i] = (low ? lower[i] : 0.0) + (high ? upper[i] : 0.0);
    }
  });
}

}  // namespace

template <>
hierarchy::SyncPlan<1>::Average half_resistance<1>(int, bool upper) {
  return upper ? &half<1, 0, true> : &half<1, 0, false>;
}
template <>
hierarchy::SyncPlan<2>::Average half_resistance<2>(int axis, bool upper) {
  constexpr std::array kLower = {&half<2, 0, false>, &half<2, 1, false>};
  constexpr std::array kUpper = {&half<2, 0, true>, &half<2, 1, true>};
  return (upper ? kUpper : kLower)[static_cast<std::size_t>(axis)];
}
template <>
hierarchy::SyncPlan<3>::Average half_resistance<3>(int axis, bool upper) {
  constexpr std::array kLower = {&half<3, 0, false>, &half<3, 1, false>, &half<3, 2, false>};
  constexpr std::array kUpper = {&half<3, 0, true>, &half<3, 1, true>, &half<3, 2, true>};
  return (upper ? kUpper : kLower)[static_cast<std::size_t>(axis)];
}

/// Resistances of the lower and upper halves of all cells of all grids, along one axis.
template <int D>
class Multigrid<D>::Halves {
 public:
  Halves(Multigrid& multigrid, const Field& beta, int axis) : multigrid_(&multigrid) {
    for (auto& one : multigrid.grids_) {
      auto& patches = halves_.emplace_back();
      for (std::size_t p = 0; p < one->patches(); ++p) {
        patches.emplace_back(multigrid.frame_.pool, one->box(p), 2);
      }
    }
    for (int level = 0; level < multigrid.levels(); ++level) {
      start(level, beta);
    }
    for (std::size_t g = multigrid.grids_.size() - 1; g > 0; --g) {
      coarsen(g, axis);
    }
  }

  /// Sets values of all grids to the resistances of lower halves, upper ones, or both together.
  void show(bool low, bool high) const {
    for (std::size_t g = 0; g < halves_.size(); ++g) {
      show(g, low, high);
    }
  }

  storage::View<D> of(std::size_t grid, std::size_t patch) const {
    return halves_[grid][patch].view();
  }

 private:
  void show(std::size_t g, bool low, bool high) const {
    Grid<D>& one = *multigrid_->grids_[g];
    for (std::size_t p = 0; p < one.patches(); ++p) {
      combine<D>(of(g, p), low, high, one.values.state_views()[p], one.box(p));
    }
  }

  void start(int level, const Field& beta) {
    const auto g = static_cast<std::size_t>(level);
    const Grid<D>& one = *multigrid_->grids_[g];
    for (std::size_t p = 0; p < one.patches(); ++p) {
      const storage::View<D> from = beta(level, p);
      storage::for_each_row(one.box(p), [&](const geometry::Index<D>& first, std::int32_t count) {
        const double* const row = from.row(0, first);
        for (const int side : {0, 1}) {
          std::transform(row, row + count, of(g, p).row(side, first),
                         [](double value) { return 0.5 / value; });
        }
      });
    }
  }

  /// From grid \p g to the next coarser one.
  void coarsen(std::size_t g, int axis) {
    Grid<D>& fine = *multigrid_->grids_[g];
    Grid<D>& coarse = *multigrid_->grids_[g - 1];
    for (const bool upper : {false, true}) {
      show(g, true, true);
      show(g - 1, !upper, upper);
      fine.sync()->clear();
      fine.sync()->run(coarse.values, fine.values, half_resistance<D>(axis, upper), kLeft);
      for (std::size_t p = 0; p < coarse.patches(); ++p) {
        const storage::View<D> to = of(g - 1, p);
        storage::for_each_row(coarse.box(p),
                              [&](const geometry::Index<D>& first, std::int32_t count) {
                                std::copy_n(coarse.values.state_views()[p].row(0, first), count,
                                            to.row(upper ? 1 : 0, first));
                              });
      }
    }
  }

  Multigrid* multigrid_;
  std::vector<std::vector<storage::Array<D>>> halves_;  ///< [grids][patches], two components
};

template <int D>
void Multigrid<D>::set_coefficients(const Field& beta) {
  check_coefficients(beta);
  for (int axis = 0; axis < D; ++axis) {
    const Halves halves(*this, beta, axis);
    halves.show(false, true);
    for (const auto& one : grids_) {
      one->fill_resistance_ghosts(true);
      one->start_faces(axis);
    }
    halves.show(true, false);
    for (const auto& one : grids_) {
      one->fill_resistance_ghosts(true);
      one->finish_faces(axis);
    }
    halves.show(true, true);
    for (std::size_t g = 0; g < grids_.size(); ++g) {
      grids_[g]->fill_resistance_ghosts(false);
      grids_[g]->set_weights(axis, [&](std::size_t p) { return halves.of(g, p); });
    }
  }
  load(beta);
  average_down();
  for (std::size_t g = 1; g < grids_.size(); ++g) {
    grids_[g]->set_along();
  }
  for (const auto& one : grids_) {
    one->clear();
  }
  coarse_is_old_ = true;
  is_uniform_ = false;
  leaves_.reset();
}

template <int D>
void Multigrid<D>::set_uniform_coefficients() {
  for (const auto& one : grids_) {
    one->set_uniform();
  }
  coarse_is_old_ = true;
  is_uniform_ = true;
}

template <int D>
void Multigrid<D>::check_coefficients(const Field& beta) const {
  const auto check = [&](int level, std::size_t p) {
    const storage::View<D> view = beta(level, p);
    storage::for_each_cell(grid(level).box(p), [&](const geometry::Index<D>& cell) {
      const double value = view(0, cell);
      if (!(value > 0.0) || !std::isfinite(value)) {
        throw InputError(
            fmt::format("found coefficient {} on level {}, cell ({}); expected a positive number",
                        value, level, fmt::join(cell, ",")));
      }
    });
  };
  communicator_->all_or_none([&] {
    for (int level = 0; level < levels(); ++level) {
      for (std::size_t p = 0; p < grid(level).patches(); ++p) {
        check(level, p);
      }
    }
  });
}

template class Multigrid<1>;
template class Multigrid<2>;
template class Multigrid<3>;

}  // namespace evenkeel::elliptic
