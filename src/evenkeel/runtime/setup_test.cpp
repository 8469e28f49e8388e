// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What is said about cases that cannot be run.
#include "evenkeel/runtime/setup.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/runtime/base_memory.hpp"
#include "evenkeel/runtime/machine_checks.hpp"
#include "evenkeel/runtime/placement_options.hpp"
#include "evenkeel/runtime/plugin_checks.hpp"
#include "evenkeel/runtime/test_case.hpp"

namespace evenkeel::runtime {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::Pair;
using ::testing::StartsWith;
using ::testing::ThrowsMessage;

TEST(CheckCase, GoodCaseHasTheDefaultsOfItsKernel) {
  const CheckedCase checked = check(kPlainCase);

  EXPECT_EQ(checked.kernel->dimension(), 2);
  EXPECT_EQ(checked.settings.numbers("domain.cells").size(), 2U);
  EXPECT_EQ(checked.settings.integer("mesh.max_box"), 128);
  EXPECT_FALSE(checked.methods.all.empty());
}

TEST(CheckCase, FlagsHaveABufferWhereSomethingMoves) {
  const std::string stationary = "kernel = \"laplace\"\ntime.steps = 1\n";

  EXPECT_EQ(check(kPlainCase).settings.integer("mesh.buffer"), 2);
  EXPECT_EQ(check(kPlainCase, {"kernel.name=sv2d"}).settings.integer("mesh.buffer"), 3);  // cfl 0.7
  EXPECT_EQ(check(stationary).settings.integer("mesh.buffer"), 0);
  EXPECT_EQ(check(stationary, {"mesh.buffer=1"}).settings.integer("mesh.buffer"), 1);
}

TEST(CheckCase, UnitsAreLargerWhereThereAreMoreThanRanksNeed) {
  const auto side = [](std::vector<std::string> overrides, std::size_t ranks) {
    overrides.push_back("domain.cells=[256,256]");
    return check(kPlainCase, overrides, ranks).settings.integer("partition.granularity");
  };
  EXPECT_EQ(side({}, 1), 4);
  EXPECT_EQ(side({}, 2), 8);                    // 512 for each
  EXPECT_EQ(side({}, 3), 4);                    // else 342
  EXPECT_EQ(side({"mesh.min_box=16"}, 3), 8);   // half a box, 342 for each
  EXPECT_EQ(side({"mesh.min_box=16"}, 64), 4);  // else 16
  EXPECT_EQ(side({"partition.granularity=2"}, 2), 2);
  EXPECT_EQ(check(kPlainCase, {"kernel.name=sod", "domain.cells=[16777216]"}, 2)
                .settings.integer("partition.granularity"),
            4096);  // the most it may be
}

TEST(CheckCase, ResolvedCaseIsTheSameCase) {
  const std::string first =
      check(kPlainCase, {"partition.method=gpa", "kernel.mach=1.3"}, 3).settings.resolved();

  EXPECT_EQ(check(first, {}, 3).settings.resolved(), first);
  EXPECT_THAT(first, HasSubstr("mach = 1.3"));
}

TEST(CheckCase, ResolvedCaseHasAllParametersOfItsPlugins) {
  const std::string usual = check(kPlainCase).settings.resolved();
  EXPECT_THAT(usual, AllOf(HasSubstr("\nsticky_epsilon = 0.05\n"),
                           HasSubstr("[manage]\ncooldown = "), HasSubstr("\nthreshold = ")));
  EXPECT_EQ(check(usual).methods.all.size(), check(kPlainCase).methods.all.size());
  const std::string weighted =
      check(kPlainCase, {"manage.capacity=weighted", "machine.weights=[1,0.5,0]"})
          .settings.resolved();
  EXPECT_THAT(weighted, AllOf(HasSubstr("\nbandwidth = 0\n"), HasSubstr("\ncpu = 1\n")));
}

TEST(CheckCase, ResolvedCaseIsTheSameWithEveryPlugin) {
  const Plugins plugins = Plugins::builtin();
  for (const char* key : {"kernel.name", "partition.method", "manage.policy", "manage.capacity"}) {
    for (const std::string_view word : plugin_words(key, plugins)) {
      const std::string first =
          check(kPlainCase, {fmt::format("{}={}", key, word), "machine.capacities=[1]"})
              .settings.resolved();
      EXPECT_EQ(check(first).settings.resolved(), first) << key << " = " << word;
    }
  }
}

TEST(CheckCase, ResolvedCaseTakesOtherPlugins) {
  const std::string resolved =
      check(kPlainCase, {"manage.capacity=drum_power"}).settings.resolved();
  const std::string other =
      check(resolved, {"partition.method=gpa", "manage.capacity=measured"}).settings.resolved();

  EXPECT_EQ(other, check(kPlainCase, {"partition.method=gpa"}).settings.resolved());
  EXPECT_THAT(
      complaint(kPlainCase + "partition.sticky_epsilon = 0.1\npartition.method = \"gpa\"\n"),
      AllOf(StartsWith("case.toml:3:11: [partition] no key 'sticky_epsilon'")));
  try {
    check(kPlainCase + "partition.stikcy_epsilon = 0.1\n", {"partition.method=gpa"});
    FAIL() << "no plug-in has a parameter of that name";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("'stikcy_epsilon'"));
  }
}

