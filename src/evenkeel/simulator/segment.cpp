// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Messages by receiver, and time by its purpose.
#include "evenkeel/simulator/segment.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "evenkeel/core/error.hpp"

namespace evenkeel::simulator {

std::string_view name_of(Cost cost) {
  constexpr std::array<std::string_view, 8> kNames{"compute",   "ghost",  "interlevel", "migrate",
                                                   "partition", "regrid", "sense",      "page"};
  return kNames[static_cast<std::size_t>(cost)];
}

Exchange::Exchange(std::vector<Message> messages, std::size_t ranks)
    : messages_(std::move(messages)),
      first_(ranks + 1, 0),
      sent_(messages_.size()),
      first_sent_(first_) {
  std::ranges::sort(messages_, {}, [](const Message& m) { return std::pair(m.to, m.from); });
  for (const Message& message : messages_) {
    EVENKEEL_EXPECT(message.from != message.to);
    ++first_[static_cast<std::size_t>(message.to) + 1];
    ++first_sent_[static_cast<std::size_t>(message.from) + 1];
  }
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    first_[rank + 1] += first_[rank];
    first_sent_[rank + 1] += first_sent_[rank];
  }
  std::vector<std::size_t> next(first_sent_);
  for (std::size_t place = 0; place < messages_.size(); ++place) {
    sent_[next[static_cast<std::size_t>(messages_[place].from)]++] = place;
  }
}

double Exchange::busiest_bytes() const {
  double most = 0.0;
  for (std::size_t rank = 0; rank + 1 < first_.size(); ++rank) {
    double received = 0.0;
    for (const Message& message : received_by(rank)) {
      received += message.bytes;
    }
    double sent = 0.0;
    for (const std::size_t place : sent_by(rank)) {
      sent += messages_[place].bytes;
    }
    most = std::max({most, received, sent});
  }
  return most;
}

double Exchange::bytes() const {
  double sum = 0.0;
  for (const Message& message : messages_) {
    sum += message.bytes;
  }
  return sum;
}

Tally::Tally(std::size_t ranks, std::size_t level_count)
    : levels(level_count),
      now(ranks, 0.0),
      compute(ranks * levels, 0.0),
      ghost(compute),
      interlevel(compute),
      wait(compute),
      migrate(now),
      partition(now),
      regrid(now),
      sense(now),
      page(now) {}

double& Tally::of(Cost cost, std::size_t rank, std::size_t level) {
  const std::size_t cell = rank * levels + level;
  switch (cost) {
    case Cost::kCompute:
      return compute[cell];
    case Cost::kGhost:
      return ghost[cell];
    case Cost::kInterlevel:
      return interlevel[cell];
    case Cost::kMigrate:
      return migrate[rank];
    case Cost::kPartition:
      return partition[rank];
    case Cost::kRegrid:
      return regrid[rank];
    case Cost::kSense:
      return sense[rank];
    default:
      return page[rank];
  }
}

double noticed(const Op& op, double from, double arrival) {
  constexpr double kLongest = 0.5e-3;  // half of the longest nap [s]
  return arrival + std::min(op.nap * (arrival - from), kLongest);
}

void book_arrival(Tally& tally, const Op& op, std::size_t rank, double from, double sent,
                  double to) {
  const double late = std::max(from, std::min(sent, to));
  tally.wait[rank * tally.levels + op.level] += late - from;
  tally.of(op.cost, rank, op.level) += to - late;
  if (tally.listener && to > from) {
    tally.listener(rank, op, from, to);
  }
  tally.now[rank] = to;
}

void book_own(Tally& tally, const Op& op, std::size_t rank, double to) {
  const double from = tally.now[rank];
  tally.of(op.cost, rank, op.level) += to - from;
  if (tally.listener && to > from) {
    tally.listener(rank, op, from, to);
  }
  tally.now[rank] = to;
}

}  // namespace evenkeel::simulator
