// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sizes, run times and arrivals, with the constants published with the model.
#include "evenkeel/simulator/workload_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/rng.hpp"

namespace evenkeel::simulator {
namespace {

struct Constants {
  double serial, pow2;
  double low, below_high, high_cut, low_prob;  ///< UMed is below_high under UHi = log2(system)
  double a1, b1, a2, b2, pa, pb;
  double aarr, barr, arar;
  double anum, bnum;
};

// high_cut: by how much UHi stays below log2 of the system.
constexpr std::array<Constants, 3> kConstants{
    {{.2927, .6686, 1.2, 2.0, 0.0, .875, 6.57, .823, 639.1, .0156, -.003, .6986, 6.0415, .8531,
      1.0519, 6.1271, 5.2740},
     {.1541, .625, 1.0, 2.5, 1.5, .705, 3.8351, .6605, 7.073, .6856, -.0118, .9156, 6.5510, .6621,
      .9797, 8.9186, 3.6680},
     {.244, .576, .8, 2.5, 0.0, .86, 4.2, .94, 312.0, .03, -.0054, .78, 10.2303, .4871, 1.0225,
      8.1737, 3.9631}}};

constexpr std::size_t kBuckets = 48;
constexpr double kBucketSeconds = 1800.0;
constexpr double kLongestRun = 12.0;  ///< of the logarithm
constexpr double kLongestGap = 13.0;  ///< of the logarithm

/// Gamma variates of shape a and scale b.                         (Marsaglia & Tsang 2000)
double gamma_variate(Xoshiro256& random, double a, double b) {
  if (a < 1.0) {
    return gamma_variate(random, a + 1.0, b) * std::pow(1.0 - uniform(random), 1.0 / a);
  }
  const double d = a - 1.0 / 3.0;
  const double c = 1.0 / std::sqrt(9.0 * d);
  for (;;) {
    const double x = normal(random);
    const double v = std::pow(1.0 + c * x, 3.0);
    if (v > 0.0 && std::log(1.0 - uniform(random)) < 0.5 * x * x + d * (1.0 - v + std::log(v))) {
      return b * d * v;
    }
  }
}

class Model {
 public:
  explicit Model(const WorkloadShape& shape)
      : constants_(kConstants[static_cast<std::size_t>(shape.kind)]),
        high_(std::log2(static_cast<double>(shape.processors)) - constants_.high_cut),
        processors_(shape.processors),
        random_(shape.seed) {
    // Most arrive by day: bucket i is the half hour that ends at i / 2 o'clock.
    double sum = 0.0;
    for (std::size_t i = 11; i < 11 + kBuckets; ++i) {
      const auto middle = static_cast<double>(i);
      const double share = gamma_cdf(constants_.anum, (middle + .5) / constants_.bnum) -
                           gamma_cdf(constants_.anum, (middle - .5) / constants_.bnum);
      weights_[(i - 1) % kBuckets] = share;
      sum += share;
    }
    for (double& weight : weights_) {
      weight *= static_cast<double>(kBuckets) / sum;
    }
  }

  double next_arrival() {
    double gap = 0.0;
    do {
      gap = gamma_variate(random_, constants_.aarr * constants_.arar, constants_.barr);
    } while (gap > kLongestGap);
    points_ += std::exp(gap) / kBucketSeconds;
    while (points_ > weights_[bucket_]) {
      points_ -= weights_[bucket_];
      bucket_ = (bucket_ + 1) % kBuckets;
      passed_ += kBucketSeconds;
    }
    return passed_ + kBucketSeconds * points_ / weights_[bucket_];
  }

  int next_size() {
    const double u = uniform(random_);
    if (u <= constants_.serial) {
      return 1;
    }
    const double middle = high_ - constants_.below_high;
    const bool low = uniform(random_) <= constants_.low_prob;
    const double from = low ? constants_.low : middle;
    const double to = low ? middle : high_;
    double x = from + (to - from) * uniform(random_);
    x = u <= constants_.serial + constants_.pow2 ? std::round(x) : x;
    return std::clamp(static_cast<int>(std::lround(std::exp2(x))), 1, processors_);
  }

  double next_run(int size) {
    const double p = std::clamp(constants_.pa * size + constants_.pb, 0.0, 1.0);
    double h = 0.0;
    do {
      h = uniform(random_) <= p ? gamma_variate(random_, constants_.a1, constants_.b1)
                                : gamma_variate(random_, constants_.a2, constants_.b2);
    } while (h > kLongestRun);
    return std::max(1.0, std::exp(h));
  }

 private:
  Constants constants_;
  double high_;
  int processors_;
  Xoshiro256 random_;
  std::array<double, kBuckets> weights_{};
  std::size_t bucket_ = 0;
  double points_ = 0.0;  ///< not yet paid for
  double passed_ = 0.0;  ///< [s] whole buckets
};

}  // namespace

double gamma_cdf(double a, double x) {
  EVENKEEL_EXPECT(a > 0.0 && x >= 0.0);
  const double front = x > 0.0 ? std::exp(a * std::log(x) - x - std::lgamma(a)) : 0.0;
  constexpr double kSmall = 1e-15;
  if (x < a + 1.0) {
    double term = 1.0 / a;
    double sum = term;
    for (double n = a + 1.0; term > kSmall * sum; ++n) {
      term *= x / n;
      sum += term;
    }
    return front * sum;
  }
  // Lentz's continued fraction of the upper function.
  double b = x + 1.0 - a;
  double c = 1e300;
  double d = 1.0 / b;
  double h = d;
  for (double n = 1.0, change = 0.0; std::abs(change - 1.0) > kSmall && n < 10000.0; ++n) {
    const double an = -n * (n - a);
    b += 2.0;
    d = 1.0 / (an * d + b);
    c = b + an / c;
    change = c * d;
    h *= change;
  }
  return 1.0 - front * h;
}

std::vector<Job> make_workload(const WorkloadShape& shape) {
  EVENKEEL_EXPECT(shape.processors >= 1 && shape.load > 0.0);
  Model model(shape);
  std::vector<Job> jobs;
  jobs.reserve(shape.jobs);
  for (std::size_t id = 1; id <= shape.jobs; ++id) {
    Job job{.id = static_cast<std::int64_t>(id), .submit = model.next_arrival() / shape.load};
    job.processors = model.next_size();
    job.run = model.next_run(job.processors);
    job.request = job.run;
    jobs.push_back(job);
  }
  return jobs;
}

}  // namespace evenkeel::simulator
