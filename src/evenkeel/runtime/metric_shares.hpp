// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Shares of ranks by a capacity metric, from sensors that run beside the solver.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/service/capacity_service.hpp"

namespace evenkeel::runtime {

/// What a case says about a capacity metric.
struct MetricChoice {
  std::string metric;             ///< its name
  std::string machine_file = {};  ///< XML with ratings of the hosts; "": all alike
  std::vector<double> weights =
      {};                 ///< of processor, memory and bandwidth; empty: the metric's own
  double interval = 1.0;  ///< between looks of the sensors [s]
};

/// Asks the metric when told to. Made on every rank alike.
class MetricShares {
 public:
  /// Collective. Starts the sensors of this rank.
  ///
  /// \throws InputError if the machine file is none, or the metric unknown
  MetricShares(const comm::Communicator& communicator, const MetricChoice& choice);

  /// What this rank did since the last look: load, and seconds of computing and of messages.
  struct Did {
    double load = 0.0;
    double compute_seconds = 0.0;  ///< [s]
    double message_seconds = 0.0;  ///< [s]
  };

  /// New shares. Where the metric lacks something it needs, they stay as they are. Collective.
  ///
  /// \param in_force  shares that the work was dealt out by, shape [ranks], or empty
  void look(const Did& did, std::span<const double> in_force);

  /// Shape [ranks]; equal before the first look.
  const std::vector<double>& shares() const { return shares_; }

  /// Why the last look gave nothing new; "" if it did.
  const std::string& trouble() const { return trouble_; }

 private:
  std::unique_ptr<service::CapacityService> service_;
  std::vector<double> shares_;
  std::string trouble_;
};

}  // namespace evenkeel::runtime
