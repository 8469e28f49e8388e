// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// fresh: everybody always knows everything.
#include "evenkeel/simulator/information_service.hpp"

namespace evenkeel::simulator {
namespace {

class Fresh final : public InformationService {
 public:
  void hear(double, std::span<const double> values) override {
    truth_.assign(values.begin(), values.end());
  }
  std::vector<double> tell(double) override { return truth_; }

 private:
  std::vector<double> truth_;
};

}  // namespace

void register_fresh(Registry<InformationService>& registry) {
  registry.add({.name = "fresh",
                .summary = "tells what is true now",
                .source = "bound from above on every service",
                .make = [](const Params&) { return std::make_unique<Fresh>(); }});
}

}  // namespace evenkeel::simulator
