// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A ring carried across a periodic square by a diagonal wind.
#include <cmath>

#include "evenkeel/kernels/transport.hpp"

namespace evenkeel::kernels {
namespace {

constexpr auto kParams = with_scheme(std::array{ParamSpec{.name = "radius",
                                                          .unit = "length",
                                                          .fallback = 0.25,
                                                          .min = 0.1,
                                                          .max = 0.4,
                                                          .help = "of the ring at the start"}});

/// (1, 1) everywhere. The wind along an axis is a product of one factor for each coordinate.
struct Diagonal {
  double strength(int, double) const { return 1.0; }
  template <class T>
  T factor(int, int, T, double) const {
    return T(1.0);
  }
};

class Ring final : public Transport<2, Diagonal> {
 public:
  Ring(const solver::SchemeOptions& scheme, double radius)
      : Transport({}, scheme, {.threshold = {0.05}}), radius_(radius) {}

  /// What is at x now was at x - t at the start. Known, so the summary shows errors.
  bool exact(const Point& center, const Point& spacing, double time,
             std::span<double> values) const override {
    const Point from = {center[0] - time - std::floor(center[0] - time),
                        center[1] - time - std::floor(center[1] - time)};
    values[0] = initial(from, spacing);
    return true;
  }

 private:
  double initial(const Point& center, const Point&) const override {
    const double from_ring = std::hypot(center[0] - 0.5, center[1] - 0.5) - radius_;
    return std::exp(-from_ring * from_ring / (2.0 * 0.03 * 0.03));
  }

  double radius_;
};

}  // namespace

void register_ring(Registry<ApplicationPlugin>& registry) {
  registry.add({.name = "ring",
                .summary = "a ring carried across a periodic square",
                .source = "docs/tutorial/step6.md",
                .params = kParams,
                .make = [](const Params& params) {
                  auto plugin = std::make_unique<ApplicationPlugin>();
                  plugin->application =
                      std::make_unique<Ring>(scheme_options(params), params["radius"]);
                  plugin->cells = {64, 64};
                  plugin->lower = {0.0, 0.0};
                  plugin->upper = {1.0, 1.0};
                  return plugin;
                }});
}

}  // namespace evenkeel::kernels
