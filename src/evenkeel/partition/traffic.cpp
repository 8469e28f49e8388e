// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Intersections of ghosts with boxes of others.
#include "evenkeel/partition/traffic.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "evenkeel/geometry/box_search.hpp"
#include "evenkeel/geometry/dimensions.hpp"
#include "evenkeel/geometry/periodic.hpp"

namespace evenkeel::partition {
namespace {

using geometry::Box;
using geometry::BoxList;
using geometry::BoxSearch;
using geometry::Index;
using workload::OwnedBox;

/// Cells that pass from one processor to another in one step of one level.
using Flow = std::map<std::pair<int, int>, double>;

/// The boxes of one level, arranged for queries that see them repeat along periodic axes.
template <int D>
struct Level {
  Level(const std::vector<OwnedBox<D>>& owned, const Box<D>& whole,
        const std::array<bool, std::size_t{D}>& periodic)
      : boxes(owned),
        search(workload::plain(owned)),
        domain(whole),
        shifts(geometry::periodic_shifts<D>(whole, periodic)) {}

  /// Calls \p visit(owner, part) for all that boxes and their images have of \p region.
  template <class Visit>
  void for_each_part(const Box<D>& region, const Visit& visit) const {
    for (const Index<D>& shift : shifts) {
      const Box<D> seen = region.shift(shift).intersect(domain);
      if (seen.is_empty()) {
        continue;
      }
      search.for_each(seen, [&](std::int32_t index) {
        const OwnedBox<D>& source = boxes[static_cast<std::size_t>(index)];
        visit(source.owner, source.box.intersect(seen).shift(geometry::opposite<D>(shift)));
      });
    }
  }

