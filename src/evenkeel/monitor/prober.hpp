// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Asks sensors when they are due, and keeps what they said, its age and its forecast.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evenkeel/forecast/mixture.hpp"
#include "evenkeel/monitor/pace.hpp"
#include "evenkeel/monitor/sensor.hpp"

namespace evenkeel::monitor {

/// One quantity as it is known now.
struct Observed {
  std::string sensor;
  std::string quantity;
  std::string host;  ///< that it is of; empty: this one
  std::string unit;
  std::optional<double> value;  ///< nothing: unknown
  double age = 0.0;             ///< of the value; of the last attempt if it is unknown [s]
  std::optional<forecast::Forecast> forecast;
  std::string trouble;  ///< why the value is unknown, or ""
};

/// What one probe of a sensor has cost so far.
struct ProbeCost {
  std::string sensor;
  std::size_t probe = 0;
  bool is_local = true;
  double looks = 0.0;
  double seconds = 0.0;   ///< processor time of all looks
  double slowest = 0.0;   ///< of one
  double interval = 0.0;  ///< until the next look
};

struct ProberSettings {
  double interval = 1.0;    ///< middle of the time between looks [s]
  double spread = 2.0;      ///< looks come between interval / spread and interval * spread
  double tolerance = 0.02;  ///< smaller changes, as a fraction of the largest value, are none
  double budget = 1e-3;     ///< processor time looks may take, as a fraction of the time...
  double programs = 0.0;    ///< ...or, above 0, of what so many programs like this one use
  double most_age = 300.0;  ///< values that their source calls older are unknown [s]
  double grace = 2.0;       ///< a look may be so much overdue before its values are unknown [s]
  bool forecasts = true;
  std::function<bool(std::string_view quantity)> foresees = {};  ///< which of them; empty: all
  /// A probe that tells of nothing wanted is asked once. Empty: all is wanted.
  std::function<bool(std::string_view quantity)> wants = {};
};

/// Not thread-safe. The time is an argument; see use_clock().
class Prober {
 public:
  /// \param processor_clock  processor time of this thread [s]; another one in tests
  explicit Prober(const ProberSettings& settings, std::function<double()> processor_clock);

  /// Wall time, by which later looks of probe_due() are dated [s]; else all are at its argument.
  void use_clock(std::function<double()> clock) { clock_ = std::move(clock); }

  /// \pre \p sensor is aimed
  void add(std::string name, std::unique_ptr<Sensor> sensor);

  /// Asks every probe that is due at \p now [s] or soon: few wake-ups, not many. Never throws what
  /// a sensor throws: its quantities become unknown, and it is asked again later.
  void probe_due(double now);

  /// Asks every probe whether due or not.
  void probe_all(double now);

  /// All that this thread has used so far, beyond the looks themselves, counts to the budget too:
  /// until it is paid for, no local probe is due. Others, which somebody has named, come later by
  /// what looks have taken in the mean: who is asked too seldom is not known when he falls silent.
  ///
  /// \param seconds  of processor time
  /// \param share    of the time that the budget is a fraction of
  void charge(double seconds, double share = 1.0);

  /// When the next probe is due [s]; infinity without sensors.
  double next_due() const;

  /// Forecasts are of the mean over the next \p seconds, in looks of the middle interval: as long
  /// as what is decided by them stays. The next look at first.  (algorithms 5.2, epoch forecasts)
  void foresee(double seconds);

  /// All quantities met so far, in the order of sensors; those overdue are unknown.
  std::vector<Observed> view(double now) const;

  std::vector<ProbeCost> costs() const;

 private:
  struct Quantity {
    Reading last;
    double time = 0.0;     ///< when last tried [s]
    double largest = 0.0;  ///< of late values, by magnitude
    std::string trouble;
    bool stands_in = false;  ///< for quantities that were never told
    std::unique_ptr<forecast::Mixture> mixture;
    std::optional<forecast::Forecast> forecast;
  };
  struct Probe {
    explicit Probe(const PaceLimits& limits) : pace(limits) {}

    std::size_t sensor = 0;
    std::size_t number = 0;
    Pace pace;
    double due = 0.0;
    ProbeCost cost;
    std::vector<Quantity> quantities;
  };
  struct Named {
    std::string name;
    std::string host;  ///< \see Sensor::host
    std::unique_ptr<Sensor> sensor;
  };

  void look(Probe& probe, double now);
  /// False where the sensor waits for its turn.
  bool ask(Probe& probe, double now);
  /// A look took so long [s]: when the next may be.
  void count(Probe& probe, double seconds);
  /// When the budget has room for a look [s].
  double earliest(const Probe& probe) const { return probe.cost.is_local ? paid_ : 0.0; }
  double due(const Probe& probe) const { return std::max(probe.due, earliest(probe)); }
  bool foresees(std::string_view quantity) const;
  /// True where a probe has told something, and nothing of it is wanted.
  bool is_idle(const Probe& probe) const;
  /// Takes all that a probe has told; whether any of it has changed.
  bool take_all(Probe& probe, double now);
  void fail(Probe& probe, double now, const std::string& reason);
  /// Takes a reading; whether it differs from the one before.
  bool take(Probe& probe, Reading&& reading, double now);
  Quantity& quantity(Probe& probe, const std::string& name);

  ProberSettings settings_;
  std::function<double()> processor_clock_;
  std::function<double()> clock_;
  std::vector<Named> sensors_;
  std::vector<Probe> probes_;
  std::vector<Reading> readings_;  // kept for its memory
  double overhead_ = 0.0;          ///< processor time per look, beside the look [s]
  double share_ = 1.0;             ///< of the time that the budget is a fraction of
  std::optional<double> start_;    ///< time of the first look [s]
  std::size_t epoch_ = 1;          ///< that forecasts are of [look]
  double excused_ = 0.0;           ///< \see Sensor::asked_for [s]
  double paid_ = 0.0;              ///< time when the budget has paid for all so far [s]
};

}  // namespace evenkeel::monitor
