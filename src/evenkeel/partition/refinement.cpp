// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// From large pieces and wide limits to single units and narrow ones.
#include "evenkeel/partition/refinement.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/quality.hpp"

namespace evenkeel::partition {
namespace {

/// How far levels may leave their balance while the largest pieces move; less if that fails.
constexpr std::array kWidest = {0.6, 0.5, 0.3};
constexpr double kNarrower = 1.4;  ///< from one size of pieces to the next

using Times = std::vector<double>;  ///< of the levels, and last of their sum

Times ideal_times(const Problem& problem) {
  const double offered = std::accumulate(problem.capacity.begin(), problem.capacity.end(), 0.0);
  Times times(static_cast<std::size_t>(problem.units.levels) + 1, 0.0);
  for (std::size_t unit = 0; unit < problem.units.size(); ++unit) {
    const std::span<const double> loads = problem.units.loads(unit);
    std::transform(loads.begin(), loads.end(), times.begin(), times.begin(), std::plus());
  }
  times.back() = std::reduce(times.begin(), times.end() - 1);
  std::ranges::for_each(times, [offered](double& time) { time /= offered; });
  return times;
}

/// What processors may take when they take \p now: the first to be tried first.
std::vector<Times> targets(const Times& now, const Times& ideal, double slack) {
  const std::size_t levels = ideal.size() - 1;
  const double waits = std::reduce(now.begin(), now.end() - 1) - ideal.back();
  const double allowed = slack * ideal.back();
  Times first = now;
  if (waits > 2.0 * allowed) {
    // Levels are not what is in balance here, or cannot be.
    for (std::size_t level = 0; level < levels; ++level) {
      first[level] = std::max(now[level], ideal[level] + allowed / static_cast<double>(levels));
    }
    const double in_turn = std::reduce(first.begin(), first.end() - 1);
    const double in_sum = std::max(now.back(), ideal.back() + allowed);
    first.back() = in_turn <= (1.0 + 2.0 * slack) * in_sum ? in_turn : in_sum;
    return {first};
  }
  // The sum follows from the levels.
  Times second = now;
  second.back() = std::max(now.back(), ideal.back() + waits);
  for (std::size_t level = 0; level < levels; ++level) {
    first[level] = waits > allowed ? ideal[level] + (now[level] - ideal[level]) * allowed / waits
                                   : now[level] + (allowed - waits) / static_cast<double>(levels);
  }
  first.back() = ideal.back() + allowed;
  return waits > allowed ? std::vector<Times>{first, second} : std::vector<Times>{first};
}

/// How large pieces are at first, and how far they may leave the balance.
struct Start {
  int largest_side;
  double width;
};

/// Refines pieces of blocks of units, the largest with the widest limits.
void refine_pieces(const Problem& problem, const UnitGraph& units, const Times& times,
                   const Times& ideal, const Start& start, Owners& owners) {
  std::vector<Contraction> steps;
  for (int side = 1; side <= start.largest_side; ++side) {
    const bool is_first = steps.empty();
    steps.push_back(contract(is_first ? units : steps.back().graph,
                             is_first ? owners : steps.back().owners, problem.units.dimension));
  }
  double width = start.width;
  for (std::size_t step = steps.size(); step-- > 0; width /= kNarrower) {
    Contraction& pieces = steps[step];
    Times most = times;
    Times least = ideal;
    for (std::size_t column = 0; column < times.size(); ++column) {
      most[column] = (1.0 + width) * times[column];
      least[column] = std::max(0.0, 2.0 * ideal[column] - most[column]);
    }
    BorderMoves moves(pieces.graph,
                      Limits(pieces.graph, pieces.owners, problem.capacity, most, least),
                      Ways::kBorders, pieces.owners);
    moves.relieve();
    moves.improve();
    Owners& below = step > 0 ? steps[step - 1].owners : owners;
    for (std::size_t node = 0; node < below.size(); ++node) {
      below[node] = pieces.owners[pieces.piece[node]];
    }
  }
}

/// Brings processors within \p times and shortens borders; false if some processor is late.
bool refine_units(const Problem& problem, const UnitGraph& units, const Times& times,
                  Owners& owners) {
  const Times least(times.size(), 0.0);
  BorderMoves moves(units, Limits(units, owners, problem.capacity, times, least),
                    Ways::kBordersOrFar, owners);
  const bool kept = moves.relieve();
  moves.improve();
  return kept;
}

}  // namespace

Owners owners_before(const Problem& problem) {
  Owners owners(problem.previous.begin(), problem.previous.end());
  int last = Workers(problem.capacity).rank.front();
  for (int& owner : owners) {
    const bool takes_part =
        owner != kNoOwner && problem.capacity[static_cast<std::size_t>(owner)] > 0.0;
    owner = takes_part ? owner : last;
    last = owner;
  }
  return owners;
}

bool relieve(const Problem& problem, const UnitGraph& units, const std::vector<double>& times,
             Ways ways, Owners& owners) {
  const Times least(times.size(), 0.0);
  return BorderMoves(units, Limits(units, owners, problem.capacity, times, least), ways, owners)
      .relieve();
}

void refine_borders(const Problem& problem, const UnitGraph& units, double slack, int largest_side,
                    Owners& owners) {
  const Times ideal = ideal_times(problem);
  const std::vector<Times> tried = targets(level_times(problem, owners), ideal, slack);
  const auto widths = std::span(kWidest).first(largest_side > 0 ? kWidest.size() : 1);
  for (const Times& times : tried) {
    for (const double width : widths) {
      Owners refined = owners;
      refine_pieces(problem, units, times, ideal, {largest_side, width}, refined);
      if (refine_units(problem, units, times, refined)) {
        owners = std::move(refined);
        return;
      }
    }
  }
  refine_units(problem, units, tried.back(), owners);
}

}  // namespace evenkeel::partition
