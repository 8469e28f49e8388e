// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// From sensors of every rank to shares of all.
#include "evenkeel/service/capacity_service.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <sstream>

#include <fmt/format.h>
#include <unistd.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/machine/description.hpp"
#include "evenkeel/monitor/sensor_list.hpp"

namespace evenkeel::service {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr double kFading = 0.5;  ///< of reported work, from one computation of shares to the next

std::optional<double> known(double value) {
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// The forecast of a quantity, else its last value, else NaN.
double expected(const std::vector<monitor::Observed>& seen, std::string_view quantity) {
  const auto found = std::ranges::find_if(seen, [&](const monitor::Observed& each) {
    return each.quantity == quantity && each.value.has_value();
  });
  return found == seen.end() ? kUnknown : found->forecast ? found->forecast->value : *found->value;
}

double packets_of_all_interfaces(const std::vector<monitor::Observed>& seen) {
  double sum = kUnknown;
  for (const monitor::Observed& each : seen) {
    const bool counts =
        each.quantity.ends_with(".packets_in") || each.quantity.ends_with(".packets_out");
    if (counts && each.value && !each.quantity.starts_with("lo.")) {
      sum = (std::isnan(sum) ? 0.0 : sum) + *each.value;
    }
  }
  return sum;
}

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
    interval_ = parse_quantity(value, Dimension::kSeconds);
    if (interval_ < 1e-3) {
      throw InputError("interval is " + value + "; expected at least 1ms");
    }
  } else if (name == "sensors") {
    std::istringstream words(value);
    sensors_.assign(std::istream_iterator<std::string>(words), {});
    has_sensors_ = sensors_ != std::vector<std::string>{"none"};
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
  communicator_.all_or_none([&] {
    Registry<machine::CapacityMetric> registry;
    machine::register_builtin(registry);
    std::unique_ptr<monitor::Monitor> monitor;
    if (has_sensors_) {
      monitor::ProberSettings settings;
      settings.interval = interval_;
      monitor = std::make_unique<monitor::Monitor>(settings);
      monitor::add_sensors(*monitor, sensors_);
    }
    auto first = registry.make(metric_ == "auto" ? "drum_power" : metric_, params_);
    after_work_ = metric_ == "auto" ? registry.make("measured") : nullptr;
    monitor_ = std::move(monitor);
    before_work_ = std::move(first);
  });
}

void CapacityService::start() {
  if (!before_work_) {
    throw OrderError("evenkeel_init must come before evenkeel_start_monitoring");
  }
  if (monitor_) {
    monitor_->start();
  }
}

void CapacityService::stop() {
  if (monitor_) {
    monitor_->stop();
  }
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

void CapacityService::report_waits(double communicate, double fault) {
  communicate_ += communicate;
  fault_ += fault;
}

void CapacityService::follow(std::span<const double> shares) {
  EVENKEEL_EXPECT(shares.size() == static_cast<std::size_t>(communicator_.size()));
  shares_.assign(shares.begin(), shares.end());
}

std::pair<double, double> CapacityService::described() const {
  char name[256] = {};
  const bool has_name = gethostname(name, sizeof name - 1) == 0;
  const auto node = machine_ && has_name ? machine_->find(std::string_view(name)) : std::nullopt;
  if (!node) {
    return {kUnknown, kUnknown};
  }
  const machine::Node& found = (*machine_)[*node];
  return {found.benchmark > 0.0 ? found.benchmark : kUnknown,
          found.bandwidth > 0.0 ? found.bandwidth : kUnknown};
}

Facts CapacityService::look() const {
  const auto seen = monitor_ ? monitor_->view() : std::vector<monitor::Observed>();
  const double ranks = place_.ranks_on_node;
  Facts facts{};
  std::tie(facts.rating, facts.bandwidth) = described();
  // What a quota leaves to one rank of this host, and what others leave of that.
  const double quota = expected(seen, "cpu_quota");
  const double part = std::isnan(quota) ? 1.0 : std::min(1.0, quota / ranks);
  const double running = expected(seen, "running_process");
  facts.availability = std::isnan(running) && part == 1.0
                           ? kUnknown
                           : part * (std::isnan(running) ? 1.0 : std::clamp(running, 0.0, 1.0));
  facts.memory_available = expected(seen, "memory_available") / ranks;
  facts.memory_total = expected(seen, "memory_total") / ranks;
  facts.packets = packets_of_all_interfaces(seen);
  facts.rate = seconds_ > 0.0 ? work_ / seconds_ : kUnknown;
  facts.seconds = newest_seconds_ > 0.0 ? newest_seconds_ : kUnknown;
  facts.communicate = communicate_;
  facts.fault = fault_;
  facts.has_callback = callback_ != nullptr;
  facts.callback = facts.has_callback ? callback_(user_) : 0.0;
  return facts;
}

machine::Sample CapacityService::sample_of(const std::vector<Facts>& all,
                                           const std::vector<int>& host) const {
  machine::Sample sample;
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    const Facts& facts = all[rank];
    machine::NodeSample node{.name = fmt::format("rank{}", rank)};
    node.parent = fmt::format("host{}", host[rank]);
    node.processes = node.cpus = 1.0;
    node.rating = known(facts.rating);
    if (std::isfinite(facts.availability)) {
      node.cpu_used = {facts.availability};
      node.cpu_idle = {0.0};
    }
    node.memory_available = known(facts.memory_available);
    node.memory_total = known(facts.memory_total);
    node.bandwidth = known(facts.bandwidth);
    node.rate = known(facts.rate);
    if (facts.packets > 0.0) {
      node.interfaces.push_back({.name = "all", .packets_per_second = facts.packets});
    }
    node.share = shares_.empty() ? std::nullopt : std::optional(shares_[rank]);
    node.seconds = known(facts.seconds);
    node.compute_s = known(facts.seconds);
    node.comm_s = facts.communicate;
    node.fault_s = facts.fault;
    if (facts.has_callback) {
      if (!(std::isfinite(facts.callback) && facts.callback >= 0.0)) {
        throw InputError(fmt::format("the callback of rank {} says {}; expected 0 or more", rank,
                                     facts.callback));
      }
      node.share = facts.callback;
    }
    sample.nodes.push_back(std::move(node));
  }
  return sample;
}

const machine::CapacityMetric& CapacityService::metric_for(const machine::Sample& sample) const {
  return after_work_ && machine::is_known(sample, &machine::NodeSample::rate) ? *after_work_
                                                                              : *before_work_;
}

void CapacityService::compute() {
  if (!before_work_) {
    throw OrderError("evenkeel_init must come before evenkeel_compute_powers");
  }
  const std::vector<Facts> all = communicator_.gather_all(look());
  const std::vector<int> host = communicator_.gather_all(place_.node);
  // The same facts everywhere: the same shares, or the same error, on every rank.
  const machine::Sample sample = sample_of(all, host);
  shares_ = machine::capacity_shares(metric_for(sample), sample).share;
  newest_seconds_ = communicate_ = fault_ = 0.0;
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
