// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Natural regions: refined cores cut along the curve, core by core; what is not refined in blocks.
#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <vector>

#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/faces.hpp"
#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::partition {
namespace {

constexpr std::array kParams = {
    ParamSpec{.name = "least_core",
              .unit = "1",
              .fallback = 0.25,
              .min = 0.0,
              .max = 1e3,
              .help = "refined regions with less load go with the unrefined blocks, in mean loads "
                      "of a processor"},
    ParamSpec{.name = "blocks",
              .unit = "1",
              .fallback = 8.0,
              .min = 1.0,
              .max = 1e4,
              .help = "blocks of what is not refined, for each processor"}};

struct Options {
  double least_core;
  double blocks;
};

constexpr int kNoRegion = -1;

/// Connected regions of refined units, numbered along the curve; kNoRegion for the others.
struct Regions {
  std::vector<int> of_unit;
  std::vector<double> load;  ///< [regions]
};

Regions find_regions(const workload::UnitList& units, const Faces& faces) {
  Regions regions;
  regions.of_unit.assign(units.size(), kNoRegion);
  std::vector<std::size_t> open;
  for (std::size_t seed = 0; seed < units.size(); ++seed) {
    if (faces.depth(seed) == 0 || regions.of_unit[seed] != kNoRegion) {
      continue;
    }
    const auto region = static_cast<int>(regions.load.size());
    regions.load.push_back(0.0);
    regions.of_unit[seed] = region;
    open.assign(1, seed);
    while (!open.empty()) {
      const std::size_t unit = open.back();
      open.pop_back();
      regions.load.back() += units.total(unit);
      faces.for_all(unit, [&](std::size_t other, double) {
        if (faces.depth(other) > 0 && regions.of_unit[other] == kNoRegion) {
          regions.of_unit[other] = region;
          open.push_back(other);
        }
      });
    }
  }
  return regions;
}

/// Gives the cores to \p owners: all of them as one chain, each core in one piece of it, so that a
/// core has processors in proportion to its load.
void cut_cores(const Problem& problem, const Workers& workers, const Regions& cores,
               Owners& owners) {
  std::vector<std::size_t> order;
  for (std::size_t unit = 0; unit < owners.size(); ++unit) {
    if (cores.of_unit[unit] != kNoRegion) {
      order.push_back(unit);
    }
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t unit) { return cores.of_unit[unit]; });
  std::vector<double> load;
  for (const std::size_t unit : order) {
    load.push_back(problem.units.total(unit));
  }
  const Chain chain{std::span<const double>(load)};
  const Owners of_chain = owners_of(workers, balanced_cuts(chain, workers));
  for (std::size_t place = 0; place < order.size(); ++place) {
    owners[order[place]] = of_chain[place];
  }
}

/// Packs what has no owner yet, in blocks along the curve.
class Packing {
 public:
  Packing(const Problem& problem, const Workers& workers, const Faces& faces, Owners& owners)
      : problem_(problem), faces_(faces), owners_(owners), room_(problem.processors(), 0.0) {
    const double share = problem.units.total_load() / workers.total_capacity();
    for (std::size_t w = 0; w < workers.size(); ++w) {
      room_[static_cast<std::size_t>(workers.rank[w])] = share * workers.capacity[w];
    }
    for (std::size_t unit = 0; unit < owners.size(); ++unit) {
      if (owners[unit] != kNoOwner) {
        room_[static_cast<std::size_t>(owners[unit])] -= problem.units.total(unit);
      }
    }
  }

  /// The heaviest blocks first, each to the part with room for it that it has most faces with, or
  /// else to the one with most room for its capacity.
  void pack(double most) {
    std::vector<Block> blocks = blocks_of(most);
    std::ranges::stable_sort(blocks, std::greater(), &Block::load);
    for (const Block& block : blocks) {
      const int owner = owner_for(block);
      room_[static_cast<std::size_t>(owner)] -= block.load;
      for (const std::size_t unit : block.units) {
        owners_[unit] = owner;
      }
    }
  }

