// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// s4u: SimGrid's actors; messages share links.
#include <cmath>
#include <deque>
#include <exception>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>
#include <simgrid/s4u.hpp>

#include "evenkeel/core/error.hpp"
#include "evenkeel/simulator/backend.hpp"
#include "evenkeel/simulator/simgrid/hosts.hpp"

namespace evenkeel::simulator {
namespace {

namespace sg4 = simgrid::s4u;

/// A message on its way.
struct Letter {
  const Message* message;
  double time;            ///< when its rank wanted it to go [s]
  double latency = 0.0;   ///< that its way leaves out [s]
  double carried = -1.0;  ///< when it had passed its way; below 0: not noted [s]
};

using SharedLetter = std::shared_ptr<Letter>;

struct Tray {
  std::deque<SharedLetter> letters = {};
  sg4::SemaphorePtr posted = sg4::Semaphore::create(0);
};

/// What the actors of one run share.
struct Stage {
  const Platform& platform;
  std::span<const Place> places;
  const NextStretch& next;
  Tally& tally;
  sg4::BarrierPtr barrier;
  std::vector<sg4::ActorPtr> actors = {};                 ///< [ranks]
  std::vector<std::optional<Allowance>> allowances = {};  ///< [ranks]
  std::vector<double> quotas = {};                        ///< [ranks]
  std::vector<std::unique_ptr<Tray>> trays = {};          ///< [ranks], or none: no cards
  Stretch now = {};
  std::exception_ptr fault = {};

  double latency(const Message& message) const {
    return platform
        .route(places[static_cast<std::size_t>(message.from)].host,
               places[static_cast<std::size_t>(message.to)].host)
        .latency;
  }
};

/// Where a rank's messages go.
class Outbox {
 public:
  Outbox(Stage& stage, std::size_t rank) : stage_(stage), rank_(rank) {}

  /// Messages set off at once, whether the receiver is there or not: it owns the box.
  sg4::Mailbox* to(int receiver) {
    const auto other = static_cast<std::size_t>(receiver);
    sg4::Mailbox*& box = boxes_[other];
    if (box == nullptr) {
      box = sg4::Mailbox::by_name(fmt::format("{}>{}", rank_, other));
      box->set_receiver(stage_.actors[other]);
    }
    return box;
  }

 private:
  Stage& stage_;
  std::size_t rank_;
  std::unordered_map<std::size_t, sg4::Mailbox*> boxes_;  ///< by receiver
};

std::uint64_t size_of(const Message& message) {
  return static_cast<std::uint64_t>(std::llround(message.bytes));
}

/// The network card of a rank: sends what it is given, one after the other.
class Card {
 public:
  Card(Stage& stage, std::size_t rank) : stage_(stage), rank_(rank), outbox_(stage, rank) {}

  void operator()() {
    Tray& tray = *stage_.trays[rank_];
    for (;;) {
      tray.posted->acquire();
      const SharedLetter letter = tray.letters.front();
      tray.letters.pop_front();
      outbox_.to(letter->message->to)->put(new SharedLetter(letter), size_of(*letter->message));
      letter->carried = sg4::Engine::get_clock();
    }
  }

 private:
  Stage& stage_;
  std::size_t rank_;
  Outbox outbox_;
};

/// One rank.
class Actor {
 public:
  Actor(Stage& stage, std::size_t rank) : stage_(stage), rank_(rank), outbox_(stage, rank) {}

  void operator()() {
    for (;;) {
      stage_.barrier->wait();
      if (rank_ == 0) {
        ask();
      }
      stage_.barrier->wait();
      if (stage_.now.segment == nullptr) {
        return;
      }
      play(*stage_.now.before);
      for (std::int64_t time = 0; time < stage_.now.times; ++time) {
        play(*stage_.now.segment);
      }
    }
  }

 private:
  /// An exception must not leave an actor.
  void ask() {
    try {
      stage_.now = stage_.next(stage_.tally);
    } catch (...) {
      stage_.fault = std::current_exception();
      stage_.now = {};
    }
  }

  void play(const Segment& segment) {
    for (const Op* op : segment) {
      play(*op);
    }
  }

  void play(const Op& op) {
    Tally& tally = stage_.tally;
    const double from = tally.now[rank_];
    switch (op.kind) {
      case Op::Kind::kCompute:
        compute(op.amount[rank_]);
        return book_own(tally, op, rank_, sg4::Engine::get_clock());
      case Op::Kind::kDelay:
        sg4::this_actor::sleep_for(op.amount[rank_]);
        return book_own(tally, op, rank_, sg4::Engine::get_clock());
      case Op::Kind::kTogether: {
        stage_.barrier->wait();
        const double last = sg4::Engine::get_clock();
        sg4::this_actor::sleep_until(noticed(op, from, last + op.amount.front()));
        return book_arrival(tally, op, rank_, from, last, sg4::Engine::get_clock());
      }
      case Op::Kind::kExchange:
        return exchange(op);
    }
  }

