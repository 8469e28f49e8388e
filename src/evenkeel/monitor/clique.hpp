// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Who may probe the links now: a token that goes round.
#pragma once

#include <cstddef>
#include <cstdint>

namespace evenkeel::monitor {

/// One member's view of a clique in which one at a time probes: two probes at once would measure
/// each other.                                     (Wolski, Spring, Hayes 1999, section 2.2.4)
///
/// Member 0 makes the first token. One that is not seen for a while is lost with its holder:
/// members make a new one, lower numbers sooner, with a higher number than any seen. Of two tokens
/// the lower number is dropped. A value; the time is an argument.
class Clique {
 public:
  /// \param patience  a token not seen for so long is lost; member n waits n + 1 times as long [s]
  Clique(std::size_t members, std::size_t own, double patience)
      : members_(members), own_(own), patience_(patience) {}

  /// Whether this member holds the token at \p now [s].
  bool may_probe(double now) {
    if (seen_ < 0.0) {
      seen_ = now;
      holds_ = own_ == 0;
      number_ = holds_ ? 1 : 0;
    }
    if (!holds_ && now - seen_ > patience_ * static_cast<double>(own_ + 1)) {
      holds_ = true;
      number_ += members_ + own_;  // nobody else makes the same
      seen_ = now;
    }
    return holds_;
  }

  /// A token came from another member.
  void receive(std::uint64_t number, double now) {
    if (number > number_) {
      number_ = number;
      holds_ = true;
      seen_ = now;
    }
  }

  /// The number to pass on with the token. \pre holds it
  std::uint64_t next_number() const { return number_ + 1; }

  /// The token has gone to somebody else.
  void passed(double now) {
    ++number_;
    holds_ = false;
    seen_ = now;
  }

  /// The \p n th member to offer the token to, n = 0, 1, ..., members - 2.
  std::size_t successor(std::size_t n) const { return (own_ + 1 + n) % members_; }

 private:
  std::size_t members_;
  std::size_t own_;
  double patience_;
  double seen_ = -1.0;
  std::uint64_t number_ = 0;
  bool holds_ = false;
};

}  // namespace evenkeel::monitor
