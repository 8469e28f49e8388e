// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The capacity service, as a run uses it.
#include "evenkeel/runtime/metric_shares.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/machine/capacity.hpp"

namespace evenkeel::runtime {
namespace {

constexpr double kShortestInterval = 0.01;  ///< between looks of the sensors [s]

/// Weights of the case as the parameters of the metric that has such.
void set_weights(service::CapacityService& service, const MetricChoice& choice) {
  if (choice.weights.size() != 3) {
    return;
  }
  const double processor = choice.weights[0];
  const double bandwidth = choice.weights[2];
  if (choice.metric == "weighted") {
    service.set_param("cpu", fmt::format("{}", processor));
    service.set_param("memory", fmt::format("{}", choice.weights[1]));
    service.set_param("bandwidth", fmt::format("{}", bandwidth));
  } else if (choice.metric == "drum_power" && processor + bandwidth > 0.0) {
    service.set_param("weight", fmt::format("{}", bandwidth / (processor + bandwidth)));
  }
}

}  // namespace

MetricShares::MetricShares(const comm::Communicator& communicator, const MetricChoice& choice)
    : service_(std::make_unique<service::CapacityService>(
          communicator.handle(),
          choice.machine_file.empty() ? nullptr : choice.machine_file.c_str())),
      shares_(machine::equal_capacity(static_cast<std::size_t>(communicator.size()))) {
  service_->set_param("metric", choice.metric);
  service_->set_param("interval", format_quantity(std::max(choice.interval, kShortestInterval),
                                                  Dimension::kSeconds));
  set_weights(*service_, choice);
  service_->init();
  service_->start();
}

void MetricShares::look(const Did& did, std::span<const double> in_force) {
  if (did.compute_seconds > 0.0) {
    service_->report_work(did.load, did.compute_seconds);
  }
  service_->report_waits(did.message_seconds, 0.0);
  if (!in_force.empty()) {
    service_->follow(in_force);
  }
  try {
    service_->compute();
    shares_.assign(service_->shares().begin(), service_->shares().end());
    trouble_.clear();
  } catch (const InputError& error) {
    trouble_ = error.what();  // the same on all ranks: they know the same
  }
}

}  // namespace evenkeel::runtime
