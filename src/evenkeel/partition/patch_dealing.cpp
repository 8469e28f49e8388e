// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Longest first, level by level.
#include "evenkeel/partition/patch_dealing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include "evenkeel/partition/patch_trimming.hpp"

namespace evenkeel::partition {
namespace {

using geometry::Box;
using geometry::BoxList;

constexpr int kProbes = 40;
constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr std::size_t kNobody = std::numeric_limits<std::size_t>::max();

constexpr std::array kParams = {
    ParamSpec{.name = "chop",
              .unit = "1",
              .fallback = 0.5,
              .min = 1e-3,
              .max = 1e3,
              .help = "largest piece before slices are cut off, in mean loads of a processor"},
    ParamSpec{.name = "tolerance",
              .unit = "1",
              .fallback = 0.004,
              .min = 0.0,
              .max = 1.0,
              .help = "slices are cut off until no level takes longer than this above the ideal"}};

/// The multiple of \p align inside \p box nearest to its middle along \p axis; none: its start.
std::int32_t middle(const Box<3>& box, std::size_t axis, std::int32_t align) {
  const std::int32_t half = box.lo[axis] + box.side(axis) / 2;
  const std::int32_t below = geometry::floor_div(half, align) * align;
  const std::int32_t near = half - below <= below + align - half ? below : below + align;
  return near > box.lo[axis] && near < box.hi[axis] ? near : box.lo[axis];
}

void bisect(const Box<3>& box, double most, std::int32_t align, BoxList<3>& out) {
  std::array<std::size_t, 3> axes = {0, 1, 2};
  std::ranges::stable_sort(axes, std::greater(), [&](std::size_t axis) { return box.side(axis); });
  for (const std::size_t axis : axes) {
    const std::int32_t at = middle(box, axis, align);
    if (static_cast<double>(box.volume()) > most && at > box.lo[axis]) {
      const auto [low, high] = geometry::split(box, axis, at);
      bisect(low, most, align, out);
      bisect(high, most, align, out);
      return;
    }
  }
  out.push_back(box);
}

/// Cells that cuts at multiples of \p align cannot divide; 1 where boxes have other corners.
double least_piece(const BoxList<3>& boxes, std::int32_t align) {
  double cells = 1.0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const bool exists =
        std::ranges::any_of(boxes, [axis](const Box<3>& box) { return box.side(axis) > 1; });
    const bool is_aligned = std::ranges::all_of(boxes, [axis, align](const Box<3>& box) {
      return box.lo[axis] % align == 0 && box.hi[axis] % align == 0;
    });
    if (exists && !is_aligned) {
      return 1.0;
    }
    cells *= exists ? align : 1;
  }
  return cells;
}

/// Least time, in cells over capacity, in which whole pieces of \p atom cells can be done.
double time_of_atoms(double cells, double atom, const Workers& workers) {
  double low = cells / workers.total_capacity();
  const auto is_enough = [&](double time) {
    double done = 0.0;
    for (const double capacity : workers.capacity) {
      done += std::floor(time * capacity / atom) * atom;
    }
    return done >= cells;
  };
  double high = low + atom / *std::ranges::min_element(workers.capacity);
  for (int probe = 0; probe < kProbes && !is_enough(low); ++probe) {
    const double middle = (low + high) / 2.0;
    (is_enough(middle) ? high : low) = middle;
  }
  return is_enough(low) ? low : high;
}

/// One level; without load every cell counts alike.
DealtPieces deal_level(const PatchProblem& problem, std::size_t level, const Workers& workers,
                       std::span<const double> given, const Dealing& how) {
  const BoxList<3>& boxes = problem.levels[level];
  const double of_cell = problem.cell_load[level] > 0.0 ? problem.cell_load[level] : 1.0;
  const auto cells = static_cast<double>(geometry::volume(boxes));
  const double atom = least_piece(boxes, problem.align);
  const double enough = std::max((1.0 + how.chopping.tolerance) * cells / workers.total_capacity(),
                                 time_of_atoms(cells, atom, workers));
  DealtPieces dealt;
  dealt.piece =
      chop(boxes, how.chopping.share * cells / static_cast<double>(workers.size()), problem.align);
  std::ranges::stable_sort(dealt.piece, std::greater(), &Box<3>::volume);
  std::vector<double> load;
  for (const Box<3>& piece : dealt.piece) {
    load.push_back(of_cell * static_cast<double>(piece.volume()));
  }
  dealt.worker = how.dealer({load, workers, given, of_cell * enough});
  return trim(std::move(dealt), workers, enough, problem.align);
}

/// Workers by what they have to do so far.
using Queue = std::set<std::pair<double, std::size_t>>;

/// The worker in \p queue of least \p time, which is no less than its place; of equals the first.
/// kNobody if there is none.
template <class Time>
std::size_t soonest(const Queue& queue, const Time& time) {
  std::size_t best = kNobody;
  double least = kNever;
  for (const auto& [so_far, k] : queue) {
    if (so_far > least) {
      break;
    }
    const double now = time(k);
    if (now < least || (now == least && now < kNever && k < best)) {
      least = now;
      best = k;
    }
  }
  return best;
}

}  // namespace