  /// SimGrid knows steady fractions of a core, not allowances.
  void compute(double flop) {
    if (flop <= 0.0) {
      return;
    }
    if (stage_.allowances[rank_]) {
      const double full_speed = sg4::this_actor::get_host()->get_speed() / stage_.quotas[rank_];
      return sg4::this_actor::sleep_until(
          stage_.allowances[rank_]->finish(sg4::Engine::get_clock(), flop / full_speed));
    }
    sg4::this_actor::execute(flop);
  }

  void exchange(const Op& op) {
    if (op.exchange.is_empty()) {
      return;
    }
    const double from = sg4::Engine::get_clock();
    for (const std::size_t place : op.exchange.sent_by(rank_)) {
      const Message& message = op.exchange.messages()[place];
      const auto letter = std::make_shared<Letter>(Letter{&message, from});
      if (stage_.trays.empty()) {
        outbox_.to(message.to)->put_init(new SharedLetter(letter), size_of(message))->detach();
      } else {
        letter->latency = stage_.latency(message);
        stage_.trays[rank_]->letters.push_back(letter);
        stage_.trays[rank_]->posted->release();
      }
    }
    if (!op.amount.empty()) {
      compute(op.amount[rank_]);
      book_own(stage_.tally, op.meanwhile(), rank_, sg4::Engine::get_clock());
    }
    const double ready = sg4::Engine::get_clock();
    double sent = ready;
    double arrival = ready;
    for (const Message& message : op.exchange.received_by(rank_)) {
      const auto letter = inbox(static_cast<std::size_t>(message.from))->get_unique<SharedLetter>();
      const double carried =
          (*letter)->carried >= 0.0 ? (*letter)->carried : sg4::Engine::get_clock();
      const double there = carried + (*letter)->latency;
      sent = there > arrival ? (*letter)->time : sent;
      arrival = std::max(arrival, there);
    }
    if (const double late = noticed(op, ready, arrival); late > sg4::Engine::get_clock()) {
      sg4::this_actor::sleep_until(late);
    }
    book_arrival(stage_.tally, op, rank_, ready, sent, sg4::Engine::get_clock());
  }

  sg4::Mailbox* inbox(std::size_t from) {
    sg4::Mailbox*& box = inboxes_[from];
    if (box == nullptr) {
      box = sg4::Mailbox::by_name(fmt::format("{}>{}", from, rank_));
    }
    return box;
  }

  Stage& stage_;
  std::size_t rank_;
  Outbox outbox_;
  std::unordered_map<std::size_t, sg4::Mailbox*> inboxes_;  ///< by sender
};

class S4u final : public Backend {
 public:
  void play(const Platform& platform, std::span<const Place> places, const NextStretch& next,
            Tally& tally) override {
    std::vector<std::string> words{"evenkeel-sim",
                                   "--log=root.thresh:critical",
                                   "--cfg=network/model:CM02",
                                   "--cfg=network/crosstraffic:0",
                                   "--cfg=network/TCP-gamma:0",
                                   "--cfg=contexts/stack-size:4096"};
    std::vector<char*> arguments;
    for (std::string& word : words) {
      arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    auto count = static_cast<int>(words.size());
    sg4::Engine engine(&count, arguments.data());
    const std::vector<sg4::Host*> hosts = simgrid_hosts(platform);
    Stage stage{platform, places, next, tally,
                sg4::Barrier::create(static_cast<unsigned>(places.size()))};
    // On a way of its own a message meets no other. Over shared links a rank's messages follow one
    // another, which keeps few in flight: solving for their rates is what takes time. Latencies are
    // then added at the end, since the next message does not wait for them.
    const bool shares = platform.direct.empty();
    for (std::size_t rank = 0; rank < places.size(); ++rank) {
      stage.allowances.push_back(allowance_of(platform, places[rank].host));
      stage.quotas.push_back(platform.hosts[places[rank].host].quota);
      stage.actors.push_back(sg4::Actor::create(fmt::format("rank{}", rank),
                                                hosts[places[rank].host], Actor(stage, rank)));
      if (shares) {
        stage.trays.push_back(std::make_unique<Tray>());
        sg4::Actor::create(fmt::format("card{}", rank), hosts[places[rank].host], Card(stage, rank))
            ->daemonize();
      }
    }
    engine.run();
    if (stage.fault) {
      std::rethrow_exception(stage.fault);
    }
    if (stage.now.segment != nullptr) {
      throw InputError(platform.name + ": some host stands still for ever");
    }
  }
};

}  // namespace

void register_s4u(Registry<Backend>& registry) {
  registry.add({.name = "s4u",
                .summary = "SimGrid's actors; messages share links; one engine per process",
                .source = "SimGrid 3.32, S4U, network model CM02 without cross traffic",
                .make = [](const Params&) { return std::make_unique<S4u>(); }});
}

}  // namespace evenkeel::simulator
