// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Where a member of a clique listens, and which of its sensors may probe now.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "evenkeel/monitor/clique.hpp"
#include "evenkeel/monitor/link_responder.hpp"
#include "evenkeel/monitor/peer.hpp"

namespace evenkeel::monitor {

/// The sensors of a process that listen at one address take turns with one token: what they measure
/// is the same links, and two probes at once would measure each other.
class LinkDoor {
 public:
  /// The door there is at the address of \p members[own] for these members, or a new one.
  ///
  /// \param members   in the same order at every member
  /// \param patience  \see Clique; that of the first sensor counts
  /// \throws SystemError if the address cannot be listened at
  static std::shared_ptr<LinkDoor> at(const std::vector<Endpoint>& members, std::size_t own,
                                      double patience);

  LinkDoor(const std::vector<Endpoint>& members, std::size_t own, double patience);

  /// \p user is a sensor; it must leave before it ends.
  void enter(const void* user);
  void leave(const void* user);

  /// Whether the token is here, and for \p user.
  bool may_probe(const void* user);

  /// Gives the token to the next member that takes it within \p timeout [s]; keeps it where nobody
  /// does. The next one to come is for the next sensor. \pre may_probe()
  void hand_on(double timeout);

 private:
  std::vector<Endpoint> members_;
  std::mutex mutex_;  // guards what follows, which the responder's thread changes
  Clique clique_;
  std::vector<const void*> users_;  // the one in front is next
  LinkResponder responder_;         // last: its thread ends first
};

}  // namespace evenkeel::monitor
