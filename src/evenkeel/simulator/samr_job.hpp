// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The adaptive application as a job that can grow and shrink at its regrids.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "evenkeel/simulator/platform.hpp"
#include "evenkeel/simulator/step_model.hpp"

namespace evenkeel::simulator {

struct SamrOptions {
  std::string trace;
  std::string method = "ccp";
  ParamValues cost = {};  ///< of cost_params()
  std::optional<std::int64_t> steps = {};
};

/// One stretch between regrids on given processors.
struct SamrInterval {
  double seconds = 0.0;  ///< moving and partitioning included
  double work = 0.0;     ///< [flop]
  double moved_bytes = 0.0;
  double used_speed = 0.0;  ///< of processors that own something [flop/s]
  double longest = 0.0;     ///< computing of the busiest processor [s]
};

class SamrJob {
 public:
  virtual ~SamrJob() = default;

  virtual bool is_done() const = 0;

  /// Work of a step on the present grids, as a share of that on the largest grids of the trace.
  virtual double load() const = 0;

  /// Plays the steps to the next regrid on \p hosts of the platform, ascending, each with one rank.
  /// Data on hosts that are gone moves from there. \pre not done, at least one host
  virtual SamrInterval play(std::span<const std::size_t> hosts) = 0;
};

/// \throws InputError if the trace is broken or names are unknown
std::unique_ptr<SamrJob> make_samr_job(const SamrOptions& options, const Platform& platform);

}  // namespace evenkeel::simulator