TEST(CheckCase, MisspeltKeysHaveThoseOfTheTableAndItsPluginsForNeighbours) {
  const auto said = [](const char* line) { return complaint(kPlainCase + line); };
  EXPECT_THAT(said("manage.polcy = \"none\"\n"),
              AllOf(StartsWith("case.toml:3:8: [manage] no key 'polcy'; known: policy, capacity, "),
                    HasSubstr(", threshold, "), HasSubstr("(did you mean 'policy'?)")));
  EXPECT_THAT(said("manage.sense_intervall = \"1s\"\n"), HasSubstr("mean 'sense_interval'?"));
  EXPECT_THAT(said("manage.treshold = 0.1\n"), HasSubstr("mean 'threshold'?"));
  EXPECT_THAT(said("partition.metod = \"gpa\"\n"), HasSubstr("mean 'method'?"));
  EXPECT_THAT(said("partition.granularty = 4\n"), HasSubstr("mean 'granularity'?"));
  EXPECT_THAT(said("partition.stiky_epsilon = 0.1\n"), HasSubstr("mean 'sticky_epsilon'?"));
}

TEST(DefaultIdentity, IsThatOfACaseThatSetsNothing) {
  const Plugins plugins = Plugins::builtin();
  for (const std::string_view name : plugins.kernels.names()) {
    const CheckedCase checked = check(fmt::format("kernel = \"{}\"\ntime.steps = 1\n", name));
    const auto identity = [&](const auto& application) {
      return default_identity(std::string(name), plugins.kernels.find(name).params, *application);
    };
    EXPECT_EQ(std::visit(identity, checked.kernel->application), identity_of(checked.settings));
  }
  EXPECT_EQ(identity_of(check(kPlainCase).settings).at("domain.boundary_lower"),
            "['inflow', 'periodic']");
}

TEST(CheckCase, SharesMayFollowAMetric) {
  EXPECT_EQ(complaint(kPlainCase + "manage.capacity = \"weighted\"\nmachine.weights = [1, 0, 0]\n"),
            "");
  const CheckedCase checked =
      check(kPlainCase, {"manage.capacity=drum_power", "machine.weights=[0.75,0,0.25]"});
  const PlacementOptions options = placement_options(checked.settings, {});
  EXPECT_EQ(options.sense.source, CapacitySource::kMetric);
  EXPECT_EQ(options.sense.metric->metric, "drum_power");
  EXPECT_THAT(options.sense.metric->weights, ElementsAre(0.75, 0.0, 0.25));
}

TEST(CheckCase, NumbersForAnotherCapacityArePassedOver) {
  const auto warnings = [](const std::vector<std::string>& overrides) {
    return passed_over(check(kPlainCase, overrides).settings);
  };
  EXPECT_THAT(warnings({"machine.weights=[0.5,0.25,0.25]"}),
              ElementsAre(HasSubstr("machine.weights are passed over")));
  EXPECT_THAT(warnings({"machine.capacities=[1,2]"}),
              ElementsAre(HasSubstr("machine.capacities are passed over")));
  EXPECT_THAT(warnings({"manage.capacity=weighted", "machine.weights=[1,0,0]"}), IsEmpty());
  EXPECT_THAT(warnings({"manage.capacity=given", "machine.capacities=[1,2]"}), IsEmpty());
}

