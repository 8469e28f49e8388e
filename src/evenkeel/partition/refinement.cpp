// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Greedy sweeps over pieces of blocks, under limits per level.
#include "evenkeel/partition/refinement.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <numeric>
#include <span>
#include <vector>

#include "evenkeel/partition/quality.hpp"

namespace evenkeel::partition {
namespace {

constexpr int kRounds = 3;      ///< of sweeps over blocks of one size
constexpr int kMaxLayers = 32;  ///< moved when owners are relieved

using Piece = std::vector<std::size_t>;

/// Loads of the processors on every level, and how far they may grow.
class Limits {
 public:
  /// \param times  shape [levels], that no processor may exceed
  Limits(const Problem& problem, const Owners& owners, const std::vector<double>& times)
      : units_(problem.units), levels_(static_cast<std::size_t>(units_.levels)) {
    held_ = load_table(units_, owners, problem.processors());
    for (const double capacity : problem.capacity) {
      std::ranges::transform(times, std::back_inserter(limit_),
                             [capacity](double time) { return time * capacity; });
    }
  }

  /// Load of \p piece, to be asked about next.
  void weigh(const Piece& piece) {
    load_.assign(levels_, 0.0);
    for (const std::size_t unit : piece) {
      const std::span<const double> loads = units_.loads(unit);
      std::ranges::transform(load_, loads, load_.begin(), std::plus());
    }
  }

  /// Notes how much the processor with most room could take, for may_fit().
  void find_room() {
    room_.assign(levels_, 0.0);
    for (std::size_t entry = 0; entry < held_.size(); ++entry) {
      double& room = room_[entry % levels_];
      room = std::max(room, limit_[entry] - held_[entry]);
    }
  }

  /// Whether anybody had room for what was weighed.
  bool may_fit() const { return std::ranges::equal(load_, room_, std::less_equal()); }

  /// Whether \p owner may take what was weighed.
  bool fits(int owner) const {
    const std::size_t row = static_cast<std::size_t>(owner) * levels_;
    for (std::size_t level = 0; level < levels_; ++level) {
      if (load_[level] > 0.0 && held_[row + level] + load_[level] > limit_[row + level]) {
        return false;
      }
    }
    return true;
  }

  /// Whether \p owner takes too long on a level of what was weighed.
  bool is_late(int owner) const {
    const std::size_t row = static_cast<std::size_t>(owner) * levels_;
    for (std::size_t level = 0; level < levels_; ++level) {
      if (load_[level] > 0.0 && held_[row + level] > limit_[row + level]) {
        return true;
      }
    }
    return false;
  }

  /// Whether nobody takes too long on any level.
  bool are_kept() const { return std::ranges::equal(held_, limit_, std::less_equal()); }

  /// Moves what was weighed.
  void move(int from, int to) {
    for (std::size_t level = 0; level < levels_; ++level) {
      held_[static_cast<std::size_t>(from) * levels_ + level] -= load_[level];
      held_[static_cast<std::size_t>(to) * levels_ + level] += load_[level];
    }
  }

 private:
  const workload::UnitList& units_;
  std::size_t levels_;
  std::vector<double> held_;   ///< [processors][levels]
  std::vector<double> limit_;  ///< [processors][levels]
  std::vector<double> room_;   ///< [levels] where there is most
  std::vector<double> load_;   ///< [levels] of the piece in question
};

/// Weight of the faces between a piece and one part.
struct Tie {
  int owner;
  double weight;
};

class Refinement {
 public:
  Refinement(const Problem& problem, const Faces& faces, const std::vector<double>& times,
             Owners& owners)
      : faces_(faces),
        limits_(problem, owners, times),
        owners_(owners),
        visited_(owners.size()),
        on_border_(owners.size()) {
    for (std::size_t unit = 0; unit < owners.size(); ++unit) {
      faces.for_all(unit, [&](std::size_t other, double) {
        on_border_[unit] = on_border_[unit] || owners[other] != owners[unit];
      });
    }
  }

  /// Offers every piece at a border to the parts beyond it. A piece is what one processor owns of
  /// a block of consecutive units; only what is refined alike when \p by_depth. True if any moved.
  bool sweep(std::size_t block, bool by_depth) {
    bool moved = false;
    std::ranges::fill(visited_, false);
    limits_.find_room();
    for (std::size_t first = 0; first < owners_.size(); first += block) {
      const std::size_t last = std::min(owners_.size(), first + block);
      for (std::size_t lead = first; lead < last; ++lead) {
        if (!on_border_[lead] || visited_[lead]) {
          continue;
        }
        piece_.clear();
        for (std::size_t unit = first; unit < last; ++unit) {
          if (owners_[unit] == owners_[lead] && !visited_[unit] &&
              (!by_depth || faces_.depth(unit) == faces_.depth(lead))) {
            piece_.push_back(unit);
          }
        }
        moved = improve() || moved;
      }
    }
    return moved;
  }

