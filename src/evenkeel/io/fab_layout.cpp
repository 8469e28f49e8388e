// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Writes headers; see fab_layout.hpp for the format.
#include "evenkeel/io/fab_layout.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include <fmt/format.h>

namespace evenkeel::io {
namespace {

constexpr int kMostWriters = 64;

template <int D>
std::string index_text(const geometry::Index<D>& index, std::int32_t less) {
  std::string text = "(";
  for (std::size_t d = 0; d < D; ++d) {
    fmt::format_to(std::back_inserter(text), "{}{}", d == 0 ? "" : ",", index[d] - less);
  }
  return text + ")";
}

/// ((lo) (hi) (0,0)), closed.
template <int D>
std::string box_text(const geometry::Box<D>& box) {
  return "(" + index_text<D>(box.lo, 0) + " " + index_text<D>(box.hi, 1) + " " +
         index_text<D>({}, 0) + ")";
}

std::string extremes_text(std::size_t boxes, int components, const std::vector<double>& values) {
  std::string text = fmt::format("\n{},{}\n", boxes, components);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool ends_line = (i + 1) % static_cast<std::size_t>(components) == 0;
    fmt::format_to(std::back_inserter(text), "{:.17g},{}", values[i], ends_line ? "\n" : "");
  }
  return text;
}

template <class Range>
std::string spaced(const Range& values) {
  std::string text;
  for (const auto& value : values) {
    fmt::format_to(std::back_inserter(text), "{:.17g} ", static_cast<double>(value));
  }
  return text + "\n";
}

template <int D>
std::string level_section(const hierarchy::Mesh<D>& mesh, int level,
                          const geometry::BoxList<D>& boxes, const HeaderInfo& info) {
  std::string text = fmt::format("{} {} {:.17g}\n{}\n", level, boxes.size(), info.time,
                                 info.level_steps[static_cast<std::size_t>(level)]);
  const hierarchy::Point<D> h = mesh.spacing(level);
  for (const geometry::Box<D>& box : boxes) {
    for (std::size_t d = 0; d < D; ++d) {
      fmt::format_to(std::back_inserter(text), "{:.17g} {:.17g}\n",
                     mesh.lower[d] + box.lo[d] * h[d], mesh.lower[d] + box.hi[d] * h[d]);
    }
  }
  return text + fmt::format("Level_{}/Cell\n", level);
}

}  // namespace

std::string fab_file(int level, int file) {
  return fmt::format("Level_{}/Cell_D_{:05}", level, file);
}

template <int D>
std::string fab_header(const geometry::Box<D>& box, int components) {
  return fmt::format("FAB ((8, (64 11 52 0 1 12 0 1023)),(8, (8 7 6 5 4 3 2 1))){} {}\n",
                     box_text(box), components);
}

template <int D>
std::vector<FabPlace> place_fabs(const hierarchy::LevelLayout<D>& layout, int components,
                                 int ranks) {
  const int writers = std::min(ranks, kMostWriters);
  std::vector<std::size_t> order(layout.boxes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t box) { return layout.owners[box]; });
  std::vector<FabPlace> places(layout.boxes.size());
  std::vector<std::uint64_t> end(static_cast<std::size_t>(writers), 0);
  for (const std::size_t box : order) {
    FabPlace& place = places[box];
    place.file = static_cast<int>(std::int64_t{layout.owners[box]} * writers / ranks);
    place.offset = end[static_cast<std::size_t>(place.file)];
    place.bytes = fab_header(layout.boxes[box], components).size() +
                  sizeof(double) * static_cast<std::uint64_t>(components) *
                      static_cast<std::uint64_t>(layout.boxes[box].volume());
    end[static_cast<std::size_t>(place.file)] += place.bytes;
  }
  return places;
}

template <int D>
std::string cell_header(const geometry::BoxList<D>& boxes, int components,
                        std::span<const FabPlace> places, const FabExtremes& extremes) {
  std::string text = fmt::format("1\n1\n{}\n0\n({} 0\n", components, boxes.size());
  for (const geometry::Box<D>& box : boxes) {
    text += box_text(box) + "\n";
  }
  fmt::format_to(std::back_inserter(text), ")\n{}\n", boxes.size());
  for (const FabPlace& place : places) {
    fmt::format_to(std::back_inserter(text), "FabOnDisk: Cell_D_{:05} {}\n", place.file,
                   place.offset);
  }
  return text + extremes_text(boxes.size(), components, extremes.least) +
         extremes_text(boxes.size(), components, extremes.greatest) + "\n";
}

template <int D>
std::string plot_header(const hierarchy::Mesh<D>& mesh,
                        std::span<const geometry::BoxList<D>* const> boxes,
                        const HeaderInfo& info) {
  const int levels = static_cast<int>(boxes.size());
  std::string text = fmt::format("HyperCLaw-V1.1\n{}\n", info.components.size());
  for (const std::string& component : info.components) {
    text += component + "\n";
  }
  text += fmt::format("{}\n{:.17g}\n{}\n", D, info.time, levels - 1);
  text += spaced(mesh.lower) + spaced(mesh.upper);
  for (int level = 1; level < levels; ++level) {
    text += fmt::format("{} ", mesh.ratio);
  }
  text += "\n";
  for (int level = 0; level < levels; ++level) {
    text += box_text(mesh.domain(level)) + " ";
  }
  text += "\n";
  for (int level = 0; level < levels; ++level) {
    text += fmt::format("{} ", info.level_steps[static_cast<std::size_t>(level)]);
  }
  text += "\n";
  for (int level = 0; level < levels; ++level) {
    text += spaced(mesh.spacing(level));
  }
  text += "0\n0\n";
  for (int level = 0; level < levels; ++level) {
    text += level_section(mesh, level, *boxes[static_cast<std::size_t>(level)], info);
  }
  return text;
}

#define EVENKEEL_INSTANTIATE(D)                                                                 \
  template std::string fab_header(const geometry::Box<D>&, int);                                \
  template std::vector<FabPlace> place_fabs(const hierarchy::LevelLayout<D>&, int, int);        \
  template std::string cell_header(const geometry::BoxList<D>&, int, std::span<const FabPlace>, \
                                   const FabExtremes&);                                         \
  template std::string plot_header(                                                             \
      const hierarchy::Mesh<D>&, std::span<const geometry::BoxList<D>* const>, const HeaderInfo&);
EVENKEEL_INSTANTIATE(1)
EVENKEEL_INSTANTIATE(2)
EVENKEEL_INSTANTIATE(3)
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::io
