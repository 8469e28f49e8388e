// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Probes when it is this member's turn, and answers in between.
#include "evenkeel/monitor/link_sensor.hpp"

#include <algorithm>
#include <mutex>
#include <optional>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/monitor/clique.hpp"
#include "evenkeel/monitor/link_probe.hpp"
#include "evenkeel/monitor/link_responder.hpp"

namespace evenkeel::monitor {
namespace {

class LinkSensor final : public Sensor {
 public:
  LinkSensor(const Params& params, std::string quantity, std::string unit, LinkProbe probe)
      : timeout_(params["timeout"]),
        patience_(params["patience"]),
        quantity_(std::move(quantity)),
        unit_(std::move(unit)),
        probe_(std::move(probe)) {}

  void aim(const Target& target) override {
    if (target.address.empty() || target.names.empty()) {
      throw InputError(
          "needs its own address and its peers; expected 10.0.0.1:7001,"
          "name=10.0.0.2:7001,name=10.0.0.3:7001");
    }
    std::vector<std::string> members = target.names;
    members.push_back(target.address);
    std::ranges::sort(members);  // the same order at every member
    for (const std::string& member : members) {
      members_.push_back({parse_endpoint(member, 0)});
    }
    own_ = static_cast<std::size_t>(std::ranges::find(members, target.address) - members.begin());
    clique_.emplace(members_.size(), own_, patience_);
    responder_ = std::make_unique<LinkResponder>(members_[own_].peer, [this](std::uint64_t token) {
      const std::lock_guard lock(mutex_);
      clique_->receive(token, wall_seconds());
    });
  }

  bool is_local() const override { return false; }

  void read(std::size_t, double now, std::vector<Reading>& readings) override {
    if (holds_token()) {
      for (std::size_t n = 0; n < members_.size(); ++n) {
        if (n != own_) {
          measure(members_[n], now);
        }
      }
      hand_on();
    }
    for (std::size_t n = 0; n < members_.size(); ++n) {
      if (n != own_) {
        Reading reading{members_[n].peer.text + "." + quantity_, unit_, members_[n].value};
        reading.age = std::max(0.0, now - members_[n].time);
        readings.push_back(std::move(reading));
      }
    }
  }

 private:
  struct Member {
    Endpoint peer;
    std::optional<double> value = {};
    double time = 0.0;  ///< when it was measured [s]
  };

  bool holds_token() {
    const std::lock_guard lock(mutex_);
    return clique_->may_probe(wall_seconds());
  }

  void measure(Member& member, double now) const {
    try {
      member.value = probe_(member.peer, timeout_);
    } catch (const SystemError&) {
      member.value.reset();  // unknown until it answers
    }
    member.time = now;
  }

  /// Gives the token to the next member that takes it; keeps it where nobody does.
  void hand_on() {
    for (std::size_t n = 0; n + 1 < members_.size(); ++n) {
      std::uint64_t number = 0;
      {
        const std::lock_guard lock(mutex_);
        number = clique_->next_number();
      }
      if (pass_token(members_[clique_->successor(n)].peer, number, timeout_)) {
        const std::lock_guard lock(mutex_);
        clique_->passed(wall_seconds());
        return;
      }
    }
  }

  double timeout_;
  double patience_;
  std::string quantity_;
  std::string unit_;
  LinkProbe probe_;
  std::vector<Member> members_;
  std::size_t own_ = 0;
  std::mutex mutex_;  // guards clique_, which the responder's thread changes
  std::optional<Clique> clique_;
  std::unique_ptr<LinkResponder> responder_;  // last: its thread ends first
};

}  // namespace

std::unique_ptr<Sensor> make_link_sensor(const Params& params, std::string quantity,
                                         std::string unit, LinkProbe probe) {
  return std::make_unique<LinkSensor>(params, std::move(quantity), std::move(unit),
                                      std::move(probe));
}

}  // namespace evenkeel::monitor
