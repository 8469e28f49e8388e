// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How fast a processor of this machine is: ratings by work that is counted.
#pragma once

#include <functional>
#include <optional>

namespace evenkeel::monitor {

struct RatingSettings {
  double warm_up = 0.2;  ///< not counted: clocks rise, saved quota is spent [s]
  double seconds = 0.5;  ///< of each timed stretch, at least
  int stretches = 3;     ///< the median counts
};

/// Work done in a wall second, quotas and neighbours included.
struct Rating {
  double rate = 0.0;    ///< median of the stretches, in units of work a second
  double spread = 0.0;  ///< (largest - least) / median
};

/// Repeats \p work, which returns how much it did, for as long as \p settings say.
///
/// \param clock  [s]; another one in tests
/// \pre \p work does more than nothing
Rating rate(const std::function<double()>& work, const RatingSettings& settings,
            const std::function<double()>& clock);

/// LINPACK-like: dense equations of order 500 by LU decomposition, on one thread [flop/s].
///
///   2/3 n^3 + 2 n^2 operations each                       (Dongarra, Luszczek, Petitet 2003)
///
/// Nothing where there is no OpenBLAS (libopenblas.so.0).
std::optional<Rating> rate_linpack(const RatingSettings& settings = {});

/// STREAM-like triad a = b + s c over arrays beyond the caches, on one thread: 24 bytes an element,
/// as STREAM counts [byte/s].                                                   (McCalpin 1995)
Rating rate_triad(const RatingSettings& settings = {});

}  // namespace evenkeel::monitor
