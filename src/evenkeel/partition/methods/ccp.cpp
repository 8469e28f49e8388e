// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// CCP, chains on chains: the curve cut with the least bottleneck unequal processors allow.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/curve_choice.hpp"
#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/partition/quality.hpp"

namespace evenkeel::partition {
namespace {

constexpr std::array<std::string_view, 5> kOrders = {"chosen", "given", "hilbert", "morton",
                                                     "rows"};
constexpr std::array<std::string_view, 2> kAims = {"movement", "cost"};

constexpr std::array kParams = {
    ParamSpec{
        .name = "sticky_epsilon",
        .unit = "1",
        .fallback = 0.05,
        .min = 0.0,
        .max = 1.0,
        .help = "how far above the optimum the bottleneck may stay to keep old cuts; 0 = off"},
    ParamSpec{.name = "sticky_for",
              .unit = "",
              .fallback = 0,
              .help =
                  "keep old cuts for the least movement within sticky_epsilon, or for the least "
                  "cost of the next step and the move together",
              .choices = kAims},
    ParamSpec{.name = "move_cost",
              .unit = "cell updates",
              .fallback = 1.0,
              .min = 0.0,
              .max = 1e6,
              .help = "for cost: what it takes to move a cell, over the steps until the next move"},
    ParamSpec{.name = "order",
              .unit = "",
              .fallback = 0,
              .help =
                  "order of the units: that of the old cuts or, without any, one that suits the "
                  "loads; as given; a curve by name; or row by row",
              .choices = kOrders},
    ParamSpec{
        .name = "slow_axis",
        .unit = "1",
        .fallback = -1,
        .min = -1,
        .max = 2,
        .help = "of a curve by name or rows: the axis they advance along last; -1: the longest",
        .is_whole = true}};

struct Options {
  double epsilon;
  bool weighs_cost;
  double move_cost;
  std::string_view order;
  int slow_axis;
};

/// Units, previous owners and owners in the order of a curve.
class InOrder {
 public:
  InOrder(const Problem& problem, std::vector<std::uint32_t> order)
      : problem_(problem), order_(std::move(order)) {}

  Chain chain() const {
    return order_.empty() ? Chain(problem_.units) : chain_along(problem_.units, order_);
  }

  std::vector<int> previous() const {
    std::vector<int> previous(problem_.previous.begin(), problem_.previous.end());
    for (std::size_t place = 0; place < order_.size() && !previous.empty(); ++place) {
      previous[place] = problem_.previous[order_[place]];
    }
    return previous;
  }

  /// Owners by unit, from owners by place.
  Owners by_unit(const Owners& by_place) const {
    return order_.empty() ? by_place : partition::by_unit(by_place, order_);
  }

 private:
  const Problem& problem_;
  std::vector<std::uint32_t> order_;  ///< [units], or empty when as given
};

class ChainsOnChains final : public Partitioner {
 public:
  explicit ChainsOnChains(const Options& options) : options_(options) {}

  Owners assign(const Problem& problem) const override {
    check(problem);
    const Workers workers(problem.capacity);
    const InOrder units(problem, order_of(problem, workers));
    const Chain chain = units.chain();
    const double optimum = optimal_bottleneck(chain, workers);
    // Many cuts reach the optimum. Those nearest to the shares leave no processor idle.
    const Cuts fresh = pull_cuts(chain, workers, optimum, cut_at_shares(chain, workers));
    const Owners scratch = units.by_unit(owners_of(workers, fresh));
    if (options_.epsilon == 0.0 || problem.previous.empty()) {
      return scratch;
    }
    const Cuts old = cuts_of(workers, units.previous());
    Owners best = scratch;
    double least = cost(problem, workers, optimum, scratch);
    for (const double part : parts_of_epsilon()) {
      const double time = optimum * (1.0 + part * options_.epsilon);
      const Cuts cuts = keep_cuts(chain, workers, time, old);
      const Owners sticky = units.by_unit(owners_of(workers, cuts));
      const double cost_of_sticky =
          cost(problem, workers, bottleneck(chain, workers, cuts), sticky);
      if (cost_of_sticky < least) {
        least = cost_of_sticky;
        best = sticky;
      }
    }
    return best;
  }

 private:
  /// What stickiness is for: cells moved, or cell updates the machine could have made instead of
  /// waiting and moving.
  double cost(const Problem& problem, const Workers& workers, double time,
              const Owners& owners) const {
    const double moved = migration(problem, owners);
    return options_.weighs_cost ? time * workers.total_capacity() + options_.move_cost * moved
                                : moved;
  }

  std::vector<double> parts_of_epsilon() const {
    return options_.weighs_cost ? std::vector<double>{0.0, 0.125, 0.25, 0.5, 1.0}
                                : std::vector<double>{1.0};
  }

  /// Units in the order to cut them in; empty: as given.
  std::vector<std::uint32_t> order_of(const Problem& problem, const Workers& workers) const {
    if (options_.order == "given" || problem.units.dimension < 2 || problem.units.size() == 0) {
      return {};
    }
    const Points points(problem.units);
    if (options_.order == "chosen") {
      const std::optional<CurveChoice> old = curve_of(points, workers, problem.previous);
      return order_along(points, old ? *old : choose_curve(problem.units, points, workers));
    }
    const int slow = options_.slow_axis < problem.units.dimension ? options_.slow_axis : -1;
    const bool is_straight = options_.order == "rows";
    const auto kind =
        is_straight ? geometry::CurveKind::hilbert : geometry::curve_kind(options_.order);
    return order_along(points, {kind, slow, is_straight});
  }

  /// The curve that \p previous was cut from, if it was.
  static std::optional<CurveChoice> curve_of(const Points& points, const Workers& workers,
                                             std::span<const int> previous) {
    const auto has_owner = [](int owner) { return owner != kNoOwner; };
    const auto first = std::ranges::find_if(previous, has_owner);
    const bool was_cut = std::any_of(
        first, previous.end(), [&](int owner) { return has_owner(owner) && owner != *first; });
    if (was_cut) {
      for (const CurveChoice& choice : curve_choices(points, workers)) {
        if (ascends_along(points, choice, previous)) {
          return choice;
        }
      }
    }
    return std::nullopt;
  }

  Options options_;
};

}  // namespace

void register_ccp(Registry<Partitioner>& registry) {
  registry.add(
      {.name = "ccp",
       .summary = "curve cut with the least bottleneck that its order allows, near the old cuts",
       .source = "Pinar, Tabak, Aykanat 2008, section 4",
       .params = kParams,
       .make = [](const Params& params) {
         return std::make_unique<ChainsOnChains>(
             Options{.epsilon = params["sticky_epsilon"],
                     .weighs_cost = params.choice("sticky_for") == "cost",
                     .move_cost = params["move_cost"],
                     .order = params.choice("order"),
                     .slow_axis = static_cast<int>(params["slow_axis"])});
       }});
}

}  // namespace evenkeel::partition
