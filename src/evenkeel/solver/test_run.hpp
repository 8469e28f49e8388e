// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A small adaptive run of an application, with boxes and owners as a test wants them.
#pragma once

#include <bit>
#include <memory>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/hierarchy/test_layouts.hpp"
#include "evenkeel/solver/diagnostics.hpp"
#include "evenkeel/solver/integrator.hpp"
#include "evenkeel/solver/test_upwind.hpp"

namespace evenkeel::solver {

/// How the boxes of levels are cut and dealt.
struct TestLayout {
  int max_box = 8;
  std::uint32_t seed = 1;     ///< of cuts and owners
  bool deals_strips = false;  ///< instead, every box goes to all ranks in strips across axis 0
};

/// An integrator with its hierarchy.
template <int D>
class TestRun {
 public:
  TestRun(const comm::Communicator& communicator, const hierarchy::Mesh<D>& mesh,
          const Application<D>& application, IntegratorOptions<D> options, TestLayout layout)
      : layout_(layout),
        ranks_(communicator.size()),
        hierarchy_(communicator, mesh, state_shape(application)),
        integrator_(
            hierarchy_, application, complete(options, mesh, application),
            [this](int, const std::vector<geometry::BoxList<D>>& boxes) { return place(boxes); }) {
    integrator_.initialise();
  }

  Integrator<D>& integrator() { return integrator_; }
  hierarchy::Hierarchy<D>& hierarchy() { return hierarchy_; }
  int regrids() const { return regrids_; }

  /// Takes over boxes and values of a run on the same ranks. Collective.
  void copy_from(const TestRun& other) {
    std::vector<hierarchy::LevelLayout<D>> layouts;
    for (const auto& level : other.hierarchy_.levels()) {
      layouts.push_back(level->layout());
    }
    hierarchy_.install(0, std::move(layouts), [](auto&, auto&) {});
    for (int level = 0; level <= hierarchy_.finest(); ++level) {
      for (std::size_t p = 0; p < hierarchy_.level(level).patches().size(); ++p) {
        const storage::Patch<D>& from = other.hierarchy_.level(level).patches()[p];
        storage::copy(from.state.view(), hierarchy_.level(level).patches()[p].state.view(),
                      from.box);
      }
    }
  }

  /// Collective. The same for the same values, whatever the boxes and ranks.
  std::uint64_t checksum() const {
    std::uint64_t sum = 0;
    for (const auto& level : hierarchy_.levels()) {
      for (const storage::Patch<D>& patch : level->patches()) {
        sum += checksum_of(patch);
      }
    }
    return hierarchy_.communicator().sum_modular(sum);
  }

 private:
  static IntegratorOptions<D> complete(IntegratorOptions<D> options, const hierarchy::Mesh<D>& mesh,
                                       const Application<D>& application) {
    options.flags = application.default_flags();
    options.boundaries = application.boundaries();
    for (std::size_t d = 0; d < D; ++d) {
      if (mesh.periodic[d]) {
        options.boundaries[d].fill(BoundaryKind::kPeriodic);
      }
    }
    return options;
  }

  std::vector<hierarchy::LevelLayout<D>> place(const std::vector<geometry::BoxList<D>>& boxes) {
    hierarchy::Dice dice(layout_.seed + static_cast<std::uint32_t>(++regrids_));
    std::vector<hierarchy::LevelLayout<D>> layouts;
    for (const geometry::BoxList<D>& level : boxes) {
      if (layout_.deals_strips) {
        layouts.push_back(strips(level));
        continue;
      }
      geometry::BoxList<D> pieces;
      for (const geometry::Box<D>& box : level) {
        hierarchy::shatter(box, layout_.max_box, 2, dice, pieces);
      }
      layouts.push_back(hierarchy::deal(std::move(pieces), ranks_, dice));
    }
    return layouts;
  }

  hierarchy::LevelLayout<D> strips(const geometry::BoxList<D>& boxes) const {
    hierarchy::LevelLayout<D> layout;
    for (const geometry::Box<D>& box : boxes) {
      geometry::Box<D> strip = box;
      for (int rank = 0; rank < ranks_; ++rank, strip.lo[0] = strip.hi[0]) {
        const std::int32_t end = box.side(0) * (rank + 1) / ranks_ / 2 * 2;
        strip.hi[0] = rank + 1 == ranks_ ? box.hi[0] : box.lo[0] + end;
        layout.boxes.push_back(strip);
        layout.owners.push_back(rank);
      }
    }
    return layout;
  }

  static std::uint64_t checksum_of(const storage::Patch<D>& patch) {
    std::uint64_t sum = 0;
    storage::for_each_row(patch.box, [&](geometry::Index<D> cell, std::int32_t count) {
      for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
        for (int c = 0; c < patch.state.view().components; ++c) {
          std::uint64_t hash = static_cast<std::uint64_t>(patch.level * 100 + c);
          for (std::size_t d = 0; d < D; ++d) {
            hash = SplitMix64(hash ^ static_cast<std::uint32_t>(cell[d])).next();
          }
          sum +=
              SplitMix64(hash ^ std::bit_cast<std::uint64_t>(patch.state.view()(c, cell))).next();
        }
      }
    });
    return sum;
  }

  TestLayout layout_;
  int ranks_;
  int regrids_ = 0;
  hierarchy::Hierarchy<D> hierarchy_;
  Integrator<D> integrator_;
};

/// A bump in the middle of the unit cube, moving along the diagonal, finest where it is steep.
template <int D>
typename Upwind<D>::Options moving_bump() {
  typename Upwind<D>::Options options;
  options.initial = [](const hierarchy::Point<D>& x, int component) {
    double square = 0.0;
    for (const double along : x) {
      square += (along - 0.5) * (along - 0.5);
    }
    return 1.0 + component + std::exp(-150.0 * square);
  };
  options.flags = {FlagRule::Kind::kJump, 0, {0.1, 0.08}};
  return options;
}

}  // namespace evenkeel::solver
