// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The interface of what gives ops their times.
#pragma once

#include <span>

#include "evenkeel/core/registry.hpp"
#include "evenkeel/simulator/platform.hpp"
#include "evenkeel/simulator/segment.hpp"

namespace evenkeel::simulator {

/// Plays segments on a platform and books the time of every rank.
class Backend {
 public:
  virtual ~Backend() = default;

  /// Plays what \p next gives until it gives nothing. Exceptions of \p next pass through.
  ///
  /// \param places  shape [ranks]
  /// \throws InputError if a rank can never finish
  virtual void play(const Platform& platform, std::span<const Place> places,
                    const NextStretch& next, Tally& tally) = 0;
};

/// Adds every back end in backends/ that was built. Generated from the file names there.
void register_builtin(Registry<Backend>& registry);

}  // namespace evenkeel::simulator