  const std::vector<OwnedBox<D>>& boxes;
  BoxSearch<D> search;
  Box<D> domain;
  std::vector<Index<D>> shifts;
};

/// All levels; \p levels lives on.
template <int D>
std::vector<Level<D>> arranged_levels(const OwnedLevels<D>& levels, int ratio,
                                      const std::array<bool, std::size_t{D}>& periodic) {
  std::vector<Level<D>> arranged;
  Box<D> domain;
  for (std::size_t l = 0; l < levels.size(); ++l) {
    for (const OwnedBox<D>& owned : levels[l]) {
      domain = domain.hull(owned.box);
    }
    arranged.emplace_back(levels[l], domain, periodic);
    domain = domain.refine(ratio);
  }
  return arranged;
}

/// Counts what the ghosts of \p target take from its own level; returns the ghosts it lacks there.
template <int D>
BoxList<D> take_from_level(const OwnedBox<D>& target, const Level<D>& level, int ghost,
                           Flow& flow) {
  const Box<D> around = target.box.grow(ghost);
  BoxList<D> found;
  level.for_each_part(around, [&](int owner, const Box<D>& part) {
    found.push_back(part);
    if (owner != target.owner) {
      flow[{owner, target.owner}] += static_cast<double>(part.volume());
    }
  });
  std::ranges::sort(found);
  return geometry::difference<D>({around}, found);
}

/// Counts the cells of \p region, in the index space of \p level, that \p owner has not itself.
template <int D>
void take_region(const Box<D>& region, int owner, const Level<D>& level, Flow& flow,
                 bool averages) {
  level.for_each_part(region, [&](int other, const Box<D>& part) {
    if (other != owner) {
      const auto way = averages ? std::pair(owner, other) : std::pair(other, owner);
      flow[way] += static_cast<double>(part.volume());
    }
  });
}

std::vector<Link> links_of(const Flow& flow) {
  std::vector<Link> links;
  links.reserve(flow.size());
  for (const auto& [way, cells] : flow) {
    links.push_back({way.first, way.second, 1.0, cells});
  }
  return links;
}

/// Adds \p flow, which happens \p times in a base-level step, to \p traffic and \p links.
void add(const Flow& flow, double times, double& cells, Traffic& traffic,
         std::map<std::pair<int, int>, Link>& links) {
  for (const auto& [way, passed] : flow) {
    cells += times * passed;
    traffic.messages += times;
    Link& link = links.try_emplace(way, Link{way.first, way.second, 0.0, 0.0}).first->second;
    link.messages += times;
    link.cells += times * passed;
  }
}

Flow flow_of(std::initializer_list<std::span<const Link>> parts) {
  Flow flow;
  for (const std::span<const Link> part : parts) {
    for (const Link& link : part) {
      flow[{link.from, link.to}] += link.cells;
    }
  }
  return flow;
}

void summarise(const std::map<std::pair<int, int>, Link>& links, std::size_t processors,
               std::size_t holders, Traffic& traffic) {
  std::vector<double> cells(processors, 0.0);
  std::vector<int> neighbours(processors, 0);
  for (const auto& [way, link] : links) {
    traffic.links.push_back(link);
    cells[static_cast<std::size_t>(link.to)] += link.cells;
    ++neighbours[static_cast<std::size_t>(link.to)];
  }
  traffic.busiest_cells = processors > 0 ? std::ranges::max(cells) : 0.0;
  traffic.most_neighbours = processors > 0 ? std::ranges::max(neighbours) : 0;
  traffic.mean_neighbours =
      holders > 0 ? static_cast<double>(links.size()) / static_cast<double>(holders) : 0.0;
}

template <int D>
std::size_t count_holders(const OwnedLevels<D>& levels, std::size_t processors) {
  std::vector<bool> holds(processors, false);
  for (const auto& level : levels) {
    for (const OwnedBox<D>& owned : level) {
      holds[static_cast<std::size_t>(owned.owner)] = true;
    }
  }
  return static_cast<std::size_t>(std::ranges::count(holds, true));
}

/// The blocks of units that reach \p level, with their owners.
template <int D>
workload::OwnerMap<D> owners_of_level(const workload::UnitList& units, const Owners& owners,
                                      const Box<D>& domain, int level) {
  Owners reaching = owners;
  for (std::size_t unit = 0; unit < owners.size(); ++unit) {
    reaching[unit] = units.depth(unit) >= level ? owners[unit] : kNoOwner;
  }
  return {domain, units, reaching};
}

/// The least box that holds all units.
template <int D>
Box<D> hull(const workload::UnitList& units) {
  Box<D> all;
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    all = all.hull(geometry::narrow<D>(Box<3>{units.lo[unit], units.hi[unit]}));
  }
  return all;
}

template <int D>
Traffic traffic_in(const Problem& problem, const Owners& owners,
                   std::span<const BoxList<3>> level_boxes, const GhostRule& ghosts) {
  return measure_traffic(owned_levels<D>(problem.units, owners, level_boxes),
                         {problem.units.ratio, problem.units.step_ratio()}, ghosts,
                         problem.processors());
}

}  // namespace

template <int D>
std::vector<LevelTraffic> level_traffic(const OwnedLevels<D>& levels, int ratio, int ghost,
                                        const std::array<bool, std::size_t{D}>& periodic) {
  std::vector<LevelTraffic> traffic;
  const std::vector<Level<D>> arranged = arranged_levels(levels, ratio, periodic);
  for (std::size_t l = 0; l < levels.size(); ++l) {
    Flow same;
    Flow coarse;
    Flow averages;
    for (const OwnedBox<D>& target : levels[l]) {
      const BoxList<D> lacking = take_from_level(target, arranged[l], ghost, same);
      if (l > 0) {
        for (const Box<D>& part : lacking) {
          take_region(part.coarsen(ratio), target.owner, arranged[l - 1], coarse, false);
        }
        take_region(target.box.coarsen(ratio), target.owner, arranged[l - 1], averages, true);
      }
    }
    traffic.push_back({links_of(same), links_of(coarse), links_of(averages)});
  }
  return traffic;
}

