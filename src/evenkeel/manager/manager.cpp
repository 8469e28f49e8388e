// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Learns, decides, notes.
#include "evenkeel/manager/manager.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"

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

Octants parse_octants(const Registry<partition::Partitioner>& partitioners, std::string_view text,
                      const std::string& file) {
  Octants octants{parse_octant_rules(text, file), {}};
  for (const OctantChoice& choice : octants.rules.octants) {
    for (const std::string& name : choice.methods) {
      try {
        octants.methods.try_emplace(name, make_methods(partitioners, name));
      } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", file, error.what()));
      }
    }
  }
  return octants;
}

Manager::Manager(Methods methods, std::unique_ptr<Policy> policy, History history)
    : methods_(std::move(methods)), policy_(std::move(policy)), history_(std::move(history)) {
  EVENKEEL_EXPECT(!methods_.all.empty() && policy_ != nullptr);
}

void Manager::look(const workload::GridState& grids, std::optional<double> balance) {
  EVENKEEL_EXPECT(octants_);
  Character before = history_.character;
  if (before.method.empty()) {
    before.method = methods_.as_configured().name;  // stays where it will do
  }
  history_.character = characterise(grids, balance, octants_->rules, before);
}

std::int32_t Manager::granularity(const UnitNeeds& needs) const {
  const Character& now = history_.character;
  return octants_ && !now.method.empty()
             ? side_of_units(octants_->rules.octants[static_cast<std::size_t>(now.octant - 1)],
                             needs)
             : needs.usual;
}

/// Of the octant's partitioner. One of a history that the rules of today do not name any more is
/// replaced at the next look.
const Methods& Manager::methods() const {
  if (octants_) {
    const auto found = octants_->methods.find(history_.character.method);
    return found == octants_->methods.end() ? methods_ : found->second;
  }
  return methods_;
}

Plan Manager::plan(const Observation& now) {
  EVENKEEL_EXPECT(now.owners.size() == now.units.size() && !now.rates.empty());
  EVENKEEL_EXPECT(now.bandwidth > 0.0 && now.steps_to_next >= 1);
  learn(history_, now);
  history_.step = now.step;  // learnt from until here, whatever becomes of the plan
  Plan plan = policy_->decide(now, history_, methods());
  if (octants_ && history_.character.octant > 0) {
    plan.character = history_.character;
    plan.reason += fmt::format("; octant {}: {}", to_text(octant_of(history_.character.octant)),
                               methods().as_configured().name);
  }
  return plan;
}

/// What no octant has a number for is not remembered.
void Manager::restore(History history) {
  history_ = std::move(history);
  if (history_.character.octant < 0 || history_.character.octant > 8) {
    history_.character = {};
  }
}

Plan Manager::decide(const Observation& now) {
  Plan plan = this->plan(now);
  note(now, plan);
  return plan;
}

}  // namespace evenkeel::manager
