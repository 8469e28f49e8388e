// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// LPA, level-based partitioning: every level in balance by itself, borders healed afterwards.
#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string_view>
#include <vector>

#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/curve_choice.hpp"
#include "evenkeel/partition/faces.hpp"
#include "evenkeel/partition/levels.hpp"
#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/partition/quality.hpp"
#include "evenkeel/partition/refinement.hpp"

namespace evenkeel::partition {
namespace {

constexpr std::array<std::string_view, 2> kGroupings = {"adaptive", "fixed"};

constexpr std::array kParams = {
    ParamSpec{.name = "grouping",
              .unit = "",
              .fallback = 1,
              .help = "adaptive: as many coarse levels dealt out together as pays; fixed: those up "
                      "to group_below",
              .choices = kGroupings},
    ParamSpec{.name = "group_below",
              .unit = "1",
              .fallback = 0,
              .min = 0,
              .max = 64,
              .help = "levels up to this one are dealt out together, by their sum; from the finest "
                      "level on that is one cut for all",
              .is_whole = true},
    ParamSpec{.name = "face_cost",
              .unit = "cell updates",
              .fallback = kCostOfFace,
              .min = 0.0,
              .max = 1e3,
              .help = "what a cell face between two owners costs in a step of its level"},
    ParamSpec{.name = "slack",
              .unit = "1",
              .fallback = 0.009,
              .min = 0.0,
              .max = 1.0,
              .help =
                  "share of the step time that balance may lose to shorter borders, and no more "
                  "than a quarter of what they cost"},
    ParamSpec{.name = "sticky_epsilon",
              .unit = "1",
              .fallback = 0.05,
              .min = 0.0,
              .max = 1.0,
              .help = "how much longer a step may take to keep old owners; 0 = off"}};

constexpr int kLargestSide = 4;  ///< of blocks that change hands, as a power of two [units]

/// Of a step whose levels wait for each other, by level_times().
double step_time(const std::vector<double>& times) {
  return std::reduce(times.begin(), times.end() - 1);
}

struct Options {
  bool adaptive;
  int group_below;
  double face_cost;
  double slack;
  double sticky;
};

class LevelBased final : public Partitioner {
 public:
  explicit LevelBased(const Options& options) : options_(options) {}

  Owners assign(const Problem& problem) const override {
    check(problem);
    if (problem.units.size() == 0) {
      return {};
    }
    const UnitGraph units = graph_of(problem.units, Faces(problem.units));
    const Orders orders = orders_of(problem, units);
    const int group_below =
        options_.adaptive ? best_grouping(problem, orders) : options_.group_below;
    Owners scratch = cut_by_depth(problem, group_below, orders);
    if (options_.adaptive || group_below == 0) {
      use_slabs_if_better(problem, units, scratch);
    }
    if (problem.units.total_load() == 0.0) {
      return scratch;
    }
    if (options_.sticky > 0.0 && !problem.previous.empty()) {
      if (std::optional<Owners> kept = keep(problem, units, group_below, scratch)) {
        refine_borders(problem, units, slack_for(problem, units, *kept), 0, *kept);
        return *std::move(kept);
      }
    }
    return refined(problem, units, scratch);
  }

 private:
  /// The owners with shorter borders: large pieces change hands, or where that is no better, as it
  /// is where borders are straight, units alone.
  Owners refined(const Problem& problem, const UnitGraph& units, const Owners& owners) const {
    const double slack = slack_for(problem, units, owners);
    Owners best = owners;
    refine_borders(problem, units, slack, kLargestSide, best);
    Owners near = owners;
    refine_borders(problem, units, slack, 0, near);
    return cost_of(problem, units, near) < cost_of(problem, units, best) ? near : best;
  }

  /// What balance may lose to borders shorter than those of \p owners: they are hardly ever
  /// shortened by more than a quarter.
  double slack_for(const Problem& problem, const UnitGraph& units, const Owners& owners) const {
    const double borders = options_.face_cost * border_of(units, owners);
    return std::min(options_.slack, 0.25 * borders / problem.units.total_load());
  }

