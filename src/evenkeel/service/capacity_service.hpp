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

#include <mpi.h>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/comm/launch.hpp"
#include "evenkeel/machine/capacity_metric.hpp"
#include "evenkeel/machine/tree.hpp"
#include "evenkeel/monitor/monitor.hpp"

namespace evenkeel::service {

/// A function was called before what must come first.
struct OrderError : Error {
  using Error::Error;
};

/// What one rank tells the others. NaN: unknown.
struct Facts {
  double rating;            ///< [Mflop/s] or 1
  double availability;      ///< of a processor to this process [0, 1]
  double memory_available;  ///< part of this rank [byte]
  double memory_total;      ///< [byte]
  double bandwidth;         ///< [byte/s]
  double packets;           ///< of all interfaces of the host [1/s]
  double rate;              ///< reported work per second
  double callback;          ///< what the user's function says
  bool has_callback;
  double seconds;      ///< reported since the last time [s]
  double communicate;  ///< [s]
  double fault;        ///< [s]
};

/// See include/evenkeel.h for what the functions promise.
class CapacityService {
 public:
  /// Collective.
  ///
  /// \throws InputError, SystemError on all ranks if the file is no machine
  CapacityService(MPI_Comm communicator, const char* machine_file);

  /// \throws InputError if the value does not fit; OrderError after init()
  void set_param(const std::string& name, const std::string& value);
  void set_callback(double (*callback)(void*), void* user);
  void init();
  void start();
  void stop();
  void report_work(double work, double seconds);
  /// Seconds of this rank spent on messages and on page faults, for learned weights. [s]
  void report_waits(double communicate, double fault);
  /// Shares in force, where others than those computed last are. Shape [ranks].
  void follow(std::span<const double> shares);
  void compute();

  /// Shape [ranks]. \throws OrderError before compute()
  std::span<const double> shares() const;
  double own_share() const { return shares()[static_cast<std::size_t>(communicator_.rank())]; }

 private:
  Facts look() const;
  /// \throws InputError if a callback gave no amount
  machine::Sample sample_of(const std::vector<Facts>& all, const std::vector<int>& host) const;
  const machine::CapacityMetric& metric_for(const machine::Sample& sample) const;
  /// Rating of this host in the machine file, and the bandwidth of its link; NaN where unknown.
  std::pair<double, double> described() const;

  comm::Communicator communicator_;
  comm::NodePlace place_;
  std::optional<machine::Tree> machine_;
  std::string metric_ = "auto";
  double interval_ = 1.0;  ///< [s]
  std::vector<std::string> sensors_;
  bool has_sensors_ = true;
  ParamValues params_;

  std::unique_ptr<machine::CapacityMetric> before_work_;  ///< the only one, unless `auto`
  std::unique_ptr<machine::CapacityMetric> after_work_;
  std::unique_ptr<monitor::Monitor> monitor_;
  double (*callback_)(void*) = nullptr;
  void* user_ = nullptr;
  double work_ = 0.0;            ///< reported lately, fading
  double seconds_ = 0.0;         ///< [s]
  double newest_seconds_ = 0.0;  ///< computing, since the last computation of shares [s]
  double communicate_ = 0.0;     ///< [s]
  double fault_ = 0.0;           ///< [s]
  std::vector<double> shares_;
};

}  // namespace evenkeel::service
