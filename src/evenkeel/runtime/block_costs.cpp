// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What cells cost where: counts of all ranks as weights of blocks.
#include "evenkeel/runtime/block_costs.hpp"

#include <map>

#include "evenkeel/workload/block_lattice.hpp"

namespace evenkeel::runtime {
namespace {

/// Counts of one level in one block.
struct Count {
  std::uint64_t place = 0;  ///< block * levels + level
  double updates = 0.0;
  double cost = 0.0;
};

/// Sums of this rank's tiles by block and level; a tile over several blocks is shared out by cells.
template <int D>
std::vector<Count> counts_of(const workload::BlockLattice<D>& lattice,
                             const hierarchy::Mesh<D>& mesh,
                             std::span<const solver::TileCost<D>> tiles) {
  std::map<std::uint64_t, Count> sums;
  for (const solver::TileCost<D>& tile : tiles) {
    const int to_base = mesh.total_ratio(tile.level);
    storage::for_each_row(
        lattice.blocks_under(tile.box, to_base), [&](geometry::Index<D> block, std::int32_t count) {
          for (std::int32_t i = 0; i < count; ++i, ++block[0]) {
            const auto one = geometry::Box<D>::of_cell(block);
            const auto part = lattice.cells_above(one, to_base).intersect(tile.box);
            const double share =
                static_cast<double>(part.volume()) / static_cast<double>(tile.box.volume());
            const std::uint64_t place =
                lattice.offset(block) * static_cast<std::uint64_t>(mesh.max_levels) +
                static_cast<std::uint64_t>(tile.level);
            Count& sum = sums[place];
            sum.place = place;
            sum.updates += share * tile.updates;
            sum.cost += share * tile.cost;
          }
        });
  }
  std::vector<Count> counts;
  for (const auto& [place, count] : sums) {
    counts.push_back(count);
  }
  return counts;
}

}  // namespace

template <int D>
std::vector<double> block_costs(const comm::Communicator& communicator,
                                const hierarchy::Mesh<D>& mesh, int granularity,
                                std::span<const solver::TileCost<D>> tiles, double price) {
  const workload::BlockLattice<D> lattice(mesh.domain(0), granularity);
  const std::vector<Count> mine = counts_of(lattice, mesh, tiles);
  const auto levels = static_cast<std::size_t>(mesh.max_levels);
  const std::size_t places = static_cast<std::size_t>(lattice.blocks().volume()) * levels;
  std::vector<double> updates(places);
  std::vector<double> weights(places);
  for (const Count& count : communicator.gather_all(std::span<const Count>(mine))) {
    updates[count.place] += count.updates;
    weights[count.place] += count.cost;
  }
  for (std::size_t place = 0; place < places; ++place) {
    const bool is_known = updates[place] > 0.0;
    const double coarser = place % levels > 0 ? weights[place - 1] : 1.0;
    weights[place] = is_known ? 1.0 + price * weights[place] / updates[place] : coarser;
  }
  return weights;
}

template std::vector<double> block_costs(const comm::Communicator&, const hierarchy::Mesh<1>&, int,
                                         std::span<const solver::TileCost<1>>, double);
template std::vector<double> block_costs(const comm::Communicator&, const hierarchy::Mesh<2>&, int,
                                         std::span<const solver::TileCost<2>>, double);
template std::vector<double> block_costs(const comm::Communicator&, const hierarchy::Mesh<3>&, int,
                                         std::span<const solver::TileCost<3>>, double);

}  // namespace evenkeel::runtime
