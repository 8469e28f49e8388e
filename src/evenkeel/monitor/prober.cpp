// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Due dates, troubles and ages.
#include "evenkeel/monitor/prober.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::monitor {
namespace {

/// Why \p reading is not to be believed, or "".
std::string lie(const Reading& reading, double most_age) {
  if (!std::isfinite(*reading.value) || *reading.value < reading.least ||
      *reading.value > reading.most) {
    return fmt::format("said {}, which cannot be", *reading.value);
  }
  return reading.age > most_age ? fmt::format("{:.3g} s old", reading.age) : "";
}

}  // namespace

Prober::Prober(const ProberSettings& settings, std::function<double()> processor_clock)
    : settings_(settings), processor_clock_(std::move(processor_clock)) {}

void Prober::add(std::string name, std::unique_ptr<Sensor> sensor) {
  const double middle = settings_.interval;
  // Others are asked gently: they serve many.
  const PaceLimits limits = sensor->is_local()
                                ? PaceLimits{middle / settings_.spread, middle * settings_.spread}
                                : PaceLimits{middle, middle * settings_.spread * 4.0};
  for (std::size_t number = 0; number < sensor->probes(); ++number) {
    Probe probe(limits);
    probe.sensor = sensors_.size();
    probe.number = number;
    probe.cost.sensor = name;
    probe.cost.probe = number;
    probe.cost.is_local = sensor->is_local();
    probes_.push_back(std::move(probe));
  }
  std::string host = sensor->host();
  sensors_.push_back({std::move(name), std::move(host), std::move(sensor)});
}

void Prober::probe_due(double now) {
  constexpr double kSoon = 0.25;  // of an interval
  start_ = start_.value_or(now);
  const double began = clock_ ? clock_() : 0.0;
  const auto passed = [&] { return clock_ ? clock_() - began : 0.0; };  // others may take long
  for (Probe& probe : probes_) {
    if (earliest(probe) <= now && probe.due <= now + kSoon * probe.pace.interval()) {
      look(probe, now + passed());
    }
  }
}

void Prober::probe_all(double now) {
  for (Probe& probe : probes_) {
    look(probe, now);
  }
}

void Prober::foresee(double seconds) {
  constexpr double kMost = 100.0;     // as many samples as NWS kept             (algorithms 5.2.3)
  constexpr double kOtherwise = 1.5;  // what is closer is the same epoch
  const double looks = std::clamp(seconds / settings_.interval, 1.0, kMost);
  const double change = looks / static_cast<double>(epoch_);
  if (change > kOtherwise || change < 1.0 / kOtherwise) {
    epoch_ = static_cast<std::size_t>(std::lround(looks));
  }
}

double Prober::next_due() const {
  double next = std::numeric_limits<double>::infinity();
  for (const Probe& probe : probes_) {
    next = std::min(next, due(probe));
  }
  return next;
}

void Prober::look(Probe& probe, double now) {
  const double start = processor_clock_();
  if (ask(probe, now)) {
    const double excused = sensors_[probe.sensor].sensor->asked_for();
    excused_ += excused;
    count(probe, processor_clock_() - start - excused);
  } else {
    probe.cost.interval = probe.pace.wait();
  }
  probe.due = now + probe.cost.interval;
}

bool Prober::ask(Probe& probe, double now) {
  readings_.clear();
  try {
    Sensor& sensor = *sensors_[probe.sensor].sensor;
    sensor.read(probe.number, now, readings_);
    const bool has_changed = take_all(probe, now);
    if (!sensor.has_looked()) {
      return false;
    }
    has_changed ? probe.pace.changed() : probe.pace.stayed();
  } catch (const std::exception& error) {
    readings_.clear();
    fail(probe, now, error.what());
  }
  return true;
}

void Prober::count(Probe& probe, double seconds) {
  probe.cost.looks += 1.0;
  probe.cost.seconds += seconds;
  probe.cost.slowest = std::max(probe.cost.slowest, seconds);
  const double each = probe.cost.seconds / probe.cost.looks + overhead_;
  const auto asked = std::ranges::count_if(
      probes_, [](const Probe& one) { return std::isfinite(one.cost.interval); });
  probe.pace.afford(each * static_cast<double>(asked), settings_.budget * share_);
  probe.cost.interval =
      is_idle(probe) ? std::numeric_limits<double>::infinity() : probe.pace.interval();
}

