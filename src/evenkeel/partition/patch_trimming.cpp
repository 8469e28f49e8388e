// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Slices from the largest excess to the largest room.
#include "evenkeel/partition/patch_trimming.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <set>
#include <utility>

namespace evenkeel::partition {
namespace {

using geometry::Box;

constexpr int kMaxCuts = 64;  ///< of one worker

/// A cut of a piece in two, of which one part may change hands.
struct Slice {
  std::size_t piece;
  Box<3> kept;
  Box<3> given;
};

class Trimming {
 public:
  Trimming(DealtPieces& dealt, const Workers& workers, double cells_per_capacity,
           std::int32_t align)
      : dealt_(dealt), align_(align), pieces_(workers.size()) {
    for (const double capacity : workers.capacity) {
      room_.push_back(cells_per_capacity * capacity);
    }
    for (std::size_t piece = 0; piece < dealt.piece.size(); ++piece) {
      const auto worker = static_cast<std::size_t>(dealt.worker[piece]);
      room_[worker] -= static_cast<double>(dealt.piece[piece].volume());
      pieces_[worker].push_back(piece);
    }
    for (std::size_t worker = 0; worker < room_.size(); ++worker) {
      by_room_.emplace(room_[worker], worker);
    }
  }

  void run() {
    std::vector<std::size_t> late;
    for (auto at = by_room_.begin(); at != by_room_.end() && at->first < 0.0; ++at) {
      late.push_back(at->second);
    }
    for (const std::size_t worker : late) {
      for (int cut = 0; cut < kMaxCuts && room_[worker] < 0.0 && relieve(worker); ++cut) {
      }
    }
  }

 private:
  /// Gives one slice of \p worker away, or cuts a piece so that thinner slices become possible;
  /// false if neither can be.
  bool relieve(std::size_t worker) {
    const std::size_t taker = by_room_.rbegin()->second;
    if (const auto slice = best_slice(worker, -room_[worker], room_[taker])) {
      dealt_.piece[slice->piece] = slice->kept;
      add(slice->given, taker);
      const auto cells = static_cast<double>(slice->given.volume());
      change_room(worker, cells);
      change_room(taker, -cells);
      return true;
    }
    const auto halves = halve_smallest(worker);
    if (halves) {
      dealt_.piece[halves->piece] = halves->kept;
      add(halves->given, worker);
    }
    return halves.has_value();
  }

  void add(const Box<3>& box, std::size_t worker) {
    pieces_[worker].push_back(dealt_.piece.size());
    dealt_.piece.push_back(box);
    dealt_.worker.push_back(static_cast<int>(worker));
  }

  void change_room(std::size_t worker, double by) {
    by_room_.erase({room_[worker], worker});
    room_[worker] += by;
    by_room_.emplace(room_[worker], worker);
  }

  /// The part of \p box below its first plane at a multiple of align that leaves at least \p cells
  /// there; nothing is left above: none.
  std::optional<Slice> cut(std::size_t piece, std::size_t axis, double cells) const {
    const Box<3>& box = dealt_.piece[piece];
    const double layer = static_cast<double>(box.volume()) / box.side(axis);
    const double wish = box.lo[axis] + cells / layer;
    const auto at = static_cast<std::int32_t>(std::ceil(wish / align_ - 1e-9)) * align_;
    if (at <= box.lo[axis] || at >= box.hi[axis]) {
      return std::nullopt;
    }
    const auto [given, kept] = geometry::split(box, axis, at);
    return Slice{piece, kept, given};
  }

  /// The slice of at least \p excess cells, or else the largest, that is no larger than \p room.
  std::optional<Slice> best_slice(std::size_t worker, double excess, double room) const {
    std::optional<Slice> best;
    double most = 0.0;
    for (const std::size_t piece : pieces_[worker]) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const double wish : {excess, room - layer_of(piece, axis)}) {
          const auto slice = wish > 0.0 ? cut(piece, axis, wish) : std::nullopt;
          const double cells = slice ? static_cast<double>(slice->given.volume()) : 0.0;
          // Of those that are enough the smallest.
          const double merit = cells >= excess ? 2.0 * excess - cells + room : cells;
          if (cells > 0.0 && cells <= room && merit > most) {
            most = merit;
            best = slice;
          }
        }
      }
    }
    return best;
  }

  /// Cells between two neighbouring planes where \p piece may be cut.
  double layer_of(std::size_t piece, std::size_t axis) const {
    const Box<3>& box = dealt_.piece[piece];
    return static_cast<double>(box.volume()) / box.side(axis) * align_;
  }

  /// The smallest piece of \p worker that can be cut, at its middle.
  std::optional<Slice> halve_smallest(std::size_t worker) const {
    std::optional<Slice> best;
    for (const std::size_t piece : pieces_[worker]) {
      const auto cells = dealt_.piece[piece].volume();
      if (best && cells >= dealt_.piece[best->piece].volume()) {
        continue;
      }
      for (std::size_t axis = 0; axis < 3; ++axis) {
        if (const auto half = cut(piece, axis, static_cast<double>(cells) / 2.0)) {
          best = half;
        }
      }
    }
    return best;
  }

  DealtPieces& dealt_;
  std::int32_t align_;
  std::vector<std::vector<std::size_t>> pieces_;      ///< [workers]
  std::vector<double> room_;                          ///< [workers] [cells]
  std::set<std::pair<double, std::size_t>> by_room_;  ///< all workers
};

}  // namespace

DealtPieces trim(DealtPieces dealt, const Workers& workers, double cells_per_capacity,
                 std::int32_t align) {
  Trimming(dealt, workers, cells_per_capacity, align).run();
  return dealt;
}

}  // namespace evenkeel::partition
