// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Blocks to pixels to PNG.
#include "evenkeel/cli/part_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <png.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::cli {
namespace {

using Colour = std::array<std::uint8_t, 3>;
using Point = std::array<std::int32_t, 3>;

constexpr Colour kPaper = {255, 255, 255};
constexpr Colour kInk = {32, 32, 32};
constexpr int kWidth = 768;   ///< of a slice, about [pixels]
constexpr int kLeastGap = 8;  ///< between slices [pixels]
constexpr int kLineFrom = 4;  ///< pixels a block from which borders are drawn
constexpr int kMostScale = 32;

/// Colours far apart for parts next to each other: hues by the golden ratio.
Colour colour_of(int owner, int depth) {
  constexpr double kGolden = 0.61803398874989485;
  const double hue = 6.0 * std::fmod(0.11 + kGolden * owner, 1.0);
  const double light = (owner % 3 == 1 ? 0.82 : 0.95) / (1.0 + 0.28 * depth);
  const double pale = owner % 2 == 0 ? 0.38 : 0.22;
  Colour colour;
  for (std::size_t channel = 0; channel < 3; ++channel) {
    const double turn = std::fmod(hue + 6.0 - 2.0 * static_cast<double>(channel), 6.0);
    const double pure = std::clamp(std::abs(turn - 3.0) - 1.0, 0.0, 1.0);
    colour[channel] =
        static_cast<std::uint8_t>(std::lround(255 * light * (pale + (1 - pale) * pure)));
  }
  return colour;
}

/// Which unit covers each block of the lattice over all units; -1 where none does.
class Lattice {
 public:
  explicit Lattice(const workload::UnitList& units) {
    const auto blocks = [&](std::int32_t cells) {
      return (cells + units.granularity - 1) / units.granularity;
    };
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
      for (std::size_t d = 0; d < static_cast<std::size_t>(units.dimension); ++d) {
        side[d] = std::max(side[d], blocks(units.hi[unit][d]));
      }
    }
    unit_.assign(static_cast<std::size_t>(side[0]) * static_cast<std::size_t>(side[1]) *
                     static_cast<std::size_t>(side[2]),
                 -1);
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
      Point end{1, 1, 1};
      Point start{};
      for (std::size_t d = 0; d < static_cast<std::size_t>(units.dimension); ++d) {
        start[d] = units.lo[unit][d] / units.granularity;
        end[d] = blocks(units.hi[unit][d]);
      }
      fill(start, end, static_cast<std::int32_t>(unit));
    }
  }

  std::int32_t unit(const Point& at) const { return unit_[offset(at)]; }

  Point side{1, 1, 1};

 private:
  std::size_t offset(const Point& at) const {
    const std::int64_t row = std::int64_t{at[2]} * side[1] + at[1];
    return static_cast<std::size_t>(row * side[0] + at[0]);
  }

  void fill(const Point& start, const Point& end, std::int32_t unit) {
    for (std::int32_t k = start[2]; k < end[2]; ++k) {
      for (std::int32_t j = start[1]; j < end[1]; ++j) {
        for (std::int32_t i = start[0]; i < end[0]; ++i) {
          unit_[offset({i, j, k})] = unit;
        }
      }
    }
  }

  std::vector<std::int32_t> unit_;
};

/// Pixels in rows from the top.
struct Canvas {
  Canvas(int columns, int lines)
      : width(columns),
        height(lines),
        pixels(static_cast<std::size_t>(columns) * static_cast<std::size_t>(lines), kPaper) {}

  void set(int x, int y, const Colour& colour) {
    pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x)] = colour;
  }

  int width;
  int height;
  std::vector<Colour> pixels;
};

/// The blocks with one index of one axis held fast.
struct Slice {
  std::size_t across;  ///< axis to the right
  std::size_t up;      ///< axis upwards
  Point at;            ///< holds the fixed index
};

class Painter {
 public:
  Painter(const workload::UnitList& units, const std::vector<int>& owners, const Lattice& lattice,
          int scale)
      : units_(units), owners_(owners), lattice_(lattice), scale_(scale) {}

  void paint(const Slice& slice, int left, Canvas& canvas) const {
    const int rows = lattice_.side[slice.up];
    for (int y = 0; y < rows * scale_; ++y) {
      for (int x = 0; x < lattice_.side[slice.across] * scale_; ++x) {
        Point at = slice.at;
        at[slice.across] = x / scale_;
        at[slice.up] = rows - 1 - y / scale_;
        canvas.set(left + x, y, colour(slice, at, x % scale_ == 0, y % scale_ == scale_ - 1));
      }
    }
  }

 private:
  int owner(const Point& at) const {
    const std::int32_t unit = lattice_.unit(at);
    return unit < 0 ? -1 : owners_[static_cast<std::size_t>(unit)];
  }

  bool is_border(Point at, std::size_t axis) const {
    const int here = owner(at);
    return at[axis] > 0 && (--at[axis], owner(at) != here);
  }

  Colour colour(const Slice& slice, const Point& at, bool first_column, bool last_row) const {
    if (scale_ >= kLineFrom &&
        ((first_column && is_border(at, slice.across)) || (last_row && is_border(at, slice.up)))) {
      return kInk;
    }
    const std::int32_t unit = lattice_.unit(at);
    return unit < 0 ? kPaper : colour_of(owner(at), units_.depth(static_cast<std::size_t>(unit)));
  }

  const workload::UnitList& units_;
  const std::vector<int>& owners_;
  const Lattice& lattice_;
  int scale_;
};

std::vector<std::byte> encode(const Canvas& canvas) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(canvas.width);
  image.height = static_cast<png_uint_32>(canvas.height);
  image.format = PNG_FORMAT_RGB;
  std::vector<std::byte> file(PNG_IMAGE_PNG_SIZE_MAX(image));
  png_alloc_size_t size = file.size();
  if (png_image_write_to_memory(&image, file.data(), &size, 0, canvas.pixels.data(), 0, nullptr) ==
      0) {
    throw SystemError(std::string("cannot make a PNG picture: ") + image.message);
  }
  file.resize(size);
  return file;
}

}  // namespace

std::vector<std::byte> part_picture(const workload::UnitList& units,
                                    const std::vector<int>& owners) {
  EVENKEEL_EXPECT(units.size() > 0 && owners.size() == units.size());
  const Lattice lattice(units);
  const Point& side = lattice.side;
  std::vector<Slice> slices = {{0, 1, {0, 0, side[2] / 2}}};
  if (units.dimension == 3) {
    slices.push_back({0, 2, {0, side[1] / 2, 0}});
    slices.push_back({1, 2, {side[0] / 2, 0, 0}});
  }
  const int scale = std::clamp(kWidth / std::ranges::max(side), 1, kMostScale);
  int width = -kLeastGap;
  int height = 0;
  for (const Slice& slice : slices) {
    width += side[slice.across] * scale + kLeastGap;
    height = std::max(height, side[slice.up] * scale);
  }
  Canvas canvas(width, height);
  const Painter painter(units, owners, lattice, scale);
  int left = 0;
  for (const Slice& slice : slices) {
    painter.paint(slice, left, canvas);
    left += side[slice.across] * scale + kLeastGap;
  }
  return encode(canvas);
}

}  // namespace evenkeel::cli
