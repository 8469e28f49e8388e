// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Normal equations of the steps' seconds, level by level.
#include "evenkeel/runtime/source_price.hpp"

#include <algorithm>
#include <span>

namespace evenkeel::runtime {
namespace {

constexpr double kKept = 0.98;    ///< of the weight of a step, one step later
constexpr double kVaries = 0.01;  ///< least part of counted^2 that updates do not explain

}  // namespace

void SourcePrice::add(const solver::StepReport& report) {
  levels_.resize(std::max(levels_.size(), report.level_work.size()));
  for (std::size_t l = 0; l < report.level_work.size(); ++l) {
    const auto updates = static_cast<double>(report.level_updates[l]);
    const double counted = report.level_work[l] - updates;
    const double seconds = report.level_seconds[l];
    Sums& sums = levels_[l];
    const auto remember = [](double& sum, double product) { sum = kKept * sum + product; };
    remember(sums.updates_updates, updates * updates);
    remember(sums.updates_counted, updates * counted);
    remember(sums.counted_counted, counted * counted);
    remember(sums.updates_seconds, updates * seconds);
    remember(sums.counted_seconds, counted * seconds);
    sums.all_updates += updates;
    sums.all_counted += counted;
  }
}

/// b from what is left of counts and seconds when updates have explained what they can, level by
/// level; then the mean a that goes with it.                             (Frisch and Waugh 1933)
auto SourcePrice::known() const -> Known {
  double rest = 0.0;    // of counted * seconds
  double square = 0.0;  // of counted^2
  double whole = 0.0;
  for (const Sums& sums : levels_) {
    if (sums.updates_updates > 0.0) {
      const double share = sums.updates_counted / sums.updates_updates;
      rest += sums.counted_seconds - share * sums.updates_seconds;
      square += sums.counted_counted - share * sums.updates_counted;
      whole += sums.counted_counted;
    }
  }
  if (!(square > kVaries * whole) || !(rest > 0.0)) {
    return {};
  }
  const double per_count = rest / square;
  double plain = 0.0;
  double updates = 0.0;
  for (const Sums& sums : levels_) {
    plain += sums.updates_seconds - per_count * sums.updates_counted;
    updates += sums.updates_updates;
  }
  return plain > 0.0 ? Known{per_count * updates / plain, square} : Known{};
}

double SourcePrice::measure(const comm::Communicator& communicator) {
  double sum = 0.0;
  double weight = 0.0;
  for (const Known& one : communicator.gather_all(known())) {
    sum += one.weight * one.price;
    weight += one.weight;
  }
  price_ = weight > 0.0 ? sum / weight : price_;
  return price_;
}

std::vector<double> SourcePrice::mean_costs(const comm::Communicator& communicator) const {
  std::vector<double> mine;
  for (const Sums& sums : levels_) {
    mine.insert(mine.end(), {sums.all_updates, sums.all_counted});
  }
  const std::vector<double> all = communicator.gather_all(std::span<const double>(mine));
  std::vector<double> means;
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    double updates = 0.0;
    double counted = 0.0;
    for (std::size_t first = 2 * l; first < all.size(); first += mine.size()) {
      updates += all[first];
      counted += all[first + 1];
    }
    means.push_back(updates > 0.0 ? 1.0 + price_ * counted / updates : 1.0);
  }
  return means;
}

void SourcePrice::apply_to(solver::StepReport& report) const {
  for (std::size_t l = 0; l < report.level_work.size(); ++l) {
    const auto updates = static_cast<double>(report.level_updates[l]);
    report.level_work[l] = updates + price_ * (report.level_work[l] - updates);
  }
}

}  // namespace evenkeel::runtime
