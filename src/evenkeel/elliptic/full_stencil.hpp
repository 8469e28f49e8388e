// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Operators with a coefficient for each of the 3^D cells around a cell, itself among them.
#pragma once

#include <span>

#include "evenkeel/elliptic/stencil.hpp"
#include "evenkeel/storage/view.hpp"

namespace evenkeel::elliptic {

template <int D>
inline constexpr int kPoints = D == 1   ? 3
                               : D == 2 ? 9
                                        : 27;
template <int D>
inline constexpr int kCentre = kPoints<D> / 2;  ///< the point that is the cell itself

/// Where \p point lies from the cell: point = sum over d of (offset_d + 1) 3^d.
template <int D>
constexpr geometry::Index<D> offset_of(int point) {
  geometry::Index<D> offset{};
  for (std::int32_t& along : offset) {
    along = point % 3 - 1;
    point /= 3;
  }
  return offset;
}

template <int D>
constexpr int point_at(const geometry::Index<D>& offset) {
  int point = 0;
  for (std::size_t d = D; d-- > 0;) {
    point = 3 * point + offset[d] + 1;
  }
  return point;
}

/// Points of the five- or seven-point operator, ascending.
template <int D>
std::span<const int> cross_points();
/// All points, ascending.
template <int D>
std::span<const int> all_points();

/// A u = sum over points of s u at the cell and its neighbours.
template <int D>
struct FullStencil {
  storage::View<D> coefficients;  ///< s; component c belongs to points[c]
  std::span<const int> points;
};

/// Sets \p to, on the cells of \p from, to the same operator on corrections, which are 0 beyond
/// walls of given value. Not collective. \pre the points of \p to hold the cross
template <int D>
void expand(const Stencil<D>& from, const FullStencil<D>& to);

/// The cells of a box whose indices are odd along the axes that are bits of colour and even along
/// the others: they are no neighbours of each other.
template <int D>
struct Coloured {
  geometry::Box<D> box;
  unsigned colour = 0;
};

/// Solves A u = rhs for the cells of one part after the other, with the same bits as if each was
/// gone through by itself; side by side, so that coefficients come into the cache once. Not
/// collective.
/// \param coefficients  of all points
template <int D>
void relax(const storage::View<D>& coefficients, const storage::View<D>& values,
           const storage::View<D>& rhs, std::span<const Coloured<D>> parts);

/// Sets \p out to rhs - A u on \p box. Not collective. \param coefficients  of all points
template <int D>
void residual(const storage::View<D>& coefficients, const storage::View<D>& values,
              const storage::View<D>& rhs, const storage::View<D>& out,
              const geometry::Box<D>& box);

}  // namespace evenkeel::elliptic
