// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// From sensors of every rank to shares of all.
#include "evenkeel/service/capacity_service.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <new>
#include <sstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/setting.hpp"
#include "evenkeel/core/text.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/machine/description.hpp"
#include "evenkeel/monitor/inventory.hpp"
#include "evenkeel/service/networks.hpp"

namespace evenkeel::service {
namespace {

constexpr std::array<std::string_view, 3> kOwnParams = {"metric", "interval", "sensors"};
constexpr const char* kAuto = "auto";          ///< not the name of one metric
constexpr const char* kCallback = "callback";  ///< the metric that asks the user's function

void demand_host(const machine::Tree& machine, const std::string& name, const char* file) {
  if (!machine.find(name)) {
    throw InputError(
        fmt::format("{}: no node is called '{}', as this host is, and none has one of "
                    "its addresses",
                    file, name));
  }
}

void demand_callbacks(std::span<const Facts> all) {
  const auto without = std::ranges::find(all, false, &Facts::has_callback);
  if (without != all.end()) {
    throw InputError(
        fmt::format("rank {} has no callback; evenkeel_set_callback must come before on every rank",
                    without - all.begin()));
  }
}

/// Checks \p params one by one; those that are no parameters of \p metric, or do not fit, are
/// dropped.
///
/// \throws InputError naming all that were
void drop_misfits(const Registry<machine::CapacityMetric>::Entry& metric, ParamValues& params) {
  std::vector<std::string_view> known(kOwnParams.begin(), kOwnParams.end());
  std::ranges::transform(metric.params, std::back_inserter(known), &ParamSpec::name);
  Problems problems;
  std::erase_if(params, [&](const auto& param) {
    const std::string_view name = param.first;
    if (std::ranges::find(known, name) == known.end()) {
      problems.add(fmt::format("no parameter '{}'; known: {}{}", name, join(known),
                               suggestion(name, known)));
      return true;
    }
    try {
      Params(metric.params, {param});
      return false;
    } catch (const InputError& error) {
      problems.add(error.what());
      return true;
    }
  });
  problems.throw_if_any();
}

}  // namespace

CapacityService::CapacityService(comm::Communicator group, const char* machine_file)
    : communicator_(std::move(group)),
      place_(comm::node_place(communicator_)),
      hosts_(communicator_.gather_all(place_.node)) {
  communicator_.all_or_none([&] {
    if (machine_file != nullptr) {
      machine_ = machine::read_machine(machine_file);
      host_name_ = monitor::name_in(*machine_);
      demand_host(*machine_, host_name_, machine_file);
    }
  });
  networks_.above = networks_of_ranks(communicator_, machine_, host_name_);
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
    params_[name] = param_value(value);
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
      has_sensors_ ? aimed(communicator_, place_, machine_, choice_) : choice_;
  std::optional<HostSensors> sensors;
  std::unique_ptr<machine::CapacityMetric> first;
  std::unique_ptr<machine::CapacityMetric> later;
  communicator_.all_or_none([&] {
    Registry<machine::CapacityMetric> registry;
    machine::register_builtin(registry);
    if (has_sensors_) {
      sensors.emplace(place_, choice);
    }
    check_metric(registry);
    const auto& metric = registry.find(metric_ == kAuto ? "drum_power" : metric_);
    drop_misfits(metric, params_);
    first = registry.make(metric.name, params_);
    later = metric_ == kAuto ? registry.make("measured") : nullptr;
  });
  // Here no rank has failed: a failure elsewhere leaves this one as it was, to be tried again.
  sensors_ = std::move(sensors);
  before_work_ = std::move(first);
  after_work_ = std::move(later);
}

void CapacityService::check_metric(const Registry<machine::CapacityMetric>& registry) {
  std::vector<std::string_view> known = registry.names();
  known.insert(known.begin(), kAuto);
  if (std::ranges::find(known, metric_) == known.end()) {
    const std::string refused = std::exchange(metric_, kAuto);
    throw InputError(fmt::format("metric: no '{}'; known: {}{}", refused, join(known),
                                 suggestion(refused, known)));
  }
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

Facts CapacityService::look() const {
  Facts facts;
  if (sensors_) {
    facts.host = sensors_->look();
  }
  if (machine_) {
    describe(facts, *machine_, host_name_);
  }
  reported_.tell(facts);
  facts.has_callback = callback_ != nullptr && metric_ == kCallback;
  facts.callback = facts.has_callback ? callback_(user_) : 0.0;
  return facts;
}

std::vector<Facts> CapacityService::gather_facts() {
  Facts mine;
  communicator_.all_or_none([&] { mine = look(); });
  std::vector<Facts> all = communicator_.gather_all(mine);
  share_on_hosts(all, hosts_);
  const std::vector<double> then =
      communicator_.gather_all(reported_.availability(available_now(all)));
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    all[rank].availability = then[rank];
  }
  const auto told =
      sensors_ && machine_ ? sensors_->traffic(*machine_) : std::vector<NetworkTraffic>();
  share_traffic(communicator_, told, networks_);
  return all;
}

double CapacityService::available_now(std::span<const Facts> all) const {
  const HostFacts& host = all[static_cast<std::size_t>(communicator_.rank())].host;
  return availability(host, place_.ranks_on_node).value_or(kUnknown);
}

const machine::CapacityMetric& CapacityService::metric_for(const machine::Sample& sample) const {
  return after_work_ && machine::is_known(sample, &machine::NodeSample::rate) ? *after_work_
                                                                              : *before_work_;
}

void CapacityService::compute() {
  if (!before_work_) {
    throw OrderError("evenkeel_init must come before evenkeel_compute_powers");
  }
  // The same facts everywhere: the same shares, or the same error, on every rank.
  const std::vector<Facts> all = gather_facts();
  if (metric_ == kCallback) {
    demand_callbacks(all);
  }
  machine::Sample sample = sample_of(all, hosts_, shares_, networks_);
  sample.weights = weights_;
  machine::Shares found = machine::capacity_shares(metric_for(sample), sample);
  shares_ = std::move(found.share);
  weights_ = found.weights;
  reported_.end_stretch(available_now(all));
  foresee_as_long_again();
}

void CapacityService::foresee_as_long_again() {
  const double now = wall_seconds();
  if (sensors_ && computed_) {
    sensors_->foresee(now - *computed_);
  }
  computed_ = now;
}

void CapacityService::forget_communicator() {
  alignas(comm::Communicator) std::byte forgotten[sizeof(comm::Communicator)];
  new (forgotten) comm::Communicator(std::move(communicator_));
}

std::span<const double> CapacityService::shares() const {
  if (shares_.empty()) {
    throw OrderError("evenkeel_compute_powers must come before asking for shares");
  }
  return shares_;
}

}  // namespace evenkeel::service
