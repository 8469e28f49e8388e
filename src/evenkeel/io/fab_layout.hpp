// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The text of AMReX's native format, and where boxes lie in its binary files. Internal to io.
///
///     DIR/Header                 components, time, domains, steps, physical corners of all boxes
///     DIR/Level_<l>/Cell_H       boxes, their file and offset, minima and maxima
///     DIR/Level_<l>/Cell_D_<n>   boxes one after the other, each
///         FAB ((8, (64 11 52 0 1 12 0 1023)),(8, (8 7 6 5 4 3 2 1)))((lo) (hi) (0,0))
///         <components>\n little-endian doubles, component by component, axis 0 fastest
///
/// Boxes are closed there and half-open here. Rank r of R writes file r W / R of W = min(R, 64).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "evenkeel/geometry/box.hpp"
#include "evenkeel/hierarchy/level.hpp"
#include "evenkeel/hierarchy/mesh.hpp"

namespace evenkeel::io {

/// Bytes of one box in a binary file.
struct FabPlace {
  int file = 0;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

/// "Level_<level>/Cell_D_<file>"
std::string fab_file(int level, int file);

/// The line before the values of \p box.
template <int D>
std::string fab_header(const geometry::Box<D>& box, int components);

/// Where each box of \p layout goes, shape [boxes]. A rank's boxes follow each other in one file,
/// in layout order.
template <int D>
std::vector<FabPlace> place_fabs(const hierarchy::LevelLayout<D>& layout, int components,
                                 int ranks);

/// Least and greatest value of every component of every box, shape [boxes][components].
struct FabExtremes {
  std::vector<double> least;
  std::vector<double> greatest;
};

/// Content of Level_<l>/Cell_H.
template <int D>
std::string cell_header(const geometry::BoxList<D>& boxes, int components,
                        std::span<const FabPlace> places, const FabExtremes& extremes);

/// What DIR/Header says beside the mesh.
struct HeaderInfo {
  double time = 0.0;
  std::vector<std::int64_t> level_steps;  ///< shape [levels]
  std::vector<std::string> components;
};

/// Content of DIR/Header. \param boxes  shape [levels]
template <int D>
std::string plot_header(const hierarchy::Mesh<D>& mesh,
                        std::span<const geometry::BoxList<D>* const> boxes, const HeaderInfo& info);

}  // namespace evenkeel::io
