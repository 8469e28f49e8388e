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

/// Load of every processor on every level and, in a last column, in sum.
std::vector<double> table_with_sums(const Problem& problem, const Owners& owners) {
  const auto levels = static_cast<std::size_t>(problem.units.levels);
  const std::vector<double> of_levels = load_table(problem.units, owners, problem.processors());
  std::vector<double> table;
  for (auto row = of_levels.begin(); row != of_levels.end();) {
    const auto end = row + static_cast<std::ptrdiff_t>(levels);
    table.insert(table.end(), row, end);
    table.push_back(std::reduce(row, end));
    row = end;
  }
  return table;
}

/// Loads of the processors on every level and in sum, and how far they may grow. A column is a
/// level; the last one is the sum.
class Limits {
 public:
  /// \param times  shape [columns], that no processor may exceed
  Limits(const Problem& problem, const Owners& owners, const std::vector<double>& times)
      : units_(problem.units), columns_(times.size()) {
    held_ = table_with_sums(problem, owners);
    for (const double capacity : problem.capacity) {
      std::ranges::transform(times, std::back_inserter(limit_),
                             [capacity](double time) { return time * capacity; });
    }
  }

  /// Load of \p piece, to be asked about next.
  void weigh(const Piece& piece) {
    load_.assign(columns_, 0.0);
    for (const std::size_t unit : piece) {
      const std::span<const double> loads = units_.loads(unit);
      std::transform(loads.begin(), loads.end(), load_.begin(), load_.begin(), std::plus());
    }
    load_.back() = std::reduce(load_.begin(), load_.end() - 1);
  }

  /// Notes how much the processor with most room could take, for may_fit().
  void find_room() {
    room_.assign(columns_, 0.0);
    for (std::size_t entry = 0; entry < held_.size(); ++entry) {
      double& room = room_[entry % columns_];
      room = std::max(room, limit_[entry] - held_[entry]);
    }
  }

  /// Whether anybody had room for what was weighed.
  bool may_fit() const { return std::ranges::equal(load_, room_, std::less_equal()); }

  /// The largest share of its limits that \p owner uses on the columns of what was weighed, when it
  /// also takes \p pieces like that.
  double use(int owner, double pieces) const {
    const std::size_t row = static_cast<std::size_t>(owner) * columns_;
    double most = 0.0;
    for (std::size_t column = 0; column < columns_; ++column) {
      if (load_[column] > 0.0) {
        const double held = held_[row + column] + pieces * load_[column];
        most = std::max(most, held / limit_[row + column]);
      }
    }
    return most;
  }

  /// Whether nobody takes too long on any level.
  bool are_kept() const { return std::ranges::equal(held_, limit_, std::less_equal()); }

  /// Moves what was weighed.
  void move(int from, int to) {
    for (std::size_t column = 0; column < columns_; ++column) {
      held_[static_cast<std::size_t>(from) * columns_ + column] -= load_[column];
      held_[static_cast<std::size_t>(to) * columns_ + column] += load_[column];
    }
  }

 private:
  const workload::UnitList& units_;
  std::size_t columns_;
  std::vector<double> held_;   ///< [processors][columns]
  std::vector<double> limit_;  ///< [processors][columns]
  std::vector<double> room_;   ///< [columns] where there is most
  std::vector<double> load_;   ///< [columns] of the piece in question
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
        const double use = limits_.use(owners_[unit], 0.0);
        if (use > 1.0) {
          tie_up();
          ties_.front().weight = 0.0;
          moved = give_away(use) || moved;
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
    return give_away(1.0);
  }

  /// Of the parts that would use no more than \p bound of their limits, the one with most faces
  /// gets the piece, if it has more than the owner.
  bool give_away(double bound) {
    const Tie* best = ties_.data();
    for (const Tie& tie : ties_) {
      best = tie.weight > best->weight && limits_.use(tie.owner, 1.0) <= bound ? &tie : best;
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

/// The slowest times of \p owners, or the ideal ones plus what \p slack allows: equal parts of it
/// on the levels, all of it in sum.
std::vector<double> times_with_slack(const Problem& problem, const Owners& owners, double slack) {
  const double offered = std::accumulate(problem.capacity.begin(), problem.capacity.end(), 0.0);
  const std::vector<double> held = table_with_sums(problem, owners);
  std::vector<double> times = level_times(problem, owners);
  std::vector<double> load(times.size(), 0.0);
  for (std::size_t entry = 0; entry < held.size(); ++entry) {
    load[entry % load.size()] += held[entry];
  }
  const std::size_t levels = times.size() - 1;
  const double extra = slack * load.back();
  for (std::size_t column = 0; column < times.size(); ++column) {
    const double part = column < levels ? extra / static_cast<double>(levels) : extra;
    times[column] = std::max(times[column], (load[column] + part) / offered);
  }
  return times;
}

}  // namespace

std::vector<double> level_times(const Problem& problem, const Owners& owners) {
  const std::vector<double> held = table_with_sums(problem, owners);
  std::vector<double> times(static_cast<std::size_t>(problem.units.levels) + 1, 0.0);
  for (std::size_t entry = 0; entry < held.size(); ++entry) {
    if (held[entry] > 0.0) {
      double& slowest = times[entry % times.size()];
      slowest = std::max(slowest, held[entry] / problem.capacity[entry / times.size()]);
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
