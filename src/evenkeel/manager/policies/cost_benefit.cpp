// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// cost_benefit: repartition when the predicted gain outweighs the predicted cost.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "evenkeel/core/units.hpp"
#include "evenkeel/machine/capacity.hpp"
#include "evenkeel/manager/belief.hpp"
#include "evenkeel/manager/groups.hpp"
#include "evenkeel/manager/outlook.hpp"
#include "evenkeel/manager/policy.hpp"
#include "evenkeel/partition/quality.hpp"

namespace evenkeel::manager {
namespace {

constexpr std::array kParams = {
    ParamSpec{.name = "threshold",
              .unit = "1",
              .fallback = 0.01,
              .min = 0.0,
              .max = 1.0,
              .help = "least predicted saving, as a share of the step time"},
    ParamSpec{.name = "margin",
              .unit = "1",
              .fallback = 0.5,
              .min = 0.0,
              .max = 100.0,
              .help = "the gain must exceed the cost by this share of it, unless new limits of the "
                      "system make it"},
    ParamSpec{.name = "cooldown",
              .unit = "1",
              .fallback = -1,
              .min = -1,
              .max = 1e6,
              .help =
                  "regrids that must pass after a repartition before the next; -1: learned, none "
                  "while predictions hold, up to 4 when they fail",
              .is_whole = true}};

/// Chances for which equal shares, once taken up again, are expected to stay.
constexpr double kIntervalsOfEqual = 4.0;

/// Worse than any gain or cost [s].
constexpr double kNever = 1e15;

/// Of the learned cool-down.
constexpr double kLongestCooldown = 4.0;

struct Settings {
  double threshold;
  double margin;
  std::int64_t cooldown;
};

std::string_view word_for(Evidence evidence) {
  return evidence == Evidence::kAssumed ? "assumed"
         : evidence == Evidence::kTried ? "tried"
                                        : "seen";
}

/// The owners in force; units nobody had go with the unit before them on the curve.
partition::Owners owners_kept(const Observation& now) {
  partition::Owners owners(now.owners.begin(), now.owners.end());
  const auto first =
      std::ranges::find_if(owners, [](int owner) { return owner != partition::kNoOwner; });
  int last = *first;
  for (int& owner : owners) {
    owner = owner == partition::kNoOwner ? last : owner;
    last = owner;
  }
  return owners;
}

/// Regrids to wait after a repartition. Learned: none while at least half of the predicted
/// advantages have come true lately, the longest when none has.
std::int64_t cooldown(const Settings& settings, const History& past) {
  const double doubt = std::clamp(1.0 - 2.0 * past.persistence, 0.0, 1.0);
  return settings.cooldown >= 0 ? settings.cooldown
                                : static_cast<std::int64_t>(std::ceil(doubt * kLongestCooldown));
}

/// Equal shares for all ranks that make progress.
std::vector<double> equal_shares(std::span<const machine::RankRate> rates) {
  std::vector<double> share;
  std::ranges::transform(rates, std::back_inserter(share),
                         [](const machine::RankRate& r) { return r.rate > 0.0 ? 1.0 : 0.0; });
  return machine::normalise(share);
}

/// One decision in the making: alternatives, their owners, and which it shall be.
class Weighing {
 public:
  Weighing(const Observation& now, const History& past, const Settings& settings)
      : now_(now), past_(past), settings_(settings), outlook_(now, past, settings.threshold) {
    plan_.capacity = measured_capacity(now);
    add("keep", owners_kept(now));
  }

  Plan decide(const Methods& methods) {
    if (!fits(plan_.alternatives.front())) {
      weigh_methods(methods);
    } else if (outlook_.rates().front() == 0.0 && !is_measured(now_)) {
      plan_.reason = "keep: no rank has been measured yet";
    } else {
      weigh_times(methods);
    }
    const Alternative& chosen = plan_.alternatives[plan_.chosen];
    plan_.repartition = plan_.chosen > 0;
    if (plan_.repartition && plan_.chosen == without_slow_) {
      plan_.capacity = fast_;
    }
    plan_.owners = std::move(owners_[plan_.chosen]);
    plan_.gain_seconds = chosen.gain_seconds;
    plan_.cost_seconds = chosen.cost_seconds;
    return std::move(plan_);
  }

 private:
  /// By what owners would save.
  void weigh_times(const Methods& methods) {
    if (!(outlook_.perfect_saving() > settings_.threshold)) {
      plan_.reason = fmt::format(
          "keep: not even perfect owners would save more than the threshold of {:.1f} %",
          100.0 * settings_.threshold);
    } else if (!(outlook_.most_to_save() > settings_.threshold)) {
      plan_.reason = fmt::format(
          "keep: of the {:.1f} % that perfect owners would save {:.1f} % were beyond reach lately; "
          "the rest is not above the threshold of {:.1f} %",
          100.0 * outlook_.perfect_saving(), 100.0 * past_.beyond_reach.by_rates,
          100.0 * settings_.threshold);
    } else if (!outlook_.is_worth_asking()) {
      plan_.reason = fmt::format("keep: finding new owners takes {}, more than they could save",
                                 human_seconds(now_.partition_seconds));
    } else if (is_in_the_red(past_)) {
      weigh_equal_shares(methods.as_configured());
    } else if (!outlook_.could_convince()) {
      plan_.reason = fmt::format(
          "keep: what the best owners would save, {:.1f} %, may be the noise of the rates",
          100.0 * outlook_.most_to_save());
    } else {
      weigh_methods(methods);
    }
    if (!is_timed(now_)) {
      plan_.reason += "; how long steps take is assumed, no rank has been timed";
    }
  }

