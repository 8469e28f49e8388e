// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A group of ranks that talk to each other, and wait politely.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <mpi.h>

#include "evenkeel/telemetry/phases.hpp"

namespace evenkeel::comm {

template <class T>
concept Plain = std::is_trivially_copyable_v<T>;

/// Owns one MPI communicator. Moved, never copied.
///
/// Every rank of the group must make the same collective calls in the same order; each function
/// below says whether it is collective. No wait spins for long: it tests, then sleeps in short
/// naps, so that a rank that waits leaves its processor (and its quota) to others. All time spent
/// waiting is booked as Phase::kWait of the clock.
class Communicator {
 public:
  /// Collective. Duplicates \p parent so that our messages cannot meet others.
  ///
  /// \param clock  where waiting is booked; outlives this object; may be null
  explicit Communicator(MPI_Comm parent, telemetry::PhaseClock* clock = nullptr);
  ~Communicator();
  Communicator(Communicator&&) noexcept;
  Communicator& operator=(Communicator&&) = delete;

  int rank() const { return rank_; }           ///< Not collective.
  int size() const { return size_; }           ///< Not collective.
  MPI_Comm handle() const { return handle_; }  ///< Not collective. Owned by this object.
  telemetry::PhaseClock* clock() const { return clock_; }

  /// Collective. Ranks with equal \p color form a new group, ordered by \p key.
  Communicator split(int color, int key) const;

  /// Runs \p local on every rank and throws on all of them if it threw on any.
  ///
  /// Collective. This is how work that can fail on one rank (opening a file, reading a sensor,
  /// allocating) is made safe before the next collective.
  ///
  /// \throws the type that the lowest failing rank threw (InputError, SystemError,
  ///         InstabilityError, else Error) on every rank, its message opening with "rank <n>: "
  ///         where the group has more than one rank.
  void all_or_none(const std::function<void()>& local) const;

  void barrier() const;                                     ///< Collective.
  double max(double value) const;                           ///< Collective.
  double min(double value) const;                           ///< Collective.
  std::int64_t sum(std::int64_t value) const;               ///< Collective.
  std::uint64_t sum_modular(std::uint64_t value) const;     ///< Collective. Modulo 2^64.
  void sum_in_place(std::span<std::int64_t> values) const;  ///< Collective, elementwise.

  /// Collective. One value of every rank, shape [ranks].
  template <Plain T>
  std::vector<T> gather_all(const T& mine) const {
    std::vector<T> all(static_cast<std::size_t>(size_));
    gather_all_bytes(&mine, sizeof(T), all.data());
    return all;
  }

  /// Collective. The values of all ranks in rank order; how many came from each in \p counts if
  /// that is not null.
  template <Plain T>
  std::vector<T> gather_all(std::span<const T> mine,
                            std::vector<std::size_t>* counts = nullptr) const {
    std::vector<std::size_t> sizes = gather_all(mine.size());
    std::vector<T> all = gather_counted(mine, sizes);
    if (counts != nullptr) {
      *counts = std::move(sizes);
    }
    return all;
  }

  /// Collective. The same where all ranks together have no more than \p most values; else nothing.
  template <Plain T>
  std::optional<std::vector<T>> gather_few(std::span<const T> mine, std::size_t most) const {
    const std::vector<std::size_t> sizes = gather_all(mine.size());
    if (std::reduce(sizes.begin(), sizes.end()) > most) {
      return std::nullopt;
    }
    return gather_counted(mine, sizes);
  }

  /// Collective. Makes \p values of every rank those of \p root, size included.
  template <Plain T>
  void broadcast(std::vector<T>& values, int root) const {
    std::uint64_t count = values.size();
    broadcast_bytes(&count, sizeof count, root);
    values.resize(count);
    broadcast_bytes(values.data(), count * sizeof(T), root);
  }

  /// Lets messages move on while this rank computes: MPI does nothing between calls, and a large
  /// message needs its sender's help when the receiver is ready. Not collective. Cost: some us.
  void progress() const;

  /// Waits politely for all of \p requests. Not collective.
  void wait_all(std::span<MPI_Request> requests) const;

  /// Waits politely until one of \p requests is done and returns its position; -1 if none is
  /// active.
  int wait_any(std::span<MPI_Request> requests) const;

  /// The same, but nothing if none is done within about \p patience. [s]
  std::optional<int> wait_any_within(std::span<MPI_Request> requests, double patience) const;

 private:
  Communicator(MPI_Comm owned, telemetry::PhaseClock* clock, bool);
  void gather_all_bytes(const void* mine, std::size_t bytes, void* all) const;
  template <Plain T>
  std::vector<T> gather_counted(std::span<const T> mine,
                                std::span<const std::size_t> counts) const {
    std::vector<T> all(std::reduce(counts.begin(), counts.end()));
    gather_counted_bytes(std::as_bytes(mine), sizeof(T), counts, all.data());
    return all;
  }
  void gather_counted_bytes(std::span<const std::byte> mine, std::size_t unit,
                            std::span<const std::size_t> counts, void* all) const;
  void broadcast_bytes(void* data, std::size_t bytes, int root) const;

  MPI_Comm handle_ = MPI_COMM_NULL;
  int rank_ = 0;
  int size_ = 0;
  telemetry::PhaseClock* clock_ = nullptr;
};

}  // namespace evenkeel::comm