  /// The owners before, changed until a step takes little longer than by \p scratch: late
  /// processors on every level are relieved down to half of what a step may take longer, if need be
  /// to nothing. A few of them may stay late, where units are too heavy for what room there is.
  std::optional<Owners> keep(const Problem& problem, const UnitGraph& units, int group_below,
                             const Owners& scratch) const {
    const std::vector<double> times = level_times(problem, scratch);
    Owners kept = owners_before(problem);
    for (const double longer : {0.5 * options_.sticky, 0.0}) {
      std::vector<double> limits = times;
      if (group_below == 0) {
        limits.back() = step_time(times);  // follows from the levels
      }
      std::ranges::for_each(limits, [longer](double& time) { time *= 1.0 + longer; });
      relieve(problem, units, limits, Ways::kBordersOrFar, kept);
      const std::vector<double> now = level_times(problem, kept);
      const double most = 1.0 + options_.sticky;
      if (step_time(now) <= most * step_time(times) && now.back() <= most * times.back()) {
        return kept;
      }
    }
    return {};
  }

  /// Few processors may get slabs of a group, across any axis.
  Orders orders_of(const Problem& problem, const UnitGraph& units) const {
    Orders orders{{}, &units};
    const Points points(problem.units);
    if (Workers(problem.capacity).size() <= kMostSlabs) {
      for (int axis = 0; axis < static_cast<int>(points.axes); ++axis) {
        orders.more.push_back(order_along(points, {geometry::CurveKind::hilbert, axis, true}));
      }
    }
    return orders;
  }

  /// The grouping with the least sum of what waiting on levels and what borders cost, borders as
  /// they are before they are shortened; the coarser one of equals.
  int best_grouping(const Problem& problem, const Orders& orders) const {
    int best = 0;
    double least = kUnbounded;
    for (int group_below = problem.units.levels - 1; group_below >= 0; --group_below) {
      const double cost =
          cost_of(problem, *orders.graph, cut_by_depth(problem, group_below, orders));
      if (cost < least) {
        least = cost;
        best = group_below;
      }
    }
    return best;
  }

  /// What waiting on levels and borders cost in a step. [cell updates]
  double cost_of(const Problem& problem, const UnitGraph& units, const Owners& owners) const {
    return Workers(problem.capacity).total_capacity() * step_time(level_times(problem, owners)) +
           options_.face_cost * border_of(units, owners);
  }

  /// Slabs across a refined layer have all levels in balance too, and often shorter borders.
  void use_slabs_if_better(const Problem& problem, const UnitGraph& units, Owners& owners) const {
    const Workers workers(problem.capacity);
    if (workers.size() > kMostSlabs) {
      return;
    }
    const Points points(problem.units);
    const CurveChoice choice = choose_curve(problem.units, points, workers);
    if (!choice.is_straight) {
      return;
    }
    const std::vector<std::uint32_t> order = order_along(points, choice);
    const Chain chain = chain_along(problem.units, order);
    Owners slabs = by_unit(owners_of(workers, balanced_cuts(chain, workers)), order);
    if (step_time(level_times(problem, slabs)) <=
            (1.0 + options_.slack) * step_time(level_times(problem, owners)) &&
        cost_of(problem, units, slabs) < cost_of(problem, units, owners)) {
      owners = std::move(slabs);
    }
  }

  Options options_;
};

}  // namespace

void register_lpa(Registry<Partitioner>& registry) {
  registry.add({.name = "lpa",
                .summary = "every level in balance by itself, with borders shortened",
                .source = "Li 2005, table 4.4 and section 7.3.1; quotas and borders of this code",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<LevelBased>(
                      Options{.adaptive = params.choice("grouping") == "adaptive",
                              .group_below = static_cast<int>(params["group_below"]),
                              .face_cost = params["face_cost"],
                              .slack = params["slack"],
                              .sticky = params["sticky_epsilon"]});
                }});
}

}  // namespace evenkeel::partition