TEST(CheckCase, ManageHasParametersOfPolicyAndMetric) {
  const std::string drum = kPlainCase + "manage.capacity = \"drum_power\"\n";
  const CheckedCase checked =
      check(drum, {"manage.comm=nws", "manage.weight=0.25", "manage.threshold=0.1"});
  const PlacementOptions options = placement_options(checked.settings, {});
  EXPECT_THAT(options.sense.metric->params,
              IsSupersetOf({Pair("comm", ParamValue("nws")), Pair("weight", ParamValue(0.25))}));
  EXPECT_FALSE(options.sense.metric->params.contains("threshold")) << "of the policy";
  EXPECT_EQ(
      complaint(kPlainCase + "manage.capacity = \"weighted\"\nmanage.weights = \"learned\"\n"), "");
  EXPECT_THAT(complaint(drum + "manage.wieght = 0.1\n"), HasSubstr("weight"));
  EXPECT_THAT(complaint(kPlainCase + "manage.comm = \"caf\"\n"), HasSubstr("comm"));
}

TEST(CheckCase, SensorsMustMakeSense) {
  EXPECT_EQ(complaint(kPlainCase + "manage.sensors = [\"cgroup\", \"snmp=127.0.0.1:161\"]\n"), "");
  EXPECT_THAT(complaint(kPlainCase + "manage.sensors = [\"snmp\"]\n"),
              HasSubstr("needs an address"));
  EXPECT_THAT(complaint(kPlainCase + "manage.sensors = [\"cgruop\"]\n"), HasSubstr("cgroup"));
  const auto sensors = [](const char* line) {
    return placement_options(check(kPlainCase + line).settings, {}).sense.facts;
  };
  EXPECT_TRUE(sensors("").has_sensors);
  EXPECT_FALSE(sensors("manage.sensors = []\n").has_sensors);
  EXPECT_FALSE(sensors("manage.deterministic = true\n").has_sensors);
}

TEST(CheckCase, MachineMustMakeSense) {
  EXPECT_THAT(complaint(kPlainCase + "manage.capacity = \"weigthed\"\n"),
              AllOf(HasSubstr("manage.capacity is 'weigthed'"), HasSubstr("mean 'weighted'?")));
  EXPECT_THAT(complaint(kPlainCase + "machine.weights = [1, 2]\n"), HasSubstr("three numbers"));
  EXPECT_THAT(complaint(kPlainCase + "machine.file = \"nowhere.xml\"\n"), HasSubstr("nowhere.xml"));
  EXPECT_THAT(
      complaint(kPlainCase + "manage.capacity = \"weighted\"\nmanage.deterministic = true\n"),
      HasSubstr("no sensor changes"));
}

TEST(CheckCase, TheBaseLevelMustFitIntoTheBudget) {
  const std::string small = kPlainCase + "domain.cells = [1024, 512]\n";  // of 5 values: 20 MiB
  EXPECT_EQ(complaint(small + "memory.budget = \"10MiB\"\n", 2), "");
  EXPECT_THAT(complaint(small + "memory.budget = \"8MiB\"\n", 2),
              AllOf(StartsWith("case.toml:4:"), HasSubstr("takes 20.0 MiB for its values alone"),
                    HasSubstr("the memory.budget of 2 ranks is 16.0 MiB only")));
  EXPECT_THAT(complaint(small + "memory.budgets = ['1MB', '3194304B']\n", 2),
              HasSubstr("is 4.00 MiB"));
  EXPECT_EQ(complaint(small + "memory.budgets = ['1MB', 0]\n", 2), "") << "one has no limit";
  const auto overridden = [&](const std::string& text) { check(text, {"memory.budget=1B"}, 2); };
  EXPECT_THAT([&] { overridden(small); },
              ThrowsMessage<InputError>(StartsWith("-s memory.budget=1B: the base level")));
}

TEST(BaseMemory, IsThatOfAllValuesOfItsCells) {
  const CheckedCase checked = check(kPlainCase, {"domain.cells=[16777216,16777216]"});
  const double bytes = base_level_bytes(checked.settings, *checked.kernel);
  EXPECT_DOUBLE_EQ(bytes, 40.0 * std::exp2(48));
  EXPECT_THAT(memory_fault(bytes, 1e9, "this machine has"), HasSubstr("this machine has 954 MiB"));
  EXPECT_EQ(memory_fault(100.0, 100.0, "this machine has"), "");
  EXPECT_EQ(memory_fault(100.0, 0.0, "this machine has"), "") << "unknown";
}

