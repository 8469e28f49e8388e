// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Flip-flops on three axes.
#include "evenkeel/manager/octant.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include <fmt/format.h>

namespace evenkeel::manager {
namespace {

constexpr std::int64_t kHistory = 3;  ///< regrids that a ratio is made of

// By values.
constexpr double kScatteredFill = 0.35;
constexpr double kScatteredPatches = 8.0;
constexpr double kHighActivity = 0.3;
constexpr double kSlack = 0.1;

/// Whether \p value is above \p limit, if need be well above: \p was is what was said before.
bool is_above(double value, double limit, std::optional<bool> was) {
  const double slack = was ? (*was ? -kSlack : kSlack) : 0.0;
  return value > limit * (1.0 + slack);
}

Octant by_values(const workload::GridState& now, std::optional<double> balance,
                 const std::optional<Octant>& was) {
  const auto said = [&](bool Octant::* axis) {
    return was ? std::optional((*was).*axis) : std::nullopt;
  };
  const std::optional<bool> scattered = said(&Octant::scattered);
  return {.communicates = balance && is_above(*balance, now.cc, said(&Octant::communicates)),
          .scattered = is_above(1.0 / std::max(now.fill, 1e-12), 1.0 / kScatteredFill, scattered) ||
                       is_above(now.patches, kScatteredPatches, scattered),
          .dynamic = is_above(now.activity, kHighActivity, said(&Octant::dynamic))};
}

/// 1 where any of the three is 0: nothing can be said of its growth.
double ratio_of(double now, double last, double before) {
  return now == 0.0 || last == 0.0 || before == 0.0 ? 1.0 : now * before / (last * last);
}

/// \p is_on after a \p ratio that turns it on when it rises.
bool turned(bool is_on, double ratio, double weight, double delta) {
  const double change = weight * (ratio - 1.0);
  return change > delta || (is_on && change >= -delta);
}

Octant by_ratios(const std::array<double, 3>& ratio, const OctantRules& rules, const Octant& was) {
  const auto axis = [&](bool is_on, std::size_t which) {
    return turned(is_on, ratio[which], rules.weights[which], rules.delta);
  };
  return {.communicates = !axis(!was.communicates, 0),
          .scattered = axis(was.scattered, 1),
          .dynamic = !axis(!was.dynamic, 2)};
}

/// Before there are ratios nothing is chosen: a run begins as its user has it.
std::string method_for(const Character& now, const OctantRules& rules) {
  if (now.regrids < kHistory && !rules.by_values) {
    return {};
  }
  const auto& methods = rules.octants[static_cast<std::size_t>(now.octant - 1)].methods;
  return std::ranges::find(methods, now.method) != methods.end() ? now.method : methods.front();
}

}  // namespace

int number_of(const Octant& octant) {
  return 1 + (octant.scattered ? 1 : 0) + (octant.communicates ? 0 : 2) + (octant.dynamic ? 4 : 0);
}

Octant octant_of(int number) {
  const auto bits = static_cast<unsigned>(number - 1);
  return {
      .communicates = (bits & 2U) == 0, .scattered = (bits & 1U) != 0, .dynamic = (bits & 4U) != 0};
}

std::string_view roman(int number) {
  static constexpr std::array<std::string_view, 9> kNames = {"none", "I",  "II",  "III", "IV",
                                                             "V",    "VI", "VII", "VIII"};
  return kNames[static_cast<std::size_t>(number)];
}

std::string to_text(const Octant& octant) {
  return fmt::format("{} ({}, {}, {} dynamics)", roman(number_of(octant)),
                     octant.communicates ? "communication" : "computation",
                     octant.scattered ? "scattered" : "localised", octant.dynamic ? "high" : "low");
}

OctantRules published_rules() {
  OctantRules rules;
  const std::vector<std::string> pbd = {"pbd_isp"};
  rules.octants = {OctantChoice{{"pbd_isp", "gmisp_sp"}, 8},
                   {pbd, 8},
                   {{"gmisp_sp", "sp_isp"}, 2},
                   {{"gmisp_sp", "sp_isp", "isp"}, 4},
                   {pbd, 8},
                   {pbd, 8},
                   {{"gmisp_sp"}, 2},
                   {{"gmisp_sp", "isp"}, 4}};
  return rules;
}

std::int32_t side_of_units(const OctantChoice& choice, const UnitNeeds& needs) {
  constexpr double kEnough = 16.0;  // units of a rank
  std::int32_t side =
      std::max({1, needs.least, choice.granularity * needs.usual / OctantChoice::kUsual});
  const auto units = [&] { return needs.base_cells / std::pow(side, needs.dimension); };
  while (side / 2 >= needs.least && units() < kEnough * static_cast<double>(needs.ranks)) {
    side /= 2;
  }
  return side;
}

std::optional<double> machine_balance(std::span<const machine::RankRate> rates, double bandwidth,
                                      double bytes_per_cell) {
  if (!std::ranges::all_of(rates, &machine::RankRate::is_timed)) {
    return std::nullopt;
  }
  const double updates = std::transform_reduce(rates.begin(), rates.end(), 0.0, std::plus(),
                                               [](const machine::RankRate& r) { return r.rate; });
  return updates * bytes_per_cell / bandwidth;
}

Character characterise(const workload::GridState& now, std::optional<double> balance,
                       const OctantRules& rules, const Character& before) {
  Character next = before;
  const std::array<double, 3> metrics = {now.cc, now.adapt, now.dynamics};
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    next.ratio[i] = ratio_of(metrics[i], before.last[i], before.before[i]);
  }
  next.before = before.last;
  next.last = metrics;
  ++next.regrids;
  ++next.since;
  const bool is_early = next.regrids < kHistory;
  const std::optional<Octant> was =
      before.octant > 0 ? std::optional(octant_of(before.octant)) : std::nullopt;
  const Octant found = is_early || rules.by_values || !was ? by_values(now, balance, was)
                                                           : by_ratios(next.ratio, rules, *was);
  if (number_of(found) != before.octant && (is_early || next.since >= rules.dwell)) {
    next.octant = number_of(found);
    next.since = 0;
  }
  next.method = method_for(next, rules);
  return next;
}

JsonLine to_json(const Character& character) {
  JsonLine line;
  line.add("octant", roman(character.octant))
      .add("method", character.method)
      .add("cc", character.last[0])
      .add("adapt", character.last[1])
      .add("dynamics", character.last[2])
      .add("ratios", std::vector<double>(character.ratio.begin(), character.ratio.end()));
  return line;
}

}  // namespace evenkeel::manager
