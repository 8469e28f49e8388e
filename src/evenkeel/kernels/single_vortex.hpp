// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A blob wound up by one vortex and unwound again, for the kernels sv2d and sv3d.
#pragma once

#include <cmath>
#include <memory>
#include <numbers>
#include <type_traits>

#include "evenkeel/kernels/scene_checks.hpp"
#include "evenkeel/kernels/transport.hpp"
#include "evenkeel/solver/schemes/sine.hpp"

namespace evenkeel::kernels {

/// Wind of the stream function sin^2(pi x) sin^2(pi y) cos(pi t / 2) / pi; in 3-D a steady wind of
/// 1 along z beside it. Faces hold the mean over the face, so the discrete divergence vanishes.
///
///   u = -sin^2(pi x) (S(y + h/2) - S(y - h/2)) / (pi h),  S = sin^2(pi .)     (LeVeque 1996;
/// AMReX, Advection_AmrLevel/SingleVortex)
struct SingleVortexWind {
  double strength(int axis, double time) const {
    return axis == 2 ? 1.0 : std::cos(0.5 * std::numbers::pi * time);
  }

  template <class T>
  T factor(int axis, int along, T x, double h) const {
    if (axis == 2 || along == 2) {
      return T(1.0);
    }
    if (axis == along) {
      const T sine = solver::sin_pi(x);
      return (axis == 0 ? -1.0 : 1.0) * std::numbers::inv_pi * (sine * sine);
    }
    return std::sin(std::numbers::pi * h) / h * solver::sin_pi(2.0 * x);
  }
};

template <int D>
class SingleVortex final : public Transport<D, SingleVortexWind> {
 public:
  using Transport<D, SingleVortexWind>::Transport;
  using Point = hierarchy::Point<D>;

 private:
  /// Nothing blows through x and y = 0, 1, 2...; along z the wind is the same everywhere.
  void check_scene(const solver::Scene<D>& scene) const override {
    require_sides(scene, solver::BoundaryKind::kReflect, "reflect", "the wind blows through there",
                  [&](std::size_t d, std::size_t side) {
                    return d < 2 && is_whole((side == 0 ? scene.mesh.lower : scene.mesh.upper)[d]);
                  });
    require_period(scene, 1.0, 2);
  }

  double initial(const Point& center, const Point&) const override {
    double square = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      const double from = center[d] - (d == 1 ? 0.75 : 0.5);
      square += from * from;
    }
    return 1.0 + std::exp(-square / 0.01);
  }
};

inline constexpr auto kSingleVortexParams = with_scheme(std::array<ParamSpec, 0>{});

/// The case in a square or cube of 256 or 64 base cells a side.
template <int D>
std::unique_ptr<ApplicationPlugin> make_single_vortex(const Params& params) {
  const solver::FlagRule flags{.kind = solver::FlagRule::Kind::kValue, .threshold = {1.01, 1.1}};
  auto plugin = std::make_unique<ApplicationPlugin>();
  plugin->application =
      std::make_unique<SingleVortex<D>>(SingleVortexWind{}, scheme_options(params), flags);
  plugin->cells.assign(D, D == 2 ? 256 : 64);
  plugin->lower.assign(D, 0.0);
  plugin->upper.assign(D, 1.0);
  plugin->cfl = 0.7;
  return plugin;
}

}  // namespace evenkeel::kernels
