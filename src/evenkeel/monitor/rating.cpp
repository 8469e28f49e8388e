// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// LU by OpenBLAS, a triad, and medians.
#include "evenkeel/monitor/rating.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include <dlfcn.h>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/rng.hpp"

namespace evenkeel::monitor {
namespace {

using Solve = void(const int* n, const int* columns, double* matrix, const int* leading,
                   int* pivots, double* right, const int* leading_right, int* info);

/// dgesv of OpenBLAS, on one thread; null where there is none. Loaded only here: linked to the
/// program, it would start its threads in every run.
Solve* find_solver() {
  setenv("OPENBLAS_NUM_THREADS", "1", 1);
  void* library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  return library == nullptr ? nullptr : reinterpret_cast<Solve*>(dlsym(library, "dgesv_"));
}

}  // namespace

Rating rate(const std::function<double()>& work, const RatingSettings& settings,
            const std::function<double()>& clock) {
  EVENKEEL_EXPECT(settings.stretches > 0);
  for (const double start = clock(); clock() - start < settings.warm_up;) {
    work();
  }
  std::vector<double> rates;
  for (int stretch = 0; stretch < settings.stretches; ++stretch) {
    const double start = clock();
    double done = 0.0;
    do {
      done += work();
    } while (clock() - start < settings.seconds);
    rates.push_back(done / (clock() - start));
  }
  std::ranges::sort(rates);
  const double median = 0.5 * (rates[(rates.size() - 1) / 2] + rates[rates.size() / 2]);
  return {median, (rates.back() - rates.front()) / median};
}

std::optional<Rating> rate_linpack(const RatingSettings& settings) {
  constexpr int kOrder = 500;
  constexpr double kN = kOrder;
  constexpr auto kElements = static_cast<std::size_t>(kOrder) * kOrder;
  Solve* const solve = find_solver();
  if (solve == nullptr) {
    return std::nullopt;
  }
  SplitMix64 generator(1);
  std::vector<double> matrix(kElements);
  std::ranges::generate(matrix, [&] { return uniform(generator) - 0.5; });
  std::vector<double> copy(kElements);
  std::vector<double> right(kOrder);
  std::vector<int> pivots(kOrder);
  const auto work = [&] {
    constexpr int kOne = 1;
    copy = matrix;
    std::ranges::fill(right, 1.0);
    int info = 0;
    solve(&kOrder, &kOne, copy.data(), &kOrder, pivots.data(), right.data(), &kOrder, &info);
    EVENKEEL_EXPECT(info == 0);
    return 2.0 / 3.0 * kN * kN * kN + 2.0 * kN * kN;
  };
  return rate(work, settings, wall_seconds);
}

Rating rate_triad(const RatingSettings& settings) {
  constexpr std::size_t kElements = std::size_t{4} << 20;  // three arrays of 32 MiB
  constexpr double kBytes = 24.0 * static_cast<double>(kElements);
  std::vector<double> a(kElements, 1.0);
  const std::vector<double> b(kElements, 2.0);
  const std::vector<double> c(kElements, 0.5);
  double factor = 3.0;
  const auto work = [&] {
    for (std::size_t n = 0; n < kElements; ++n) {
      a[n] = b[n] + factor * c[n];
    }
    factor = a[kElements / 2] > 0.0 ? 3.0 : 2.0;  // the result is used
    return kBytes;
  };
  return rate(work, settings, wall_seconds);
}

}  // namespace evenkeel::monitor