  void add(std::string name, partition::Owners owners) {
    Alternative option{.name = std::move(name)};
    option.load = partition::load_table(now_.units, owners, now_.rates.size());
    option.step_seconds = outlook_.step_seconds(option.load);
    option.fullest = fullest_memory(now_, owners);
    if (plan_.alternatives.empty()) {
      outlook_.set_kept(option.load);
    } else {
      const Movement moves = movement(now_, owners);
      option.migration_bytes = moves.cells * now_.bytes_per_cell;
      option.busiest_bytes = moves.busiest * now_.bytes_per_cell;
      // The partitioner has been asked by now: its time is gone whatever is decided.
      const double per_byte = 1.0 / now_.bandwidth + now_.rebuild_per_byte;
      option.cost_seconds = option.busiest_bytes * per_byte + now_.rebuild_seconds;
      option.gain_seconds = outlook_.gain_seconds(option);
    }
    plan_.alternatives.push_back(std::move(option));
    owners_.push_back(std::move(owners));
  }

  void weigh_methods(const Methods& methods) {
    for (const Method& method : methods.all) {
      add(method.name, method.partitioner->assign({now_.units, plan_.capacity, now_.owners}));
    }
    add_without_slow_ranks(methods.from_scratch());
    if (has_groups(now_)) {
      const Method& method = methods.as_configured();
      const partition::Owners kept = owners_.front();
      if (auto owners = assign_within_groups(method, now_, kept, plan_.capacity)) {
        add(method.name + " within groups", *std::move(owners));
      }
    }
    const auto net = [](const Alternative& option) {
      return fits(option) ? option.gain_seconds - option.cost_seconds : -kNever * option.fullest;
    };
    const auto best =
        std::ranges::max_element(plan_.alternatives.begin() + 1, plan_.alternatives.end(), {}, net);
    plan_.rival = static_cast<std::size_t>(best - plan_.alternatives.begin());
    plan_.beyond_reach = outlook_.shortfall(*best);
    if (!fits(plan_.alternatives.front())) {
      make_room(*best);
      return;
    }
    const std::string obstacle = obstacle_to(*best);
    const std::string forecast = forecast_of(*best);
    plan_.chosen = obstacle.empty() ? plan_.rival : 0;
    plan_.reason = obstacle.empty() ? fmt::format("repartition: {}", forecast)
                                    : fmt::format("keep: {}; {}", obstacle, forecast);
  }

  std::string forecast_of(const Alternative& best) const {
    if (!is_timed(now_)) {
      return fmt::format("{} is predicted to save {:.1f} % of a step", best.name,
                         100.0 * outlook_.saving(best));
    }
    return fmt::format(
        "{} is predicted to take {} per step against {} now; {} gained while that is expected to "
        "last against {} to move {}, {} of a rank at {}/s ({})",
        best.name, human_seconds(best.step_seconds),
        human_seconds(plan_.alternatives.front().step_seconds), human_seconds(best.gain_seconds),
        human_seconds(best.cost_seconds), human_bytes(best.migration_bytes),
        human_bytes(best.busiest_bytes), human_bytes(now_.bandwidth), word_for(now_.evidence));
  }

  static bool fits(const Alternative& option) { return option.fullest <= 1.0; }

  /// The owners in force no longer fit into memory: those that do, whatever they cost.
  void make_room(const Alternative& best) {
    const double kept = plan_.alternatives.front().fullest;
    const bool better = best.fullest < kept;
    plan_.chosen = better ? plan_.rival : 0;
    plan_.reason = fmt::format(
        "{}: owners as they are would take {:.0f} % of the memory of the fullest rank, {} {:.0f} %",
        better ? "repartition" : "keep", 100.0 * kept, best.name, 100.0 * best.fullest);
  }

  /// A rank whose fair part is less than a unit finishes late whatever it is given.
  void add_without_slow_ranks(const Method& method) {
    double largest = 0.0;
    for (std::size_t unit = 0; unit < now_.units.size(); ++unit) {
      largest = std::max(largest, now_.units.total(unit));
    }
    const double all = now_.units.total_load();
    std::vector<double> fast = plan_.capacity;
    std::ranges::for_each(fast,
                          [&](double& share) { share = share * all < largest ? 0.0 : share; });
    const auto left = std::ranges::count_if(fast, [](double share) { return share > 0.0; });
    if (left > 0 && fast != plan_.capacity) {
      fast_ = machine::normalise(fast);
      without_slow_ = plan_.alternatives.size();
      add(method.name + " without slow ranks",
          method.partitioner->assign({now_.units, fast_, now_.owners}));
    }
  }

