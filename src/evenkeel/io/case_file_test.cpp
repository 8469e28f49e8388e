// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Case files: values, defaults, overrides, and what is said about mistakes.
#include "evenkeel/io/case_file.hpp"

#include <array>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using evenkeel::InputError;
using evenkeel::ParamSpec;
using evenkeel::Problems;
using evenkeel::io::Case;
using evenkeel::io::read_case;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

Case read(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return read_case("case.toml", text, overrides);
}

std::string complaint(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    read(text, overrides);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST(CaseFile, RootKernelAndKernelTableStandTogether) {
  const Case c = read("kernel = \"rm2d\"\n[kernel]\nmach = 1.5\n");

  EXPECT_EQ(c.text("kernel.name"), "rm2d");
  EXPECT_EQ(std::get<double>(c.parameters("kernel").at("mach")), 1.5);
  EXPECT_EQ(read("\"kernel\" = \"rm2d\"\n").text("kernel.name"), "rm2d");
}

TEST(CaseFile, DefaultsFillWhatIsMissing) {
  const Case c = read("kernel = \"tp2d\"");

  EXPECT_EQ(c.integer("mesh.ratio"), 2);
  EXPECT_EQ(c.text("partition.method"), "ccp");
  EXPECT_TRUE(c.flag("time.subcycle"));
  EXPECT_DOUBLE_EQ(c.number("manage.sense_interval"), 0.0);
  EXPECT_FALSE(c.has("domain.cells"));
}

TEST(CaseFile, OverridesWinAndMayBeBareWords) {
  const Case c = read("kernel = \"tp2d\"\n[partition]\nmethod = \"ccp\"",
                      {"partition.method=gpa", "domain.cells=[16, 8]", "memory.budget=2GiB"});

  EXPECT_EQ(c.text("partition.method"), "gpa");
  EXPECT_THAT(c.numbers("domain.cells"), ElementsAre(16, 8));
  EXPECT_DOUBLE_EQ(c.number("memory.budget"), 2147483648.0);
}

TEST(CaseFile, EveryFaultIsNamedWithItsPlace) {
  const std::string said = complaint(
      "kernel = \"tp2d\"\n[mesh]\nmax_level = 3\nefficiency = 1.5\nratio = \"two\"\n"
      "[mush]\n[manage]\nsense_interval = \"3 parsec\"\n[partition]\ncurve = \"hilbrt\"\n");

  EXPECT_THAT(said, HasSubstr("case.toml:3:1: no key 'mesh.max_level' (did you mean "
                              "'mesh.max_levels'?)"));
  EXPECT_THAT(said, HasSubstr("case.toml:4:1: mesh.efficiency is 1.5, allowed is 0.05 to 1"));
  EXPECT_THAT(said, HasSubstr("case.toml:5:1: mesh.ratio is 'two', wanted is integer"));
  EXPECT_THAT(said, HasSubstr("case.toml:6:2: no key 'mush'"));
  EXPECT_THAT(said, HasSubstr("case.toml:8:1: manage.sense_interval"));
  EXPECT_THAT(said, HasSubstr("did you mean 'hilbert'?"));
}

TEST(CaseFile, ListsUnderMisspeltNamesAreToldTheNearest) {
  EXPECT_THAT(complaint("kernel = \"tp2d\"\n[manage]\nsensrs = ['cgroup']\n"),
              AllOf(StartsWith("case.toml:3:1: manage.sensrs is "),
                    HasSubstr("(did you mean 'sensors'?)")));
}

TEST(CaseFile, ListsOfSizesHaveUnits) {
  EXPECT_THAT(read("kernel = \"tp2d\"", {"memory.budgets=['1kB', 0]"}).numbers("memory.budgets"),
              ElementsAre(1000.0, 0.0));
  EXPECT_THAT(complaint("kernel = \"tp2d\"", {"memory.budgets=[5]"}),
              HasSubstr("memory.budgets is [ 5 ], wanted is list of memory sizes [byte]"));
}

TEST(CaseFile, NumbersInPlaceOfTablesAreToldApart) {
  EXPECT_THAT(complaint("kernel = \"tp2d\"\nmesh = 3\n"),
              HasSubstr("case.toml:2:1: mesh is 3, wanted is a table: [mesh]"));
}

TEST(CaseFile, TablesOfAnyNameHaveTheirKeys) {
  const Case c = read(
      "kernel = \"tp2d\"\n[mesh.region.wake]\nlower = [0.5, -inf]\nleast_level = 2\n"
      "[mesh.region.far-off]\nmost_level = 1\n",
      {"mesh.region.wake.until=0.25"});

  EXPECT_THAT(c.names("mesh.region"), ElementsAre("far-off", "wake"));
  EXPECT_EQ(c.integer("mesh.region.wake.least_level"), 2);
  EXPECT_EQ(c.number("mesh.region.wake.until"), 0.25);
  EXPECT_EQ(c.place("mesh.region.wake.lower").line, 3);
  EXPECT_THAT(c.resolved(), HasSubstr("region.wake.lower = [0.5, -inf]\n"));
  EXPECT_EQ(read(c.resolved()).resolved(), c.resolved());
  EXPECT_THAT(read("kernel = \"tp2d\"").names("mesh.region"), ElementsAre());
}

TEST(CaseFile, FaultsInTablesOfAnyNameAreNamed) {
  const std::string said = complaint(
      "kernel = \"tp2d\"\n[mesh.region.wake]\nlowr = [0.5]\nleast_level = 12\nuntil = \"x\"\n"
      "[mesh.region]\nfar = 3\n\"a b\" = {from = 1.0}\n");

  EXPECT_THAT(said, HasSubstr("case.toml:3:1: no key 'mesh.region.wake.lowr' (did you mean "
                              "'mesh.region.NAME.lower'?)"));
  EXPECT_THAT(said, HasSubstr("case.toml:4:1: mesh.region.wake.least_level is 12, allowed is 0 "
                              "to 11"));
  EXPECT_THAT(said, HasSubstr("case.toml:5:1: mesh.region.wake.until is 'x', wanted is number"));
  EXPECT_THAT(said, HasSubstr("case.toml:7:1: mesh.region.far is 3, wanted is a table"));
  EXPECT_THAT(said, HasSubstr("case.toml:8:1: no key 'mesh.region.a b'"));
  EXPECT_THAT(complaint("kernel = \"tp2d\"\n[mesh.region]\nlower = [0.5]\n"),
              HasSubstr("case.toml:3:1: mesh.region.lower is a key of [mesh.region.NAME]: write "
                        "[mesh.region.NAME] with any word for NAME"));
}

TEST(CaseFile, SyntaxErrorsHaveAPlace) {
  EXPECT_THAT(complaint("kernel = \"tp2d\"\n[mesh\n"), HasSubstr("case.toml:2:"));
}

TEST(CaseFile, MissingKernelAndBadOverrideAreErrors) {
  EXPECT_THAT(complaint("[mesh]\nratio = 2\n"), HasSubstr("no kernel"));
  EXPECT_THAT(complaint("kernel = \"tp2d\"", {"nonsense"}), HasSubstr("key=value"));
  EXPECT_THAT(complaint("kernel = \"tp2d\"\nkernel = \"sod\"\n"),
              AllOf(StartsWith("case.toml:2:"), HasSubstr("'kernel'")));
}

TEST(CaseFile, RangeWithoutEndIsSaidInWords) {
  EXPECT_THAT(complaint("kernel = \"tp2d\"\n[time]\nend = -1.0\n"),
              HasSubstr("time.end is -1, allowed is 0 or more [time]"));
}

TEST(CaseFile, ResolvedTextReadsBackToTheSame) {
  const Case first = read("kernel = \"tp2d\"\n[kernel]\nspeed = 0.25\n[mesh]\nefficiency = 0.7\n",
                          {"time.end=1e-3", "domain.lower=[0.5, -1]", "memory.budget=512MiB",
                           "domain.boundary_lower=['outflow', 'periodic']"});
  const Case second = read(first.resolved());

  EXPECT_EQ(first.resolved(), second.resolved());
  EXPECT_EQ(second.number("time.end"), 1e-3);
  EXPECT_THAT(second.texts("domain.boundary_lower"), ElementsAre("outflow", "periodic"));
}

TEST(CaseFile, FaultsAreOfTheTablesThatWereMeant) {
  Problems problems;

  const Case c = read_case("manage.toml",
                           "kernel = \"rm2d\"\n[tmie]\nsteps = 3\n[mesh]\nratio = \"machine\"\n",
                           {}, problems);

  EXPECT_FALSE(problems.empty());
  EXPECT_TRUE(c.has_faults_in("time"));
  EXPECT_TRUE(c.has_faults_in("mesh"));
  EXPECT_FALSE(c.has_faults_in("manage"));
  EXPECT_FALSE(c.has_faults_in("machine"));
}

TEST(CaseFile, PluginParametersAreCheckedWithTheirPlace) {
  static constexpr ParamSpec kSpecs[] = {{"mach", "1", 1.5, 1.0, 10.0, "shock strength"}};
  const Case c = read("kernel = \"rm2d\"\n[kernel]\nmach = 0.5\nmatch = 2\n");
  Problems problems;

  c.check_parameters("kernel", kSpecs, problems);

  try {
    problems.throw_if_any();
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("case.toml:3:1: [kernel] parameter 'mach' is 0.5"));
    EXPECT_THAT(
        error.what(),
        HasSubstr(
            "case.toml:4:1: [kernel] no key 'match'; known: name, mach (did you mean 'mach'?)"));
  }
}