bool Prober::take_all(Probe& probe, double now) {
  std::erase_if(probe.quantities, [](const Quantity& each) { return each.stands_in; });
  for (Quantity& each : probe.quantities) {
    each.trouble = "no longer there";  // unless a reading says otherwise
  }
  bool has_changed = false;
  for (Reading& reading : readings_) {
    has_changed = take(probe, std::move(reading), now) || has_changed;
  }
  return has_changed;
}

bool Prober::is_idle(const Probe& probe) const {
  return settings_.wants && !readings_.empty() &&
         std::ranges::none_of(probe.quantities, [this](const Quantity& each) {
           return settings_.wants(each.last.quantity);
         });
}

bool Prober::foresees(std::string_view quantity) const {
  return settings_.forecasts && (!settings_.foresees || settings_.foresees(quantity));
}

void Prober::charge(double seconds, double share) {
  constexpr double kLeastShare = 1e-3;
  seconds -= excused_;
  share_ = std::max(share, kLeastShare);
  paid_ = start_ ? *start_ + seconds / (settings_.budget * share_) : 0.0;
  double looks = 0.0;
  for (const Probe& probe : probes_) {
    seconds -= probe.cost.seconds;
    looks += probe.cost.looks;
  }
  overhead_ = looks > 0.0 ? std::max(0.0, seconds / looks) : 0.0;
}

void Prober::fail(Probe& probe, double now, const std::string& reason) {
  if (probe.quantities.empty()) {
    // So that the trouble is seen.
    quantity(probe, fmt::format("probe_{}", probe.number)).stands_in = true;
  }
  for (Quantity& each : probe.quantities) {
    each.last.value.reset();
    each.time = now;
    each.trouble = reason;
  }
  probe.pace.failed();
}

Prober::Quantity& Prober::quantity(Probe& probe, const std::string& name) {
  const auto found = std::ranges::find_if(
      probe.quantities, [&](const Quantity& each) { return each.last.quantity == name; });
  if (found != probe.quantities.end()) {
    return *found;
  }
  Quantity made;
  made.last.quantity = name;
  probe.quantities.push_back(std::move(made));
  return probe.quantities.back();
}

bool Prober::take(Probe& probe, Reading&& reading, double now) {
  Quantity& known = quantity(probe, reading.quantity);
  known.time = now;
  known.trouble = reading.value ? lie(reading, settings_.most_age) : "not known to its source";
  if (!known.trouble.empty()) {
    reading.value.reset();
  }
  const std::optional<double> before = std::exchange(known.last, std::move(reading)).value;
  if (!known.last.value) {
    return before.has_value();
  }
  const double value = *known.last.value;
  constexpr double kFades = 0.98;  // what was large once does not hide changes for ever
  known.largest = std::max(kFades * known.largest, std::abs(value));
  if (sensors_[probe.sensor].sensor->has_looked() && foresees(known.last.quantity)) {
    if (!known.mixture) {
      known.mixture = std::make_unique<forecast::Mixture>();
    }
    known.mixture->set_horizon(epoch_);
    known.mixture->observe(value);
    known.forecast = known.mixture->forecast();
    if (known.forecast) {
      known.forecast->value = std::clamp(known.forecast->value, known.last.least, known.last.most);
    }
  }
  return !before || std::abs(value - *before) > settings_.tolerance * known.largest;
}

std::vector<Observed> Prober::view(double now) const {
  std::vector<Observed> all;
  for (const Probe& probe : probes_) {
    const bool is_overdue = now > due(probe) + settings_.grace;
    for (const Quantity& known : probe.quantities) {
      Observed seen;
      seen.sensor = sensors_[probe.sensor].name;
      seen.quantity = known.last.quantity;
      seen.host = known.last.host.empty() ? sensors_[probe.sensor].host : known.last.host;
      seen.unit = known.last.unit;
      seen.value = known.last.value;
      seen.age = std::max(0.0, now - known.time) + known.last.age;
      seen.forecast = known.forecast;
      seen.trouble = is_overdue && known.trouble.empty() ? "does not answer" : known.trouble;
      if (!seen.trouble.empty()) {
        seen.value.reset();
      }
      all.push_back(std::move(seen));
    }
  }
  return all;
}

std::vector<ProbeCost> Prober::costs() const {
  std::vector<ProbeCost> all;
  for (const Probe& probe : probes_) {
    all.push_back(probe.cost);
  }
  return all;
}

}  // namespace evenkeel::monitor
