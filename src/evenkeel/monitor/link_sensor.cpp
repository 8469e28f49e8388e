// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Probes when it is this member's turn, and answers in between.
#include "evenkeel/monitor/link_sensor.hpp"

#include <algorithm>
#include <optional>

#include "evenkeel/core/error.hpp"
#include "evenkeel/monitor/link_door.hpp"
#include "evenkeel/monitor/link_probe.hpp"

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
  ~LinkSensor() override {
    if (door_) {
      door_->leave(this);
    }
  }
  LinkSensor(const LinkSensor&) = delete;
  LinkSensor& operator=(const LinkSensor&) = delete;

  void aim(const Target& target) override {
    if (target.address.empty() || target.names.empty()) {
      throw InputError(
          "needs its own address and its peers; expected 10.0.0.1:7001,"
          "name=10.0.0.2:7001,name=10.0.0.3:7001");
    }
    std::vector<std::string> members = target.names;
    members.push_back(target.address);
    std::ranges::sort(members);  // the same order at every member
    std::vector<Endpoint> ends;
    for (const std::string& member : members) {
      ends.push_back(parse_endpoint(member, 0));
      members_.push_back({ends.back()});
    }
    own_ = static_cast<std::size_t>(std::ranges::find(members, target.address) - members.begin());
    door_ = LinkDoor::at(ends, own_, patience_);
    door_->enter(this);
  }

  bool is_local() const override { return false; }

  bool has_looked() const override { return has_probed_; }

  void read(std::size_t, double now, std::vector<Reading>& readings) override {
    has_probed_ = door_->may_probe(this);
    if (has_probed_) {
      measure_all(now);
      door_->hand_on(timeout_);
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
    bool is_silent = false;
  };

  /// Of those that did not answer the last time only one, in turns: they may all take their time.
  void measure_all(double now) {
    std::vector<Member*> silent;
    for (std::size_t n = 0; n < members_.size(); ++n) {
      if (n != own_ && members_[n].is_silent) {
        silent.push_back(&members_[n]);
      } else if (n != own_) {
        measure(members_[n], now);
      }
    }
    if (!silent.empty()) {
      measure(*silent[turn_++ % silent.size()], now);
    }
  }

  void measure(Member& member, double now) const {
    try {
      member.value = probe_(member.peer, timeout_);
      member.is_silent = false;
    } catch (const SystemError&) {
      member.value.reset();  // unknown until it answers
      member.is_silent = true;
    }
    member.time = now;
  }

  double timeout_;
  double patience_;
  std::string quantity_;
  std::string unit_;
  LinkProbe probe_;
  std::vector<Member> members_;
  std::size_t own_ = 0;
  bool has_probed_ = false;  ///< in the last look
  std::size_t turn_ = 0;     ///< of silent members
  std::shared_ptr<LinkDoor> door_;
};

}  // namespace

std::unique_ptr<Sensor> make_link_sensor(const Params& params, std::string quantity,
                                         std::string unit, LinkProbe probe) {
  return std::make_unique<LinkSensor>(params, std::move(quantity), std::move(unit),
                                      std::move(probe));
}

}  // namespace evenkeel::monitor