  /// Why not to change to \p best; empty when nothing speaks against it.
  std::string obstacle_to(const Alternative& best) const {
    const double saving = outlook_.saving(best);
    const double noise = noise_of(now_.rates, past_);
    if (!(saving > settings_.threshold)) {
      return fmt::format("a saving of {:.1f} % is not above the threshold of {:.1f} %",
                         100.0 * saving, 100.0 * settings_.threshold);
    }
    if (!(saving > noise || outlook_.is_known_of_loads(best))) {
      return fmt::format("a saving of {:.1f} % may be the noise of the rates, up to {:.1f} %",
                         100.0 * saving, 100.0 * noise);
    }
    if (!fits(best)) {
      return fmt::format("it would take {:.0f} % of the memory of the fullest rank",
                         100.0 * best.fullest);
    }
    // What new limits make possible is known: neither margin nor cool-down is for that.
    const bool is_known = limits_to_last(past_) > 0.0;
    const double margin = is_known ? 0.0 : settings_.margin;
    if (!(best.gain_seconds > best.cost_seconds * (1.0 + margin))) {
      return best.gain_seconds > best.cost_seconds
                 ? fmt::format("the gain does not exceed the cost by the margin of {:.0f} %",
                               100.0 * margin)
                 : "the gain does not outweigh the cost";
    }
    if (!is_known && past_.last_repartition >= 0 &&
        past_.chances - past_.last_repartition <= cooldown(settings_, past_)) {
      return fmt::format("the last repartition is not more than {} regrids ago",
                         cooldown(settings_, past_));
    }
    return {};
  }

  /// Capacities have not been worth following. While that has cost too much, the only way out of
  /// owners that are now worse than equal ones are equal ones.
  void weigh_equal_shares(const Method& method) {
    const std::string loss =
        fmt::format("following capacities has lost {} of {} so far",
                    human_seconds(-past_.balance_seconds), human_seconds(past_.elapsed_seconds));
    const std::vector<double> share = as_memory_allows(equal_shares(now_.rates), now_);
    add("equal", method.partitioner->assign({now_.units, share, now_.owners}));
    // Predictions from speeds are what has failed. What counts is how far equal shares would have
    // led lately, and that the loads, which are known, will indeed be evener.
    const std::vector<double> alike(now_.rates.size(), 1.0);
    const double saving =
        std::min(past_.lead_of_equal, outlook_.evener_by(plan_.alternatives[1], alike));
    const double steps = std::min(kIntervalsOfEqual * static_cast<double>(now_.steps_to_next),
                                  static_cast<double>(now_.steps_left));
    const double gain = saving * now_.step_seconds * steps;
    plan_.alternatives[1].gain_seconds = gain;
    if (!fits(plan_.alternatives[1])) {
      plan_.reason = fmt::format(
          "keep: {}, and equal shares would take {:.0f} % of the memory of "
          "the fullest rank",
          loss, 100.0 * plan_.alternatives[1].fullest);
      return;
    }
    if (gain <= plan_.alternatives[1].cost_seconds) {
      plan_.reason = fmt::format("keep: {}, and going back to equal shares would not pay", loss);
      return;
    }
    plan_.capacity = share;
    plan_.chosen = 1;
    plan_.reason = fmt::format("repartition: {}; equal shares are expected to save {:.1f} %", loss,
                               100.0 * saving);
  }

  const Observation& now_;
  const History& past_;
  const Settings& settings_;
  Outlook outlook_;
  std::vector<partition::Owners> owners_;  ///< [alternatives]
  std::vector<double> fast_;               ///< shares without slow ranks
  std::size_t without_slow_ = 0;           ///< the alternative that follows them; 0: none
  Plan plan_;
};

class CostBenefit final : public Policy {
 public:
  explicit CostBenefit(const Settings& settings) : settings_(settings) {}

  Plan decide(const Observation& now, const History& past, const Methods& methods) const override {
    if (is_first(now)) {
      return repartition_by(methods.from_scratch(), now, measured_capacity(now),
                            "first distribution of the grid");
    }
    Observation believed = now;
    const std::vector<machine::RankRate> rates = believed_rates(now, past);
    believed.rates = rates;
    return Weighing(believed, past, settings_).decide(methods);
  }

 private:
  Settings settings_;
};

}  // namespace

void register_cost_benefit(Registry<Policy>& registry) {
  registry.add({.name = "cost_benefit",
                .summary = "repartition when the predicted gain outweighs the predicted cost",
                .source = "after Sinha & Parashar 2002, section 5; decision rule of this code",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<CostBenefit>(
                      Settings{.threshold = params["threshold"],
                               .margin = params["margin"],
                               .cooldown = static_cast<std::int64_t>(params["cooldown"])});
                }});
}

}  // namespace evenkeel::manager
