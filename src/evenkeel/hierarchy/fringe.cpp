// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Plans the gathering of coarse values for interpolation.
#include "evenkeel/hierarchy/fringe.hpp"

#include "evenkeel/core/error.hpp"

namespace evenkeel::hierarchy {
namespace {

// Pieces of one box are numbered within this.
constexpr std::int64_t kMostPieces = std::int64_t{1} << 24;

/// Every reachable coarse cell has a value to come.
template <int D>
bool is_filled(const CopyPlan<D>& plan, std::size_t group, const Coverage<D>& coarse,
               const std::vector<FringePiece<D>>& pieces) {
  for (std::size_t slot = 0; slot < pieces.size(); ++slot) {
    if (plan.filled_cells(group, slot) != coarse.reachable(pieces[slot].coarse).volume()) {
      return false;
    }
  }
  return true;
}

}  // namespace

template <int D>
std::vector<std::int32_t> readers(const Mesh<D>& mesh, const Level<D>& fine,
                                  const Level<D>& coarser, const FringeReach& reach, int rank) {
  const auto read_from = [&](const geometry::Box<D>& box) {
    return box.grow(reach.stencil).refine(mesh.ratio).grow(reach.width);
  };
  return Coverage<D>(mesh, fine).local_and_reached(rank, coarser, read_from);
}

template <int D>
Fringe<D> add_fringe(CopyPlan<D>& plan, const Mesh<D>& mesh, const Level<D>& fine,
                     const Level<D>& coarser, const FringeRule<D>& rule, int rank) {
  const std::vector<std::int32_t> places = local_places(fine.layout().owners, rank);
  const Coverage<D> coarse(mesh, coarser);
  Fringe<D> fringe;
  std::vector<Target<D>> targets;
  geometry::BoxList<D> wanted;
  for (const std::int32_t box : rule.boxes) {
    const auto index = static_cast<std::size_t>(box);
    wanted.clear();
    rule.wanted(box, wanted);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const geometry::Box<D> read = wanted[i].coarsen(mesh.ratio).grow(rule.reach.stencil);
      targets.push_back({coarse.reachable(read), fine.layout().owners[index],
                         box * kMostPieces + static_cast<std::int64_t>(i)});
      if (places[index] >= 0) {
        fringe.pieces.push_back({static_cast<std::size_t>(places[index]), wanted[i], read});
      }
    }
  }
  const Sources<D> sources{coarser.layout().boxes, coarser.layout().owners, &coarser.search()};
  const std::size_t group = plan.add_group(sources, targets, coarse.shifts());
  EVENKEEL_EXPECT(is_filled(plan, group, coarse, fringe.pieces) && "levels nest properly");
  return fringe;
}

template <int D>
void allocate_fringe(storage::Pool& pool, int components, Fringe<D>& fringe) {
  std::int64_t cells = 0;
  for (const FringePiece<D>& piece : fringe.pieces) {
    cells += piece.coarse.volume();
  }
  fringe.memory = take_block(pool, cells * components);
  double* data = fringe.memory.view().data;
  fringe.values.reserve(fringe.pieces.size());
  for (const FringePiece<D>& piece : fringe.pieces) {
    fringe.values.push_back(packed_view(data, piece.coarse, components));
    data += piece.coarse.volume() * components;
  }
}

#define EVENKEEL_INSTANTIATE(D)                                                                 \
  template std::vector<std::int32_t> readers(const Mesh<D>&, const Level<D>&, const Level<D>&,  \
                                             const FringeReach&, int);                          \
  template Fringe<D> add_fringe(CopyPlan<D>&, const Mesh<D>&, const Level<D>&, const Level<D>&, \
                                const FringeRule<D>&, int);                                     \
  template void allocate_fringe(storage::Pool&, int, Fringe<D>&);
EVENKEEL_INSTANTIATE(1)
EVENKEEL_INSTANTIATE(2)
EVENKEEL_INSTANTIATE(3)

}  // namespace evenkeel::hierarchy
