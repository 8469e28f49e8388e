// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// States worked out by hand, and rules from files.
#include "evenkeel/manager/octant.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/manager/test_decision.hpp"

namespace evenkeel::manager {
namespace {

using testing::HasSubstr;
using workload::GridState;

/// Regrids in a row.
Character after(const std::vector<GridState>& regrids, const OctantRules& rules,
                std::optional<double> balance = {}) {
  Character character;
  for (const GridState& grids : regrids) {
    character = characterise(grids, balance, rules, character);
  }
  return character;
}

/// Of quiet grids in one place.
constexpr GridState kCalm{.cc = 8.0, .dynamics = 100.0, .adapt = 0.1, .patches = 1.0};

GridState with(double cc, double adapt, double dynamics) {
  return {.cc = cc, .dynamics = dynamics, .adapt = adapt, .patches = 1.0};
}

std::string fault(const std::string& text) {
  try {
    parse_octant_rules(text, "rules.toml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Octant, IsNumberedAsPublished) {
  EXPECT_EQ(number_of({.communicates = true}), 1);
  EXPECT_EQ(number_of({.communicates = true, .scattered = true}), 2);
  EXPECT_EQ(number_of({}), 3);
  EXPECT_EQ(number_of({.scattered = true}), 4);
  EXPECT_EQ(number_of({.communicates = true, .dynamic = true}), 5);
  EXPECT_EQ(number_of({.scattered = true, .dynamic = true}), 8);
  for (int number = 1; number <= 8; ++number) {
    EXPECT_EQ(number_of(octant_of(number)), number);
  }
  EXPECT_EQ(to_text(octant_of(7)), "VII (computation, localised, high dynamics)");
}

TEST(Octant, FollowsRatiosOfTheWorkedExample) {  // algorithms 3.2
  const Character third = after({{.cc = 6.6667, .dynamics = 192.0, .adapt = 0.0625},
                                 {.cc = 6.6667, .dynamics = 192.0, .adapt = 0.0625},
                                 {.cc = 6.0, .dynamics = 192.0, .adapt = 0.15625}},
                                published_rules());
  EXPECT_NEAR(third.ratio[0], 0.9, 1e-4);
  EXPECT_NEAR(third.ratio[1], 2.5, 1e-12);
  EXPECT_NEAR(third.ratio[2], 1.0, 1e-12);
  EXPECT_EQ(third.octant, 2);  // communication now, and scattered
  EXPECT_EQ(third.method, "pbd_isp");
}

TEST(Octant, LeavesTheFirstMethodUntilThereAreRatios) {
  const OctantRules rules = published_rules();
  EXPECT_EQ(after({kCalm, kCalm}, rules).method, "");
  EXPECT_EQ(after({kCalm, kCalm, kCalm}, rules).method, "gmisp_sp");
  EXPECT_EQ(after({kCalm, kCalm, kCalm}, rules).octant, 3);
}

TEST(Octant, TurnsOverOnEachAxisAndBack) {
  OctantRules rules = published_rules();
  rules.dwell = 0;
  const std::vector<GridState> calm(3, kCalm);
  const auto next = [&](const GridState& state) {
    std::vector<GridState> regrids = calm;
    regrids.push_back(state);
    return after(regrids, rules).octant;
  };
  EXPECT_EQ(next(with(8.0 * 0.94, 0.1, 100.0)), 1);
  EXPECT_EQ(next(with(8.0 * 0.96, 0.1, 100.0)), 3);
  EXPECT_EQ(next(with(8.0, 0.106, 100.0)), 4);
  EXPECT_EQ(next(with(8.0, 0.1, 94.0)), 7);
  EXPECT_EQ(next(with(8.0, 0.1, 106.0)), 3);
  rules.weights = {1.0, 0.5, 1.0};
  EXPECT_EQ(next(with(8.0, 0.106, 100.0)), 3);
}

TEST(Octant, SaysNothingOfGrowthFromNothing) {
  const Character grown =
      after({with(8.0, 0.0, 0.0), with(8.0, 0.0, 0.0), with(8.0, 0.5, 90.0)}, published_rules());
  EXPECT_EQ(grown.ratio, (std::array<double, 3>{1.0, 1.0, 1.0}));
  EXPECT_EQ(grown.octant, 3);
}

TEST(Octant, StaysForAWhile) {
  const OctantRules rules = published_rules();
  const GridState spread = with(8.0, 0.2, 100.0);
  // Scattered at the fourth regrid; at the fifth growth has ended, which would turn it back.
  const std::vector<GridState> regrids = {kCalm, kCalm, kCalm, spread, spread};
  EXPECT_EQ(after({kCalm, kCalm, kCalm, spread}, rules).octant, 4);
  EXPECT_EQ(after(regrids, rules).octant, 4);
  OctantRules hasty = rules;
  hasty.dwell = 1;
  EXPECT_EQ(after(regrids, hasty).octant, 3);
}

TEST(Octant, GoesByValuesWhereAsked) {
  OctantRules rules = published_rules();
  rules.by_values = true;
  rules.dwell = 0;
  EXPECT_EQ(after({kCalm}, rules, 10.0).octant, 1);
  EXPECT_EQ(after({kCalm}, rules, 7.0).octant, 3);
  EXPECT_EQ(after({kCalm}, rules).octant, 3);  // nobody knows how fast ranks are
  GridState many = kCalm;
  many.patches = 9.0;
  EXPECT_EQ(after({many}, rules).octant, 4);
  GridState sparse = kCalm;
  sparse.fill = 0.3;
  EXPECT_EQ(after({sparse}, rules).octant, 4);
  GridState moving = kCalm;
  moving.activity = 0.31;
  EXPECT_EQ(after({moving}, rules).octant, 7);
  moving.activity = 0.28;  // within a tenth of the limit it stays what it was
  GridState fast = kCalm;
  fast.activity = 0.5;
  EXPECT_EQ(after({fast, moving}, rules).octant, 7);
  EXPECT_EQ(after({kCalm, moving}, rules).octant, 3);
}

TEST(Octant, KeepsAMethodThatWillDo) {
  OctantRules rules = published_rules();
  rules.dwell = 0;
  Character before = after({kCalm, kCalm, kCalm}, rules);  // III: gmisp_sp
  const Character next = characterise(with(8.0 * 0.9, 0.1, 100.0), {}, rules, before);
  EXPECT_EQ(next.octant, 1);
  EXPECT_EQ(next.method, "gmisp_sp");  // second of I: no change of method where none is needed
}

TEST(SideOfUnits, LeavesEnoughOfThemAndIsNoSmallerThanGhosts) {
  const OctantChoice coarse{{}, 8};
  const OctantChoice fine{{}, 2};
  EXPECT_EQ(side_of_units(coarse, {.base_cells = 128.0 * 128.0, .ranks = 16}), 8);
  EXPECT_EQ(side_of_units(coarse, {.base_cells = 128.0 * 128.0, .ranks = 17}), 4);
  EXPECT_EQ(side_of_units(coarse, {.least = 2, .base_cells = 64.0, .ranks = 64}), 2);
  EXPECT_EQ(side_of_units(coarse, {.least = 3, .base_cells = 64.0, .ranks = 64}), 4);
  EXPECT_EQ(side_of_units(fine, {.base_cells = 64.0, .ranks = 1}), 2);
  EXPECT_EQ(side_of_units(fine, {.least = 3, .base_cells = 1e6}), 3);
  EXPECT_EQ(side_of_units(coarse, {.usual = 8, .base_cells = 1e6, .dimension = 3, .ranks = 15}),
            16);
}

TEST(MachineBalance, IsUpdatesForEachGhostCellSent) {
  const std::vector<machine::RankRate> rates(2, {.rate = 1e6, .known = true});
  EXPECT_EQ(machine_balance(rates, 4e6, 8.0), 4.0);
  std::vector<machine::RankRate> untimed = rates;
  untimed[1].is_timed = false;
  EXPECT_EQ(machine_balance(untimed, 4e6, 8.0), std::nullopt);
}

TEST(OctantRules, AreReadFromFiles) {
  const OctantRules rules = parse_octant_rules(
      "mode = \"absolute\"\ndelta = 0.1\nweights = [1, 2.5, 0]\ndwell = 3\n"
      "[VIII]\nmethods = [\"composite\"]\ngranularity = 16\n",
      "rules.toml");
  EXPECT_TRUE(rules.by_values);
  EXPECT_EQ(rules.delta, 0.1);
  EXPECT_EQ(rules.weights[1], 2.5);
  EXPECT_EQ(rules.dwell, 3);
  EXPECT_EQ(rules.octants[7].methods, std::vector<std::string>{"composite"});
  EXPECT_EQ(rules.octants[7].granularity, 16);
  EXPECT_EQ(rules.octants[0].methods, published_rules().octants[0].methods);
}

TEST(OctantRules, TellEveryFaultWithItsPlace) {
  const std::string all =
      fault("delta = -1\nmode = \"both\"\nmodes = 1\n[IX]\n[I]\nmethods = []\n");
  EXPECT_THAT(all, HasSubstr("rules.toml:1:9: delta: expected a number from 0 to 1"));
  EXPECT_THAT(all, HasSubstr("rules.toml:2:8: mode: expected \"ratio\" or \"absolute\""));
  EXPECT_THAT(all, HasSubstr("rules.toml:3:1: no key 'modes'"));
  EXPECT_THAT(all, HasSubstr("mean 'mode'?"));
  EXPECT_THAT(all, HasSubstr("no key 'IX'"));
  EXPECT_THAT(all, HasSubstr("I.methods: expected a list of partitioners"));
  EXPECT_THAT(fault("weights = [1, 2]"), HasSubstr("expected three numbers"));
  EXPECT_THAT(fault("dwell = 1.5"), HasSubstr("expected a whole number from 0 to"));
  EXPECT_THAT(fault("= 1"), HasSubstr("rules.toml:1:1"));
}

TEST(OctantRules, NameKnownPartitioners) {
  Registry<partition::Partitioner> partitioners;
  partition::register_builtin(partitioners);
  EXPECT_EQ(parse_octants(partitioners, "", "armada").methods.size(), 4U);
  EXPECT_THROW(parse_octants(partitioners, "[I]\nmethods = [\"gmisp\", \"nobody\"]", "x.toml"),
               InputError);
}

/// Two ranks and a row of units, as of Decision.
class ManagerByOctants : public Decision {
 protected:
  ManagerByOctants() {
    Registry<partition::Partitioner> partitioners;
    partition::register_builtin(partitioners);
    manager_.follow(parse_octants(partitioners, "", "armada"));
  }

  Manager manager_ = make_manager("reactive");
};

TEST_F(ManagerByOctants, AsksThePartitionerOfTheOctant) {
  const auto rates = known({1.0, 1.0});
  EXPECT_EQ(manager_.granularity({}), 4);
  manager_.look(kCalm, {});
  EXPECT_THAT(manager_.decide(observe(rates)).reason, HasSubstr("; octant III"));
  EXPECT_THAT(manager_.decide(observe(rates)).reason, HasSubstr(": ccp"));
  manager_.look(kCalm, {});
  manager_.look(kCalm, {});
  const Plan plan = manager_.decide(observe(rates));
  EXPECT_THAT(plan.reason, HasSubstr("low dynamics): gmisp_sp"));
  ASSERT_TRUE(plan.character);
  EXPECT_EQ(plan.character->method, "gmisp_sp");
  EXPECT_EQ(manager_.granularity({.base_cells = 1e6}), 2);
  EXPECT_EQ(manager_.granularity({.usual = 16, .base_cells = 1e6}), 8);
}

TEST_F(ManagerByOctants, KeepsTheMethodARunBeganWithWhereItWillDo) {
  Registry<partition::Partitioner> partitioners;
  partition::register_builtin(partitioners);
  Registry<Policy> policies;
  register_builtin(policies);
  Manager manager(make_methods(partitioners, "sp_isp"), policies.make("reactive"));
  manager.follow(parse_octants(partitioners, "", "armada"));
  for (int regrid = 0; regrid < 3; ++regrid) {
    manager.look(kCalm, {});
  }
  EXPECT_EQ(manager.history().character.method, "sp_isp");  // second of III
}

TEST_F(ManagerByOctants, GoesOnWithItsOwnMethodWhereRulesHaveChanged) {
  History history = manager_.history();
  history.character = {.regrids = 9, .octant = 3, .method = "forgotten"};
  manager_.restore(history);
  EXPECT_THAT(manager_.decide(observe(known({1.0, 1.0}))).reason, HasSubstr(": ccp"));
  history.character.octant = 9;
  manager_.restore(history);
  EXPECT_EQ(manager_.history().character.octant, 0);
}

}  // namespace
}  // namespace evenkeel::manager
