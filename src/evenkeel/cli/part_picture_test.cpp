// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Pictures of parts, read back pixel by pixel.
#include "evenkeel/cli/part_picture.hpp"

#include <array>
#include <cstdint>
#include <set>

#include <gtest/gtest.h>
#include <png.h>

#include "evenkeel/partition/test_units.hpp"

namespace evenkeel::cli {
namespace {

using Colour = std::array<std::uint8_t, 3>;

struct Picture {
  explicit Picture(const std::vector<std::byte>& file) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    EXPECT_NE(png_image_begin_read_from_memory(&image, file.data(), file.size()), 0);
    image.format = PNG_FORMAT_RGB;
    width = image.width;
    height = image.height;
    pixels.resize(std::size_t{width} * height);
    EXPECT_NE(png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr), 0);
  }

  const Colour& at(std::size_t x, std::size_t y) const { return pixels[y * width + x]; }

  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<Colour> pixels;
};

/// Base cells of one level at the given places.
workload::UnitList cells(int dimension, const std::vector<std::array<std::int32_t, 3>>& places) {
  workload::UnitList units;
  units.dimension = dimension;
  for (const auto& place : places) {
    partition::append_refined_unit(units, place, 0);
  }
  return units;
}

TEST(PartPicture, SecondAxisPointsUp) {
  const Picture picture(
      part_picture(cells(2, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}), {0, 0, 1, 2}));

  const std::uint32_t side = picture.width / 2;
  ASSERT_EQ(picture.height, 2 * side);
  const Colour below = picture.at(side / 2, side + side / 2);
  EXPECT_EQ(picture.at(side + side / 2, side + side / 2), below);  // both of part 0
  EXPECT_NE(picture.at(side / 2, side / 2), below);
  EXPECT_NE(picture.at(side + side / 2, side / 2), picture.at(side / 2, side / 2));
}

TEST(PartPicture, PartsOfOneColourHaveNoBorderBetweenThem) {
  const Picture picture(part_picture(cells(2, {{0, 0, 0}, {1, 0, 0}}), {3, 3}));

  EXPECT_EQ(std::set<Colour>(picture.pixels.begin(), picture.pixels.end()).size(), 1U);
}

TEST(PartPicture, RefinedUnitsAreDarkerAndMissingOnesWhite) {
  workload::UnitList units = partition::row_of_depths(std::vector<int>{0, 1});
  units.lo.push_back({3, 0, 0});  // cell 2 is missing
  units.hi.push_back({4, 1, 1});
  units.key.push_back(9);
  units.memory.push_back(1);
  units.load.insert(units.load.end(), {1.0, 0.0});
  units.cells.insert(units.cells.end(), {1, 0});

  const Picture picture(part_picture(units, {0, 0, 0}));

  const std::uint32_t side = picture.width / 4;
  const Colour coarse = picture.at(side / 2, side / 2);
  const Colour fine = picture.at(side + side / 2, side / 2);
  EXPECT_LT(fine[0] + fine[1] + fine[2], coarse[0] + coarse[1] + coarse[2]);
  EXPECT_EQ(picture.at(2 * side + side / 2, side / 2), (Colour{255, 255, 255}));
}

TEST(PartPicture, ThreeAxesGiveThreeSlicesSideBySide) {
  const workload::UnitList units = cells(3, {{0, 0, 0}, {3, 1, 2}});

  const Picture picture(part_picture(units, {0, 1}));

  // Sides 4, 2 and 3 blocks: slices of 4 x 2, 4 x 3 and 2 x 3 with two gaps between them.
  const std::uint32_t side = picture.height / 3;
  EXPECT_EQ(picture.height, 3 * side);
  EXPECT_EQ(picture.width, 10 * side + 2 * 8);
}

}  // namespace
}  // namespace evenkeel::cli
