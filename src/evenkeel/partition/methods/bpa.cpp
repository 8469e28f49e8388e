// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// BPA, bin packing: what fits along the curve, the rest where there is most room.
#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::partition {
namespace {

constexpr std::array kParams = {
    ParamSpec{.name = "tolerance",
              .unit = "1",
              .fallback = 0.05,
              .min = 0.0,
              .max = 1.0,
              .help = "by how much of its share a processor may exceed it along the curve"}};

/// What every processor holds, is to hold, and what is left for those with room.
class Bins {
 public:
  Bins(const Problem& problem, double tolerance)
      : chain_(problem.units),
        workers_(problem.capacity),
        tolerance_(tolerance),
        held_(workers_.size(), 0.0),
        owners_(problem.units.size(), kNoOwner) {
    const double share = chain_.total() / workers_.total_capacity();
    for (const double capacity : workers_.capacity) {
      target_.push_back(capacity * share);
    }
  }

  /// Walks the curve. A unit is offered to the processor in whose share its middle lies, and put
  /// aside where that would then hold too much.
  void fill() {
    std::size_t open = 0;
    double end = target_[0];  // of the share of `open`
    for (std::size_t unit = 0; unit < owners_.size(); ++unit) {
      const double middle = (chain_.before(unit) + chain_.before(unit + 1)) / 2;
      while (open + 1 < held_.size() && middle > end) {
        end += target_[++open];
      }
      if (held_[open] + load(unit) <= (1.0 + tolerance_) * target_[open]) {
        give(unit, open);
      } else {
        aside_.push_back(unit);
      }
    }
  }

  /// Gives what was put aside, the heaviest first, to whom it would keep busy for the least time.
  void spread() {
    std::ranges::stable_sort(aside_, std::greater(),
                             [this](std::size_t unit) { return load(unit); });
    for (const std::size_t unit : aside_) {
      std::size_t best = 0;
      double least = time_with(unit, best);
      for (std::size_t bin = 1; bin < held_.size(); ++bin) {
        if (const double time = time_with(unit, bin); time < least) {
          least = time;
          best = bin;
        }
      }
      give(unit, best);
    }
  }

  const Owners& owners() const { return owners_; }

 private:
  double load(std::size_t unit) const { return chain_.load(unit, unit + 1); }

  double time_with(std::size_t unit, std::size_t bin) const {
    return (held_[bin] + load(unit)) / workers_.capacity[bin];
  }

  void give(std::size_t unit, std::size_t bin) {
    held_[bin] += load(unit);
    owners_[unit] = workers_.rank[bin];
  }

  Chain chain_;
  Workers workers_;
  double tolerance_;
  std::vector<double> target_;      ///< [workers]
  std::vector<double> held_;        ///< [workers]
  std::vector<std::size_t> aside_;  ///< units
  Owners owners_;
};

/// No processor takes longer than the ideal time and the larger of the tolerance and, with K
/// processors, K - 1 times the heaviest unit over the capacity of all: one unit where all are
/// alike.
class BinPacking final : public Partitioner {
 public:
  explicit BinPacking(double tolerance) : tolerance_(tolerance) {}

  Owners assign(const Problem& problem) const override {
    check(problem);
    Bins bins(problem, tolerance_);
    bins.fill();
    bins.spread();
    return bins.owners();
  }

 private:
  double tolerance_;
};

}  // namespace

void register_bpa(Registry<Partitioner>& registry) {
  registry.add({.name = "bpa",
                .summary = "what fits along the curve, the rest where it is done soonest",
                .source = "Li 2005, section 3.2 (named there); definition of this code",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<BinPacking>(params["tolerance"]);
                }});
}

}  // namespace evenkeel::partition
