// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Owners follow shares, columns stay together, and a checkpoint's owners come back.
/// ranks: 1 2 3
#include "evenkeel/runtime/placement.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "evenkeel/manager/policy.hpp"
#include "evenkeel/runtime/on_root.hpp"
#include "evenkeel/runtime/summary.hpp"

namespace evenkeel::runtime {
namespace {

using geometry::BoxList;

class Placements : public ::testing::Test {
 protected:
  Placements() : world_(MPI_COMM_WORLD, &clock_) {
    partition::register_builtin(partitioners_);
    manager::register_builtin(policies_);
    mesh_.cells = {32, 32};
    mesh_.upper = {1.0, 1.0};
    mesh_.max_levels = 2;
  }

  Placement<2> make(PlacementOptions options) {
    options.sense.deterministic = true;
    return make(options, "static");
  }
  Placement<2> make(const PlacementOptions& options, std::string_view policy) {
    return {
        mesh_, world_,
        manager::Manager(manager::make_methods(partitioners_, "ccp"), policies_.make(policy, {})),
        options, [this](std::string_view kind, auto, auto) { ++events_[std::string(kind)]; }};
  }

  /// Cells of every owner.
  std::vector<std::int64_t> cells(const hierarchy::LevelLayout<2>& layout) const {
    std::vector<std::int64_t> sums(static_cast<std::size_t>(world_.size()));
    for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
      sums[static_cast<std::size_t>(layout.owners[i])] += layout.boxes[i].volume();
    }
    return sums;
  }

  /// Patches that all are of the first rank.
  static std::vector<hierarchy::LevelLayout<2>> levels(const std::vector<BoxList<2>>& boxes) {
    std::vector<hierarchy::LevelLayout<2>> all;
    for (const BoxList<2>& of_level : boxes) {
      all.push_back({of_level, std::vector<int>(of_level.size(), 0)});
    }
    return all;
  }

  telemetry::PhaseClock clock_;
  comm::Communicator world_;
  Registry<partition::Partitioner> partitioners_;
  Registry<manager::Policy> policies_;
  hierarchy::Mesh<2> mesh_;
  std::map<std::string, int> events_;
  const BoxList<2> base_{{{0, 0}, {32, 32}}};
  const BoxList<2> fine_{{{0, 0}, {32, 16}}};
};

TEST_F(Placements, GridsThatDoNotFitIntoMemoryAreNotAccepted) {
  PlacementOptions options;
  options.sense.source = CapacitySource::kEqual;
  options.sense.has_memory_limit = true;
  options.sense.memory_budget = 1.0;  // [byte]: less than the process has already
  Placement<2> placement = make(options);
  placement.place(0, {base_});
  placement.add({.level_updates = {1024}, .level_work = {1024.0}, .level_seconds = {0.1}}, 1);

  const auto layouts = placement.place(0, {base_, fine_});

  if (world_.size() == 1) {
    EXPECT_EQ(layouts.size(), 2U);  // one rank does not count
    return;
  }
  EXPECT_EQ(layouts.size(), 1U);
  EXPECT_NE(placement.refusal(), "");
  EXPECT_EQ(placement.manager().history().chances, 1);  // what was refused is not noted
  EXPECT_EQ(placement.manager().history().step, 1);
  EXPECT_EQ(events_["warn"], 0);  // who asks for the refusal warns: in the log, too
}

TEST_F(Placements, RankWithLittleMemoryGetsLittleFromTheStart) {
  PlacementOptions options;
  options.sense.source = CapacitySource::kEqual;
  options.sense.has_memory_limit = true;
  const double room = world_.rank() == 0 ? 100.0 * 4.0 * options.bytes_per_cell : 1e9;
  options.sense.memory_budget = resident_bytes() + room;
  Placement<2> placement = make(options, "cost_benefit");

  const auto layouts = placement.place(0, {base_});

  if (world_.size() > 1) {
    EXPECT_LT(cells(layouts[0]).front(), 200);
    EXPECT_EQ(geometry::volume(layouts[0].boxes), 1024);
  }
}

TEST_F(Placements, OwnersFollowTheSharesGiven) {
  PlacementOptions options;
  options.sense.source = CapacitySource::kGiven;
  options.sense.given.assign(static_cast<std::size_t>(world_.size()), 1.0);
  options.sense.given.back() = 3.0;
  Placement<2> placement = make(options);

  const auto layouts = placement.place(0, {base_});

  const double whole = world_.size() + 2.0;
  const auto sums = cells(layouts[0]);
  EXPECT_NEAR(static_cast<double>(sums.back()), 1024.0 * (world_.size() == 1 ? 1.0 : 3.0 / whole),
              16.0);
  EXPECT_EQ(geometry::volume(layouts[0].boxes), 1024);
}

TEST_F(Placements, FinerLevelsKeepTheOwnersOfTheirColumns) {
  Placement<2> placement = make({});
  const auto both = placement.place(0, {base_, fine_});

  const auto again = placement.place(1, {fine_});

  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0], both[1]);
  for (std::size_t i = 0; i < again[0].boxes.size(); ++i) {
    const auto below = again[0].boxes[i].coarsen(2);
    EXPECT_EQ(placement.owners().owner_of_cell(below.lo), again[0].owners[i]);
  }
  EXPECT_EQ(placement.chances(), 1);
  EXPECT_EQ(events_["regrid"], 2);
}

