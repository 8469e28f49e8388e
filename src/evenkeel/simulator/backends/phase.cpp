// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// phase: a recurrence over ranks, exact while messages do not share links, nor follow each other
/// from one rank before the first has left it. Those of one exchange are taken to share the links
/// of their hosts as if all had set off together.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/simulator/backend.hpp"

namespace evenkeel::simulator {
namespace {

/// Before an exchange rank i is at t_i, after it at
///     max(t_i, max over messages (t_from + latency + bytes / bandwidth))
/// and computing takes it to where the integral of its speed has done the work.
class Player {
 public:
  Player(const Platform& platform, std::span<const Place> places, Tally& tally)
      : platform_(platform), places_(places), tally_(tally) {
    for (const Place& place : places) {
      allowances_.push_back(allowance_of(platform, place.host));
    }
  }

  void play(const Segment& segment) {
    for (const Op* op : segment) {
      play(*op);
    }
  }

 private:
  void play(const Op& op) {
    switch (op.kind) {
      case Op::Kind::kCompute:
        return compute(op);
      case Op::Kind::kExchange:
        return exchange(op);
      case Op::Kind::kDelay:
        return delay(op);
      case Op::Kind::kTogether:
        return meet(op);
    }
  }

  void compute(const Op& op) {
    for (std::size_t rank = 0; rank < places_.size(); ++rank) {
      book_own(tally_, op, rank, finish(rank, op.amount[rank]));
    }
  }

  /// When a rank that begins now has computed so many flop.
  double finish(std::size_t rank, double flop) {
    const Place& place = places_[rank];
    const Host& host = platform_.hosts[place.host];
    if (allowances_[rank]) {
      return allowances_[rank]->finish(tally_.now[rank], flop / place.speed * host.quota);
    }
    const double end = host.availability.finish(tally_.now[rank], flop / place.speed);
    if (!std::isfinite(end)) {
      throw InputError(fmt::format("{}: host {} stands still from {:.6g} s on, for ever",
                                   platform_.name, host.name, tally_.now[rank]));
    }
    return end;
  }

  void exchange(const Op& op) {
    if (op.exchange.is_empty()) {
      return;
    }
    before_ = tally_.now;
    const Op meanwhile = op.meanwhile();
    for (std::size_t rank = 0; rank < places_.size(); ++rank) {
      if (!op.amount.empty()) {
        book_own(tally_, meanwhile, rank, finish(rank, op.amount[rank]));
      }
      const double ready = tally_.now[rank];
      double arrival = ready;
      double sent = ready;
      for (const Message& message : op.exchange.received_by(rank)) {
        const double start = before_[static_cast<std::size_t>(message.from)];
        const double end = start + message.seconds;
        sent = end > arrival ? start : sent;
        arrival = std::max(arrival, end);
      }
      book_arrival(tally_, op, rank, ready, sent, noticed(op, ready, arrival));
    }
  }

  void delay(const Op& op) {
    for (std::size_t rank = 0; rank < places_.size(); ++rank) {
      book_own(tally_, op, rank, tally_.now[rank] + op.amount[rank]);
    }
  }

  void meet(const Op& op) {
    const double last = std::ranges::max(tally_.now);
    for (std::size_t rank = 0; rank < places_.size(); ++rank) {
      const double from = tally_.now[rank];
      book_arrival(tally_, op, rank, from, last, noticed(op, from, last + op.amount.front()));
    }
  }

  const Platform& platform_;
  std::span<const Place> places_;
  Tally& tally_;
  std::vector<std::optional<Allowance>> allowances_;  ///< [ranks]
  std::vector<double> before_;
};

class Phase final : public Backend {
 public:
  void play(const Platform& platform, std::span<const Place> places, const NextStretch& next,
            Tally& tally) override {
    Player player(platform, places, tally);
    for (Stretch now = next(tally); now.segment != nullptr; now = next(tally)) {
      player.play(*now.before);
      for (std::int64_t time = 0; time < now.times; ++time) {
        player.play(*now.segment);
      }
    }
  }
};

}  // namespace

void register_phase(Registry<Backend>& registry) {
  registry.add(
      {.name = "phase",
       .summary = "recurrence over ranks; messages of one exchange share the links of their hosts",
       .source = "bulk-synchronous recurrence, alpha + n / beta per message",
       .make = [](const Params&) { return std::make_unique<Phase>(); }});
}

}  // namespace evenkeel::simulator
