// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// cached: asks the sites when its last answer has become too old.
#include <array>
#include <limits>

#include "evenkeel/simulator/information_service.hpp"

namespace evenkeel::simulator {
namespace {

constexpr std::array kParams = {kStaleness};

class Cached final : public InformationService {
 public:
  explicit Cached(double staleness) : staleness_(staleness) {}

  void hear(double, std::span<const double> values) override {
    truth_.assign(values.begin(), values.end());
  }

  std::vector<double> tell(double now) override {
    if (now - asked_ >= staleness_) {
      told_ = truth_;
      asked_ = now;
    }
    return told_;
  }

 private:
  double staleness_;
  double asked_ = -std::numeric_limits<double>::infinity();
  std::vector<double> truth_;
  std::vector<double> told_;
};

}  // namespace

void register_cached(Registry<InformationService>& registry) {
  registry.add(
      {.name = "cached",
       .summary = "asks when somebody asks, unless its last answer is younger than that",
       .source = "Globus MDS-2 (Czajkowski et al. 2001): pull with a time to live",
       .params = kParams,
       .make = [](const Params& params) { return std::make_unique<Cached>(params["staleness"]); }});
}

}  // namespace evenkeel::simulator
