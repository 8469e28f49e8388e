// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What source terms cost in plain cell updates, learned from the steps of a run.
#pragma once

#include <vector>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/solver/integrator.hpp"

namespace evenkeel::runtime {

/// The price of what a kernel counts of its source terms, by least squares over coarse steps:
///
///   seconds = a_level * updates + b * counted,   price = b / mean a
///
/// Each level has a cost per update of its own, so that only what changes within a level, as more
/// of its cells burn, tells the price. Older steps are forgotten.
class SourcePrice {
 public:
  /// Hears of one coarse step of this rank. Not collective.
  void add(const solver::StepReport& report);

  /// Mean over ranks of each one's own price, so that their speeds cancel, by what it has heard.
  ///
  /// Collective, the same on every rank; kept as price(). The last one where nothing can be told.
  /// \returns [plain cell updates per count] > 0
  double measure(const comm::Communicator& communicator);

  /// As measured last; 1, the kernel's own counts, before. [plain cell updates per count]
  double price() const { return price_; }
  /// From a checkpoint.
  void restore(double price) { price_ = price; }

  /// Mean cost of an update of each level, of all that it has heard, at price(); 1 where there were
  /// none. Collective, the same on every rank. [plain cell updates]
  std::vector<double> mean_costs(const comm::Communicator& communicator) const;

  /// Prices the work of \p report. Not collective.
  void apply_to(solver::StepReport& report) const;

 private:
  /// Sums of products over steps of one level.
  struct Sums {
    double updates_updates = 0.0;
    double updates_counted = 0.0;
    double counted_counted = 0.0;
    double updates_seconds = 0.0;
    double counted_seconds = 0.0;
    double all_updates = 0.0;  ///< none is forgotten
    double all_counted = 0.0;
  };
  /// What one rank knows.
  struct Known {
    double price = 0.0;
    double weight = 0.0;  ///< squares of what was counted beyond its share of updates; 0: nothing
  };
  Known known() const;

  std::vector<Sums> levels_;
  double price_ = 1.0;
};

}  // namespace evenkeel::runtime
