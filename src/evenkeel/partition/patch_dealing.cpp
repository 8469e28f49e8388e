// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Longest first, level by level.
#include "evenkeel/partition/patch_dealing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <cstddef>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include "evenkeel/geometry/box_search.hpp"
#include "evenkeel/partition/bounds.hpp"
#include "evenkeel/partition/box_dealing.hpp"
#include "evenkeel/partition/patch_trimming.hpp"

namespace evenkeel::partition {
namespace {

using geometry::Box;
using geometry::BoxList;

constexpr double kRounding = 1e-12;  ///< of a time times a capacity
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
  for (const std::size_t axis : axes_by_length(box)) {
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

/// Patches of one level as they were.
class OldPatches {
 public:
  explicit OldPatches(const std::vector<OwnedPatch>& patches)
      : patches_(patches), search_(boxes_of(patches)) {}

  /// How many cells of \p box each rank had.
  std::map<int, std::int64_t> cells_by_owner(const Box<3>& box) const {
    std::map<int, std::int64_t> cells;
    search_.for_each(box, [&](std::int32_t hit) {
      const OwnedPatch& patch = patches_[static_cast<std::size_t>(hit)];
      cells[patch.owner] += patch.box.intersect(box).volume();
    });
    return cells;
  }

 private:
  static BoxList<3> boxes_of(const std::vector<OwnedPatch>& patches) {
    BoxList<3> boxes;
    for (const OwnedPatch& patch : patches) {
      boxes.push_back(patch.box);
    }
    return boxes;
  }

  const std::vector<OwnedPatch>& patches_;
  geometry::BoxSearch<3> search_;
};

/// The worker that had most of every piece; kNoOwner where nobody who takes part had any.
std::vector<int> owners_before(const BoxList<3>& pieces, const OldPatches& old,
                               const Workers& workers) {
  std::vector<int> owners;
  for (const Box<3>& piece : pieces) {
    int owner = workload::kNoOwner;
    std::int64_t most = 0;
    for (const auto& [rank, count] : old.cells_by_owner(piece)) {
      const auto worker = std::ranges::lower_bound(workers.rank, rank);
      if (count > most && worker != workers.rank.end() && *worker == rank) {
        most = count;
        owner = static_cast<int>(worker - workers.rank.begin());
      }
    }
    owners.push_back(owner);
  }
  return owners;
}

/// Cells of which the owner changes.
double cells_moved(const DealtPieces& dealt, const OldPatches& old, const Workers& workers) {
  double cells = 0.0;
  for (std::size_t piece = 0; piece < dealt.piece.size(); ++piece) {
    const int rank = workers.rank[static_cast<std::size_t>(dealt.worker[piece])];
    for (const auto& [owner, count] : old.cells_by_owner(dealt.piece[piece])) {
      cells += owner != rank ? static_cast<double>(count) : 0.0;
    }
  }
  return cells;
}

/// Pieces without owners, and what dealing them out needs.
struct Pieces {
  DealtPieces dealt;
  std::vector<double> load;  ///< [pieces]
  double of_cell;            ///< load
  double enough;             ///< time, in cells over capacity
};

Pieces pieces_of(const PatchProblem& problem, std::size_t level, const Workers& workers,
                 const Chopping& chopping) {
  const BoxList<3>& boxes = problem.levels[level];
  const auto cells = static_cast<double>(geometry::volume(boxes));
  const double atom = least_piece(boxes, problem.align);
  const double share = cells / workers.total_capacity();
  Pieces pieces;
  // Without load every cell counts alike.
  pieces.of_cell = problem.cell_load[level] > 0.0 ? problem.cell_load[level] : 1.0;
  pieces.enough =
      std::max((1.0 + chopping.tolerance) * share,
               (1.0 + kRounding) * time_of_pieces(cells / atom, atom, workers.capacity));
  const double most = chopping.share * cells / static_cast<double>(workers.size());
  pieces.dealt.piece = chop(boxes, most, problem.align);
  std::ranges::stable_sort(pieces.dealt.piece, std::greater(), &Box<3>::volume);
  for (const Box<3>& piece : pieces.dealt.piece) {
    pieces.load.push_back(pieces.of_cell * static_cast<double>(piece.volume()));
  }
  return pieces;
}

/// One level, from scratch or, if that moves less, to those who had the pieces before.
DealtPieces deal_level(const PatchProblem& problem, std::size_t level, const Workers& workers,
                       std::span<const double> given, const Dealing& how) {
  const Pieces pieces = pieces_of(problem, level, workers, how.chopping);
  const auto deal = [&](std::span<const int> before) {
    DealtPieces dealt = pieces.dealt;
    dealt.worker =
        how.dealer({pieces.load, workers, given, pieces.of_cell * pieces.enough, before});
    return trim(std::move(dealt), workers, pieces.enough, problem.align);
  };
  DealtPieces scratch = deal({});
  if (problem.previous.empty() || problem.previous[level].empty()) {
    return scratch;
  }
  const OldPatches old(problem.previous[level]);
  DealtPieces kept = deal(owners_before(pieces.dealt.piece, old, workers));
  return cells_moved(kept, old, workers) < cells_moved(scratch, old, workers) ? kept : scratch;
}

/// Workers by what they have to do so far; of equals the fastest first, then by number.
struct Waiting {
  double so_far;    ///< [time]
  double slowness;  ///< minus its capacity
  std::size_t worker;

  auto operator<=>(const Waiting&) const = default;
};
using Queue = std::set<Waiting>;

/// Workers of nearly one capacity each, by what none of them exceeds.
class Queues {
 public:
  explicit Queues(std::span<const double> capacity) : capacity_(capacity) {}

  void add(double so_far, std::size_t k) { queues_[limit(k)].insert(waiting(so_far, k)); }
  void remove(double so_far, std::size_t k) { queues_[limit(k)].erase(waiting(so_far, k)); }

  /// The worker of least \p time with a piece of \p load, kNever where it cannot take it; of equals
  /// the first. kNobody if there is none.
  template <class Time>
  std::size_t soonest(double load, const Time& time) const {
    std::size_t best = kNobody;
    double least = kNever;
    for (const auto& [limit, queue] : queues_) {
      const double fastest = load / limit;
      for (auto at = queue.begin(); at != queue.end() && at->so_far + fastest <= least;) {
        const double now = time(at->worker);
        if (now < least || (now == least && now < kNever && at->worker < best)) {
          least = now;
          best = at->worker;
        }
        // Of those with as much to do none is faster.
        at = now < kNever ? queue.upper_bound({at->so_far, kNever, 0}) : std::next(at);
      }
    }
    return best;
  }

 private:
  double limit(std::size_t k) const {
    constexpr double kStep = 1.01;
    const double steps = std::floor(std::log(capacity_[k]) / std::log(kStep));
    return std::pow(kStep, steps + 1.0) * (1.0 + kRounding);
  }
  Waiting waiting(double so_far, std::size_t k) const { return {so_far, -capacity_[k], k}; }

  std::span<const double> capacity_;
  std::map<double, Queue> queues_;
};

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
  Queues by_level(capacity);
  Queues by_total(capacity);  // of those who can still take the smallest piece in time
  for (std::size_t k = 0; k < workers; ++k) {
    by_level.add(level_time(k, 0.0), k);
    by_total.add(total_time(k, 0.0), k);
  }
  for (std::size_t piece = 0; piece < deal.load.size(); ++piece) {
    const double load = deal.load[piece];
    const auto total_in_time = [&](std::size_t k) {
      return level_time(k, load) <= deal.enough ? total_time(k, load) : kNever;
    };
    const int before = deal.before.empty() ? workload::kNoOwner : deal.before[piece];
    std::size_t best = before == workload::kNoOwner ? kNobody : static_cast<std::size_t>(before);
    if (best == kNobody || total_in_time(best) == kNever) {
      best = by_total.soonest(load, total_in_time);
    }
    if (best == kNobody) {
      best = by_level.soonest(load, [&](std::size_t k) { return level_time(k, load); });
    }
    by_level.remove(level_time(best, 0.0), best);
    by_total.remove(total_time(best, 0.0), best);
    held[best] += load;
    by_level.add(level_time(best, 0.0), best);
    if (level_time(best, deal.load.back()) <= deal.enough) {
      by_total.add(total_time(best, 0.0), best);
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
