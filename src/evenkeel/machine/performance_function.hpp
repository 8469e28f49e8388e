// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Time as a function of work and refinement level, fitted to what steps have taken.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace evenkeel::machine {

/// One step of one processor that had the machine to itself.
struct StepSample {
  double work = 0.0;                  ///< >= 0, any unit
  double level = 0.0;                 ///< finest refinement level, >= 0
  double seconds = 0.0;               ///< [s]
  std::optional<double> memory = {};  ///< it took [byte]
};

/// T = a_0 + a_1 W + a_2 V + a_3 W V + a_4 W^2 + a_5 V^2 + a_6 W^2 V + a_7 W V^2 + a_8 W^2 V^2
///                                                           (Chandra & Parashar 2007, eq. 7)
///
/// W in units of the mean work. The coefficients are not published; they are fitted by least
/// squares. Columns are dropped, the last first, until the condition number is below 1e8: those
/// with V unless there are three levels, those with W^2 unless there are three works. If T falls
/// with W anywhere in the range of the data, T = a_0 + a_1 W is taken; if that falls, too, or
/// there is but one work, T = a_1 W. Beyond the data T follows the tangent at their end.
class PerformanceFunction {
 public:
  static constexpr std::size_t kTerms = 9;

  /// T = W.
  PerformanceFunction() { coefficients_[1] = 1.0; }

  /// Without steps T = W.
  static PerformanceFunction fit(std::span<const StepSample> steps);

  /// [s], >= 0
  double operator()(double work, double level) const;

  /// a_0 ... a_8, 0 where the column was dropped.
  const std::array<double, kTerms>& coefficients() const { return coefficients_; }
  double work_unit() const { return work_unit_; }
  /// Root mean square of what the fit misses, as a fraction of that of the data.
  double error() const { return error_; }

 private:
  double work_unit_ = 1.0;
  double least_ = 0.0;  ///< work of the data, in units
  double most_ = 0.0;
  double error_ = 0.0;
  std::array<double, kTerms> coefficients_{};
};

}  // namespace evenkeel::machine
