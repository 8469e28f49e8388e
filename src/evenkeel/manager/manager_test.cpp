// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The manager at work on a machine of arithmetic: rates change, noise, load that comes and goes.
#include "evenkeel/manager/manager.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/partition/quality.hpp"
#include "evenkeel/partition/test_units.hpp"

namespace evenkeel::manager {
namespace {

using machine::RankRate;

Manager make_manager(const std::string& policy, const ParamValues& params = {}) {
  Registry<partition::Partitioner> partitioners;
  partition::register_builtin(partitioners);
  Registry<Policy> policies;
  register_builtin(policies);
  return Manager(make_methods(partitioners, "ccp"), policies.make(policy, params));
}

constexpr std::int64_t kInterval = 4;  ///< coarse steps between regrids

/// A machine on which computing takes exactly load over speed, and is measured with noise.
class Machine {
 public:
  /// \param full_speed  of a rank that has a processor to itself; 0: nobody can tell
  Machine(std::size_t ranks, double noise, double full_speed)
      : noise_(noise), full_speed_(full_speed), measured_(ranks, 1) {}

  /// Wall seconds of the coarse steps from one regrid to the next.
  double run(const workload::UnitList& units, const partition::Owners& owners,
             const std::vector<double>& speed) {
    const std::vector<double> load = partition::load_table(units, owners, speed.size());
    const auto levels = static_cast<std::size_t>(units.levels);
    std::vector<double> updates(speed.size(), 0.0);
    std::vector<double> seconds(speed.size(), 0.0);
    for (std::size_t rank = 0; rank < speed.size(); ++rank) {
      for (std::size_t level = 0; level < levels; ++level) {
        updates[rank] += load[rank * levels + level] * kInterval;
      }
      seconds[rank] = updates[rank] / speed[rank] * std::exp(noise_ * normal(random_));
    }
    const double wall = *std::ranges::max_element(seconds);
    std::vector<double> availability(full_speed_ > 0.0 ? speed : std::vector<double>());
    std::ranges::for_each(availability, [this](double& part) { part /= full_speed_; });
    measured_.observe(
        {.updates = updates, .seconds = seconds, .elapsed = wall, .availability = availability});
    step_seconds_ = wall / kInterval;
    return wall;
  }

  std::vector<RankRate> rates() const { return measured_.rates(); }
  double step_seconds() const { return step_seconds_; }

