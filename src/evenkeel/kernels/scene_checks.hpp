// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What kernels ask of where they run.
#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/solver/application.hpp"

namespace evenkeel::kernels {

/// True up to rounding.
inline bool is_whole(double value) {
  return std::abs(value - std::round(value)) <= 1e-9 * std::max(1.0, std::abs(value));
}

/// True where what repeats itself after \p period along \p axis does so in the domain, too.
template <int D>
bool has_period(const solver::Scene<D>& scene, std::size_t axis, double period) {
  const double count = (scene.mesh.upper[axis] - scene.mesh.lower[axis]) / period;
  return scene.boundaries[axis][0] == solver::BoundaryKind::kPeriodic && count > 0.5 &&
         is_whole(count);
}

/// The same along all axes.
template <int D>
bool has_period(const solver::Scene<D>& scene, double period) {
  bool all = true;
  for (std::size_t d = 0; d < D; ++d) {
    all = all && has_period(scene, d, period);
  }
  return all;
}

/// \throws InputError unless \p x, the parameter \p key, lies in the domain along axis 0
template <int D>
void require_inside(const solver::Scene<D>& scene, std::string_view key, double x) {
  const double lower = scene.mesh.lower[0];
  const double upper = scene.mesh.upper[0];
  if (!(lower < x && x < upper)) {
    throw InputError(fmt::format(
        "kernel.{} is {:g}, must be above domain.lower[0] = {:g} and below domain.upper[0] = {:g}",
        key, x, lower, upper));
  }
}

/// \throws InputError naming the first side of \p kind, in a case \p word, that suits(axis, side)
///         does not allow, and \p why
template <int D, class Suits>
void require_sides(const solver::Scene<D>& scene, solver::BoundaryKind kind, std::string_view word,
                   std::string_view why, const Suits& suits) {
  for (std::size_t d = 0; d < D; ++d) {
    for (std::size_t side = 0; side < 2; ++side) {
      if (scene.boundaries[d][side] == kind && !suits(d, side)) {
        throw InputError(fmt::format("domain.boundary_{}[{}] is '{}', but {}",
                                     side == 0 ? "lower" : "upper", d, word, why));
      }
    }
  }
}

/// \throws InputError unless the ball of kernel.radius \p radius around the origin lies in the
///         domain, or its middle on sides that reflect
template <int D>
void require_ball_inside(const solver::Scene<D>& scene, double radius) {
  for (std::size_t d = 0; d < D; ++d) {
    for (std::size_t side = 0; side < 2; ++side) {
      const double room = side == 0 ? -scene.mesh.lower[d] : scene.mesh.upper[d];
      if (room < radius &&
          !(room == 0.0 && scene.boundaries[d][side] == solver::BoundaryKind::kReflect)) {
        throw InputError(fmt::format(
            "kernel.radius is {:g}: the ball around the origin must lie in the domain, which "
            "reaches from there as far as {:g} along axis {}, or its middle on a side that "
            "reflects",
            radius, room, d));
      }
    }
  }
}

/// \throws InputError where sides are periodic and what starts or blows there repeats itself after
///         another \p period along one of the first \p axes
template <int D>
void require_period(const solver::Scene<D>& scene, double period, std::size_t axes = D) {
  for (std::size_t d = 0; d < axes; ++d) {
    if (scene.boundaries[d][0] == solver::BoundaryKind::kPeriodic &&
        !has_period(scene, d, period)) {
      const double width = scene.mesh.upper[d] - scene.mesh.lower[d];
      throw InputError(
          fmt::format("domain.upper[{0}] - domain.lower[{0}] is {1:g}, must be a "
                      "multiple of {2:g} between periodic sides",
                      d, width, period));
    }
  }
}

}  // namespace evenkeel::kernels
