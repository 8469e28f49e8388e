// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Refluxing conserves, whatever the boxes and owners, and gives the same bits.
/// ranks: 1 2 3 4
#include "evenkeel/hierarchy/sync_plan.hpp"

#include <bit>
#include <cmath>

#include <gtest/gtest.h>

#include "evenkeel/hierarchy/hierarchy.hpp"
#include "evenkeel/hierarchy/test_layouts.hpp"

namespace evenkeel::hierarchy {
namespace {

const StateShape kShape{.components = 2, .ghosts = 1, .stencil = 1};
constexpr double kDt = 0.01;

template <class Dimension>
class SyncPlanIn : public ::testing::Test {};
using Dimensions = ::testing::Types<std::integral_constant<int, 1>, std::integral_constant<int, 2>,
                                    std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(SyncPlanIn, Dimensions);

/// A number in (-1, 1) that depends on all bits of the arguments.
template <int D>
double noise(std::uint64_t salt, const geometry::Index<D>& cell) {
  std::uint64_t hash = salt;
  for (const std::int32_t i : cell) {
    hash = (hash ^ static_cast<std::uint32_t>(i)) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29;
  }
  return static_cast<double>(static_cast<std::int64_t>(hash)) * 0x1p-63;
}

/// The blocks of 4 cells that noise picks, shattered and dealt by \p dice.
template <int D>
LevelLayout<D> noisy_region(const Mesh<D>& mesh, int level, int ranks, Dice& dice) {
  geometry::BoxList<D> blocks;
  shatter(mesh.domain(level), 4, 4, dice, blocks);
  std::erase_if(blocks, [](const geometry::Box<D>& b) { return noise<D>(5, b.lo) < 0.2; });
  geometry::coalesce(blocks);
  geometry::BoxList<D> boxes;
  for (const geometry::Box<D>& block : blocks) {
    shatter(block, 8, mesh.ratio, dice, boxes);
  }
  return deal(std::move(boxes), ranks, dice);
}

/// One step of every patch with a flux that is noise in place and step, recorded.
template <int D, class Recorder>
void advance(const Mesh<D>& mesh, Level<D>& level, double dt, std::uint64_t step,
             const Recorder& recorder_of) {
  for (std::size_t p = 0; p < level.patches().size(); ++p) {
    const storage::View<D> state = level.state_views()[p];
    for (int axis = 0; axis < D; ++axis) {
      const auto a = static_cast<std::size_t>(axis);
      geometry::Box<D> faces = level.patches()[p].box;
      ++faces.hi[a];
      storage::for_each_row(faces, [&](const geometry::Index<D>& first, std::int32_t count) {
        std::array<std::vector<double>, 2> flux;
        std::array<const double*, 2> rows{};
        for (std::size_t c = 0; c < 2; ++c) {
          geometry::Index<D> face = first;
          for (std::int32_t i = 0; i < count; ++i, ++face[0]) {
            const std::uint64_t salt = step * 64 + a * 8 + c * 2 + 1;
            const double f = noise<D>(salt, wrapped(mesh, level.number(), face));
            flux[c].push_back(f);
            geometry::Index<D> low = face;
            --low[a];
            const double change = dt / mesh.spacing(level.number())[a] * f;
            state(static_cast<int>(c), low) -= change;  // ghosts take what leaves the patch
            state(static_cast<int>(c), face) += change;
          }
          rows[c] = flux[c].data();
        }
        recorder_of(p).record(axis, first, count, rows, dt);
      });
    }
  }
}

template <int D>
void average(const storage::View<D>& fine, const storage::View<D>& coarse, int ratio) {
  for_each_cell(coarse.box, [&](const geometry::Index<D>& cell) {
    geometry::Box<D> one{cell, cell};
    one.hi = one.grow(1).hi;
    for (int c = 0; c < coarse.components; ++c) {
      double sum = 0.0;
      for_each_cell(one.refine(ratio), [&](const geometry::Index<D>& f) { sum += fine(c, f); });
      coarse(c, cell) = sum / static_cast<double>(one.refine(ratio).volume());
    }
  });
}

struct Totals {
  std::array<double, 2> before{};
  std::array<double, 2> after{};
  std::uint64_t bits = 0;  ///< of all values after
};

/// Sums of the composite grid: uncovered coarse cells and fine cells.
template <int D>
std::array<double, 2> integral(const Hierarchy<D>& hierarchy) {
  std::array<double, 2> sums{};
  for (int l = 0; l <= 1; ++l) {
    double volume = 1.0;
    for (const double h : hierarchy.mesh().spacing(l)) {
      volume *= h;
    }
    for (const storage::Patch<D>& patch : hierarchy.level(l).patches()) {
      for_each_cell(patch.box, [&](const geometry::Index<D>& cell) {
        geometry::Box<D> one{cell, cell};
        one.hi = one.grow(1).hi;
        if (l == 1 || !hierarchy.level(1).search().meets(one.refine(hierarchy.mesh().ratio))) {
          sums[0] += volume * patch.state.view()(0, cell);
          sums[1] += volume * patch.state.view()(1, cell);
        }
      });
    }
  }
  double all[2] = {0.0, 0.0};
  MPI_Allreduce(sums.data(), all, 2, MPI_DOUBLE, MPI_SUM, hierarchy.communicator().handle());
  return {all[0], all[1]};
}

template <int D>
std::uint64_t bits_of(const Hierarchy<D>& hierarchy) {
  std::uint64_t sum = 0;
  for (int l = 0; l <= 1; ++l) {
    for (const storage::Patch<D>& patch : hierarchy.level(l).patches()) {
      for_each_cell(patch.box, [&](const geometry::Index<D>& cell) {
        for (int c = 0; c < 2; ++c) {
          const auto key = std::bit_cast<std::uint64_t>(name_of<D>(l, cell, c));
          sum += (key | 1U) * std::bit_cast<std::uint64_t>(patch.state.view()(c, cell));
        }
      });
    }
  }
  return hierarchy.communicator().sum_modular(sum);
}

template <int D>
Totals step_and_sync(const Mesh<D>& mesh, const comm::Communicator& communicator,
                     std::uint32_t seed, std::array<bool, 2> conserved) {
  Dice dice(seed);
  Hierarchy<D> hierarchy(communicator, mesh, kShape);
  hierarchy.install(0,
                    {random_cover(mesh, 0, 8, communicator.size(), dice),
                     noisy_region(mesh, 1, communicator.size(), dice)},
                    {});
  for (int l = 0; l <= 1; ++l) {
    for (storage::Patch<D>& patch : hierarchy.level(l).patches()) {
      fill(patch.state.view(), patch.state.view().box, [&](int c, const geometry::Index<D>& cell) {
        return 10.0 + noise<D>(static_cast<std::uint64_t>(100 + 10 * l + c), cell);
      });
    }
  }
  Totals totals;
  totals.before = integral(hierarchy);
  SyncPlan<D>& sync = hierarchy.sync(0);
  for (const std::uint64_t step : {1U, 2U}) {
    sync.clear();
    advance(mesh, hierarchy.level(0), kDt, step,
            [&](std::size_t p) -> const FluxRecorder<D>& { return sync.coarse_recorder(p); });
    for (int substep = 0; substep < mesh.ratio; ++substep) {
      const std::uint64_t salt = 10 * step + static_cast<std::uint64_t>(substep);
      advance(mesh, hierarchy.level(1), kDt / mesh.ratio, salt,
              [&](std::size_t p) -> const FluxRecorder<D>& { return sync.fine_recorder(p); });
    }
    sync.run(hierarchy.level(0), hierarchy.level(1), &average<D>, conserved);
  }
  totals.after = integral(hierarchy);
  totals.bits = bits_of(hierarchy);
  return totals;
}

TYPED_TEST(SyncPlanIn, ConservesWhatFlowsBetweenLevels) {
  constexpr int D = TypeParam::value;
  const comm::Communicator communicator(MPI_COMM_WORLD);
  for (const int ratio : {2, 4}) {
    Mesh<D> mesh = cube_mesh<D>(D == 3 ? 8 : 16, true);
    mesh.ratio = ratio;

    const Totals totals = step_and_sync(mesh, communicator, 1, {true, false});

    EXPECT_NEAR(totals.after[0], totals.before[0], 1e-12 * totals.before[0]);
    EXPECT_GT(std::abs(totals.after[1] - totals.before[1]), 1e-6);  // not refluxed
  }
}

TYPED_TEST(SyncPlanIn, GivesTheSameBitsForAnyBoxesAndOwners) {
  constexpr int D = TypeParam::value;
  const comm::Communicator communicator(MPI_COMM_WORLD);
  const comm::Communicator alone(MPI_COMM_SELF);
  const Mesh<D> mesh = cube_mesh<D>(D == 3 ? 8 : 16, true);
  const Totals reference = step_and_sync(mesh, alone, 1, {true, true});

  for (const std::uint32_t seed : {2U, 3U, 4U}) {
    const Totals totals = step_and_sync(mesh, communicator, seed, {true, true});
    EXPECT_EQ(totals.bits, reference.bits);
  }
}

}  // namespace
}  // namespace evenkeel::hierarchy
