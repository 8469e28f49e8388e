// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What sensors announce: ranks that become faster or slower than they were measured.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "evenkeel/machine/measured_rate.hpp"

namespace evenkeel::machine {

/// Turns announced availabilities into factors for measured rates.
///
///   factor_k = (a_k now / a_k while the rate was measured)^trust
///
/// Announcements are hearsay: trust begins at 0 and grows when rates turn out as announced, and
/// falls when they do not, whether or not anybody acted on them. So a sensor that lies is soon, and
/// one that never spoke true at once, without influence. Changes below a tenth are no announcement.
///
/// A value: neither clock nor communication.
class Outlook {
 public:
  /// What was announced of one rank: plain numbers, so that a checkpoint can carry them.
  struct Track {
    double then = 0.0;    ///< announced while the rate was measured; 0: never
    double change = 0.0;  ///< logarithm of what is announced now over that; 0: no announcement
    double rate = 0.0;    ///< when it was announced
  };

  explicit Outlook(std::size_t ranks);

  /// After each look at the ranks.
  ///
  /// \param announced  shape [ranks] part of a processor each is to have; NaN: not known
  /// \param rates      shape [ranks] as measured, with the newest window in them
  void observe(std::span<const double> announced, std::span<const RankRate> rates);

  /// Shape [ranks], > 0; 1 where nothing is announced or believed.
  std::vector<double> factors() const;

  /// How far announcements are believed, [0, 1].
  double trust() const { return trust_; }

  /// For checkpoints, shape [ranks].
  const std::vector<Track>& tracks() const { return tracks_; }

  /// Goes on with what another one knew of as many ranks.
  void restore(std::vector<Track> tracks, double trust);

 private:
  void judge(const Track& track, const RankRate& rate);

  std::vector<Track> tracks_;
  double trust_ = 0.0;
};

}  // namespace evenkeel::machine
