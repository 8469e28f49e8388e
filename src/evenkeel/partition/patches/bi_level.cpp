// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Bi-levels: levels in pairs, columns inside a pair, owners of their own from pair to pair.
#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "evenkeel/geometry/curve.hpp"
#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/patch_partitioner.hpp"
#include "evenkeel/workload/owner_map.hpp"

namespace evenkeel::partition {
namespace {

using geometry::Box;
using geometry::BoxList;
using geometry::Index;
using workload::BlockLattice;

constexpr std::array kParams = {
    ParamSpec{.name = "grain",
              .unit = "cells",
              .fallback = 4,
              .min = 1,
              .max = 1e6,
              .help = "side of the blocks that are dealt out, in cells of the lower level of a "
                      "pair; rounded up to where patches may be cut",
              .is_whole = true}};

/// A level of a pair: its boxes, how much finer than the lower one it is, and load of a cell.
struct Layer {
  const BoxList<3>& boxes;
  std::int32_t ratio;
  double of_cell;
};

/// The box around all of \p layers, in cells of the lower level, from a multiple of \p grain on.
Box<3> hull_of(const std::vector<Layer>& layers, std::int32_t grain) {
  Box<3> hull{{0, 0, 0}, {0, 0, 0}};
  bool is_first = true;
  for (const Layer& layer : layers) {
    for (const Box<3>& box : layer.boxes) {
      const Box<3> below = box.coarsen(layer.ratio);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int32_t low = geometry::floor_div(below.lo[axis], grain) * grain;
        hull.lo[axis] = is_first ? low : std::min(hull.lo[axis], low);
        hull.hi[axis] = is_first ? below.hi[axis] : std::max(hull.hi[axis], below.hi[axis]);
      }
      is_first = false;
    }
  }
  return hull;
}

/// Load of every block of \p lattice, and its place on the curve where it has cells.
struct Blocks {
  std::vector<double> load;                                   ///< [blocks of the lattice]
  std::vector<std::pair<std::uint64_t, std::size_t>> places;  ///< key, block
};

Blocks weigh(const std::vector<Layer>& layers, const BlockLattice<3>& lattice) {
  const geometry::Curve<3> curve(lattice.blocks().hi);
  Blocks blocks;
  blocks.load.assign(static_cast<std::size_t>(lattice.blocks().volume()), 0.0);
  std::vector<char> has_cells(blocks.load.size());
  for (const Layer& layer : layers) {
    for (const Box<3>& box : layer.boxes) {
      const Box<3> under = lattice.blocks_under(box, layer.ratio);
      Index<3> at = under.lo;
      for (std::int64_t n = under.volume(); n > 0; --n) {
        const Box<3> block = Box<3>::of_cell(at);
        const Box<3> part = lattice.cells_above(block, layer.ratio).intersect(box);
        const std::size_t place = lattice.offset(at);
        blocks.load[place] += layer.of_cell * static_cast<double>(part.volume());
        if (!has_cells[place]) {
          has_cells[place] = true;
          blocks.places.emplace_back(curve.key(at), place);
        }
        for (std::size_t axis = 0; axis < 3 && ++at[axis] == under.hi[axis]; ++axis) {
          at[axis] = under.lo[axis];
        }
      }
    }
  }
  std::ranges::sort(blocks.places);
  return blocks;
}

class BiLevel final : public PatchPartitioner {
 public:
  explicit BiLevel(std::int32_t grain) : grain_(grain) {}

  OwnedPatches assign(const PatchProblem& problem) const override {
    check(problem);
    const Workers workers(problem.capacity);
    OwnedPatches patches(problem.levels.size());
    // An odd level whose lower one is not dealt out now goes by itself.
    std::size_t count = problem.first_level % 2 == 0 ? 2 : 1;
    for (std::size_t lower = 0; lower < problem.levels.size(); lower += std::exchange(count, 2)) {
      std::vector<Layer> layers;
      std::int32_t ratio = 1;
      const std::size_t end = std::min(lower + count, problem.levels.size());
      for (std::size_t level = lower; level < end; ++level, ratio *= problem.ratio) {
        layers.push_back({problem.levels[level], ratio, problem.cell_load[level]});
      }
      deal_pair(layers, workers, problem.align, std::span(patches).subspan(lower, layers.size()));
    }
    return patches;
  }

 private:
  void deal_pair(const std::vector<Layer>& layers, const Workers& workers, std::int32_t align,
                 std::span<std::vector<OwnedPatch>> out) const {
    const std::int32_t grain = (grain_ + align - 1) / align * align;
    const Box<3> hull = hull_of(layers, grain);
    if (hull.is_empty()) {
      return;
    }
    const BlockLattice<3> lattice(hull, grain);
    const Blocks blocks = weigh(layers, lattice);
    std::vector<double> load;
    for (const auto& [key, block] : blocks.places) {
      load.push_back(blocks.load[block]);
    }
    const Chain chain{std::span<const double>(load)};
    const std::vector<int> of_chain = owners_of(workers, balanced_cuts(chain, workers));
    std::vector<int> owners(blocks.load.size(), workload::kNoOwner);
    for (std::size_t place = 0; place < of_chain.size(); ++place) {
      owners[blocks.places[place].second] = of_chain[place];
    }
    const workload::OwnerMap<3> map(hull, grain, std::move(owners));
    for (std::size_t k = 0; k < layers.size(); ++k) {
      for (const Box<3>& box : layers[k].boxes) {
        workload::split_by_owner(box, layers[k].ratio, map, out[k]);
      }
    }
  }

  std::int32_t grain_;
};

}  // namespace

void register_bi_level(Registry<PatchPartitioner>& registry) {
  registry.add({.name = "bi_level",
                .summary = "pairs of levels cut together along the curve, each pair by itself",
                .source = "Steensland 2002 (Nature+Fable); definition of this code",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<BiLevel>(static_cast<std::int32_t>(params["grain"]));
                }});
}

}  // namespace evenkeel::partition
