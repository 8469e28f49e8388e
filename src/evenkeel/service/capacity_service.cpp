// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// From sensors of every rank to shares of all.
#include "evenkeel/service/capacity_service.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/machine/description.hpp"

namespace evenkeel::service {
namespace {

constexpr double kFading = 0.5;  ///< of reported work, from one computation of shares to the next

ParamValue value_of(const std::string& word) {
  double number = 0.0;
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool whole = fault == std::errc() && end == word.data() + word.size();
  return whole ? ParamValue(number) : ParamValue(word);
}

}  // namespace

CapacityService::CapacityService(MPI_Comm communicator, const char* machine_file)
    : communicator_(communicator), place_(comm::node_place(communicator_)) {
  communicator_.all_or_none([&] {
    if (machine_file != nullptr) {
      machine_ = machine::read_machine(machine_file);
    }
  });
}

void CapacityService::set_param(const std::string& name, const std::string& value) {
  if (before_work_) {
    throw OrderError("parameters must be set before evenkeel_init");
  }
  if (name == "metric") {
    metric_ = value;
  } else if (name == "interval") {
    choice_.interval = parse_quantity(value, Dimension::kSeconds);
    if (choice_.interval < 1e-3) {
      throw InputError("interval is " + value + "; expected at least 1ms");
    }
  } else if (name == "sensors") {
    std::istringstream words(value);
    choice_.sensors.assign(std::istream_iterator<std::string>(words), {});
    has_sensors_ = choice_.sensors != std::vector<std::string>{"none"};
  } else {
    params_[name] = value_of(value);
  }
}

void CapacityService::set_callback(double (*callback)(void*), void* user) {
  callback_ = callback;
  user_ = user;
}

void CapacityService::init() {
  if (before_work_) {
    throw OrderError("evenkeel_init has been called before");
  }
  const SensorChoice choice =
      has_sensors_ ? with_links(communicator_, place_, machine_, choice_) : choice_;
  std::optional<HostSensors> sensors;
  std::unique_ptr<machine::CapacityMetric> first;
  std::unique_ptr<machine::CapacityMetric> later;
  communicator_.all_or_none([&] {
    Registry<machine::CapacityMetric> registry;
    machine::register_builtin(registry);
    if (has_sensors_) {
      sensors.emplace(place_, choice);
    }
    first = registry.make(metric_ == "auto" ? "drum_power" : metric_, params_);
    later = metric_ == "auto" ? registry.make("measured") : nullptr;
  });
  // Here no rank has failed: a failure elsewhere leaves this one as it was, to be tried again.
  sensors_ = std::move(sensors);
  before_work_ = std::move(first);
  after_work_ = std::move(later);
}

void CapacityService::start() {
  if (!before_work_) {
    throw OrderError("evenkeel_init must come before evenkeel_start_monitoring");
  }
  if (is_monitoring_) {
    throw OrderError(
        "evenkeel_start_monitoring has been called before; evenkeel_stop_monitoring "
        "must come between");
  }
  if (sensors_) {
    sensors_->start();
  }
  is_monitoring_ = true;
}

void CapacityService::stop() {
  if (sensors_) {
    sensors_->stop();
  }
  is_monitoring_ = false;
}

void CapacityService::report_work(double work, double seconds) {
  if (!(std::isfinite(work) && work >= 0.0 && std::isfinite(seconds) && seconds >= 0.0)) {
    throw InputError(
        fmt::format("found work {} and {} seconds; expected 0 or more", work, seconds));
  }
  work_ += work;
  seconds_ += seconds;
  newest_seconds_ += seconds;
}

Facts CapacityService::look() const {
  Facts facts;
  if (sensors_) {
    facts.host = sensors_->look();
  }
  if (machine_) {
    describe(facts, *machine_, host_name());
  }
  facts.rate = seconds_ > 0.0 ? work_ / seconds_ : kUnknown;
  facts.seconds = newest_seconds_ > 0.0 ? newest_seconds_ : kUnknown;
  facts.has_callback = callback_ != nullptr;
  facts.callback = facts.has_callback ? callback_(user_) : 0.0;
  return facts;
}

const machine::CapacityMetric& CapacityService::metric_for(const machine::Sample& sample) const {
  return after_work_ && machine::is_known(sample, &machine::NodeSample::rate) ? *after_work_
                                                                              : *before_work_;
}

void CapacityService::compute() {
  if (!before_work_) {
    throw OrderError("evenkeel_init must come before evenkeel_compute_powers");
  }
  std::vector<Facts> all = communicator_.gather_all(look());
  const std::vector<int> host = communicator_.gather_all(place_.node);
  share_on_hosts(all, host);
  // The same facts everywhere: the same shares, or the same error, on every rank.
  const machine::Sample sample = sample_of(all, host, shares_);
  shares_ = machine::capacity_shares(metric_for(sample), sample).share;
  newest_seconds_ = 0.0;
  work_ *= kFading;
  seconds_ *= kFading;
}

std::span<const double> CapacityService::shares() const {
  if (shares_.empty()) {
    throw OrderError("evenkeel_compute_powers must come before asking for shares");
  }
  return shares_;
}

}  // namespace evenkeel::service
