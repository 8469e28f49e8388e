// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What ranks do in a stretch of a run, as plain data that every back end plays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace evenkeel::simulator {

/// What time is spent on.
enum class Cost { kCompute, kGhost, kInterlevel, kMigrate, kPartition, kRegrid, kSense, kPage };

std::string_view name_of(Cost cost);

struct Message {
  int from = 0;
  int to = 0;
  double bytes = 0.0;
  double seconds = 0.0;  ///< on its way, beside others of its exchange
};

/// Messages that all set off when their senders get there; a rank goes on when it has its own.
class Exchange {
 public:
  Exchange() = default;

  /// \param messages  each between two different ranks below \p ranks
  Exchange(std::vector<Message> messages, std::size_t ranks);

  bool is_empty() const { return messages_.empty(); }

  /// By receiver, then sender.
  const std::vector<Message>& messages() const { return messages_; }

  std::span<const Message> received_by(std::size_t rank) const {
    return std::span(messages_).subspan(first_[rank], first_[rank + 1] - first_[rank]);
  }

  /// Places in messages() of what \p rank sends.
  std::span<const std::size_t> sent_by(std::size_t rank) const {
    return std::span(sent_).subspan(first_sent_[rank], first_sent_[rank + 1] - first_sent_[rank]);
  }

  double bytes() const;

  /// The most that one rank sends, or that one receives.
  double busiest_bytes() const;

 private:
  std::vector<Message> messages_;
  std::vector<std::size_t> first_;       ///< [ranks + 1]
  std::vector<std::size_t> sent_;        ///< [messages] by sender
  std::vector<std::size_t> first_sent_;  ///< [ranks + 1]
};

/// One thing all ranks do.
struct Op {
  enum class Kind {
    kCompute,   ///< amount: flop of each rank
    kExchange,  ///< amount, if any: flop that each rank computes meanwhile, before it waits
    kDelay,     ///< amount: wall seconds of each rank
    kTogether   ///< all wait for the last one; then amount.front() seconds for all
  };

  Kind kind = Kind::kCompute;
  Cost cost = Cost::kCompute;
  std::size_t level = 0;
  std::vector<double> amount = {};
  Exchange exchange = {};
  double nap = 0.0;  ///< of kExchange, kTogether: part of its wait by which a rank goes on late

  /// What is computed meanwhile is booked as this.
  Op meanwhile() const { return {.cost = Cost::kCompute, .level = level}; }
};

/// When a rank that began to wait at \p from notices that all is there at \p arrival: ranks look
/// between naps that grow with the time waited, up to a millisecond.
double noticed(const Op& op, double from, double arrival);

/// Ops are referred to, not owned: a step visits the same ones many times.
using Segment = std::vector<const Op*>;

/// What the ranks have spent since the start. Tables have shape [ranks][levels], [s].
struct Tally {
  Tally(std::size_t ranks, std::size_t level_count);

  std::size_t ranks() const { return now.size(); }

  double& of(Cost cost, std::size_t rank, std::size_t level);

  std::size_t levels;
  std::vector<double> now;  ///< [ranks] clock
  std::vector<double> compute;
  std::vector<double> ghost;       ///< on the way, while the receiver stood waiting
  std::vector<double> interlevel;  ///< the same, of averages
  std::vector<double> wait;        ///< for others that were late
  std::vector<double> migrate;     ///< [ranks]
  std::vector<double> partition;   ///< [ranks]
  std::vector<double> regrid;      ///< [ranks] flags, clusters, filling
  std::vector<double> sense;       ///< [ranks] gathering what ranks did, and the time step
  std::vector<double> page;        ///< [ranks] moving memory to and from disk

  /// Told of every interval, where somebody listens: rank, op, from, to [s].
  std::function<void(std::size_t, const Op&, double, double)> listener = {};
};

/// A segment played so many times after another one; no segment: the end.
struct Stretch {
  const Segment* before = nullptr;
  const Segment* segment = nullptr;
  std::int64_t times = 1;
};

/// The next stretch. Called when all ranks have finished the one before; what it points at stays
/// until the next call. The first op of a stretch is kTogether: ranks do not drift into it.
using NextStretch = std::function<Stretch(const Tally&)>;

/// Books that \p rank came to \p op at \p from, that the last thing it needed set off at \p sent,
/// and that it went on at \p to.
void book_arrival(Tally& tally, const Op& op, std::size_t rank, double from, double sent,
                  double to);

/// Books time that \p rank spent itself, until \p to.
void book_own(Tally& tally, const Op& op, std::size_t rank, double to);

}  // namespace evenkeel::simulator
