// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reads what a plot file says about itself: components, levels, boxes and where their values are.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace evenkeel::io {

/// One box of a plot file.
struct PlotBox {
  std::array<std::int32_t, 3> lo{};  ///< half-open; unused axes are [0, 1)
  std::array<std::int32_t, 3> hi{1, 1, 1};
  std::string file;          ///< relative to the folder of the level
  std::uint64_t offset = 0;  ///< [byte]

  bool operator==(const PlotBox&) const = default;
};

/// One level of a plot file.
struct PlotLevel {
  std::int64_t step = 0;
  std::string prefix;  ///< of the level's files, relative to the plot file: "Level_0/Cell"
  std::array<std::int32_t, 3> domain{1, 1, 1};  ///< cells along each axis
  std::size_t declared = 0;                     ///< boxes according to Header
  std::vector<PlotBox> boxes;                   ///< from <prefix>_H
};

/// DIR/Header and all Cell_H of a plot file.
struct PlotHeader {
  std::vector<std::string> components;
  int dim = 0;
  double time = 0.0;
  std::array<double, 3> lower{};
  std::array<double, 3> upper{};
  std::vector<int> ratios;  ///< between level and level + 1, shape [levels - 1]
  std::vector<PlotLevel> levels;
};

/// Reads the text of DIR/Header. Boxes stay empty.
///
/// \param path  for messages
/// \throws InputError naming path, line, what was expected and what was found; whatever the text
PlotHeader parse_plot_header(std::string_view text, const std::filesystem::path& path);

/// Reads the text of a Cell_H; extremes are passed over.
///
/// \throws InputError as above, or if the number of components is not \p components
std::vector<PlotBox> parse_cell_header(std::string_view text, const std::filesystem::path& path,
                                       int dim, int components);

/// All headers of the plot file \p dir. Not collective.
///
/// \throws InputError if one is damaged or they contradict each other
/// \throws SystemError if one cannot be read
PlotHeader read_plot_header(const std::filesystem::path& dir);

}  // namespace evenkeel::io
