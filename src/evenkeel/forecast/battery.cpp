// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The members of the batteries.
#include "evenkeel/forecast/battery.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace evenkeel::forecast {
namespace {

using Given = std::initializer_list<std::pair<std::string_view, double>>;

Member make(const Registry<Forecaster>& registry, std::string_view method, Given given = {}) {
  ParamValues values;
  std::string text;
  for (const auto& [name, value] : given) {
    values.emplace(name, value);
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, value);
  }
  return {text.empty() ? std::string(method) : fmt::format("{}({})", method, text),
          registry.make(method, values)};
}

}  // namespace

std::vector<Member> nws_battery(const Registry<Forecaster>& registry) {
  std::vector<Member> members;
  const auto add = [&](std::string_view method, Given given = {}) {
    members.push_back(make(registry, method, given));
  };
  add("last_value");
  add("running_mean");
  for (const double gain : {0.05, 0.10, 0.15, 0.20, 0.30, 0.40, 0.50, 0.75}) {
    add("exponential_smoothing", {{"gain", gain}});
  }
  for (const double window : {31.0, 5.0}) {
    add("sliding_median", {{"window", window}});
  }
  for (const double window : {31.0, 5.0}) {
    add("trimmed_mean", {{"window", window}, {"trim", 0.0}});
  }
  for (const double window : {31.0, 51.0}) {
    add("trimmed_mean", {{"window", window}, {"trim", 0.3}});
  }
  add("adaptive_median", {{"min", 5}, {"max", 21}, {"start", 10}, {"offset", 1}});
  add("adaptive_median", {{"min", 21}, {"max", 51}, {"start", 30}, {"offset", 5}});
  return members;
}

std::vector<Member> full_battery(const Registry<Forecaster>& registry) {
  std::vector<Member> members = nws_battery(registry);
  const auto add = [&](std::string_view method, Given given) {
    members.push_back(make(registry, method, given));
  };
  add("adaptive_mean", {{"min", 5}, {"max", 21}, {"start", 10}, {"offset", 1}});
  add("adaptive_mean", {{"min", 21}, {"max", 51}, {"start", 30}, {"offset", 5}});
  add("trend", {{"gain", 0.5}, {"trend_gain", 0.2}, {"damping", 0.9}});
  add("trend", {{"gain", 0.9}, {"trend_gain", 0.5}, {"damping", 1.0}});
  add("autoregression", {{"window", 50}});
  add("quantile", {{"window", 20}, {"fraction", 0.25}});
  add("quantile", {{"window", 20}, {"fraction", 0.75}});
  for (const std::string_view name : registry.names()) {
    const bool is_in = std::ranges::any_of(members, [&](const Member& member) {
      return member.name.substr(0, member.name.find('(')) == name;
    });
    if (!is_in) {
      members.push_back(make(registry, name));
    }
  }
  return members;
}

std::vector<Member> builtin_battery() {
  Registry<Forecaster> registry;
  register_builtin(registry);
  return full_battery(registry);
}

}  // namespace evenkeel::forecast
