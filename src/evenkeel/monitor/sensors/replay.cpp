// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// replay: says what was recorded, in the rhythm of the record.
#include <algorithm>
#include <array>
#include <cmath>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/forecast/series.hpp"
#include "evenkeel/monitor/sensor.hpp"

namespace evenkeel::monitor {
namespace {

constexpr std::array kParams = {
    ParamSpec{.name = "step",
              .unit = "s",
              .fallback = 1.0,
              .min = 1e-6,
              .max = 1e6,
              .help = "time between two samples of the record"},
    ParamSpec{.name = "repeat",
              .unit = "1",
              .fallback = 1.0,
              .min = 0.0,
              .max = 1.0,
              .help = "1: starts again at the end; 0: unknown from there",
              .is_whole = true}};

class Replay final : public Sensor {
 public:
  explicit Replay(const Params& params)
      : step_(params["step"]), repeats_(params["repeat"] != 0.0) {}

  void aim(const Target& target) override {
    if (target.address.empty()) {
      throw InputError("needs a file; expected one like replay=series.csv");
    }
    const std::string column = target.names.empty() ? "" : target.names.front();
    series_ = forecast::read_series(read_input(target.address), target.address, column);
  }

  bool reads_host() const override { return false; }
  bool reads_file() const override { return true; }

  void read(std::size_t, double now, std::vector<Reading>& readings) override {
    start_ = start_.value_or(now);
    const auto count = static_cast<double>(series_.record.size());
    const double at = std::max(0.0, std::floor((now - *start_) / step_));
    const bool is_over = at >= count && !repeats_;
    const auto sample = static_cast<std::size_t>(std::fmod(at, count));
    readings.push_back({series_.name.empty() ? "value" : series_.name, "1",
                        is_over ? std::nullopt : series_.record[sample], -1e300});
  }

 private:
  double step_;
  bool repeats_;
  forecast::Series series_;
  std::optional<double> start_;
};

}  // namespace

void register_replay(Registry<Sensor>& registry) {
  registry.add({.name = "replay",
                .summary = "a recorded series from a CSV file; `name` chooses the column",
                .source = "Sinha & Parashar 2002, section 6 (recorded loads)",
                .params = kParams,
                .make = [](const Params& params) { return std::make_unique<Replay>(params); }});
}

}  // namespace evenkeel::monitor