TEST(CheckCase, FurtherMethodsAreWeighedBesideTheFirst) {
  const std::size_t alone = check(kPlainCase).methods.all.size();

  const CheckedCase checked = check(kPlainCase, {"partition.also=[\"gpa\",\"isp\"]"});

  EXPECT_EQ(checked.methods.all.size(), alone + 2);
  EXPECT_EQ(checked.methods.all.back().name, "isp");
  EXPECT_THAT(complaint(kPlainCase + "partition.also = [\"gap\"]\n"), HasSubstr("mean 'gpa'?"));
  EXPECT_THAT(complaint(kPlainCase + "partition.octants = \"nowhere.toml\"\n"),
              AllOf(HasSubstr("partition.octants: "), HasSubstr("nowhere.toml"),
                    HasSubstr("\"armada\" has the published rules")));
  EXPECT_THAT(
      complaint(kPlainCase + "partition.method = \"patch_lpt\"\npartition.octants = \"armada\"\n"),
      HasSubstr("partition.octants is of partitioners of grid units"));
  EXPECT_TRUE(check(kPlainCase, {"partition.octants=armada"}).octants);
  EXPECT_THAT(
      complaint(kPlainCase + "partition.method = \"patch_lpt\"\npartition.also = [\"isp\"]\n"),
      AllOf(StartsWith("case.toml:4:"), HasSubstr("\"patch_lpt\" deals out patches")));
}

TEST(CheckCase, ParametersOfTheKernelAreTheSameWhetherGivenOrNot) {
  const std::string mach = "mach = 1.5";

  EXPECT_THAT(check(kPlainCase).settings.resolved(), HasSubstr(mach));
  EXPECT_EQ(check(kPlainCase, {"kernel.mach=1.5"}).settings.resolved(),
            check(kPlainCase).settings.resolved());
}

TEST(CheckCase, UnknownPluginHasPlaceAndNearestName) {
  EXPECT_THAT(complaint("kernel = \"rm22d\"\ntime.steps = 1\n"),
              AllOf(StartsWith("case.toml:1:1: kernel.name is 'rm22d', known are "),
                    HasSubstr("did you mean 'rm2d'")));
  EXPECT_THAT(complaint(kPlainCase + "partition.method = \"cpp\"\n"),
              AllOf(StartsWith("case.toml:3:"), HasSubstr("did you mean 'ccp'")));
  EXPECT_THAT(complaint(kPlainCase + "manage.policy = \"nune\"\n"),
              HasSubstr("did you mean 'none'"));
}

TEST(CheckCase, MethodMayDealOutPatches) {
  const CheckedCase checked =
      check(kPlainCase, {"partition.method=patch_lpt", "partition.chop=0.25"});

  EXPECT_NE(checked.patches, nullptr);
  EXPECT_EQ(checked.methods.all.front().name, "patch_lpt");
  EXPECT_EQ(check(kPlainCase).patches, nullptr);
  EXPECT_THAT(complaint(kPlainCase + "partition.method = \"patch_lpd\"\n"),
              HasSubstr("'patch_lpt'?"));
}

TEST(CheckCase, ParameterOfPluginIsCheckedAgainstItsDeclaration) {
  EXPECT_THAT(complaint("kernel = \"rm2d\"\ntime.steps = 1\n[kernel]\nmcah = 1.5\n"),
              AllOf(StartsWith("case.toml:4:1: [kernel] "), HasSubstr("did you mean 'mach'")));
  EXPECT_THAT(complaint("kernel = \"rm2d\"\ntime.steps = 1\n[kernel]\nmach = 0.5\n"),
              HasSubstr("'mach' is 0.5"));
}

TEST(CheckCase, AKeyAtFaultHidesNothingOfOtherTables) {
  const std::string said = complaint(
      "kernel = \"tp2d\"\nmesh.max_level = 3\n"
      "partition.method = \"none\"\npartition.also = [\"foo\"]\n");

  for (const char* each : {"mesh.max_level", "nothing says when to stop", "partition.also"}) {
    EXPECT_THAT(said, HasSubstr(each));
  }
  EXPECT_THAT(complaint("kernel = \"tp2d\"\ntime.step = 3\n"),
              Not(HasSubstr("nothing says when to stop")));
}

