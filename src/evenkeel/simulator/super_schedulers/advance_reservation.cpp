// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// advance_reservation: reserves processors for the peak from a time that was agreed on before.
#include <array>
#include <numeric>

#include "evenkeel/simulator/super_scheduler.hpp"

namespace evenkeel::simulator {
namespace {

constexpr std::array kParams = {ParamSpec{.name = "lead",
                                          .unit = "s",
                                          .fallback = 3600.0,
                                          .min = 1.0,
                                          .help =
                                              "from the request to the start, and to each later "
                                              "start that is asked for when one is refused"}};

class AdvanceReservation final : public SuperScheduler {
 public:
  explicit AdvanceReservation(double lead) : lead_(lead) {}

  bool looks_ahead() const override { return true; }

  Grant decide(const GridView& grid) const override {
    return reserve_once(grid, [&] {
      double time = grid.now + lead_;
      while (!is_promised(grid, time)) {
        time += lead_;
      }
      return time;
    });
  }

 private:
  static bool is_promised(const GridView& grid, double time) {
    const std::vector<int> processors = promised_at(grid, time);
    return std::accumulate(processors.begin(), processors.end(), 0) >= grid.most;
  }

  double lead_;
};

}  // namespace

void register_advance_reservation(Registry<SuperScheduler>& registry) {
  registry.add({.name = "advance_reservation",
                .summary = "reserves the peak's processors an hour ahead, or hours later",
                .source = "GARA (Foster et al. 1999): reservation at a time the user names",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<AdvanceReservation>(params["lead"]);
                }});
}

}  // namespace evenkeel::simulator