TEST_F(Placements, DealsOutThePresentBoxesWhenAsked) {
  Placement<2> placement = make({});
  const auto before = placement.place(0, {base_, fine_});
  placement.add({}, 1);

  const auto after = placement.deal_anew();

  EXPECT_EQ(after, before);  // the same boxes and shares
  EXPECT_EQ(placement.repartitions(), world_.size() > 1 ? 1 : 0);
  EXPECT_THAT(placement.reason(), testing::HasSubstr(world_.size() > 1 ? "asked" : "one rank"));
}

TEST_F(Placements, SpeedsAreFollowedBeforeTheFirstRegrid) {
  Placement<2> placement = make(PlacementOptions{}, "cost_benefit");
  placement.place(0, {base_});
  const double seconds = world_.rank() == 0 ? 4.0 : 1.0;
  const solver::StepReport report{
      .level_updates = {1024}, .level_work = {1024.0}, .level_seconds = {seconds}};
  placement.add(report, 1);
  const auto cold = placement.place_early();
  placement.add(report, 2);

  const auto early = placement.place_early();

  EXPECT_TRUE(cold.empty());  // the first step is not looked at
  if (world_.size() == 1) {
    EXPECT_TRUE(early.empty());
    return;
  }
  ASSERT_EQ(early.size(), 1U);
  EXPECT_EQ(geometry::volume(early[0].boxes), 1024);
  const double whole = world_.size() - 0.75;
  EXPECT_NEAR(static_cast<double>(cells(early[0]).front()), 1024.0 * 0.25 / whole, 16.0);
  placement.add(report, 3);
  EXPECT_TRUE(placement.place_early().empty());  // from now on regrids are the chances
}

/// Rules as they are in a file that changes.
class PlacementsByOctants : public Placements {
 protected:
  PlacementsByOctants()
      : file_(std::filesystem::temp_directory_path() / "evenkeel-octants-XXXXXX") {
    if (world_.rank() == 0) {
      close(mkstemp(file_.data()));
    }
    broadcast_text(world_, file_);
    write("delta = 0.05\n");
    options_.octants = file_;
    options_.sense.source = CapacitySource::kEqual;
    placement_.emplace(mesh_, world_, manager_by(file_), options_,
                       [this](std::string_view kind, auto, auto) { ++events_[std::string(kind)]; });
    placement_->place(0, {base_, fine_});
    placement_->add({.level_updates = {1024}, .level_work = {1024.0}, .level_seconds = {1.0}}, 1);
  }
  ~PlacementsByOctants() override {
    world_.barrier();
    if (world_.rank() == 0) {
      std::filesystem::remove(file_);
    }
  }

  manager::Manager manager_by(const std::string& file) {
    manager::Manager manager(manager::make_methods(partitioners_, "ccp"),
                             policies_.make("reactive", {}));
    manager.follow(read_octants(file));
    return manager;
  }

  /// Not in the same tick of the file system's clock as before.
  void write(const std::string& text) {
    if (world_.rank() == 0) {
      const auto before = std::filesystem::last_write_time(file_);
      std::ofstream(file_) << text;
      if (std::filesystem::last_write_time(file_) <= before) {
        std::filesystem::last_write_time(file_, before + std::chrono::milliseconds(10));
      }
    }
    world_.barrier();
  }

  /// Base regrids of grids that do not change.
  void regrid(int times) {
    for (; times > 0; --times) {
      placement_->place(0, {base_, fine_});
    }
  }
  std::string method() const { return placement_->manager().history().character.method; }

  std::string file_;
  PlacementOptions options_;
  std::optional<Placement<2>> placement_;
};

TEST_F(PlacementsByOctants, ChoosePartitionerAndUnitsOnceThereAreRatios) {
  if (world_.size() == 1) {
    return;  // which has nothing to choose
  }
  regrid(2);
  EXPECT_EQ(method(), "");
  EXPECT_EQ(placement_->granularity(), 4);
  regrid(1);
  EXPECT_EQ(method(), "gmisp_sp");  // III
  EXPECT_EQ(placement_->granularity(), 2);
  EXPECT_EQ(placement_->owners().granularity(), 2);
  EXPECT_GT(placement_->character_seconds(), 0.0);
}

TEST_F(PlacementsByOctants, TakeUpRulesThatChange) {
  if (world_.size() == 1) {
    return;
  }
  regrid(3);
  write("[III]\nmethods = [\"isp\"]\ngranularity = 8\n");
  regrid(1);
  EXPECT_EQ(method(), "isp");
  EXPECT_EQ(placement_->owners().granularity(), 4);  // 8 would leave ranks less than 16 units
  write("[III]\nmethods = [\"nobody\"]\n");
  regrid(1);
  EXPECT_EQ(method(), "isp");
  EXPECT_THAT(placement_->octant_trouble(), testing::HasSubstr("nobody"));
  write("[III]\nmethods = [\"isp\"]\n");
  regrid(1);
  EXPECT_EQ(placement_->octant_trouble(), "");
  EXPECT_EQ(placement_->owners().granularity(), 2);
}