std::span<const ParamSpec> chopping_params() {
  return kParams;
}

Chopping chopping(const Params& params) {
  return {params["chop"], params["tolerance"]};
}

std::vector<int> deal_longest_first(const Deal& deal) {
  std::vector<int> worker;
  if (deal.load.empty()) {
    return worker;
  }
  const std::size_t workers = deal.workers.size();
  const std::vector<double>& capacity = deal.workers.capacity;
  std::vector<double> held(workers, 0.0);
  const auto level_time = [&](std::size_t k, double load) {
    return (held[k] + load) / capacity[k];
  };
  const auto total_time = [&](std::size_t k, double load) {
    return (deal.given[k] + held[k] + load) / capacity[k];
  };
  Queue by_level;
  Queue by_total;  // of those who can still take the smallest piece in time
  for (std::size_t k = 0; k < workers; ++k) {
    by_level.emplace(level_time(k, 0.0), k);
    by_total.emplace(total_time(k, 0.0), k);
  }
  for (const double load : deal.load) {
    const auto total_in_time = [&](std::size_t k) {
      return level_time(k, load) <= deal.enough ? total_time(k, load) : kNever;
    };
    std::size_t best = soonest(by_total, total_in_time);
    if (best == kNobody) {
      best = soonest(by_level, [&](std::size_t k) { return level_time(k, load); });
    }
    by_level.erase({level_time(best, 0.0), best});
    by_total.erase({total_time(best, 0.0), best});
    held[best] += load;
    by_level.emplace(level_time(best, 0.0), best);
    if (level_time(best, deal.load.back()) <= deal.enough) {
      by_total.emplace(total_time(best, 0.0), best);
    }
    worker.push_back(static_cast<int>(best));
  }
  return worker;
}

double slowest(const Deal& deal, std::span<const int> worker) {
  std::vector<double> time(deal.workers.size(), 0.0);
  for (std::size_t piece = 0; piece < worker.size(); ++piece) {
    const auto k = static_cast<std::size_t>(worker[piece]);
    time[k] += deal.load[piece] / deal.workers.capacity[k];
  }
  return std::ranges::max(time);
}

BoxList<3> chop(const BoxList<3>& boxes, double most, std::int32_t align) {
  BoxList<3> pieces;
  for (const Box<3>& box : boxes) {
    bisect(box, most, align, pieces);
  }
  return pieces;
}

OwnedPatches deal_levels(const PatchProblem& problem, const Dealing& how) {
  const Workers workers(problem.capacity);
  std::vector<double> given(workers.size(), 0.0);
  OwnedPatches patches(problem.levels.size());
  for (std::size_t level = problem.levels.size(); level-- > 0;) {
    const DealtPieces dealt = deal_level(problem, level, workers, given, how);
    for (std::size_t piece = 0; piece < dealt.piece.size(); ++piece) {
      const auto k = static_cast<std::size_t>(dealt.worker[piece]);
      given[k] += problem.cell_load[level] * static_cast<double>(dealt.piece[piece].volume());
      patches[level].push_back({dealt.piece[piece], workers.rank[k]});
    }
  }
  return patches;
}

}  // namespace evenkeel::partition
