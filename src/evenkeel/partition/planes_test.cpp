// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Units as points, and the methods that divide them by planes: slabs, bisection, dissection.
#include "evenkeel/partition/planes.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/partition/quality.hpp"
#include "evenkeel/partition/test_units.hpp"

namespace evenkeel::partition {
namespace {

Owners assign(const std::string& method, const Problem& problem) {
  Registry<Partitioner> registry;
  register_builtin(registry);
  return registry.make(method)->assign(problem);
}

workload::UnitList even_block(std::int32_t nx, std::int32_t ny, std::int32_t nz) {
  workload::UnitList units;
  units.dimension = nz > 1 ? 3 : 2;
  for (std::int32_t k = 0; k < nz; ++k) {
    for (std::int32_t j = 0; j < ny; ++j) {
      for (std::int32_t i = 0; i < nx; ++i) {
        append_refined_unit(units, {i, j, k}, 0);
      }
    }
  }
  return units;
}

/// Blocks between the first and the last of every part along every axis, and how many are its own.
struct Hull {
  geometry::Box<3> box;
  std::int64_t units;
};

std::map<int, Hull> hulls(const workload::UnitList& units, const Owners& owners) {
  std::map<int, Hull> hulls;
  for (std::size_t unit = 0; unit < owners.size(); ++unit) {
    auto [at, is_new] = hulls.try_emplace(owners[unit], Hull{{units.lo[unit], units.hi[unit]}, 0});
    ++at->second.units;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      geometry::Box<3>& box = at->second.box;
      box.lo[axis] = std::min(box.lo[axis], units.lo[unit][axis]);
      box.hi[axis] = std::max(box.hi[axis], units.hi[unit][axis]);
    }
  }
  return hulls;
}

TEST(Planes, LargeUnitsLieWhereTheirMiddleIs) {
  workload::UnitList units;
  units.dimension = 1;
  units.granularity = 4;
  append_refined_unit(units, {8, 0, 0}, 0);
  append_refined_unit(units, {16, 0, 0}, 0);
  append_refined_unit(units, {32, 0, 0}, 0);
  units.hi = {{12, 1, 1}, {32, 1, 1}, {34, 1, 1}};

  const Points points(units);

  EXPECT_EQ(points.place, (std::vector<Points::Place>{{0, 0, 0}, {3, 0, 0}, {6, 0, 0}}));
  EXPECT_EQ(points.blocks(), (Points::Place{7, 1, 1}));
}

TEST(Planes, NearestPlaneLeavesBothSidesSomething) {
  const std::array<double, 4> planes = {1, 2, 3, 4};

  EXPECT_EQ(nearest_plane(planes, 0.0), 1U);
  EXPECT_EQ(nearest_plane(planes, 3.4), 2U);
  EXPECT_EQ(nearest_plane(planes, 4.6), 3U);
  EXPECT_EQ(nearest_plane(planes, 10.0), 3U);
}

TEST(Slabs, FollowTheCapacitiesInCellsWhateverIsRefined) {
  const workload::UnitList front = front_units<2>(64, 0.0, geometry::CurveKind::hilbert);
  const std::array<double, 3> capacity = {1, 0, 3};

  const std::map<int, Hull> slabs = hulls(front, assign("block_x", {front, capacity, {}}));

  EXPECT_EQ(slabs.at(0).box, (geometry::Box<3>{{0, 0, 0}, {16, 64, 1}}));
  EXPECT_EQ(slabs.at(2).box, (geometry::Box<3>{{16, 0, 0}, {64, 64, 1}}));
}

TEST(Slabs, GroupsAreDivisorsNearTheRoot) {
  const workload::UnitList units = even_block(24, 24, 24);
  const auto sides = [&](const std::string& method, std::size_t processors) {
    const std::vector<double> capacity(processors, 1.0);
    const auto parts = hulls(units, assign(method, {units, capacity, {}}));
    const geometry::Box<3>& box = parts.at(0).box;
    return std::array{box.side(0), box.side(1), box.side(2)};
  };

  EXPECT_EQ(sides("block_x", 12), (std::array{2, 24, 24}));
  EXPECT_EQ(sides("block_xy", 12), (std::array{8, 6, 24}));
  EXPECT_EQ(sides("block_all", 12), (std::array{12, 12, 8}));
  EXPECT_EQ(sides("block_all", 8), (std::array{12, 12, 12}));
}

TEST(Slabs, UnequalBarsHoldTheirShares) {
  const workload::UnitList units = even_block(30, 30, 1);
  const std::array<double, 6> capacity = {1, 2, 3, 4, 2, 3};

  const std::map<int, Hull> bars = hulls(units, assign("block_xy", {units, capacity, {}}));

  for (const auto& [owner, bar] : bars) {
    EXPECT_EQ(bar.units, bar.box.volume());
    EXPECT_NEAR(static_cast<double>(bar.units), 60 * capacity[static_cast<std::size_t>(owner)], 9);
  }
}

TEST(Rcb, CutsTheLongestSideAndMeetsSharesToHalfAUnit) {
  const workload::UnitList units = even_block(32, 8, 1);
  const std::array<double, 4> capacity = {0.16, 0.19, 0.31, 0.34};
  const Owners owners = assign("rcb", {units, capacity, {}});

  const std::vector<double> load = load_table(units, owners, 4);

  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(load[k], 256 * capacity[k], 1.0);
  }
  EXPECT_EQ(hulls(units, owners).at(0).box.side(0), 6);
}

TEST(PbdIsp, PartsAreBoxesNumberedAlongTheCurve) {
  const workload::UnitList units = front_units<2>(64, 0.0, geometry::CurveKind::hilbert);
  const std::vector<double> capacity(7, 1.0);

  const Owners owners = assign("pbd_isp", {units, capacity, {}});

  const std::map<int, Hull> parts = hulls(units, owners);
  EXPECT_EQ(parts.size(), 7U);
  for (const auto& [owner, part] : parts) {
    EXPECT_EQ(part.units, part.box.volume());
  }
}

TEST(PbdIsp, QuartersOfASquareAreThoseOfTheCurve) {
  for (const geometry::CurveKind kind :
       {geometry::CurveKind::hilbert, geometry::CurveKind::morton}) {
    for (const int slow_axis : {0, 1}) {
      workload::UnitList units = front_units<2>(16, 0.0, kind, slow_axis);
      std::ranges::fill(units.load, 1.0);
      const std::array<double, 8> capacity = {1, 1, 1, 1, 1, 1, 1, 1};

      const Owners owners = assign("pbd_isp", {units, capacity, {}});

      EXPECT_EQ(owners, assign("gpa", {units, capacity, {}}));
    }
  }
}

TEST(PbdIsp, LongDomainsAreCutAcross) {
  const workload::UnitList units = even_block(64, 4, 1);
  const std::array<double, 4> capacity = {1, 1, 1, 1};

  for (const auto& [owner, part] : hulls(units, assign("pbd_isp", {units, capacity, {}}))) {
    EXPECT_EQ(part.box.side(0), 16);
    EXPECT_EQ(part.box.side(1), 4);
  }
}

}  // namespace
}  // namespace evenkeel::partition
