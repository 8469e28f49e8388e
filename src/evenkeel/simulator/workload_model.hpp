// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Job streams made up: the model of Lublin and Feitelson (JPDC 63, 2003).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "evenkeel/simulator/job.hpp"

namespace evenkeel::simulator {

enum class JobKind { kBatch, kInteractive, kTypeless };

struct WorkloadShape {
  JobKind kind = JobKind::kTypeless;
  int processors = 128;
  std::size_t jobs = 1000;
  double load = 1.0;  ///< > 0: times between arrivals are divided by it
  std::uint64_t seed = 1;
};

/// Jobs by submission, the same for the same shape. Requests are what jobs really take.
std::vector<Job> make_workload(const WorkloadShape& shape);

/// Regularised lower incomplete gamma function P(a, x), to 1e-12.
double gamma_cdf(double a, double x);

}  // namespace evenkeel::simulator