  /// Offers every unit at a border, of processors that are late, to the parts beyond it.
  bool relieve_layer() {
    bool moved = false;
    for (std::size_t unit = 0; unit < owners_.size(); ++unit) {
      if (on_border_[unit]) {
        piece_.assign(1, unit);
        limits_.weigh(piece_);
        if (limits_.is_late(owners_[unit])) {
          tie_up();
          ties_.front().weight = 0.0;
          moved = give_away() || moved;
        }
      }
    }
    return moved;
  }

  bool is_balanced() const { return limits_.are_kept(); }

 private:
  /// Gives the piece to the part it has most faces with, if those are more than with its own.
  bool improve() {
    for (const std::size_t unit : piece_) {
      visited_[unit] = true;
    }
    limits_.weigh(piece_);
    if (!limits_.may_fit()) {
      return false;
    }
    tie_up();
    return give_away();
  }

  bool give_away() {
    const Tie* best = ties_.data();
    for (const Tie& tie : ties_) {
      best = tie.weight > best->weight && limits_.fits(tie.owner) ? &tie : best;
    }
    if (best == ties_.data()) {
      return false;
    }
    limits_.move(ties_.front().owner, best->owner);
    for (const std::size_t unit : piece_) {
      owners_[unit] = best->owner;
      on_border_[unit] = true;
      faces_.for_all(unit, [&](std::size_t other, double) { on_border_[other] = true; });
    }
    return true;
  }

  /// Sums the faces of the piece by owner behind them, its own first.
  void tie_up() {
    constexpr int kPiece = -2;
    const int owner = owners_[piece_.front()];
    ties_.assign(1, {owner, 0.0});
    for (const std::size_t unit : piece_) {
      owners_[unit] = kPiece;
    }
    for (const std::size_t unit : piece_) {
      bool on_border = false;
      faces_.for_all(unit, [&](std::size_t other, double weight) {
        const int beyond = owners_[other];
        if (beyond == kPiece) {
          return;
        }
        on_border = on_border || beyond != owner;
        const auto tie = std::ranges::find(ties_, beyond, &Tie::owner);
        if (tie == ties_.end()) {
          ties_.push_back({beyond, weight});
        } else {
          tie->weight += weight;
        }
      });
      on_border_[unit] = on_border;
    }
    for (const std::size_t unit : piece_) {
      owners_[unit] = owner;
    }
  }

  const Faces& faces_;
  Limits limits_;
  Owners& owners_;
  std::vector<char> visited_;    ///< [units] in this sweep
  std::vector<char> on_border_;  ///< [units] may have a face to another part
  Piece piece_;
  std::vector<Tie> ties_;
};

/// The slowest times of \p owners, or the ideal ones plus an equal part each of what \p slack
/// allows.
std::vector<double> times_with_slack(const Problem& problem, const Owners& owners, double slack) {
  const double offered = std::accumulate(problem.capacity.begin(), problem.capacity.end(), 0.0);
  const auto levels = static_cast<std::size_t>(problem.units.levels);
  const double extra = slack * problem.units.total_load() / static_cast<double>(levels);
  std::vector<double> ideal(levels, 0.0);
  for (std::size_t unit = 0; unit < owners.size(); ++unit) {
    std::ranges::transform(ideal, problem.units.loads(unit), ideal.begin(), std::plus());
  }
  std::vector<double> times = level_times(problem, owners);
  for (std::size_t level = 0; level < levels; ++level) {
    times[level] = std::max(times[level], (ideal[level] + extra) / offered);
  }
  return times;
}

}  // namespace

std::vector<double> level_times(const Problem& problem, const Owners& owners) {
  const auto levels = static_cast<std::size_t>(problem.units.levels);
  const std::vector<double> held = load_table(problem.units, owners, problem.processors());
  std::vector<double> times(levels, 0.0);
  for (std::size_t entry = 0; entry < held.size(); ++entry) {
    if (held[entry] > 0.0) {
      double& slowest = times[entry % levels];
      slowest = std::max(slowest, held[entry] / problem.capacity[entry / levels]);
    }
  }
  return times;
}

bool relieve(const Problem& problem, const Faces& faces, const std::vector<double>& times,
             Owners& owners) {
  Refinement refinement(problem, faces, times, owners);
  for (int layer = 0; layer < kMaxLayers && refinement.relieve_layer(); ++layer) {
  }
  return refinement.is_balanced();
}

void refine_borders(const Problem& problem, const Faces& faces, double slack, int largest_side,
                    Owners& owners) {
  Refinement refinement(problem, faces, times_with_slack(problem, owners, slack), owners);
  for (int side = largest_side; side >= 0; --side) {
    const std::size_t block = std::size_t{1} << (side * problem.units.dimension);
    for (int round = 0; round < kRounds; ++round) {
      const bool columns = side > 0 && refinement.sweep(block, /*by_depth=*/false);
      const bool layers = refinement.sweep(block, /*by_depth=*/true);
      if (!columns && !layers) {
        break;
      }
    }
  }
}

}  // namespace evenkeel::partition
