// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Strips add up the faces that are theirs.
#include "evenkeel/hierarchy/face_strip.hpp"

#include <array>

#include <gtest/gtest.h>

#include "evenkeel/hierarchy/copy_region.hpp"

namespace evenkeel::hierarchy {
namespace {

TEST(FluxRecorder, SumsTheFineFacesOfACoarseFace) {
  // The upper faces along axis 1 of a fine patch [4, 12) x [2, 8): coarse cells [2, 6) x {4}.
  std::array<double, 4> sums{};
  const FaceStrip<2> strip{
      1, true, {{4, 8}, {12, 9}}, 2, packed_view<2>(sums.data(), {{2, 4}, {6, 5}}, 1)};
  const FluxRecorder<2> recorder({&strip, 1});
  const std::array<double, 10> flux{100, 1, 2, 3, 4, 5, 6, 7, 8, 100};
  const double* row = flux.data();

  recorder.record(1, {3, 8}, 10, {&row, 1}, 0.5);
  EXPECT_EQ(sums, (std::array<double, 4>{1.5, 3.5, 5.5, 7.5}));

  recorder.record(1, {3, 7}, 10, {&row, 1}, 0.5);  // another plane
  recorder.record(0, {3, 8}, 10, {&row, 1}, 0.5);  // another axis
  EXPECT_EQ(sums, (std::array<double, 4>{1.5, 3.5, 5.5, 7.5}));

  const double* tail = flux.data() + 8;  // a row that begins inside a coarse face
  recorder.record(1, {11, 8}, 1, {&tail, 1}, 1.0);
  EXPECT_EQ(sums, (std::array<double, 4>{1.5, 3.5, 5.5, 15.5}));
}

TEST(FluxRecorder, PicksOneFaceOfARowAcrossTheStrip) {
  // The lower faces along axis 0 of a fine patch [4, 12) x [2, 6): coarse cells {1} x [1, 3).
  std::array<double, 4> sums{};
  const FaceStrip<2> strip{
      0, false, {{4, 2}, {5, 6}}, 2, packed_view<2>(sums.data(), {{1, 1}, {2, 3}}, 2)};
  const FluxRecorder<2> recorder({&strip, 1});
  const std::array<double, 9> mass{1, 2, 3, 4, 5, 6, 7, 8, 9};
  const std::array<double, 9> energy{10, 20, 30, 40, 50, 60, 70, 80, 90};
  const std::array<const double*, 2> rows{mass.data(), energy.data()};

  for (const std::int32_t j : {2, 3, 4}) {
    recorder.record(0, {4, j}, 9, rows, 1.0);
  }

  EXPECT_EQ(sums, (std::array<double, 4>{2, 1, 20, 10}));  // component slowest
}

TEST(FluxRecorder, WantsOnlyItsFaces) {
  std::array<double, 4> sums{};
  const std::array<FaceStrip<2>, 2> strips{
      {{0, true, {{12, 2}, {13, 4}}, 1, packed_view<2>(sums.data(), {{12, 2}, {13, 4}}, 1)},
       {1, true, {{4, 8}, {12, 9}}, 2, packed_view<2>(sums.data(), {{2, 4}, {6, 5}}, 1)}}};
  const FluxRecorder<2> recorder(strips);

  EXPECT_TRUE(FluxRecorder<2>().is_empty());
  EXPECT_FALSE(recorder.is_empty());
  EXPECT_TRUE(recorder.wants(1, {0, 8}, 5));
  EXPECT_FALSE(recorder.wants(1, {0, 8}, 4));
  EXPECT_FALSE(recorder.wants(1, {0, 7}, 5));
  EXPECT_TRUE(recorder.wants(0, {4, 3}, 9));
  EXPECT_FALSE(recorder.wants(0, {4, 3}, 8));
}

}  // namespace
}  // namespace evenkeel::hierarchy
