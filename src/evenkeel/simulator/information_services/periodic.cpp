// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// periodic: sites publish at fixed times.
#include <array>
#include <cmath>

#include "evenkeel/simulator/information_service.hpp"

namespace evenkeel::simulator {
namespace {

constexpr std::array kParams = {kStaleness};

class Periodic final : public InformationService {
 public:
  explicit Periodic(double period) : period_(period) {}

  void hear(double now, std::span<const double> values) override {
    publish(now);
    truth_.assign(values.begin(), values.end());
    told_ = told_.empty() ? truth_ : told_;
  }

  std::vector<double> tell(double now) override {
    publish(now);
    return period_ > 0.0 ? told_ : truth_;
  }

 private:
  /// Where a time to publish has passed, what was true then is still in truth_.
  void publish(double now) {
    const double turn = period_ > 0.0 ? std::floor(now / period_) : 0.0;
    if (turn > turn_) {
      told_ = truth_;
      turn_ = turn;
    }
  }

  double period_;
  double turn_ = 0.0;  ///< times published
  std::vector<double> truth_;
  std::vector<double> told_;
};

}  // namespace

void register_periodic(Registry<InformationService>& registry) {
  registry.add({.name = "periodic",
                .summary = "sites publish at multiples of the staleness",
                .source = "Ganglia (Massie et al. 2004): push by the clock",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<Periodic>(params["staleness"]);
                }});
}

}  // namespace evenkeel::simulator
