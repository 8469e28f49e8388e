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
              .help = "how far from its share the load of a processor may be, in shares"}};

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

  /// Walks the curve. A unit too large for what is left of a share is put aside; a share is closed
  /// when it is full, or would be with what was put aside since it was opened.
  void fill() {
    std::size_t open = 0;
    double passed = 0.0;  // load put aside since the share was opened
    for (std::size_t unit = 0; unit < owners_.size(); ++unit) {
      while (open < held_.size() && is_full(open, passed) && !fits(open, unit)) {
        ++open;
        passed = 0.0;
      }
      if (open < held_.size() && fits(open, unit)) {
        give(unit, open);
      } else {
        aside_.push_back(unit);
        passed += load(unit);
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

  bool fits(std::size_t bin, std::size_t unit) const {
    return held_[bin] + load(unit) <= (1.0 + tolerance_) * target_[bin];
  }

  bool is_full(std::size_t bin, double passed) const {
    return held_[bin] >= (1.0 - tolerance_) * target_[bin] || held_[bin] + passed >= target_[bin];
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
                .summary = "first fit along the curve, the rest where it is done soonest",
                .source = "Li 2005, section 3.2 (named there); definition of this code",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<BinPacking>(params["tolerance"]);
                }});
}

}  // namespace evenkeel::partition
