// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Headers of plot files are written as the format says.
#include "evenkeel/io/fab_layout.hpp"

#include <string>

#include <gtest/gtest.h>

namespace evenkeel::io {
namespace {

using geometry::BoxList;

const BoxList<2> kBase{{{0, 0}, {16, 8}}, {{16, 0}, {32, 8}}};
const BoxList<2> kFine{{{8, 4}, {24, 12}}};

std::string header_text() {
  hierarchy::Mesh<2> mesh;
  mesh.cells = {32, 8};
  mesh.lower = {-1.0, 0.0};
  mesh.upper = {1.0, 0.5};
  const std::vector<const BoxList<2>*> boxes{&kBase, &kFine};
  return plot_header<2>(mesh, boxes, {0.1, {3, 6}, {"density", "rank"}});
}

std::string cell_text() {
  const std::vector<FabPlace> places{{0, 0, 2133}, {3, 77, 2133}};
  return cell_header<2>(kBase, 2, places, {{1.0, 0.0, 2.0, -0.5}, {1.5, 0.0, 2.5, 0.5}});
}

TEST(PlotHeader, IsWrittenAsAmrexWritesIt) {
  EXPECT_EQ(header_text(),
            "HyperCLaw-V1.1\n2\ndensity\nrank\n2\n0.10000000000000001\n1\n-1 0 \n1 0.5 \n2 \n"
            "((0,0) (31,7) (0,0)) ((0,0) (63,15) (0,0)) \n3 6 \n0.0625 0.0625 \n0.03125 0.03125 \n"
            "0\n0\n"
            "0 2 0.10000000000000001\n3\n-1 0\n0 0.5\n0 1\n0 0.5\nLevel_0/Cell\n"
            "1 1 0.10000000000000001\n6\n-0.75 -0.25\n0.125 0.375\nLevel_1/Cell\n");
}

TEST(CellHeader, IsWrittenAsAmrexWritesIt) {
  EXPECT_EQ(cell_text(),
            "1\n1\n2\n0\n(2 0\n((0,0) (15,7) (0,0))\n((16,0) (31,7) (0,0))\n)\n2\n"
            "FabOnDisk: Cell_D_00000 0\nFabOnDisk: Cell_D_00003 77\n\n"
            "2,2\n1,0,\n2,-0.5,\n\n2,2\n1.5,0,\n2.5,0.5,\n\n");
}

TEST(FabHeader, SaysOrderOfBytesBoxAndComponents) {
  EXPECT_EQ(fab_header<3>({{0, 1, 2}, {4, 5, 6}}, 5),
            "FAB ((8, (64 11 52 0 1 12 0 1023)),(8, (8 7 6 5 4 3 2 1)))"
            "((0,1,2) (3,4,5) (0,0,0)) 5\n");
}

TEST(FabPlaces, FollowEachOtherPerRankAndRanksShareSixtyFourFiles) {
  hierarchy::LevelLayout<1> layout;
  for (int i = 0; i < 4; ++i) {
    layout.boxes.push_back({{8 * i}, {8 * i + 8}});
  }
  layout.owners = {127, 0, 126, 127};

  const std::vector<FabPlace> places = place_fabs(layout, 1, 128);

  const std::uint64_t bytes = places[0].bytes;
  EXPECT_EQ(bytes, fab_header<1>(layout.boxes[0], 1).size() + 64);
  EXPECT_EQ(places[1].file, 0);
  EXPECT_EQ(places[1].offset, 0U);
  EXPECT_EQ(places[2].file, 63);
  EXPECT_EQ(places[2].offset, 0U);
  EXPECT_EQ(places[0].file, 63);
  EXPECT_EQ(places[0].offset, places[2].bytes);
  EXPECT_EQ(places[3].offset, places[2].bytes + bytes);
}

}  // namespace
}  // namespace evenkeel::io
