// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The regrids of a trace, each with the steps it lasts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "evenkeel/core/error.hpp"
#include "evenkeel/workload/box_cost.hpp"
#include "evenkeel/workload/trace.hpp"

namespace evenkeel::simulator {

/// Reads one regrid ahead, to know how long the present one lasts. Where one has no costs, as the
/// first of a run, and the next one has, its levels cost what those of the next do in the mean.
///
/// \throws InputError, from its constructor and advance, if the trace is broken or has no regrid
class Regrids {
 public:
  /// \param end   coarse steps from the first regrid on, if not all
  /// \param from  coarse steps to leave out at the beginning
  Regrids(workload::TraceReader& trace, std::optional<std::int64_t> end, std::int64_t from = 0)
      : trace_(trace), end_(end), from_(from) {
    has_next_ = trace_.next(next_);
    if (!has_next_) {
      throw InputError(trace.path() + ": has a header but no regrid");
    }
    first_step_ = next_.step;
  }

  /// Moves on to the next regrid that has steps; false behind the last.
  bool advance() {
    while (has_next_) {
      std::swap(now_, next_);
      has_next_ = trace_.next(next_);
      if (now_.cost.empty() && has_next_ && !next_.cost.empty()) {
        now_.cost = workload::mean_costs(next_, now_);
      }
      const std::int64_t until = has_next_ ? next_.step : now_.step + last_interval();
      const std::int64_t limit = end_ ? first_step_ + *end_ : until;
      steps_ = std::min(until, limit) - now_.step;
      if (steps_ > 0 && now_.step - first_step_ >= from_) {
        return true;
      }
    }
    return false;
  }

  const workload::TraceRegrid& now() const { return now_; }
  std::int64_t steps() const { return steps_; }  ///< until the next regrid or the end

 private:
  std::int64_t last_interval() const {
    return std::max<std::int64_t>(1, trace_.header().regrid_interval);
  }

  workload::TraceReader& trace_;
  std::optional<std::int64_t> end_;
  std::int64_t from_;
  workload::TraceRegrid now_;
  workload::TraceRegrid next_;
  bool has_next_ = false;
  std::int64_t first_step_ = 0;
  std::int64_t steps_ = 0;
};

}  // namespace evenkeel::simulator
