// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Hierarchies with refined middles and problems with known solutions, for the tests here.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <vector>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/elliptic/multigrid.hpp"
#include "evenkeel/hierarchy/test_layouts.hpp"

namespace evenkeel::elliptic {

inline constexpr hierarchy::StateShape kOneValue{.components = 1, .ghosts = 1, .stencil = 1};

/// A unit cube whose levels nest around a corner of its middle, in random boxes of random owners.
template <int D>
class TestProblem {
 public:
  using Function = std::function<double(const hierarchy::Point<D>&)>;

  TestProblem(const comm::Communicator& communicator, int side, int levels, Walls<D> walls,
              std::uint32_t seed = 1, int align = 4)
      : communicator_(&communicator),
        mesh_(hierarchy::cube_mesh<D>(side, walls.kinds[0][0] == Wall::kPeriodic, levels)),
        hierarchy_(communicator, mesh_, kOneValue),
        walls_(std::move(walls)) {
    hierarchy::Dice dice(seed);
    install(0, levels, {.widest = std::max(8, side / 4), .align = align}, dice);
  }

  /// How levels are cut into boxes.
  struct Cuts {
    int widest = 0;
    int align = 0;
  };

  /// New levels from \p first on, of values of 0; those below it stay.
  void install(int first, int levels, const Cuts& cuts, hierarchy::Dice& dice) {
    drop_levels(multigrid_, first);
    std::vector<hierarchy::LevelLayout<D>> layouts;
    for (int level = first; level < levels; ++level) {
      geometry::BoxList<D> boxes;
      hierarchy::shatter(region(level), cuts.widest, cuts.align, dice, boxes);
      layouts.push_back(hierarchy::deal(std::move(boxes), communicator_->size(), dice));
    }
    hierarchy_.install(first, std::move(layouts), [](const auto&, const auto&) {});
    for (const auto& level : hierarchy_.levels()) {
      for (const storage::Patch<D>& patch : level->patches()) {
        hierarchy::fill(patch.state.view(), patch.box, [](int, const auto&) { return 0.0; });
      }
    }
    fit(multigrid_, hierarchy_, walls_);
  }

  Multigrid<D>& multigrid() { return *multigrid_; }
  const hierarchy::Hierarchy<D>& hierarchy() const { return hierarchy_; }

  /// The values of the hierarchy: the solution.
  typename Multigrid<D>::Field solution() {
    return [this](int level, std::size_t p) {
      return hierarchy_.level(level).patches()[p].state.view();
    };
  }

  /// Values of \p function at cell centres, kept in this object.
  typename Multigrid<D>::Field field(const Function& function) {
    auto& levels = fields_.emplace_back();
    for (const auto& level : hierarchy_.levels()) {
      auto& patches = levels.emplace_back();
      for (const storage::Patch<D>& patch : level->patches()) {
        patches.emplace_back(pool_, patch.box, 1);
        hierarchy::fill(patches.back().view(), patch.box, [&](int, const auto& cell) {
          return function(mesh_.center(level->number(), cell));
        });
      }
    }
    return [&levels](int level, std::size_t p) {
      return levels[static_cast<std::size_t>(level)][p].view();
    };
  }

  /// Largest |u - exact|, means taken off where \p drops_mean. Collective.
  double error(const Function& exact, bool drops_mean = false) {
    double sum = 0.0;
    std::int64_t cells = 0;
    double largest = 0.0;
    const auto for_each = [&](const auto& fn) {
      for (const auto& level : hierarchy_.levels()) {
        for (const storage::Patch<D>& patch : level->patches()) {
          hierarchy::for_each_cell(patch.box, [&](const geometry::Index<D>& cell) {
            fn(level->number(),
               patch.state.view()(0, cell) - exact(mesh_.center(level->number(), cell)));
          });
        }
      }
    };
    for_each([&](int level, double difference) {
      sum += level == 0 ? difference : 0.0;
      cells += level == 0 ? 1 : 0;
    });
    double mean = 0.0;
    for (const double part : communicator_->gather_all(sum)) {
      mean += part;
    }
    mean = drops_mean ? mean / static_cast<double>(communicator_->sum(cells)) : 0.0;
    for_each(
        [&](int, double difference) { largest = std::max(largest, std::abs(difference - mean)); });
    return communicator_->max(largest);
  }

  /// Collective. The same for the same values, whatever the boxes and ranks.
  std::uint64_t checksum() {
    std::uint64_t sum = 0;
    for (const auto& level : hierarchy_.levels()) {
      for (const storage::Patch<D>& patch : level->patches()) {
        hierarchy::for_each_cell(patch.box, [&](const geometry::Index<D>& cell) {
          std::uint64_t hash = static_cast<std::uint64_t>(level->number());
          for (const std::int32_t i : cell) {
            hash = SplitMix64(hash ^ static_cast<std::uint32_t>(i)).next();
          }
          sum +=
              SplitMix64(hash ^ std::bit_cast<std::uint64_t>(patch.state.view()(0, cell))).next();
        });
      }
    }
    return communicator_->sum_modular(sum);
  }

 private:
  /// All of the base, then the middle and a corner region of it, touching the lower wall.
  geometry::Box<D> region(int level) const {
    geometry::Box<D> box = mesh_.domain(level);
    for (std::size_t d = 0; d < D && level > 0; ++d) {
      const std::int32_t half = box.hi[d] >> level;
      box.lo[d] = d == 0 ? 0 : box.hi[d] / 2 - half;
      box.hi[d] = d == 0 ? half : box.hi[d] / 2 + half / 2 * 1;
      box.lo[d] = box.lo[d] / 4 * 4;
      box.hi[d] = box.hi[d] / 4 * 4;
    }
    return box;
  }

  const comm::Communicator* communicator_;
  hierarchy::Mesh<D> mesh_;
  hierarchy::Hierarchy<D> hierarchy_;
  Walls<D> walls_;
  storage::Pool pool_;
  std::vector<std::vector<std::vector<storage::Array<D>>>> fields_;
  std::optional<Multigrid<D>> multigrid_;
};

/// The same kind of wall everywhere.
template <int D>
Walls<D> all_walls(Wall kind) {
  Walls<D> walls;
  for (auto& axis : walls.kinds) {
    axis.fill(kind);
  }
  walls.value = [](const hierarchy::Point<D>&) { return 0.0; };
  return walls;
}

}  // namespace evenkeel::elliptic
