// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// delayed: every change is told, so much later.
#include <array>
#include <deque>
#include <utility>

#include "evenkeel/simulator/information_service.hpp"

namespace evenkeel::simulator {
namespace {

constexpr std::array kParams = {kStaleness};

class Delayed final : public InformationService {
 public:
  explicit Delayed(double delay) : delay_(delay) {}

  void hear(double now, std::span<const double> values) override {
    forget(now);
    news_.emplace_back(now, std::vector<double>(values.begin(), values.end()));
  }

  std::vector<double> tell(double now) override {
    forget(now);
    return news_.empty() ? std::vector<double>() : news_.front().second;
  }

 private:
  /// Keeps the last that is old enough, and all that are not.
  void forget(double now) {
    while (news_.size() > 1 && news_[1].first <= now - delay_) {
      news_.pop_front();
    }
  }

  double delay_;
  std::deque<std::pair<double, std::vector<double>>> news_;  ///< by time
};

}  // namespace

void register_delayed(Registry<InformationService>& registry) {
  registry.add({.name = "delayed",
                .summary = "tells every change, but later by the staleness",
                .source = "relays of a hierarchy of services",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<Delayed>(params["staleness"]);
                }});
}

}  // namespace evenkeel::simulator
