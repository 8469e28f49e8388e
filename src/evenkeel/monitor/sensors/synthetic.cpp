// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// synthetic: a quantity that moves as one says, for trials.
#include <array>
#include <cmath>
#include <numbers>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/monitor/sensor.hpp"

namespace evenkeel::monitor {
namespace {

constexpr std::string_view kShapes[] = {"constant", "sine", "square", "ramp"};

constexpr std::array kParams = {
    ParamSpec{.name = "shape", .unit = "", .help = "how it moves", .choices = kShapes},
    ParamSpec{.name = "mean", .unit = "1", .fallback = 0.5, .help = "what it moves around"},
    ParamSpec{.name = "amplitude", .unit = "1", .fallback = 0.25, .help = "how far it moves"},
    ParamSpec{
        .name = "period", .unit = "s", .fallback = 60.0, .min = 1e-6, .help = "time of one cycle"},
    ParamSpec{.name = "noise",
              .unit = "1",
              .fallback = 0.0,
              .min = 0.0,
              .help = "standard deviation of what is added"},
    ParamSpec{.name = "seed",
              .unit = "1",
              .fallback = 1.0,
              .min = 0.0,
              .max = 1e9,
              .help = "of the noise",
              .is_whole = true}};

class Synthetic final : public Sensor {
 public:
  explicit Synthetic(const Params& params)
      : shape_(params.choice("shape")),
        mean_(params["mean"]),
        amplitude_(params["amplitude"]),
        period_(params["period"]),
        noise_(params["noise"]),
        generator_(static_cast<std::uint64_t>(params["seed"])) {}

  void aim(const Target&) override {}

  bool reads_host() const override { return false; }

  void read(std::size_t, double now, std::vector<Reading>& readings) override {
    start_ = start_.value_or(now);
    const double phase = std::fmod(now - *start_, period_) / period_;
    const double value = mean_ + amplitude_ * wave(phase) + noise_ * normal(generator_);
    readings.push_back({"value", "1", value, -1e300});
  }

 private:
  /// In [-1, 1] for a phase in [0, 1).
  double wave(double phase) const {
    if (shape_ == "sine") {
      return std::sin(2.0 * std::numbers::pi * phase);
    }
    if (shape_ == "square") {
      return phase < 0.5 ? 1.0 : -1.0;
    }
    return shape_ == "ramp" ? 2.0 * phase - 1.0 : 0.0;
  }

  std::string_view shape_;
  double mean_;
  double amplitude_;
  double period_;
  double noise_;
  SplitMix64 generator_;
  std::optional<double> start_;
};

}  // namespace

void register_synthetic(Registry<Sensor>& registry) {
  registry.add({.name = "synthetic",
                .summary = "a value that is constant or moves in a sine, in steps or in ramps",
                .source = "own definition",
                .params = kParams,
                .make = [](const Params& params) { return std::make_unique<Synthetic>(params); }});
}

}  // namespace evenkeel::monitor
