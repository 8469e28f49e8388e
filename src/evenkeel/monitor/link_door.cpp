// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One token for all sensors behind a door.
#include "evenkeel/monitor/link_door.hpp"

#include <algorithm>
#include <map>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/monitor/link_probe.hpp"

namespace evenkeel::monitor {

std::shared_ptr<LinkDoor> LinkDoor::at(const std::vector<Endpoint>& members, std::size_t own,
                                       double patience) {
  static std::mutex mutex;
  static std::map<std::string, std::weak_ptr<LinkDoor>> doors;  // of this process
  std::string name = members[own].text;
  for (const Endpoint& member : members) {
    name += " " + member.text;
  }
  const std::lock_guard lock(mutex);
  std::shared_ptr<LinkDoor> door = doors[name].lock();
  if (!door) {
    door = std::make_shared<LinkDoor>(members, own, patience);
    doors[name] = door;
  }
  return door;
}

LinkDoor::LinkDoor(const std::vector<Endpoint>& members, std::size_t own, double patience)
    : members_(members),
      clique_(members.size(), own, patience),
      responder_(members[own], [this](std::uint64_t token) {
        const std::lock_guard lock(mutex_);
        clique_.receive(token, wall_seconds());
      }) {}

void LinkDoor::enter(const void* user) {
  const std::lock_guard lock(mutex_);
  users_.push_back(user);
}

void LinkDoor::leave(const void* user) {
  const std::lock_guard lock(mutex_);
  std::erase(users_, user);
}

bool LinkDoor::may_probe(const void* user) {
  const std::lock_guard lock(mutex_);
  return clique_.may_probe(wall_seconds()) && users_.front() == user;
}

void LinkDoor::hand_on(double timeout) {
  for (std::size_t n = 0; n + 1 < members_.size(); ++n) {
    std::uint64_t number = 0;
    {
      const std::lock_guard lock(mutex_);
      number = clique_.next_number();
    }
    if (pass_token(members_[clique_.successor(n)], number, timeout)) {
      const std::lock_guard lock(mutex_);
      if (clique_.next_number() == number) {  // or it has come back already
        clique_.passed(wall_seconds());
      }
      break;
    }
  }
  const std::lock_guard lock(mutex_);
  std::ranges::rotate(users_, users_.begin() + 1);
}

}  // namespace evenkeel::monitor