TEST_F(PlacementsByOctants, GoOnFromACheckpoint) {
  if (world_.size() == 1) {
    return;
  }
  regrid(3);
  Placement<2> second(mesh_, world_, manager_by(file_), options_, [](auto, auto, auto) {});
  second.recall_grids({base_, fine_}, placement_->manager().history());
  second.restore(
      {mesh_.domain(0), placement_->owners().granularity(), placement_->owners().owners()},
      levels({base_, fine_}), placement_->capacity());
  second.place(0, {base_, fine_});
  EXPECT_EQ(second.manager().history().character.method, "gmisp_sp");
  EXPECT_EQ(second.owners().granularity(), 2);
}

TEST_F(Placements, EveryRankHasTheSameLayout) {
  Placement<2> placement = make({});

  const auto layouts = placement.place(0, {base_, fine_});

  for (const auto& layout : layouts) {
    for (const int owner : layout.owners) {
      EXPECT_EQ(world_.max(owner), world_.min(owner));
    }
  }
}

TEST_F(Placements, OwnersOfACheckpointComeBack) {
  Placement<2> first = make({});
  const auto before = first.place(0, {base_, fine_});
  Placement<2> second = make({});

  second.recall_grids({base_, fine_}, first.manager().history());
  second.restore({mesh_.domain(0), first.owners().granularity(), first.owners().owners()}, before,
                 first.capacity());

  EXPECT_EQ(second.place(1, {fine_})[0], before[1]);
  EXPECT_EQ(second.owners(), first.owners());
  EXPECT_EQ(second.repartitions(), 0);
}

TEST_F(Placements, GoOnWithSpeedsFromACheckpoint) {
  Placement<2> first = make(PlacementOptions{}, "cost_benefit");
  first.place(0, {base_});
  const double seconds = world_.rank() == 0 ? 4.0 : 1.0;
  const solver::StepReport report{
      .level_updates = {1024}, .level_work = {1024.0}, .level_seconds = {seconds}};
  for (const std::int64_t step : {1, 2, 3}) {
    first.add(report, step);
  }
  first.place(0, {base_});
  Placement<2> second = make(PlacementOptions{}, "cost_benefit");

  second.recall(60, first.sense_memory(), std::vector(128, 1.0));  // blocks times levels
  second.recall_grids({base_}, first.manager().history());
  second.restore({mesh_.domain(0), first.owners().granularity(), first.owners().owners()},
                 levels({base_}), first.capacity());
  second.place(0, {base_});

  EXPECT_THAT(second.capacity(), testing::Pointwise(testing::DoubleNear(1e-12), first.capacity()));
  EXPECT_EQ(second.owners(), first.owners());
  EXPECT_EQ(second.block_cost().size(), 128U);
  EXPECT_EQ(second.manager().history().step, world_.size() > 1 ? 60 : 0);
  second.add(report, 61);
  second.add(report, 62);
  EXPECT_TRUE(second.place_early().empty());  // there is nothing to wait for
}

class PatchPlacements : public Placements {
 protected:
  PatchPlacements() {
    Registry<partition::PatchPartitioner> registry;
    partition::register_builtin(registry);
    options_.patches = registry.make("patch_lpt");
    options_.align = 2;
  }

  PlacementOptions options_;
};

TEST_F(PatchPlacements, EveryLevelIsInBalanceByItself) {
  Placement<2> placement = make(options_);

  const auto layouts = placement.place(0, {base_, fine_});

  for (const auto& layout : layouts) {
    const auto sums = cells(layout);
    const double mean = static_cast<double>(geometry::volume(layout.boxes)) / world_.size();
    for (const std::int64_t sum : sums) {
      EXPECT_NEAR(static_cast<double>(sum), mean, 0.05 * mean);
    }
  }
}

TEST_F(PatchPlacements, FinerLevelsAreDealtOutAnewByTheSharesInForce) {
  Placement<2> placement = make(options_);
  const auto both = placement.place(0, {base_, fine_});

  const auto same = placement.place(1, {fine_});
  const auto other = placement.place(1, {BoxList<2>{{{32, 32}, {64, 64}}}});

  EXPECT_EQ(same[0], both[1]);
  EXPECT_EQ(geometry::volume(other[0].boxes), 1024);
  EXPECT_EQ(placement.chances(), 1);
}

TEST_F(PatchPlacements, EveryRankHasTheSameLayout) {
  Placement<2> placement = make(options_);

  for (const auto& layout : placement.place(0, {base_, fine_})) {
    for (const int owner : layout.owners) {
      EXPECT_EQ(world_.max(owner), world_.min(owner));
    }
  }
}

}  // namespace
}  // namespace evenkeel::runtime