 private:
  double noise_;
  double full_speed_;
  machine::MeasuredRate measured_;
  SplitMix64 random_{11};
  double step_seconds_ = 0.0;
};

constexpr double kBytesPerCell = 32.0;
constexpr double kBandwidth = 100e6;
constexpr double kPartitionSeconds = 0.002;
constexpr double kRebuildSeconds = 0.02;

struct Outcome {
  double seconds = 0.0;
  int repartitions = 0;           ///< the first distribution left out
  std::vector<double> last = {};  ///< [intervals] share of the load that the last rank had
};

using SpeedAt = std::function<std::vector<double>(int interval)>;
using UnitsAt = std::function<const workload::UnitList&(int interval)>;

/// Plays a run of so many regrid intervals. Moving and replanning take what the manager is told.
Outcome play(Manager manager, const UnitsAt& units_at, const SpeedAt& speed_at, int intervals,
             double noise, double full_speed = 0.0) {
  Outcome outcome;
  Machine machine(speed_at(0).size(), noise, full_speed);
  partition::Owners owners(units_at(0).size(), partition::kNoOwner);
  for (int interval = 0; interval < intervals; ++interval) {
    const workload::UnitList& units = units_at(interval);
    const std::vector<RankRate> rates = machine.rates();
    const Plan plan = manager.decide({.units = units,
                                      .owners = owners,
                                      .rates = rates,
                                      .step = interval * kInterval,
                                      .steps_to_next = kInterval,
                                      .steps_left = (intervals - interval) * kInterval,
                                      .step_seconds = machine.step_seconds(),
                                      .bytes_per_cell = kBytesPerCell,
                                      .bandwidth = kBandwidth,
                                      .partition_seconds = kPartitionSeconds,
                                      .rebuild_seconds = kRebuildSeconds});
    if (plan.repartition) {
      const double bytes =
          partition::migration({units, plan.capacity, owners}, plan.owners) * kBytesPerCell;
      outcome.seconds += bytes / kBandwidth + kPartitionSeconds + kRebuildSeconds;
      outcome.repartitions += interval > 0 ? 1 : 0;
    }
    owners = plan.owners;
    outcome.seconds += machine.run(units, owners, speed_at(interval));
    double last = 0.0;
    for (std::size_t unit = 0; unit < owners.size(); ++unit) {
      last += owners[unit] + 1 == static_cast<int>(rates.size()) ? units.total(unit) : 0.0;
    }
    outcome.last.push_back(last / units.total_load());
  }
  return outcome;
}

/// What a machine of these speeds needs at least, everything known and moving free.
double ideal_seconds(const UnitsAt& units_at, const SpeedAt& speed_at, int intervals) {
  double seconds = 0.0;
  for (int interval = 0; interval < intervals; ++interval) {
    const std::vector<double> speed = speed_at(interval);
    const double all = std::accumulate(speed.begin(), speed.end(), 0.0);
    seconds += units_at(interval).total_load() / all * kInterval;
  }
  return seconds;
}

const workload::UnitList& fixed_units() {
  static const workload::UnitList units =
      partition::front_units<2>(64, 0.0, geometry::CurveKind::hilbert);
  return units;
}

const UnitsAt kFixed = [](int) -> const workload::UnitList& { return fixed_units(); };

/// Speeds such that a coarse step of fixed_units() takes about a third of a second.
std::vector<double> scaled(std::vector<double> relative) {
  std::ranges::for_each(relative, [](double& speed) { speed *= 3.0 * fixed_units().total_load(); });
  return relative;
}

std::vector<double> changes_four_times(int interval) {
  constexpr std::array<std::array<double, 4>, 5> kPhases = {
      std::array{0.25, 0.25, 0.25, 0.25}, std::array{0.40, 0.40, 0.10, 0.10},
      std::array{0.16, 0.19, 0.31, 0.34}, std::array{0.10, 0.30, 0.30, 0.30},
      std::array{0.25, 0.25, 0.25, 0.25}};
  const auto& phase = kPhases[static_cast<std::size_t>(interval) / 40];
  return scaled({phase.begin(), phase.end()});
}

TEST(Manager, StaysWithinATenthOfAnOracleWhenRatesChangeFourTimes) {
  constexpr int kIntervals = 200;
  const double oracle = ideal_seconds(kFixed, changes_four_times, kIntervals);

  const Outcome managed =
      play(make_manager("cost_benefit"), kFixed, changes_four_times, kIntervals, 0.02);
  const Outcome equal = play(make_manager("none"), kFixed, changes_four_times, kIntervals, 0.02);

  EXPECT_LT(managed.seconds, 1.10 * oracle);
  EXPECT_GT(equal.seconds, 1.5 * oracle);
  EXPECT_GE(managed.repartitions, 4);
  EXPECT_LE(managed.repartitions, 12);
}

TEST(Manager, SlowRankIsShedAndComesBackByItself) {
  const SpeedAt stalls = [](int interval) {
    const bool is_stalled = interval >= 20 && interval < 60;
    return scaled({0.25, 0.25, 0.25, is_stalled ? 1e-6 : 0.25});
  };

  const Outcome managed =
      play(make_manager("cost_benefit"), kFixed, stalls, 100, 0.01, scaled({0.25}).front());

  EXPECT_NEAR(managed.last[19], 0.25, 0.02);
  EXPECT_EQ(managed.last[24], 0.0);
  EXPECT_EQ(managed.last[59], 0.0);
  EXPECT_NEAR(managed.last[66], 0.25, 0.02);
  EXPECT_NEAR(managed.last[99], 0.25, 0.02);
}

TEST(Manager, NoiseAloneCausesNoRepartition) {
  const auto equal_speeds = [](int) { return scaled({0.25, 0.25, 0.25, 0.25}); };

  const Outcome managed = play(make_manager("cost_benefit"), kFixed, equal_speeds, 200, 0.02);

  EXPECT_EQ(managed.repartitions, 0);
}

TEST(Manager, LoadThatComesAndGoesFasterThanItPaysCostsLittle) {
  for (const int period : {1, 2, 3, 4, 6}) {
    const auto flapping = [period](int interval) {
      const bool loaded = interval / period % 2 == 1;
      return scaled({loaded ? 0.125 : 0.25, 0.25, 0.25, 0.25});
    };

    const Outcome managed = play(make_manager("cost_benefit"), kFixed, flapping, 200, 0.02);
    const Outcome equal = play(make_manager("none"), kFixed, flapping, 200, 0.02);

    EXPECT_LE(managed.seconds, 1.03 * equal.seconds) << "period " << period;
  }
}

TEST(Manager, LoadThatWandersFromRankToRankCostsLittle) {
  for (const int period : {1, 2, 3, 5, 8}) {
    const auto wandering = [period](int interval) {
      std::vector<double> speed(4, 0.25);
      speed[static_cast<std::size_t>(interval / period % 4)] = 0.1;
      return scaled(speed);
    };

    const Outcome managed = play(make_manager("cost_benefit"), kFixed, wandering, 200, 0.02);
    const Outcome equal = play(make_manager("none"), kFixed, wandering, 200, 0.02);

    EXPECT_LE(managed.seconds, 1.03 * equal.seconds) << "period " << period;
  }
}

TEST(Manager, DearMovesAreNotMadeForLoadThatComesAndGoes) {
  for (const int period : {1, 2, 3}) {
    const auto flapping = [period](int interval) {
      const bool loaded = interval / period % 2 == 1;
      // A hundred times the speed: an interval takes 0.013 s, a repartition more than 0.022 s.
      std::vector<double> speed = scaled({loaded ? 0.125 : 0.25, 0.25, 0.25, 0.25});
      std::ranges::for_each(speed, [](double& s) { s *= 100.0; });
      return speed;
    };

    const Outcome managed = play(make_manager("cost_benefit"), kFixed, flapping, 400, 0.02);
    const Outcome equal = play(make_manager("none"), kFixed, flapping, 400, 0.02);

    EXPECT_LE(managed.seconds, 1.03 * equal.seconds) << "period " << period;
  }
}

TEST(Manager, MovingRefinementIsFollowedWhenThatPays) {
  std::vector<workload::UnitList> lists;
  for (int shift = 0; shift < 30; ++shift) {
    lists.push_back(partition::front_units<2>(64, shift, geometry::CurveKind::hilbert));
  }
  const UnitsAt moving = [&lists](int interval) -> const workload::UnitList& {
    return lists[static_cast<std::size_t>(interval)];
  };
  const auto uneven = [](int) { return scaled({0.16, 0.19, 0.31, 0.34}); };

  const Outcome managed = play(make_manager("cost_benefit"), moving, uneven, 30, 0.02);

  EXPECT_LT(managed.seconds, 1.10 * ideal_seconds(moving, uneven, 30));
}

TEST(Methods, StickyMethodsAlsoWorkCloserAndFromScratch) {
  Registry<partition::Partitioner> partitioners;
  partition::register_builtin(partitioners);

  EXPECT_EQ(make_methods(partitioners, "gpa").all.size(), 1U);
  const Methods methods = make_methods(partitioners, "ccp");
  ASSERT_EQ(methods.all.size(), 3U);
  EXPECT_EQ(methods.from_scratch().name, "ccp from scratch");
  EXPECT_EQ(methods.all[1].name, "ccp closer");
  EXPECT_EQ(methods.as_configured().name, "ccp");
  EXPECT_EQ(make_methods(partitioners, "ccp", {{"sticky_epsilon", 0.0}}).all.size(), 1U);
  EXPECT_THROW(make_methods(partitioners, "cpc"), InputError);
}

}  // namespace
}  // namespace evenkeel::manager
