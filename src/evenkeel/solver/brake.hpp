// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Computing at a part of this machine's speed.
#pragma once

namespace evenkeel::solver {

/// Makes a rank slower by sleeping, to try an uneven machine where there is none.
class Brake {
 public:
  /// \param speed  what is left of the speed, in (0, 1]; 1: nothing is slowed
  explicit Brake(double speed);

  /// Sleeps for what \p seconds of computing would have taken longer.
  ///
  /// Sleeps are coarse: short ones are saved up, and what was slept too long counts.
  /// \returns how long the computing takes at that speed [s]
  double stretch(double seconds);

 private:
  double extra_;       ///< sleep per time of computing
  double debt_ = 0.0;  ///< [s] still to be slept
};

}  // namespace evenkeel::solver
