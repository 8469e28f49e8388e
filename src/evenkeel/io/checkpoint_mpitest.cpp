// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Checkpoints on real ranks: written, read, damaged.
/// ranks: 1 2 3 4
#include "evenkeel/io/checkpoint.hpp"

#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/test_small_files.hpp"
#include "evenkeel/io/checksum.hpp"
#include "evenkeel/io/test_hierarchy.hpp"
#include "evenkeel/io/verify.hpp"

namespace evenkeel::io {
namespace {

namespace fs = std::filesystem;
using comm::Communicator;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A folder of its own for every test, the same on all ranks.
class Checkpoints : public ::testing::Test {
 protected:
  Checkpoints() : world_(MPI_COMM_WORLD) {
    std::string name = fs::temp_directory_path() / "evenkeel-io-XXXXXX";
    std::vector<char> letters(name.begin(), name.end());
    letters.push_back('\0');
    if (world_.rank() == 0) {
      mkdtemp(letters.data());
    }
    world_.broadcast(letters, 0);
    run_dir_ = letters.data();
  }
  ~Checkpoints() override {
    world_.barrier();
    if (world_.rank() == 0) {
      fs::remove_all(run_dir_);
    }
  }

  /// Runs \p work on rank 0 while the others wait.
  void on_one_rank(const std::function<void()>& work) {
    if (world_.rank() == 0) {
      work();
    }
    world_.barrier();
  }