 private:
  struct Block {
    std::vector<std::size_t> units;
    double load = 0.0;
  };

  /// Runs of units without owner, of no more than \p most load unless of one unit.
  std::vector<Block> blocks_of(double most) const {
    std::vector<Block> blocks;
    bool is_open = false;
    for (std::size_t unit = 0; unit < owners_.size(); ++unit) {
      if (owners_[unit] != kNoOwner) {
        is_open = false;
        continue;
      }
      const double load = problem_.units.total(unit);
      if (!is_open || blocks.back().load + load > most) {
        blocks.emplace_back();
        is_open = true;
      }
      blocks.back().units.push_back(unit);
      blocks.back().load += load;
    }
    return blocks;
  }

  /// What processor \p k has left after the block, for its capacity: where it will be done soonest.
  double room_after(const Block& block, std::size_t k) const {
    return (room_[k] - block.load) / problem_.capacity[k];
  }

  int owner_for(const Block& block) const {
    std::map<int, double> ties;  // faces, by owner
    for (const std::size_t unit : block.units) {
      faces_.for_all(unit, [&](std::size_t other, double weight) {
        if (owners_[other] != kNoOwner) {
          ties[owners_[other]] += weight;
        }
      });
    }
    int nearest = kNoOwner;
    double most_faces = 0.0;
    for (const auto& [owner, faces] : ties) {
      if (faces > most_faces && room_after(block, static_cast<std::size_t>(owner)) >= 0.0) {
        most_faces = faces;
        nearest = owner;
      }
    }
    return nearest != kNoOwner ? nearest : emptiest_after(block);
  }

  int emptiest_after(const Block& block) const {
    int emptiest = kNoOwner;
    double most_room = 0.0;
    for (std::size_t k = 0; k < room_.size(); ++k) {
      if (problem_.capacity[k] <= 0.0) {
        continue;
      }
      if (const double room = room_after(block, k); emptiest == kNoOwner || room > most_room) {
        most_room = room;
        emptiest = static_cast<int>(k);
      }
    }
    return emptiest;
  }

  const Problem& problem_;
  const Faces& faces_;
  Owners& owners_;
  std::vector<double> room_;  ///< [processors] below its share; negative: above
};

class NaturalRegions final : public Partitioner {
 public:
  explicit NaturalRegions(const Options& options) : options_(options) {}

  Owners assign(const Problem& problem) const override {
    check(problem);
    const Chain chain(problem.units);
    const Workers workers(problem.capacity);
    if (problem.units.size() == 0 || problem.units.total_load() == 0.0) {
      return owners_of(workers, balanced_cuts(chain, workers));
    }
    const Faces faces(problem.units);
    const double mean = problem.units.total_load() / static_cast<double>(workers.size());
    Regions cores = find_regions(problem.units, faces);
    for (int& region : cores.of_unit) {
      const bool is_small = region != kNoRegion && cores.load[static_cast<std::size_t>(region)] <
                                                       options_.least_core * mean;
      region = is_small ? kNoRegion : region;
    }
    Owners owners(problem.units.size(), kNoOwner);
    cut_cores(problem, workers, cores, owners);
    double left = 0.0;
    for (std::size_t unit = 0; unit < owners.size(); ++unit) {
      left += owners[unit] == kNoOwner ? problem.units.total(unit) : 0.0;
    }
    const double blocks = options_.blocks * static_cast<double>(workers.size());
    Packing(problem, workers, faces, owners).pack(left / blocks);
    return owners;
  }

 private:
  Options options_;
};

}  // namespace

void register_natural_regions(Registry<Partitioner>& registry) {
  registry.add({.name = "natural_regions",
                .summary = "refined cores cut one after the other, unrefined blocks packed around",
                .source = "Steensland 2002 (Nature+Fable); definition of this code",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<NaturalRegions>(
                      Options{.least_core = params["least_core"], .blocks = params["blocks"]});
                }});
}

}  // namespace evenkeel::partition
