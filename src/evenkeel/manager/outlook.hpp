// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What other owners are expected to save, and for how long.
#pragma once

#include <span>
#include <vector>

#include "evenkeel/manager/history.hpp"
#include "evenkeel/manager/observation.hpp"
#include "evenkeel/manager/plan.hpp"

namespace evenkeel::manager {

/// Predictions for the decision at hand, from what is seen now and what was learned.
///
/// Refers to both, which must outlive it. Loads are [ranks][levels], savings shares of the step.
class Outlook {
 public:
  /// \param threshold  least saving that counts
  Outlook(const Observation& now, const History& past, double threshold);

  /// [ranks]: the measured ones. While there are none, equal ones that fit the last step; zeros
  /// when there is no such step either.
  const std::vector<double>& rates() const { return rate_; }

  /// Of a coarse step, were \p load dealt out so [s].
  double step_seconds(std::span<const double> load) const;

  /// Savings are against this. \pre set before anything below is asked
  void set_kept(std::vector<double> load);

  /// What \p option saves by the rates.
  double saving(const Alternative& option) const;

  /// What \p option would save if the ranks' rates were \p rate.
  double evener_by(const Alternative& option, std::span<const double> rate) const;

  /// Of what \p option saves, what it does because grids have moved on since the owners in force
  /// were chosen: all but what these fall shorter of perfect ones by the rates than by the shares
  /// in force. \pre there are some
  double due_to_loads(const Alternative& option) const;

  /// Whether that counts: no noise of rates does it.
  bool is_known_of_loads(const Alternative& option) const;

  /// What perfect owners would save.
  double perfect_saving() const { return perfect_saving(rate_); }

  /// What the best owners there are would save: perfect ones, less what was beyond reach lately.
  double most_to_save() const { return perfect_saving() - past_.beyond_reach.by_rates; }

  /// How far \p option falls short of perfect owners.
  Shortfall shortfall(const Alternative& option) const;

  /// Whether the best owners would save the time it takes to look for them.
  bool is_worth_asking() const;

  /// Whether the saving of the best owners would be believed.
  bool could_convince() const;

  /// What \p option gains while its saving is expected to last [s].
  double gain_seconds(const Alternative& option) const;

 private:
  bool has_shares() const { return past_.capacity.size() == rate_.size(); }
  double step_by(std::span<const double> load, std::span<const double> rate) const;
  double perfect_saving(std::span<const double> rate) const;
  double step_to_come() const;
  double horizon() const;
  double expected_steps(const Alternative& option) const;
  double lasting_savings(const Alternative& option) const;

  const Observation& now_;
  const History& past_;
  double threshold_;
  std::vector<double> rate_;
  std::vector<double> kept_;
  double kept_seconds_ = 0.0;
};

}  // namespace evenkeel::manager