  Communicator world_;
  fs::path run_dir_;
};

/// \param ranks  that write it
RunState state_at(std::int64_t step, int ranks) {
  RunState state;
  state.step = step;
  state.time = 0.1 * static_cast<double>(step);
  state.dt = 1.0 / 3.0;
  state.next_dt = 1e-300;
  state.level_steps = {step, 2 * step, 4 * step};
  state.kernel = "euler";
  state.components = {"density", "pressure"};
  state.config = "kernel = \"euler\"\n[time]\nsteps = 5 # \xc3\xa9\n";
  state.identity = {{"kernel.gamma", "1.4"}, {"time.subcycle", "true"}};
  state.capacities.assign(static_cast<std::size_t>(ranks), 1.0 / ranks);
  state.granularity = 4;
  state.unit_owners = {0, ranks - 1, ranks - 1, 0};
  state.history = R"({"rates": [1.5, 2.5], "rng": "ff00"})";
  return state;
}

template <int D>
fs::path write(const Communicator& group, const fs::path& run_dir, std::int64_t step,
               int keep = 5) {
  const auto hierarchy = testing::empty_hierarchy<D>(group, 4, 0);
  testing::fill(*hierarchy);
  return write_checkpoint(run_dir, *hierarchy, state_at(step, group.size()), keep).dir;
}

/// Reads into boxes of another size on other ranks and compares every bit.
template <int D>
void expect_values(const Communicator& group, const fs::path& dir) {
  const auto checkpoint = read_checkpoint<D>(group, dir);
  const auto hierarchy = testing::empty_hierarchy<D>(group, 6, 1);

  load_values(checkpoint, *hierarchy);

  std::int64_t wrong = 0;
  testing::for_each_value(*hierarchy, [&](int component, int level, const auto& cell, double v) {
    wrong += v != testing::value_of<D>(component, level, cell);
  });
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(solution_checksum(*hierarchy), checkpoint.manifest.checksum);
}

template <int D>
void round_trip(const Communicator& world, const fs::path& run_dir) {
  const fs::path dir = write<D>(world, run_dir, 7);

  expect_values<D>(world, dir);
  const auto checkpoint = read_checkpoint<D>(world, dir);
  EXPECT_EQ(checkpoint.state(), state_at(7, world.size()));
  EXPECT_EQ(checkpoint.mesh.cells, testing::test_mesh<D>().cells);
  EXPECT_EQ(checkpoint.levels, testing::test_layouts(testing::test_mesh<D>(), 4, world.size(), 0));
  EXPECT_THAT(verify(dir), IsEmpty());
}

TEST_F(Checkpoints, ComeBackBitForBitInAnotherLayout) {
  round_trip<1>(world_, run_dir_ / "one");
  round_trip<2>(world_, run_dir_ / "two");
  round_trip<3>(world_, run_dir_ / "three");
}

TEST_F(Checkpoints, OfOneRankAreReadByAllAndOfAllByOne) {
  const fs::path all = write<2>(world_, run_dir_, 1);
  const Communicator alone = world_.split(world_.rank(), 0);
  if (world_.rank() == 0) {
    write<2>(alone, run_dir_, 2);
    expect_values<2>(alone, all);
  }
  world_.barrier();

  expect_values<2>(world_, run_dir_ / "chk00002");
  EXPECT_EQ(read_manifest(run_dir_ / "chk00002").checksum, read_manifest(all).checksum);
}

TEST_F(Checkpoints, OnlyTheNewestAreKeptAndTheLinkFollows) {
  for (const std::int64_t step : {5, 10, 100'000, 15}) {
    write<1>(world_, run_dir_, step, 2);
  }

  EXPECT_THAT(list_checkpoints(run_dir_),
              ElementsAre(run_dir_ / "chk100000", run_dir_ / "chk00015", run_dir_ / "chk00010"));
  EXPECT_EQ(fs::read_symlink(run_dir_ / "latest"), "chk00015");
}

TEST_F(Checkpoints, TheLinkOfACopiedRunIsMadeAnew) {
  write<1>(world_, run_dir_, 5);
  on_one_rank([&] {
    fs::remove(run_dir_ / "latest");
    fs::copy(run_dir_ / "chk00005", run_dir_ / "latest", fs::copy_options::recursive);
  });

  write<1>(world_, run_dir_, 10, 1);

  EXPECT_EQ(fs::read_symlink(run_dir_ / "latest"), "chk00010");
  EXPECT_TRUE(fs::exists(run_dir_ / "latest.left"));
  EXPECT_FALSE(fs::exists(run_dir_ / "chk00005"));
}

TEST_F(Checkpoints, ReplaceOneOfTheSameStep) {
  write<1>(world_, run_dir_, 5);
  on_one_rank([&] { std::ofstream(run_dir_ / "chk00005" / "stray") << "x"; });

  const fs::path dir = write<1>(world_, run_dir_, 5);

  EXPECT_FALSE(fs::exists(dir / "stray"));
  EXPECT_FALSE(fs::exists(run_dir_ / "chk00005.tmp"));
  EXPECT_THAT(verify(dir), IsEmpty());
}

/// Overwrites one byte.
void flip(const fs::path& file, std::streamoff at) {
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  stream.seekg(at);
  const auto byte = static_cast<char>(stream.get() ^ 1);
  stream.seekp(at);
  stream.put(byte);
}

TEST_F(Checkpoints, DamageIsNamedAndTheOneBeforeIsUsed) {
  write<2>(world_, run_dir_, 1);
  const fs::path dir = write<2>(world_, run_dir_, 2);
  const Manifest manifest = read_manifest(dir);
  world_.barrier();
  const Piece& flipped = manifest.pieces[1];
  on_one_rank([&] { flip(dir / flipped.file, static_cast<std::streamoff>(flipped.offset + 150)); });

  const std::string box = "box (0,4) .. (3,7) of level 0 at offset " +
                          std::to_string(flipped.offset) + " has the hash ";
  EXPECT_THAT(verify(dir),
              ElementsAre(AllOf(HasSubstr(flipped.file + ": " + box), HasSubstr(", expected "))));
  const Usable usable = find_usable(run_dir_);
  EXPECT_EQ(usable.checkpoint, run_dir_ / "chk00001");
  EXPECT_THAT(usable.problems, ElementsAre(HasSubstr("chk00002: Level_0/Cell_D_")));
  const auto checkpoint = read_checkpoint<2>(world_, dir);
  const auto hierarchy = testing::empty_hierarchy<2>(world_, 6, 1);
  EXPECT_THROW(load_values(checkpoint, *hierarchy), InputError);
}

TEST_F(Checkpoints, TornMissingAndLongerFilesAreNamed) {
  const fs::path dir = write<2>(world_, run_dir_, 2);
  on_one_rank([&] {
    fs::resize_file(dir / "Level_2/Cell_D_00000", 200);
    fs::remove(dir / "Level_1/Cell_D_00000");
    std::ofstream(dir / "Level_0/Cell_D_00000", std::ios::app) << "more";
    fs::remove(dir / "Level_1/Cell_H");
    flip(dir / "Header", 40);
  });

  const std::vector<std::string> faults = verify(dir);

  const auto naming = [&](const char* file, const char* what) {
    return ::testing::Contains(AllOf(HasSubstr(file), HasSubstr(what)));
  };
  EXPECT_THAT(faults, naming("Level_2/Cell_D_00000", "is cut off: the file has 200 bytes"));
  EXPECT_THAT(faults, naming("Level_1/Cell_D_00000", "No such file"));
  EXPECT_THAT(faults, naming("Level_0/Cell_D_00000", "bytes long, expected"));
  EXPECT_THAT(faults, naming("Level_1/Cell_H", "No such file"));
  EXPECT_THAT(faults, naming("Header", "has the hash"));
}

TEST_F(Checkpoints, DamagedManifestsAreNamed) {
  const fs::path dir = write<1>(world_, run_dir_, 2);
  on_one_rank([&] { flip(manifest_path(dir), 100); });
  EXPECT_THAT(verify(dir), ElementsAre(HasSubstr("evenkeel/manifest.json: has the hash")));
  EXPECT_THROW(read_checkpoint<1>(world_, dir), InputError);

  on_one_rank([&] { fs::remove(manifest_path(dir)); });
  EXPECT_THAT(verify(dir), ElementsAre(HasSubstr("cannot open")));
  EXPECT_THROW(read_checkpoint<1>(world_, dir), SystemError);
}

TEST_F(Checkpoints, UnfinishedOnesAreIgnoredAndReplaced) {
  on_one_rank([&] {
    fs::create_directories(run_dir_ / "chk00003.tmp/Level_0");
    std::ofstream(run_dir_ / "chk00003.tmp/Level_0/Cell_D_00000") << std::string(9999, 'x');
    fs::create_directories(run_dir_ / "chk00002.tmp");
  });

  EXPECT_EQ(find_usable(run_dir_).checkpoint, std::nullopt);
  const fs::path dir = write<2>(world_, run_dir_, 3);

  EXPECT_THAT(verify(dir), IsEmpty());
  EXPECT_EQ(find_usable(run_dir_).checkpoint, dir);
  EXPECT_FALSE(fs::exists(run_dir_ / "chk00002.tmp"));
}

TEST_F(Checkpoints, FullDisksAreErrorsOnAllRanksAndLeaveTheOldOnes) {
  write<3>(world_, run_dir_, 1);
  const bool is_last = world_.rank() == world_.size() - 1;
  std::optional<SmallFiles> full;
  if (is_last) {
    full.emplace(5000);
  }

  std::string message;
  try {
    write<3>(world_, run_dir_, 2);
  } catch (const SystemError& error) {
    message = error.what();
  }
  full.reset();

  EXPECT_THAT(message, AllOf(HasSubstr("cannot write"), HasSubstr("chk00002.tmp/Level_"),
                             HasSubstr("File too large")));
  world_.barrier();
  EXPECT_FALSE(fs::exists(run_dir_ / "chk00002.tmp"));
  EXPECT_EQ(find_usable(run_dir_).checkpoint, run_dir_ / "chk00001");
}

TEST_F(Checkpoints, OldOnesThatCannotBeRemovedWaitForTheNext) {
  write<1>(world_, run_dir_, 1, 1);
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  on_one_rank([&] {
    fs::path deep = run_dir_ / "chk00001";
    for (int depth = 0; depth < 50; ++depth) {
      deep /= "d";
    }
    fs::create_directories(deep);
    const int next = dup(0);  // removing needs an open file for each depth
    close(next);
    const rlimit few{static_cast<rlim_t>(next) + 20, before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &few);
  });

  const auto hierarchy = testing::empty_hierarchy<1>(world_, 4, 0);
  testing::fill(*hierarchy);
  const WrittenCheckpoint second =
      write_checkpoint(run_dir_, *hierarchy, state_at(2, world_.size()), 1);
  setrlimit(RLIMIT_NOFILE, &before);
  world_.barrier();

  EXPECT_EQ(second.faults.size(), world_.rank() == 0 ? 1U : 0U);
  EXPECT_TRUE(fs::exists(run_dir_ / "chk00001.tmp"));
  EXPECT_EQ(find_usable(run_dir_).checkpoint, second.dir);
  world_.barrier();
  EXPECT_TRUE(write_checkpoint(run_dir_, *hierarchy, state_at(3, world_.size()), 1).faults.empty());
  EXPECT_FALSE(fs::exists(run_dir_ / "chk00001.tmp"));
}

TEST_F(Checkpoints, FoldersThatCannotBeMadeAreErrorsOnAllRanks) {
  on_one_rank([&] { std::ofstream(run_dir_ / "file") << "x"; });

  EXPECT_THROW(write<1>(world_, run_dir_ / "file", 1), SystemError);
}

TEST_F(Checkpoints, OfAnotherCaseAreRefusedWithTheKeysThatDiffer) {
  const fs::path dir = write<2>(world_, run_dir_, 1);
  const auto checkpoint = read_checkpoint<2>(world_, dir);
  RunState other = state_at(0, world_.size());
  hierarchy::Mesh<2> mesh = testing::test_mesh<2>();
  EXPECT_NO_THROW(expect_same_case(checkpoint, other, mesh, {}));

  other.kernel = "advection";
  other.components = {"density"};
  other.identity["kernel.gamma"] = "1.6667";
  other.identity.erase("time.subcycle");
  mesh.cells = {16, 9};
  std::string message;
  try {
    expect_same_case(checkpoint, other, mesh, {});
  } catch (const InputError& error) {
    message = error.what();
  }

  EXPECT_THAT(message, HasSubstr("'kernel' is euler in the checkpoint and advection in the case"));
  EXPECT_THAT(message, HasSubstr("'components' is density pressure in"));
  EXPECT_THAT(message, HasSubstr("'kernel.gamma' is 1.4 in the checkpoint and 1.6667 in"));
  EXPECT_THAT(message, HasSubstr("'time.subcycle' is true in the checkpoint and not set in"));
  EXPECT_THAT(message, HasSubstr("'domain.cells' is [16, 8] in the checkpoint and [16, 9] in"));
  EXPECT_THAT(message, ::testing::Not(HasSubstr("mesh.ratio")));
  EXPECT_THROW(read_checkpoint<3>(world_, dir), InputError);
}

TEST_F(Checkpoints, OfBeforeAKeyWasWrittenHaveItsDefault) {
  const auto checkpoint = read_checkpoint<2>(world_, write<2>(world_, run_dir_, 1));
  const hierarchy::Mesh<2> mesh = testing::test_mesh<2>();
  const Settings defaults{{"kernel.gamma", "5"}, {"kernel.wind", "1"}};
  RunState state = state_at(0, world_.size());
  const auto complaint = [&](const std::string& wind) -> std::string {
    state.identity["kernel.wind"] = wind;
    try {
      expect_same_case(checkpoint, state, mesh, defaults);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };

  EXPECT_EQ(complaint("1"), "");
  EXPECT_THAT(complaint("2"), HasSubstr("'kernel.wind' is 1 in the checkpoint and 2 in the case"));
}

TEST_F(Checkpoints, LackingCellsIsAnError) {
  const fs::path dir = write<2>(world_, run_dir_, 1);
  auto checkpoint = read_checkpoint<2>(world_, dir);
  checkpoint.levels[2].boxes.pop_back();
  const auto hierarchy = testing::empty_hierarchy<2>(world_, 6, 1);

  EXPECT_THROW(load_values(checkpoint, *hierarchy), InputError);
}

TEST_F(Checkpoints, ChecksumIsThatOfTheCellsNotOfTheBoxes) {
  const auto one = testing::empty_hierarchy<3>(world_, 4, 0);
  const auto other = testing::empty_hierarchy<3>(world_, 8, 1);
  testing::fill(*one);
  testing::fill(*other);
  const std::uint64_t sum = solution_checksum(*one);
  EXPECT_EQ(solution_checksum(*other), sum);

  for (const auto& patch : other->level(0).patches()) {
    if (patch.index == 0) {
      std::swap(patch.state.view()(0, patch.box.lo), patch.state.view()(1, patch.box.lo));
    }
  }
  EXPECT_NE(solution_checksum(*other), sum);
}

}  // namespace
}  // namespace evenkeel::io