TEST(CheckCase, TypesOfParametersAreChecked) {
  EXPECT_THAT(complaint(kPlainCase + "partition.slow_axis = 0.5\n"), HasSubstr("whole"));
  EXPECT_THAT(complaint(kPlainCase + "manage.threshold = true\n"),
              HasSubstr("'threshold' is 'true', wanted is a number"));
  EXPECT_THAT(complaint(kPlainCase + "machine.capacities = [inf]\nmanage.capacity = \"given\"\n"),
              HasSubstr("machine.capacities is inf, allowed is 0 to 1e+300"));
  EXPECT_THAT(complaint("kernel = \"tp2d\"\ntime.steps = 9223372036854775807\n"),
              HasSubstr("allowed is 0 to 1000000000000000"));
}

TEST(CheckCase, RatioFourWantsWavesToBeDamped) {
  const std::string waves = "kernel = \"wave2d\"\ntime.steps = 1\nmesh.ratio = 4\n";

  EXPECT_THAT(complaint(waves), HasSubstr("wants kernel.dissipation of 0.02 or more"));
  EXPECT_EQ(complaint(waves + "kernel.dissipation = 0.05\n"), "");
  EXPECT_EQ(complaint(waves + "mesh.max_levels = 1\n"), "");
}

TEST(CheckCase, ParameterAtFaultHidesNoOtherFault) {
  EXPECT_THAT(complaint("kernel = \"rm2d\"\ntime.steps = 1\ndomain.cells = [127, 32]\n"
                        "[kernel]\nmach = 0.5\n"),
              AllOf(HasSubstr("'mach' is 0.5"), HasSubstr("domain.cells[0] is 127")));
}

TEST(CheckCase, ParametersMustGoTogether) {
  EXPECT_THAT(complaint("kernel = \"eno2d\"\ntime.stesp = 1\nkernel.step_end = 0.5\n"),
              AllOf(HasSubstr("case.toml:2:"), HasSubstr("case.toml:3:8: kernel.step_end is 0.5"),
                    HasSubstr("must be above kernel.step_position = 0.6")));
}

TEST(CheckCase, SomethingSaysWhenToStop) {
  EXPECT_THAT(complaint("kernel = \"rm2d\"\n"), HasSubstr("give time.steps or time.end"));
}

TEST(CheckCase, AnotherKernelHasItsOwnDefaults) {
  const CheckedCase other = check(kPlainCase + "kernel.gamma = 1.3\n", {"kernel.name=sedov2d"}, 1);
  EXPECT_EQ(std::get<double>(other.settings.parameters("kernel").at("gamma")), 1.4);
}

TEST(CheckCase, RanksWithoutWorkAreAnError) {
  const std::string small = kPlainCase + "domain.cells = [8, 8]\n";

  EXPECT_THAT(complaint(small, 5), AllOf(StartsWith("case.toml:3:"),
                                         HasSubstr("has 4 grid units of partition.granularity = 4"),
                                         HasSubstr("the run has 5 ranks")));
  EXPECT_EQ(complaint(small, 4), "");
}

TEST(CheckCase, AllFaultsComeTogether) {
  const std::string said = complaint(
      "kernel = \"rm2d\"\n"
      "[domain]\nupper = [-1.0, 1.0]\ncells = [33, 32]\n"
      "[partition]\nmethod = \"gap\"\n"
      "[manage]\npolicy = \"nine\"\n");

  EXPECT_THAT(said, AllOf(HasSubstr("case.toml:3:1: "), HasSubstr("case.toml:4:1: "),
                          HasSubstr("case.toml:6:1: "), HasSubstr("case.toml:8:1: "),
                          HasSubstr("when to stop")));
}

TEST(CheckCase, FaultsOfKeysAndOfTheCaseComeTogether) {
  const std::string said = complaint(
      "kernel = \"rm2d\"\n[mesh]\nratio = 9\n[time]\nsteps = \"many\"\n[partition]\nmethod = "
      "\"gap\"\n");

  EXPECT_THAT(said, AllOf(HasSubstr("mesh.ratio is 9"), HasSubstr("time.steps is 'many'"),
                          HasSubstr("partition.method is 'gap'"), Not(HasSubstr("when to stop"))));
}

}  // namespace
}  // namespace evenkeel::runtime
