// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Regrids from the finest level down.
#include "evenkeel/hierarchy/regrid.hpp"

#include <algorithm>

#include "evenkeel/core/error.hpp"
#include "evenkeel/hierarchy/berger_rigoutsos.hpp"
#include "evenkeel/hierarchy/booking.hpp"
#include "evenkeel/hierarchy/flagged_tiles.hpp"
#include "evenkeel/hierarchy/nesting.hpp"
#include "evenkeel/hierarchy/tile_lattice.hpp"
#include "evenkeel/hierarchy/tile_set.hpp"

namespace evenkeel::hierarchy {
namespace {

/// What stays the same for all levels of one regrid.
template <int D>
struct Regrid {
  const comm::Communicator& communicator;
  const Mesh<D>& mesh;
  const Level<D>& base_level;  ///< level 0
  const RegridOptions& options;
  NestingDomain<D> domain;
  bool is_limited;  ///< the level that stays does not cover the domain

  /// Adds what the level above the one to be made needs under it: \p boxes are two levels above
  /// the flagged \p level. Every rank takes its share of them.
  void add_projection(int level, const geometry::BoxList<D>& boxes, TileSet<D>& tiles) const {
    const auto ranks = static_cast<std::size_t>(communicator.size());
    const TileLattice<D>& lattice = domain.lattice(level);
    for (auto i = static_cast<std::size_t>(communicator.rank()); i < boxes.size(); i += ranks) {
      const geometry::Box<D> cells =
          boxes[i].coarsen(mesh.ratio).grow(options.nesting).coarsen(mesh.ratio);
      lattice.for_each_wrapped(lattice.tiles_over(cells),
                               [&](const geometry::Box<D>& part) { tiles.add(part); });
    }
  }

  /// Boxes of level + 1 from the tiles of all ranks of \p level.
  geometry::BoxList<D> cluster(int level, const TileSet<D>& flagged) const {
    const TileLattice<D>& lattice = domain.lattice(level);
    const GatheredTiles<D> known =
        gather_tiles(communicator, base_level, lattice, mesh.total_ratio(level), flagged);
    std::vector<TileBlock<D>> clipped;
    std::span<const TileBlock<D>> blocks = known.tiles.blocks();
    if (is_limited) {
      clipped = permitted(domain, level, blocks);
      blocks = clipped;
    }
    geometry::BoxList<D> boxes = cluster_tiles(blocks, lattice.tiles(), options.efficiency,
                                               known.is_all ? nullptr : &communicator);
    if (is_limited) {
      clip(level, boxes);
    }
    for (geometry::Box<D>& box : boxes) {
      box = lattice.cells_of(box).refine(mesh.ratio);
    }
    return boxes;
  }

  /// Takes tiles out of \p boxes that may not be refined: a cluster may hold some not flagged.
  void clip(int level, geometry::BoxList<D>& boxes) const {
    geometry::BoxList<D> clipped;
    geometry::BoxList<D> holes;
    for (const geometry::Box<D>& box : boxes) {
      domain.forbidden(level, box, holes);
      if (holes.empty()) {
        clipped.push_back(box);
      } else {
        const geometry::BoxList<D> rest = geometry::difference<D>({box}, holes);
        clipped.insert(clipped.end(), rest.begin(), rest.end());
      }
    }
    geometry::coalesce(clipped);
    boxes.swap(clipped);
  }
};

}  // namespace

template <int D>
std::vector<geometry::BoxList<D>> regrid_boxes(
    const comm::Communicator& communicator, const Mesh<D>& mesh,
    std::span<const std::unique_ptr<Level<D>>> levels, int base, const RegridOptions& options,
    const std::function<std::vector<Flags>(int level)>& flag) {
  const Booking booking(communicator, telemetry::Phase::kRegrid);
  EVENKEEL_EXPECT(0 <= base && static_cast<std::size_t>(base) < levels.size());
  EVENKEEL_EXPECT(0.0 < options.efficiency && options.efficiency <= 1.0);
  const Level<D>& kept = *levels[static_cast<std::size_t>(base)];
  const Regrid<D> regrid{
      communicator,
      mesh,
      *levels[0],
      options,
      NestingDomain<D>(mesh, kept, options.nesting, std::max(1, options.min_box / mesh.ratio)),
      kept.cells() < mesh.domain(base).volume()};
  const int top = std::min(static_cast<int>(levels.size()) - 1, mesh.max_levels - 2);
  std::vector<geometry::BoxList<D>> boxes(static_cast<std::size_t>(std::max(0, top - base + 1)));
  for (int level = top; level >= base; --level) {
    TileSet<D> tiles;
    const std::vector<Flags> flags = flag(level);
    const auto patches = std::as_const(*levels[static_cast<std::size_t>(level)]).patches();
    EVENKEEL_EXPECT(flags.size() == patches.size());
    for (std::size_t p = 0; p < patches.size(); ++p) {
      add_flags(regrid.domain.lattice(level), patches[p].box, flags[p], options.buffer, tiles);
    }
    const auto made = static_cast<std::size_t>(level - base);
    if (made + 1 < boxes.size()) {
      regrid.add_projection(level, boxes[made + 1], tiles);
    }
    boxes[made] = regrid.cluster(level, tiles);
  }
  while (!boxes.empty() && boxes.back().empty()) {
    boxes.pop_back();
  }
  return boxes;
}

#define EVENKEEL_INSTANTIATE(D)                                                                   \
  template std::vector<geometry::BoxList<D>> regrid_boxes(                                        \
      const comm::Communicator&, const Mesh<D>&, std::span<const std::unique_ptr<Level<D>>>, int, \
      const RegridOptions&, const std::function<std::vector<Flags>(int)>&);
EVENKEEL_INSTANTIATE(1)
EVENKEEL_INSTANTIATE(2)
EVENKEEL_INSTANTIATE(3)

}  // namespace evenkeel::hierarchy
