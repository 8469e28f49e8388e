// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What is said about domains and meshes that will not do.
#include "evenkeel/runtime/mesh_checks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/runtime/test_case.hpp"

namespace evenkeel::runtime {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(CheckMesh, BoxesAreMultiplesOfTheLeastOne) {
  const auto side = [](const std::vector<std::string>& overrides) {
    return check(kPlainCase, overrides).settings.integer("mesh.max_box");
  };
  EXPECT_EQ(side({}), 128);
  EXPECT_EQ(side({"mesh.min_box=6", "mesh.ratio=3", "domain.cells=[96,24]"}), 126);
  EXPECT_EQ(side({"mesh.min_box=256", "domain.cells=[512,128]"}), 256);
}

TEST(CheckMesh, LevelsCanBeCounted) {
  const std::string text =
      "kernel = \"sod\"\ntime.steps = 1\n[domain]\ncells = [1024]\n[mesh]\nratio = 4\n";

  EXPECT_EQ(complaint(text + "max_levels = 10\n"), "");
  EXPECT_THAT(complaint("kernel = \"sod\"\ntime.steps = 1\ndomain.cells = []\n"),
              HasSubstr("domain.cells has 0 entries"));
  EXPECT_THAT(
      complaint(text + "max_levels = 12\n"),
      HasSubstr("case.toml:7:1: mesh.max_levels is 12, at most 10 can be counted with these "
                "domain.cells and mesh.ratio = 4"));
}

TEST(CheckMesh, ThresholdsOfAnotherKindOfFlagsMustBeGiven) {
  for (const char* kind : {"gradient", "richardson", "value"}) {
    EXPECT_THAT(complaint(kPlainCase + fmt::format("mesh.flag = \"{}\"\n", kind)),
                AllOf(StartsWith("case.toml:3:"), HasSubstr(fmt::format("mesh.flag is '{}'", kind)),
                      HasSubstr("give mesh.flag_threshold")));
  }
  const auto threshold = [](const char* kind) {
    const CheckedCase checked = check(kPlainCase, {fmt::format("mesh.flag={}", kind)});
    return make_flags<2>(checked.settings, *std::get<1>(checked.kernel->application)).threshold;
  };
  EXPECT_THAT(threshold("jump"), ElementsAre(0.05));
  EXPECT_THAT(threshold("kernel"), ElementsAre(0.05));
  EXPECT_THAT(threshold("loehner"), ElementsAre(0.8));
}

TEST(CheckMesh, MeshMustSuitTheScheme) {
  const std::string gas =
      "kernel.name = \"rm2d\"\ntime.steps = 1\nmesh.flag = \"richardson\"\n"
      "mesh.flag_threshold = [0.01]\n";
  EXPECT_EQ(complaint(gas), "");
  EXPECT_THAT(complaint(gas + "kernel.scheme = \"rk2\"\n"),
              AllOf(StartsWith("case.toml:3:"), HasSubstr("needs a scheme of one stage")));
  EXPECT_THAT(complaint("kernel = \"laplace\"\ntime.steps = 1\nmesh.ratio = 4\n"),
              AllOf(StartsWith("case.toml:3:"), HasSubstr("mesh.ratio is 4, allowed is 2")));
}

TEST(CheckMesh, DomainThatTheRatioDoesNotDivideIsNamed) {
  EXPECT_THAT(complaint(kPlainCase + "domain.cells = [127, 32]\n"),
              AllOf(StartsWith("case.toml:3:"), HasSubstr("domain.cells[0] is 127, must be a "
                                                          "multiple of 2")));
  EXPECT_THAT(complaint(kPlainCase + "mesh.ratio = 3\n"),
              HasSubstr("mesh.min_box is 4, must be a multiple of mesh.ratio = 3"));
  EXPECT_THAT(complaint(kPlainCase + "mesh.max_box = 30\n"),
              HasSubstr("mesh.max_box is 30, must be a multiple of mesh.min_box = 4"));
  EXPECT_EQ(complaint(kPlainCase + "domain.cells = [127, 32]\nmesh.max_levels = 1\n"), "");
}

TEST(CheckMesh, ListsOfTheDomainHaveOneEntryAnAxis) {
  EXPECT_THAT(complaint(kPlainCase + "domain.cells = [128]\n"),
              HasSubstr("domain.cells has 1 entries, kernel 'rm2d' wants 2"));
  EXPECT_THAT(complaint(kPlainCase + "domain.boundary_lower = [\"outflow\"]\n"),
              HasSubstr("domain.boundary_lower has 1 entries"));
}

TEST(CheckMesh, CornersAreInOrder) {
  EXPECT_THAT(complaint(kPlainCase + "domain.lower = [0.0, 1.0]\ndomain.upper = [1.0, 1.0]\n"),
              HasSubstr("domain.upper[1] is 1, must be above domain.lower[1] = 1"));
  EXPECT_THAT(complaint(kPlainCase + "domain.lower = [0.0, 0.0]\ndomain.upper = [inf, 1.0]\n"),
              HasSubstr("domain.upper[0] is inf, must be above domain.lower[0] = 0 and finite"));
}

TEST(CheckMesh, ThresholdsOfFlagsAreNotNone) {
  EXPECT_THAT(complaint(kPlainCase + "mesh.flag_threshold = []\n"),
              AllOf(StartsWith("case.toml:3:"), HasSubstr("mesh.flag_threshold is empty")));
}

TEST(CheckMesh, PeriodicAxisIsPeriodicOnBothSides) {
  EXPECT_THAT(complaint(kPlainCase + "domain.boundary_lower = [\"outflow\", \"periodic\"]\n"
                                     "domain.boundary_upper = [\"outflow\", \"reflect\"]\n"),
              HasSubstr("axis 1 is periodic on one side only, the lower one"));
  EXPECT_THAT(complaint(kPlainCase + "domain.boundary_upper = [\"outflow\", \"reflect\"]\n"),
              HasSubstr("axis 1 is periodic on one side only"))
      << "the kernel's is, on the other";
}

TEST(CheckMesh, DomainsAreAsWideAsWhatIsReadBeyondTheirSides) {
  const std::string thin = "kernel = \"vortex\"\ntime.steps = 1\ndomain.cells = [8, 2]\n";
  EXPECT_EQ(complaint(thin + "mesh.max_levels = 1\n"), "");
  EXPECT_THAT(complaint(thin + "mesh.max_levels = 1\nkernel.scheme = \"weno5\"\n"),
              StartsWith("case.toml:3:8: domain.cells[1] is 2, must be at least 3: kernel"));
  EXPECT_THAT(
      complaint(thin + "mesh.min_box = 4\nmesh.max_levels = 2\nkernel.scheme = \"weno5\"\n"),
      HasSubstr("domain.cells[1] is 2, must be at least 4"));
  EXPECT_EQ(complaint(thin + "mesh.max_levels = 1\nkernel.scheme = \"weno5\"\n"
                             "domain.boundary_lower = [\"periodic\", \"outflow\"]\n"
                             "domain.boundary_upper = [\"periodic\", \"outflow\"]\n"),
            "");
}

TEST(CheckMesh, EllipticProblemsMustHaveASolution) {
  const std::string walls =
      "kernel = \"laplace\"\ntime.steps = 1\ndomain.boundary_lower = [\"reflect\", \"reflect\"]\n"
      "domain.boundary_upper = [\"reflect\", \"reflect\"]\n";
  EXPECT_EQ(complaint(walls), "");
  EXPECT_THAT(
      complaint(walls + "kernel.source = 1\n"),
      AllOf(StartsWith("case.toml:5:8: kernel.source"), HasSubstr("what enters cannot leave")));
}

TEST(CheckMesh, FlagComponentIsOneOfTheKernels) {
  EXPECT_THAT(complaint(kPlainCase + "mesh.flag_component = \"densty\"\n"),
              AllOf(HasSubstr("kernel 'rm2d' has density"), HasSubstr("mean 'density'")));
}

TEST(CheckMesh, QuantitiesAreThoseTheKernelMakes) {
  EXPECT_EQ(complaint(kPlainCase + "mesh.flag_component = \"pressure\"\n"), "");
  EXPECT_EQ(complaint(kPlainCase + "output.derived = [\"speed\", \"pressure\"]\n"), "");
  EXPECT_THAT(
      complaint(kPlainCase + "output.derived = [\"presure\"]\n"),
      AllOf(HasSubstr("kernel 'rm2d' makes pressure, speed"), HasSubstr("mean 'pressure'")));
  EXPECT_THAT(complaint("kernel = \"tp2d\"\ntime.steps = 1\noutput.derived = [\"speed\"]\n"),
              HasSubstr("makes nothing of its components"));
  EXPECT_THAT(complaint(kPlainCase + "mesh.flag = \"richardson\"\nmesh.flag_threshold = [0.1]\n"
                                     "mesh.flag_component = \"pressure\"\n"),
              HasSubstr("'pressure', which is made of other components"));
}

TEST(CheckMesh, ScenesAreThoseThatKernelsDescribe) {
  const auto of = [](const std::string& kernel, const std::string& more) {
    return complaint("kernel = \"" + kernel + "\"\ntime.steps = 1\n" + more);
  };
  EXPECT_THAT(of("wave2d", "domain.upper = [2.0, 2.0]\n"), HasSubstr("those of the unit cube"));
  EXPECT_THAT(of("sv3d",
                 "domain.boundary_lower = [\"periodic\", \"periodic\", \"reflect\"]\n"
                 "domain.boundary_upper = [\"periodic\", \"periodic\", \"reflect\"]\n"),
              HasSubstr("boundary_lower[2] is 'reflect', but the wind"));
  EXPECT_THAT(of("blast", "domain.lower = [0, 0, 0]\ndomain.upper = [1, 1, 1]\n"),
              HasSubstr("the ball around the origin"));
  EXPECT_THAT(of("density_wave", "domain.upper = [0.7]\n"), HasSubstr("multiple of 1 between"));
  EXPECT_THAT(of("rm2d",
                 "domain.boundary_lower = [\"inflow\", \"inflow\"]\n"
                 "domain.boundary_upper = [\"outflow\", \"inflow\"]\n"),
              HasSubstr("boundary_lower[1] is 'inflow', but gas flows in only behind"));
  EXPECT_THAT(of("tp2d",
                 "domain.cells = [64, 4]\ndomain.upper = [1, 0.0625]\n"
                 "mesh.flag = \"richardson\"\nmesh.flag_threshold = [0.1]\n"),
              HasSubstr("domain.cells[1] is 4, must be at least"));
}

TEST(CheckMesh, WavesLeaveOnlyWhereThereAreSome) {
  const std::string sides =
      "domain.boundary_lower = [\"outgoing\", \"outflow\"]\n"
      "domain.boundary_upper = [\"outflow\", \"outgoing\"]\n";

  EXPECT_THAT(complaint(kPlainCase + sides),
              AllOf(HasSubstr("boundary_lower has 'outgoing', which is for waves"),
                    HasSubstr("boundary_upper has 'outgoing'"), HasSubstr("'rm2d' has none")));
}

}  // namespace
}  // namespace evenkeel::runtime
