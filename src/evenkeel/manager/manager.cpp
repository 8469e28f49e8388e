// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Learns, decides, notes.
#include "evenkeel/manager/manager.hpp"

#include <algorithm>
#include <utility>

namespace evenkeel::manager {
namespace {

constexpr double kCloser = 0.2;  ///< of what a step may take longer to keep old owners

}  // namespace

Methods make_methods(const Registry<partition::Partitioner>& partitioners, std::string_view name,
                     const ParamValues& params) {
  constexpr std::string_view kSticky = "sticky_epsilon";
  const auto& entry = partitioners.find(name);
  const bool can_stick =
      std::ranges::find(entry.params, kSticky, &ParamSpec::name) != entry.params.end();
  Methods methods;
  const auto add = [&](std::string_view how, const ParamValues& with) {
    methods.all.push_back({std::string(name).append(how), partitioners.make(name, with)});
  };
  if (const double sticky = can_stick ? Params(entry.params, params)[kSticky] : 0.0; sticky > 0.0) {
    ParamValues other = params;
    other[std::string(kSticky)] = 0.0;
    add(" from scratch", other);
    other[std::string(kSticky)] = kCloser * sticky;
    add(" closer", other);
  }
  methods.configured = methods.all.size();
  add("", params);
  return methods;
}

Manager::Manager(Methods methods, std::unique_ptr<Policy> policy, History history)
    : methods_(std::move(methods)), policy_(std::move(policy)), history_(std::move(history)) {
  EVENKEEL_EXPECT(!methods_.all.empty() && policy_ != nullptr);
}

Plan Manager::plan(const Observation& now) {
  EVENKEEL_EXPECT(now.owners.size() == now.units.size() && !now.rates.empty());
  EVENKEEL_EXPECT(now.bandwidth > 0.0 && now.steps_to_next >= 1);
  learn(history_, now);
  history_.step = now.step;  // learnt from until here, whatever becomes of the plan
  return policy_->decide(now, history_, methods_);
}

Plan Manager::decide(const Observation& now) {
  Plan plan = this->plan(now);
  note(now, plan);
  return plan;
}

}  // namespace evenkeel::manager
