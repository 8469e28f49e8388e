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
#include "evenkeel/manager/policy.hpp"
#include "evenkeel/partition/quality.hpp"

namespace evenkeel::manager {
namespace {

constexpr std::array kParams = {
    ParamSpec{.name = "threshold",
              .unit = "1",
              .fallback = 0.02,
              .min = 0.0,
              .max = 1.0,
              .help = "least predicted saving, as a share of the step time"},
    ParamSpec{.name = "margin",
              .unit = "1",
              .fallback = 0.5,
              .min = 0.0,
              .max = 100.0,
              .help = "the gain must exceed the cost by this share of it"},
    ParamSpec{.name = "cooldown",
              .unit = "1",
              .fallback = 0,
              .min = 0,
              .max = 1e6,
              .help = "regrids that must pass after a repartition before the next"}};

struct Settings {
  double threshold;
  double margin;
  std::int64_t cooldown;
};

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

/// How far the times of two partitions may differ by the errors of the rates alone: of the ranks'
/// deviations the largest counts, which grows with their number like sqrt(2 ln K).
double noise_of(std::span<const machine::RankRate> rates) {
  double squares = 0.0;
  double count = 0.0;
  for (const machine::RankRate& rate : rates) {
    squares += rate.known ? rate.error * rate.error : 0.0;
    count += rate.known ? 1.0 : 0.0;
  }
  const double ranks = std::max(2.0, static_cast<double>(rates.size()));
  return std::sqrt(squares / count) * (1.0 + std::sqrt(2.0 * std::log(ranks)));
}

/// Steps for which an advantage seen now is expected to last: a share p of the advantages has
/// survived from one chance to the next, so p / (1 - p) intervals on average.
double horizon(const Observation& now, const History& past) {
  const double intervals = past.persistence / (1.0 - past.persistence);
  return std::min(intervals * static_cast<double>(now.steps_to_next),
                  static_cast<double>(now.steps_left));
}

class CostBenefit final : public Policy {
 public:
  explicit CostBenefit(const Settings& settings) : settings_(settings) {}

  Plan decide(const Observation& now, const History& past,
              std::span<const Method> methods) const override {
    if (is_first(now)) {
      return repartition_by(methods.front(), now, measured_capacity(now),
                            "first distribution of the grid");
    }
    Plan plan;
    plan.capacity = measured_capacity(now);
    std::vector<partition::Owners> owners = weigh(now, past, methods, plan);
    choose(now, past, plan);
    plan.repartition = plan.chosen > 0;
    plan.owners = std::move(owners[plan.chosen]);
    plan.gain_seconds = plan.alternatives[plan.chosen].gain_seconds;
    plan.cost_seconds = plan.alternatives[plan.chosen].cost_seconds;
    return plan;
  }

 private:
  /// Fills in the alternatives, keeping first, and returns their owners.
  static std::vector<partition::Owners> weigh(const Observation& now, const History& past,
                                              std::span<const Method> methods, Plan& plan) {
    const partition::Problem problem{now.units, plan.capacity, now.owners};
    std::vector<double> rate;
    std::ranges::transform(now.rates, std::back_inserter(rate), &machine::RankRate::rate);
    std::vector<partition::Owners> owners = {owners_kept(now)};
    plan.alternatives.push_back({.name = "keep"});
    for (const Method& method : methods) {
      owners.push_back(method.partitioner->assign(problem));
      plan.alternatives.push_back({.name = method.name});
    }
    const double steps = horizon(now, past);
    for (std::size_t i = 0; i < owners.size(); ++i) {
      Alternative& option = plan.alternatives[i];
      option.load = partition::load_table(now.units, owners[i], rate.size());
      option.step_seconds = predict_step(option.load, rate, waits_on_levels(past));
      if (i > 0) {
        option.migration_bytes = partition::migration(problem, owners[i]) * now.bytes_per_cell;
        option.cost_seconds =
            option.migration_bytes / now.bandwidth + now.partition_seconds + now.rebuild_seconds;
        option.gain_seconds =
            (plan.alternatives.front().step_seconds - option.step_seconds) * steps;
      }
    }
    return owners;
  }

  void choose(const Observation& now, const History& past, Plan& plan) const {
    if (!is_measured(now)) {
      plan.reason = "keep: no rank has been measured yet";
      return;
    }
    const auto net = [](const Alternative& option) {
      return option.gain_seconds - option.cost_seconds;
    };
    const auto best =
        std::ranges::max_element(plan.alternatives.begin() + 1, plan.alternatives.end(), {}, net);
    plan.rival = static_cast<std::size_t>(best - plan.alternatives.begin());
    const Alternative& keep = plan.alternatives.front();
    const double saving = 1.0 - best->step_seconds / keep.step_seconds;
    const double needed = std::max(settings_.threshold, noise_of(now.rates));
    const std::string forecast =
        fmt::format("{} is predicted to take {} per step against {} now", best->name,
                    human_seconds(best->step_seconds), human_seconds(keep.step_seconds));
    const std::string bill =
        fmt::format("{} gained while the advantage is expected to last against {} to move {}",
                    human_seconds(best->gain_seconds), human_seconds(best->cost_seconds),
                    human_bytes(best->migration_bytes));
    const bool cooling =
        past.last_repartition >= 0 && past.chances - past.last_repartition <= settings_.cooldown;
    if (!(saving > needed)) {
      plan.reason = fmt::format(
          "keep: {}; {:.1f} % saved are within the {:.1f} % of noise and "
          "threshold",
          forecast, 100.0 * saving, 100.0 * needed);
    } else if (!(best->gain_seconds > best->cost_seconds * (1.0 + settings_.margin))) {
      plan.reason = fmt::format("keep: {}; {} is too little", forecast, bill);
    } else if (cooling) {
      plan.reason = fmt::format("keep: {}; the last repartition is not {} regrids ago yet",
                                forecast, settings_.cooldown + 1);
    } else {
      plan.chosen = plan.rival;
      plan.reason = fmt::format("repartition: {}; {}", forecast, bill);
    }
  }

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
