// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Capacities, and files that a case names.
#include <cstdlib>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/runtime/setup.hpp"
#include "evenkeel/runtime/test_case.hpp"

namespace evenkeel::runtime {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(CheckCase, CapacitiesFitTheRanksAndAreNotAllZero) {
  const std::string given = kPlainCase + "manage.capacity = \"given\"\n";

  EXPECT_THAT(complaint(given), HasSubstr("give machine.capacities or machine.capacity_file"));
  EXPECT_THAT(complaint(given + "machine.capacities = [1, 2]\n", 3),
              HasSubstr("machine.capacities has 2 entries, the run has 3 ranks"));
  EXPECT_THAT(complaint(given + "machine.capacities = [0, 0]\n", 2), HasSubstr("are all 0"));
  EXPECT_THAT(complaint(given + "machine.capacities = [0, -1]\n", 2), HasSubstr("is -1"));
  EXPECT_EQ(complaint(given + "machine.capacities = [0, 1]\n", 2), "");
}

TEST(CheckCase, MissingCapacityFileIsNamedWithItsKey) {
  EXPECT_THAT(complaint(kPlainCase + "manage.capacity = \"given\"\n"
                                     "machine.capacity_file = \"no/such/file\"\n"),
              AllOf(StartsWith("case.toml:4:"), HasSubstr("cannot open no/such/file")));
}

TEST(CheckCase, CapacityFileBecomesPartOfTheCase) {
  std::string path = std::filesystem::temp_directory_path() / "evenkeel-setup-XXXXXX";
  ASSERT_NE(mkdtemp(path.data()), nullptr);
  write_file(path + "/capacities", std::string_view("1\n3\n"));

  const std::string resolved =
      check(kPlainCase + "manage.capacity = \"given\"\nmachine.capacity_file = \"" + path +
                "/capacities\"\n",
            {}, 2)
          .settings.resolved();
  std::filesystem::remove_all(path);
  const CheckedCase again = check(resolved, {}, 2);

  EXPECT_THAT(again.settings.numbers("machine.capacities"), ElementsAre(0.25, 0.75));
}

TEST(CheckCase, TheNewerOfCapacitiesCounts) {
  std::string path = std::filesystem::temp_directory_path() / "evenkeel-setup-XXXXXX";
  ASSERT_NE(mkdtemp(path.data()), nullptr);
  write_file(path + "/file", std::string_view("1\n3\n"));
  const std::string given = kPlainCase + "manage.capacity = \"given\"\n";
  const std::string list = "machine.capacities = [1, 1]\n";
  const std::string file = "machine.capacity_file = \"" + path + "/file\"\n";
  const auto shares = [](const std::string& text, const std::string& override) {
    return check(text, {override}, 2).settings.numbers("machine.capacities");
  };

  EXPECT_THAT(shares(given + list, "machine.capacity_file=" + path + "/file"),
              ElementsAre(0.25, 0.75));
  EXPECT_THAT(shares(given + file, "machine.capacities=[2, 2]"), ElementsAre(2.0, 2.0));
  EXPECT_THAT(complaint(given + list + file, 2), HasSubstr("both given"));
  std::filesystem::remove_all(path);
}

TEST(CheckCase, FilesOfSensorsLieBesideTheCaseToo) {
  std::string path = std::filesystem::temp_directory_path() / "evenkeel,setup-XXXXXX";
  ASSERT_NE(mkdtemp(path.data()), nullptr);
  write_file(path + "/s.csv", std::string_view("load\n1\n2\n"));
  const Plugins plugins = Plugins::builtin();

  const CheckedCase found = check_case(
      path + "/case.toml",
      kPlainCase + "manage.sensors = [\"procfs\", \"replay=s.csv,name=load\"]\n", {}, plugins, 0);
  EXPECT_THAT(found.settings.texts("manage.sensors"),
              ElementsAre("procfs", "replay=\"" + path + "/s.csv\",name=load"));
  std::filesystem::remove_all(path);
}

TEST(CheckCase, FilesLieBesideTheCaseThatNamesThem) {
  std::string path = std::filesystem::temp_directory_path() / "evenkeel-setup-XXXXXX";
  ASSERT_NE(mkdtemp(path.data()), nullptr);
  write_file(path + "/rules.toml", std::string_view("delta = 0.05\n"));
  const Plugins plugins = Plugins::builtin();

  const CheckedCase found = check_case(
      path + "/case.toml", kPlainCase + "partition.octants = \"rules.toml\"\n", {}, plugins, 0);
  EXPECT_EQ(found.settings.text("partition.octants"), path + "/rules.toml");
  std::filesystem::remove_all(path);
}

}  // namespace
}  // namespace evenkeel::runtime
