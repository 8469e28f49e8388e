// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What an elliptic problem asks of its solution at the faces of the domain.
#pragma once

#include <array>
#include <functional>

#include "evenkeel/hierarchy/mesh.hpp"

namespace evenkeel::elliptic {

/// What holds at one face of the domain.
enum class Wall {
  kPeriodic,  ///< nothing: the domain goes on
  kValue,     ///< the solution is given there (Dirichlet)
  kFlux,      ///< what passes is given (Neumann): nothing, or what Walls::flux says
};

/// All faces of the domain.
template <int D>
struct Walls {
  std::array<std::array<Wall, 2>, static_cast<std::size_t>(D)> kinds{};
  /// The solution at a point of a face of kind kValue; never asked elsewhere.
  std::function<double(const hierarchy::Point<D>&)> value{};
  /// The mean of beta du/dx_axis over a piece of a face of kind kFlux, from its one corner to the
  /// opposite one; also asked beyond the edges of the domain, by less than a base cell. Empty: 0.
  std::function<double(std::size_t axis, const hierarchy::Point<D>& lower,
                       const hierarchy::Point<D>& upper)>
      flux{};

  /// True where nothing fixes the solution but a constant: then sources must add up to what passes.
  bool is_singular() const {
    for (const auto& axis : kinds) {
      if (axis[0] == Wall::kValue || axis[1] == Wall::kValue) {
        return false;
      }
    }
    return true;
  }
};

}  // namespace evenkeel::elliptic
