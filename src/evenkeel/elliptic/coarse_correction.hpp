// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The part of a multigrid cycle below the base level.
#pragma once

#include <memory>
#include <vector>

#include "evenkeel/elliptic/bottom.hpp"
#include "evenkeel/elliptic/grid.hpp"
#include "evenkeel/elliptic/link.hpp"

namespace evenkeel::elliptic {

inline constexpr int kSweeps = 2;  ///< of smoothing, on the way down and on the way up

/// Grids below the base: halved while boxes allow, and once they have few cells whole on every
/// rank, without messages from there; halved on down to a few, where conjugate gradients solve.
template <int D>
class CoarseCorrection {
 public:
  /// Sets the frame's mesh, so that grids count from the coarsest. Not collective.
  /// \param base  the layout of the base level, and \p mesh with its cells; \p frame outlives this
  CoarseCorrection(Frame<D>& frame, const hierarchy::Mesh<D>& mesh,
                   const hierarchy::LevelLayout<D>& base);

  /// The number of the base among the frame's levels.
  int base_number() const { return base_number_; }

  /// Makes the operators of all grids from that of the base. Collective.
  void set_operator(const Grid<D>& base);

  /// Adds a correction for rhs - A values, which rest() holds, to \p base. Collective.
  /// \param seconds  computing on grids that ranks share is added there [s]; those that every rank
  /// has whole are nobody's share of the work, and say nothing of its speed
  /// \param has_ghosts  a layer of ghosts of rest() is right already
  void correct(Grid<D>& base, double& seconds, bool has_ghosts);

  /// True where the base itself has few cells: then nobody else need smooth it.
  bool smooths_base() const { return stages_.front().is_gathered && !passes_base_; }

  /// Where the rest of the base level goes.
  const hierarchy::Level<D>& rest() const { return stages_.front().from_finer->rest(); }

 private:
  struct Stage {
    std::unique_ptr<CoarseGrid<D>> grid;
    std::unique_ptr<Link<D>> from_finer;
    bool is_gathered = false;  ///< has the cells of the finer one, which leaves smoothing to it
    bool is_whole = false;
  };

  /// Where computing on a grid is charged.
  double& charged(const Stage& stage, double& seconds) {
    return stage.is_whole ? nobodys_ : seconds;
  }
  bool smooths(std::size_t stage) const;
  void go_down(std::size_t stage, double& seconds, bool has_ghosts);
  void go_up(std::size_t stage, double& seconds);

  Frame<D>* frame_;
  int base_number_ = 0;
  hierarchy::LevelLayout<D> base_;
  std::vector<Stage> stages_;  ///< finest first
  bool passes_base_ = false;   ///< the base is gathered for its boxes alone
  std::unique_ptr<Bottom<D>> bottom_;
  double nobodys_ = 0.0;  ///< [s]
};

}  // namespace evenkeel::elliptic