template <int D>
Traffic measure_traffic(const OwnedLevels<D>& levels, const LevelRatio& ratio,
                        const GhostRule& rule, std::size_t processors) {
  std::array<bool, std::size_t{D}> periodic;
  std::copy_n(rule.periodic.begin(), D, periodic.begin());
  Traffic traffic;
  std::map<std::pair<int, int>, Link> links;
  double steps = 1.0;
  double cells = 0.0;
  double ghosts = 0.0;
  const std::vector<LevelTraffic> passing =
      level_traffic(levels, ratio.space, rule.width, periodic);
  for (std::size_t l = 0; l < levels.size(); ++l) {
    for (const OwnedBox<D>& target : levels[l]) {
      cells += static_cast<double>(target.box.volume());
      ghosts += static_cast<double>(target.box.grow(rule.width).volume() - target.box.volume());
    }
    add(flow_of({passing[l].ghosts}), steps, traffic.ghost_cells, traffic, links);
    add(flow_of({passing[l].coarse, passing[l].averages}), steps, traffic.interlevel_cells, traffic,
        links);
    traffic.boxes += static_cast<std::int64_t>(levels[l].size());
    steps *= ratio.time;
  }
  traffic.overhead = cells > 0.0 ? ghosts / cells : 0.0;
  summarise(links, processors, count_holders<D>(levels, processors), traffic);
  return traffic;
}

template <int D>
OwnedLevels<D> owned_levels(const workload::UnitList& units, const Owners& owners,
                            std::span<const BoxList<3>> level_boxes) {
  OwnedLevels<D> levels(static_cast<std::size_t>(units.levels));
  if (units.size() == 0) {
    return levels;
  }
  Box<D> domain = hull<D>(units);
  if (!level_boxes.empty()) {
    domain.lo = {};  // they may have more than the units: blocks count from the domain's corner
  }
  std::int32_t to_base = 1;
  for (std::size_t l = 0; l < levels.size(); ++l) {
    if (level_boxes.empty()) {
      const auto map = owners_of_level<D>(units, owners, domain, static_cast<int>(l));
      workload::split_by_owner(domain.refine(to_base), to_base, map, levels[l]);
      std::erase_if(levels[l], [](const OwnedBox<D>& part) { return part.owner == kNoOwner; });
    } else if (l < level_boxes.size()) {
      const workload::OwnerMap<D> map(domain, units, owners);
      for (const Box<3>& whole : level_boxes[l]) {
        workload::split_by_owner(geometry::narrow<D>(whole), to_base, map, levels[l]);
      }
    }
    to_base *= units.ratio;
  }
  return levels;
}

Traffic traffic_of(const Problem& problem, const Owners& owners,
                   std::span<const BoxList<3>> level_boxes, const GhostRule& ghosts) {
  switch (problem.units.dimension) {
    case 1:
      return traffic_in<1>(problem, owners, level_boxes, ghosts);
    case 2:
      return traffic_in<2>(problem, owners, level_boxes, ghosts);
    default:
      return traffic_in<3>(problem, owners, level_boxes, ghosts);
  }
}

std::vector<double> received(const Problem& problem, const Owners& owners) {
  std::vector<double> cells(problem.processors(), 0.0);
  for (std::size_t unit = 0; unit < problem.previous.size(); ++unit) {
    const int before = problem.previous[unit];
    if (before != kNoOwner && before != owners[unit]) {
      cells[static_cast<std::size_t>(owners[unit])] +=
          problem.units.cells_there(unit, problem.held);
    }
  }
  return cells;
}

#define EVENKEEL_INSTANTIATE(D)                                                                \
  template std::vector<LevelTraffic> level_traffic(const OwnedLevels<D>&, int, int,            \
                                                   const std::array<bool, D>&);                \
  template Traffic measure_traffic(const OwnedLevels<D>&, const LevelRatio&, const GhostRule&, \
                                   std::size_t);                                               \
  template OwnedLevels<D> owned_levels<D>(const workload::UnitList&, const Owners&,            \
                                          std::span<const BoxList<3>>)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::partition
