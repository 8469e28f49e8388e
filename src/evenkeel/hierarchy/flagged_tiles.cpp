// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Dilates flags, brings tiles to their ranks and clips them.
#include "evenkeel/hierarchy/flagged_tiles.hpp"

#include <algorithm>
#include <cstring>

#include "evenkeel/comm/exchange.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/hierarchy/tags.hpp"

namespace evenkeel::hierarchy {
namespace {

/// Calls visit(first, last) for every run of ones in a row of flags.
template <class Visit>
void for_each_run(std::span<const std::uint8_t> row, const Visit& visit) {
  const std::uint8_t* const end = row.data() + row.size();
  const auto next = [end](const std::uint8_t* from, int value) {
    const void* found = std::memchr(from, value, static_cast<std::size_t>(end - from));
    return found != nullptr ? static_cast<const std::uint8_t*>(found) : end;
  };
  const std::uint8_t* first = next(row.data(), 1);
  while (first != end) {
    const std::uint8_t* last = next(first, 0);
    visit(static_cast<std::int32_t>(first - row.data()),
          static_cast<std::int32_t>(last - row.data()));
    first = next(last, 1);
  }
}

/// Blocks that this rank has for another.
struct Parcel {
  int from = 0;
  int to = 0;
  std::uint64_t blocks = 0;
};

template <int D>
using BlocksByRank = std::vector<std::vector<TileBlock<D>>>;

/// What every rank pair sends, as far as this rank is concerned.
template <int D>
std::vector<comm::Neighbour> neighbours_of(const comm::Communicator& communicator,
                                           const BlocksByRank<D>& outgoing) {
  std::vector<Parcel> parcels;
  for (std::size_t to = 0; to < outgoing.size(); ++to) {
    if (!outgoing[to].empty()) {
      parcels.push_back({communicator.rank(), static_cast<int>(to), outgoing[to].size()});
    }
  }
  std::vector<comm::Neighbour> all(outgoing.size());
  for (const Parcel& parcel : communicator.gather_all(std::span<const Parcel>(parcels))) {
    if (parcel.from == communicator.rank()) {
      all[static_cast<std::size_t>(parcel.to)].send_bytes = parcel.blocks * sizeof(TileBlock<D>);
    } else if (parcel.to == communicator.rank()) {
      all[static_cast<std::size_t>(parcel.from)].receive_bytes =
          parcel.blocks * sizeof(TileBlock<D>);
    }
  }
  std::vector<comm::Neighbour> neighbours;
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    all[rank].rank = static_cast<int>(rank);
    if (all[rank].send_bytes + all[rank].receive_bytes > 0) {
      neighbours.push_back(all[rank]);
    }
  }
  return neighbours;
}

template <int D>
void exchange_blocks(const comm::Communicator& communicator, const BlocksByRank<D>& outgoing,
                     TileSet<D>& mine) {
  comm::Exchange exchange(communicator, neighbours_of(communicator, outgoing), kTilesTag);
  exchange.begin();
  for (std::size_t n = 0; n < exchange.neighbours().size(); ++n) {
    const auto& blocks = outgoing[static_cast<std::size_t>(exchange.neighbours()[n].rank)];
    if (!blocks.empty()) {
      std::memcpy(exchange.outgoing(n).data(), blocks.data(), exchange.outgoing(n).size());
    }
    exchange.send(n);
  }
  for (int n = exchange.next_arrival(); n >= 0; n = exchange.next_arrival()) {
    const std::span<const std::byte> bytes = exchange.incoming(static_cast<std::size_t>(n));
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(TileBlock<D>)) {
      TileBlock<D> block;
      std::memcpy(&block, bytes.data() + at, sizeof block);
      mine.merge(block);
    }
  }
}

}  // namespace

template <int D>
void add_flags(const TileLattice<D>& lattice, const geometry::Box<D>& box, const Flags& flags,
               int buffer, TileSet<D>& tiles) {
  EVENKEEL_EXPECT(static_cast<std::int64_t>(flags.size()) == box.volume());
  const std::uint8_t* row = flags.data();
  storage::for_each_row(box, [&](const geometry::Index<D>& cell, std::int32_t count) {
    const auto length = static_cast<std::size_t>(count);
    for_each_run({row, length}, [&](std::int32_t first, std::int32_t last) {
      geometry::Box<D> run{cell, cell};
      run.hi = run.grow(1).hi;
      run.hi[0] = cell[0] + last;
      run.lo[0] = cell[0] + first;
      lattice.for_each_wrapped(lattice.tiles_over(run.grow(buffer)),
                               [&](const geometry::Box<D>& part) { tiles.add(part); });
    });
    row += length;
  });
}

template <int D>
GatheredTiles<D> gather_tiles(const comm::Communicator& communicator, const Level<D>& base_level,
                              const TileLattice<D>& lattice, int to_base, const TileSet<D>& tiles,
                              std::size_t few_blocks) {
  if (communicator.size() == 1) {
    return {tiles, true};
  }
  TileSet<D> mine;
  if (const auto all = communicator.gather_few(tiles.blocks(), few_blocks)) {
    std::ranges::for_each(*all, [&](const TileBlock<D>& block) { mine.merge(block); });
    return {std::move(mine), true};
  }
  BlocksByRank<D> outgoing(static_cast<std::size_t>(communicator.size()));
  for (const TileBlock<D>& block : tiles.blocks()) {
    geometry::Box<D> first = lattice.cells_of({block.at, block.at});
    first = geometry::Box<D>{first.lo, first.grow(1).hi}.coarsen(to_base);
    int owner = communicator.rank();
    base_level.search().for_each(first, [&](std::int32_t box) {
      owner = base_level.layout().owners[static_cast<std::size_t>(box)];
    });
    if (owner == communicator.rank()) {
      mine.merge(block);
    } else {
      outgoing[static_cast<std::size_t>(owner)].push_back(block);
    }
  }
  exchange_blocks(communicator, outgoing, mine);
  return {std::move(mine), false};
}

template <int D>
std::vector<TileBlock<D>> permitted(const NestingDomain<D>& domain, int level,
                                    std::span<const TileBlock<D>> blocks) {
  std::vector<TileBlock<D>> clipped;
  clipped.reserve(blocks.size());
  geometry::BoxList<D> forbidden;
  for (TileBlock<D> block : blocks) {
    domain.forbidden(level, block.box().intersect(domain.lattice(level).tiles()), forbidden);
    for (const geometry::Box<D>& tiles : forbidden) {
      block.tiles &= ~tiles_inside(block.at, tiles);
    }
    if (block.tiles != 0) {
      clipped.push_back(block);
    }
  }
  return clipped;
}

#define EVENKEEL_INSTANTIATE(D)                                                              \
  template void add_flags(const TileLattice<D>&, const geometry::Box<D>&, const Flags&, int, \
                          TileSet<D>&);                                                      \
  template GatheredTiles<D> gather_tiles(const comm::Communicator&, const Level<D>&,         \
                                         const TileLattice<D>&, int, const TileSet<D>&,      \
                                         std::size_t);                                       \
  template std::vector<TileBlock<D>> permitted(const NestingDomain<D>&, int,                 \
                                               std::span<const TileBlock<D>>);
EVENKEEL_INSTANTIATE(1)
EVENKEEL_INSTANTIATE(2)
EVENKEEL_INSTANTIATE(3)

}  // namespace evenkeel::hierarchy
