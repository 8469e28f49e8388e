// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Manifests: what is written is read, and nothing else is believed.
#include "evenkeel/io/manifest.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/io/fab_layout.hpp"

namespace evenkeel::io {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Piece piece(int level, std::int32_t lo, std::uint64_t offset) {
  Piece made;
  made.level = level;
  made.lo = {lo, 0, 0};
  made.hi = {lo + 8, 8, 1};
  made.file = fab_file(level, 12);
  made.offset = offset;
  made.bytes = fab_header<2>({{lo, 0}, {lo + 8, 8}}, 3).size() + 3U * 64 * 8;
  made.hash = 0xfedcba9876543210U;
  return made;
}

Manifest sample() {
  Manifest manifest;
  manifest.dim = 2;
  manifest.state = {.step = 100,
                    .time = 0.1,
                    .dt = 1.0 / 3.0,
                    .next_dt = 5e-324,
                    .level_steps = {100, 200},
                    .kernel = "rm2d",
                    .components = {"density", "momentum_x", "energy"},
                    .config = "kernel = 'rm2d'\n\"quoted\" \\ \t\n",
                    .identity = {{"kernel.gamma", "1.4"}},
                    .capacities = {0.25, 0.75},
                    .granularity = 4,
                    .unit_owners = {0, 1, 1},
                    .history = R"({"a": [1]})"};
  manifest.ranks = 2;
  manifest.cells = {16, 8};
  manifest.lower = {-1.0, 0.0};
  manifest.upper = {1.0, 1e300};
  manifest.periodic = {0, 1};
  manifest.max_levels = 2;
  manifest.checksum = 0xffffffffffffffffU;
  manifest.headers = {{"Header", 1}, {"Level_0/Cell_H", 2}};
  manifest.pieces = {piece(0, 0, 0), piece(0, 8, 9'000'000'000), piece(1, 16, 77)};
  return manifest;
}

std::string complaint(const std::string& text) {
  try {
    parse_manifest(text, "chk/evenkeel/manifest.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

/// What is said when \p from in the sample's text is \p to.
std::string complaint_about(const std::string& from, const std::string& to) {
  std::string text = to_json(sample());
  const std::size_t at = text.find(from);
  return at == std::string::npos ? "not found: " + from
                                 : complaint(text.replace(at, from.size(), to));
}

TEST(Manifest, ComesBackAsItWas) {
  EXPECT_EQ(parse_manifest(to_json(sample()), "x"), sample());
}

TEST(Manifest, MayHaveTheCostsOfOlderOnes) {
  EXPECT_EQ(complaint_about("\"owner\": 0, ", "\"owner\": 0, \"cost\": 0.5, "), "none");
}

TEST(Manifest, NamesWhatIsWrong) {
  EXPECT_THAT(complaint("{\"evenkeel_checkpoint\": 1"), HasSubstr("manifest.json: "));
  EXPECT_THAT(complaint("[]"), HasSubstr("is not an object"));
  EXPECT_THAT(complaint_about("\"dim\": 2", "\"dim\": 4"),
              HasSubstr("'dim' is 4, not an integer from 1 to 3"));
  EXPECT_THAT(complaint_about("\"dim\": 2", "\"dim\": 1"), HasSubstr("not one value per axis"));
  EXPECT_THAT(complaint_about("\"next_dt\"", "\"other\""), HasSubstr("'next_dt' is missing"));
  EXPECT_THAT(complaint_about("\"time\": 0.1", "\"time\": null"), HasSubstr("not a number"));
  EXPECT_THAT(complaint_about("rm2d'", "rm3d'"), HasSubstr("'config_hash' does not fit"));
  EXPECT_THAT(complaint_about("ffffffffffffffff", "fffffffffffffffg"), HasSubstr("not a hash"));
  EXPECT_THAT(complaint_about("\"max_levels\": 2", "\"max_levels\": 30"),
              HasSubstr("more than the cells"));
}

TEST(Manifest, NamesTheBoxThatIsWrong) {
  EXPECT_THAT(complaint_about("\"lo\": [8, 0], \"hi\": [16, 8]", "\"lo\": [8, 0], \"hi\": [17, 8]"),
              AllOf(HasSubstr("box 1"), HasSubstr("along axis 0 is 17, not from 9 to 16")));
  EXPECT_THAT(complaint_about("\"lo\": [8, 0]", "\"lo\": [-8, 0]"), HasSubstr("box 1: 'lo' is -8"));
  EXPECT_THAT(complaint_about("\"lo\": [8, 0]", "\"lo\": [7, 0]"), HasSubstr("box 1: 'bytes' is"));
  EXPECT_THAT(complaint_about("Level_0/Cell_D_00012", "../../etc/passwd"),
              HasSubstr("box 0: 'file' is '../../etc/passwd'"));
  EXPECT_THAT(complaint_about("\"offset\": 77", "\"offset\": 18446744073709551615"),
              HasSubstr("box 2: 'offset' is 18446744073709551615"));
  EXPECT_THAT(complaint_about("\"level\": 0", "\"level\": 1"), HasSubstr("box 0: 'file'"));
}

TEST(Manifest, HasOwnersThatGoTogether) {
  EXPECT_THAT(complaint_about("\"ranks\": 2", "\"ranks\": 9"),
              HasSubstr("'capacities' has 2 shares for 9 ranks"));
  EXPECT_THAT(complaint_about("\"granularity\": 4", "\"granularity\": 0"),
              HasSubstr("'granularity' is 0, not at least 1"));
  EXPECT_THAT(complaint_about("[0, 1, 1]", "[0, 1, -1]"), HasSubstr("'unit_owners' is -1"));
}

}  // namespace
}  // namespace evenkeel::io
