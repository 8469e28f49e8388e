// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Least residuals from several corrections, for problems on which cycles alone are slow.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "evenkeel/comm/communicator.hpp"

namespace evenkeel::elliptic {

/// Values of all local cells of all levels, level by level.
using Cells = std::vector<double>;

/// Sum over all ranks of weight * a * b, the same bits in whatever order cells and ranks come.
///
/// Each product is rounded to a whole multiple of 2^-50 times a power of two above \p bound, and
/// these are added as integers.
class ExactDot {
 public:
  /// \param bound  not below any |weight * a * b|, the same on all ranks; > 0
  explicit ExactDot(double bound);
  /// \pre fewer than 2^33 cells on all ranks: as many fit into high()
  void add(std::span<const double> a, std::span<const double> b, double weight);
  std::int64_t high() const { return high_; }
  std::int64_t low() const { return low_; }
  double value(std::int64_t high, std::int64_t low) const;

 private:
  double scale_;
  std::int64_t high_ = 0;
  std::int64_t low_ = 0;
};

/// Generalised conjugate residuals, truncated: of the last corrections the combination that leaves
/// the least residual, in the mean over the domain.        (Eisenstat, Elman and Schultz 1983)
///
/// Cycles are its preconditioner. It needs no symmetry, which quadratic interpolation between
/// levels would spoil, and does not leave more than a cycle alone would. Allocates on first use.
class Acceleration {
 public:
  /// Not collective. \param communicator  outlives this object
  /// \param level_cells  local cells of each level  \param dimension  of the cells
  Acceleration(const comm::Communicator& communicator, std::vector<std::size_t> level_cells,
               int dimension);

  std::size_t cells() const { return cells_; }

  /// Forgets corrections of earlier solves.
  void restart() { used_ = 0; }

  /// Largest absolute values of the residuals before and after, on all ranks.
  struct Bounds {
    double before = 0.0;
    double after = 0.0;
  };

  /// Given a correction that changed the residual from \p before to \p after, makes it the better
  /// one; leaves it where squares of residuals are no numbers. Collective.
  void improve(Cells& correction, const Cells& before, const Cells& after, const Bounds& bounds);

 private:
  static constexpr std::size_t kKept = 20;  ///< two vectors each, while cycles are slow
  struct Direction {
    Cells correction;
    Cells change;  ///< before - after
    double bound = 0.0;
    double square = 0.0;
  };

  /// Values, and what none of them on any rank is above.
  using Bounded = std::pair<const Cells*, double>;

  /// Products of \p a with each of \p others. Collective.
  std::vector<double> dots(const Bounded& a, const std::vector<Bounded>& others) const;
  /// A direction in place of the oldest one, not orthogonal to others yet. Not collective.
  Direction& next(const Cells& correction, const Cells& before, const Cells& after,
                  const Bounds& bounds);

  const comm::Communicator* communicator_;
  std::vector<std::size_t> level_cells_;
  std::size_t cells_ = 0;
  int dimension_;
  std::vector<Direction> directions_;  ///< a ring
  std::size_t used_ = 0;               ///< corrections seen since restart()
};

}  // namespace evenkeel::elliptic
