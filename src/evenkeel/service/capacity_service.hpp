// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The model behind the C API: sensors of one rank, and the shares of all.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/comm/launch.hpp"
#include "evenkeel/machine/capacity_metric.hpp"
#include "evenkeel/machine/tree.hpp"
#include "evenkeel/service/facts.hpp"
#include "evenkeel/service/host_sensors.hpp"
#include "evenkeel/service/reported_work.hpp"

namespace evenkeel::service {

/// A function was called before what must come first.
struct OrderError : Error {
  using Error::Error;
};

/// See include/evenkeel.h for what the functions promise.
class CapacityService {
 public:
  /// Collective.
  ///
  /// \throws InputError, SystemError on all ranks if the file is no machine with their hosts
  CapacityService(comm::Communicator group, const char* machine_file);

  /// \throws InputError if the value does not fit; OrderError after init()
  void set_param(const std::string& name, const std::string& value);
  void set_callback(double (*callback)(void*), void* user);
  void init();
  void start();
  void stop();
  void report_work(double work, double seconds) { reported_.add(work, seconds); }
  void report_communication(double seconds) { reported_.add_communication(seconds); }
  void report_memory(double needed, double held) { reported_.set_memory(needed, held); }
  void compute();

  /// Leaves nothing for the destructor to call MPI for, after MPI_Finalize.
  void forget_communicator();

  /// Shape [ranks]. \throws OrderError before compute()
  std::span<const double> shares() const;
  double own_share() const { return shares()[static_cast<std::size_t>(communicator_.rank())]; }

 private:
  /// \throws InputError if there is no metric of that name; then it is `auto` again
  void check_metric(const Registry<machine::CapacityMetric>& registry);
  Facts look() const;
  std::vector<Facts> gather_facts();  ///< Collective.
  /// Shares are likely to be asked for again when as much time has passed.
  void foresee_as_long_again();
  double available_now(std::span<const Facts> all) const;
  const machine::CapacityMetric& metric_for(const machine::Sample& sample) const;

  comm::Communicator communicator_;
  comm::NodePlace place_;
  std::vector<int> hosts_;  ///< [ranks]
  NetworkFacts networks_;
  std::optional<machine::Tree> machine_;
  std::string host_name_;        ///< as machine_ has it
  std::string metric_ = "auto";  ///< or the name of one
  SensorChoice choice_;
  bool has_sensors_ = true;
  ParamValues params_;

  std::unique_ptr<machine::CapacityMetric> before_work_;  ///< the only one, unless `auto`
  std::unique_ptr<machine::CapacityMetric> after_work_;
  std::optional<HostSensors> sensors_;
  bool is_monitoring_ = false;  ///< between start() and stop()
  double (*callback_)(void*) = nullptr;
  void* user_ = nullptr;
  ReportedWork reported_;  ///< in stretches from one computation of shares to the next
  std::vector<double> shares_;
  std::optional<double> computed_;                   ///< when they were [s]
  std::optional<machine::CapacityWeights> weights_;  ///< as the metric last learned them
};

}  // namespace evenkeel::service
