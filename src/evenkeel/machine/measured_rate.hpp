// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Capacity as measured: the application's own cell updates per wall second, rank by rank.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "evenkeel/machine/class_cost.hpp"

namespace evenkeel::machine {

/// What is known of the speed of one rank.
struct RankRate {
  double rate = 0.0;     ///< load per wall second while computing, throttling and preemption
                         ///< included; smoothed. 0: makes no progress, or not known
  double recent = 0.0;   ///< the same since the call before, however short; noisy
  double error = 1.0;    ///< standard error of `rate`, as a fraction of it; 1 where not known
  double age = 0.0;      ///< since the rate was last measured [s]
  bool known = false;    ///< measured at least once, or given
  bool is_timed = true;  ///< false: how the ranks compare is known, how fast they are is made up
};

/// What the ranks did since the last call. Tables have shape [ranks][classes]; a class is whatever
/// costs alike per update: a level, a kernel.
struct RateWindow {
  std::span<const double> updates;  ///< cell updates
  std::span<const double> seconds;  ///< wall seconds spent on them, waiting excluded
  double elapsed = 0.0;             ///< wall seconds since the last call, of everything
  /// [ranks] processor seconds that a wall second gave while computing; or, to a rank that had
  /// nothing to compute, in a probe. 0: not known. Empty: of no rank.
  std::span<const double> availability = {};
  /// [ranks] processor seconds a wall second that the system lets the rank have now, at most 1.
  /// Empty: no limits known.
  std::span<const double> limit = {};
  /// [ranks] of the seconds, those that it would have taken with less work, too. Empty: none.
  std::span<const double> fixed = {};
  /// The same work and seconds by parts, one after the other, [parts][ranks] in any unit: windows
  /// of their own as far as noise and steps go. Empty: all is one.
  std::span<const double> part_updates = {};
  std::span<const double> part_seconds = {};
};

struct RateSettings {
  double min_seconds = 0.1;     ///< computing time a window needs: ten quota periods [s]
  double noise_floor = 0.01;    ///< windows never agree better than this, as a fraction
  double target_error = 0.005;  ///< as many windows are averaged as bring the error down to this...
  double max_windows = 16.0;    ///< ...but no more than these
  double step_factor = 3.0;     ///< deviations beyond this many times the noise are steps
};

/// Estimates the speed of every rank from windows of real work.
///
/// Cost of a class and speed of a rank are two factors: a class costs the same everywhere, a rank
/// is as fast for every class. So a rank that owns fine levels is not taken for a slow one. Costs
/// are relative: over all updates seen lately their mean is 1, and rates count updates of mean
/// cost.
///
/// What takes a rank as long whatever its share is (messages) says nothing of its speed. A rate is
/// that of the share with which all ranks are done at the same time: with c the speed in cells, f
/// the fixed seconds and W the load of all, sum of c (T - f) = W, and the rate is c (T - f) / T.
/// Load over seconds as they were would be right at such shares only, and far from there make the
/// busy look fast.
///
/// The average follows a step at once and noise hardly: a window that lies outside the noise is
/// held back; when the next agrees with it, both replace the average. Otherwise they were noise,
/// and the noise is now known to be larger.
///
/// What all ranks are slower by at once is the pace of the work, and no rank's step. And ranks that
/// have what limits let them have do alike with it as far as noise explains what they differ by:
/// \see drawn_together. Until many windows were seen, more than their own noise may explain it.
///
/// A rank that has no work has no rate. Where its availability is known, its work per processor
/// second of old times that is taken for one, so that a rank that was shed because it was slow is
/// seen to recover. Of a rank that never worked the mean of the others' counts. Where work then
/// turns out less than half as fast, the next 2, 4, ... probes are not believed.
///
/// Where the system changes what it lets a rank have, the rate changes with it at once, as far as
/// the limit is what held the rank back; the window in which that happened is of no use.
///
/// A value: neither clock nor communication. The same windows give the same estimates everywhere.
class MeasuredRate {
 public:
  /// Load done and the wall seconds it took.
  struct Work {
    double load = 0.0;
    double seconds = 0.0;

    bool is_empty() const { return seconds == 0.0; }
    double rate() const { return load / seconds; }
  };

  /// What windows have shown of one rank: plain numbers, so that a checkpoint can carry them.
  struct Track {
    Work pending;               ///< of a window not yet long enough
    Work held;                  ///< a window that may be the first of a step, or empty
    Work sum;                   ///< decaying sum of windows: its rate is the estimate
    double windows = 0.0;       ///< in the sum, as long as the newest
    double seen = 0.0;          ///< windows taken so far, whatever limits did to the sum
    double seen_seconds = 0.0;  ///< of those [s]
    double variance = 0.0;      ///< of the logarithm of one window's rate
    double recent = 0.0;
    double age = 0.0;
    double per_processor_second = 0.0;  ///< load; 0: not known
    double overhead = 0.0;              ///< load for which there was no time, as a part of all load
    double available = 0.0;             ///< of a processor in the newest window; 0: not known
    double limit = 0.0;                 ///< on that; 0: not known
    bool is_probed = false;             ///< the rate comes from probes
    int failures = 0;                   ///< times in a row that work was half as fast as probes
    int probes_to_ignore = 0;           ///< after failures, twice as many each time
  };

  MeasuredRate(std::size_t ranks, std::size_t classes, const RateSettings& settings = {});

  /// Takes the next window. A rank's share of it waits until the rank has computed for
  /// settings.min_seconds in all.
  ///
  /// \pre tables are of shape [ranks][classes], finite, >= 0
  void observe(const RateWindow& window);

  /// Shape [ranks]. A rank without work keeps the last rate; one never measured is not known, and
  /// has the rate of the window it has begun, or the mean of the others.
  std::vector<RankRate> rates() const;

  /// Seconds per update of each class, relative to the mean. Shape [classes].
  const std::vector<double>& class_cost() const { return class_cost_.costs(); }

  /// Shares of the work in proportion to the rates; equal before any is done.
  std::vector<double> capacity() const;

  /// For checkpoints: what it knows of ranks, shape [ranks], and of classes.
  const std::vector<Track>& tracks() const { return tracks_; }
  const ClassCost& costs() const { return class_cost_; }

  /// Goes on with what another one knew of as many ranks, or classes.
  void restore(std::vector<Track> tracks);
  void restore(ClassCost costs);

 private:
  using Works = std::vector<std::optional<Work>>;  ///< [ranks]

  Works work_that_counts(const RateWindow& window);
  Work heard(Track& track, Work now, double available, double elapsed) const;
  void take_parts(const RateWindow& window, const Works& done);
  Works in_part(const RateWindow& window, std::size_t part, Works done) const;
  /// Takes the \p fixed seconds out of \p now. \param all  load of all ranks
  static void learn_overhead(Track& track, Work& now, double fixed, double all);
  /// Moves all averages by what \p done, [ranks], is faster than they are in the middle.
  void follow_pace(const Works& done);
  bool is_at_limit(const Track& track) const;
  void draw_together(std::vector<RankRate>& rates) const;
  /// Makes shares of speeds in cells: \see MeasuredRate
  void leave_time_for_overhead(std::vector<RankRate>& rates) const;
  /// Until there is enough for a window.
  void gather(Track& track, const Work& work) const;
  void take(Track& track, const Work& window) const;
  /// Takes note of what the rank may have now; whether that made its newest window useless.
  static bool follow_limit(Track& track, double limit);
  /// Whether work is as fast as the probes before it said.
  static void judge_probes(Track& track, double rate);
  /// A window of a rank without work, from what a probe found.
  Work probed(const Track& track, double availability, double elapsed) const;
  void average(Track& track, const Work& window) const;
  double noise(const Track& track) const;

  std::size_t classes_;
  RateSettings settings_;
  std::vector<Track> tracks_;  ///< [ranks]
  ClassCost class_cost_;
};

/// Rates in proportion to \p capacity, for shares that were given instead of measured.
///
/// \param measured  whose sum they shall have; where that is 0 they sum to a million,
///                  and are not timed
std::vector<RankRate> rates_from_capacity(std::span<const double> capacity,
                                          std::span<const RankRate> measured);

/// Shares of the work in proportion to \p rates; equal while all rates are zero.
std::vector<double> capacity_of(std::span<const RankRate> rates);

}  // namespace evenkeel::machine
