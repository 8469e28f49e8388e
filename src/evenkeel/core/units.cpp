// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The table of units, and numbers to and from text.
#include "evenkeel/core/units.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/text.hpp"

namespace evenkeel {
namespace {

constexpr double kKibi = 1024.0;

struct Unit {
  std::string_view name;
  double si;  ///< one unit in the SI unit of its dimension
};

constexpr std::array kTimeUnits = {Unit{"ns", 1e-9},  Unit{"us", 1e-6},  Unit{"ms", 1e-3},
                                   Unit{"s", 1.0},    Unit{"min", 60.0}, Unit{"h", 3600.0},
                                   Unit{"d", 86400.0}};

constexpr std::array kByteUnits = {Unit{"B", 1.0},
                                   Unit{"kB", 1e3},
                                   Unit{"MB", 1e6},
                                   Unit{"GB", 1e9},
                                   Unit{"TB", 1e12},
                                   Unit{"KiB", kKibi},
                                   Unit{"MiB", kKibi* kKibi},
                                   Unit{"GiB", kKibi* kKibi* kKibi},
                                   Unit{"TiB", kKibi* kKibi* kKibi* kKibi}};

constexpr std::array kRateUnits = {Unit{"bps", 0.125},
                                   Unit{"kbps", 125.0},
                                   Unit{"Mbps", 125e3},
                                   Unit{"Gbps", 125e6},
                                   Unit{"B/s", 1.0},
                                   Unit{"kB/s", 1e3},
                                   Unit{"MB/s", 1e6},
                                   Unit{"GB/s", 1e9},
                                   Unit{"KiB/s", kKibi},
                                   Unit{"MiB/s", kKibi* kKibi},
                                   Unit{"GiB/s", kKibi* kKibi* kKibi}};

std::span<const Unit> units_of(Dimension dimension) {
  switch (dimension) {
    case Dimension::kSeconds:
      return kTimeUnits;
    case Dimension::kBytes:
      return kByteUnits;
    case Dimension::kBytesPerSecond:
      return kRateUnits;
    case Dimension::kPure:
      break;
  }
  return {};
}

std::string_view example(Dimension dimension) {
  switch (dimension) {
    case Dimension::kSeconds:
      return "20ms";
    case Dimension::kBytes:
      return "512MiB";
    case Dimension::kBytesPerSecond:
      return "100Mbps";
    case Dimension::kPure:
      break;
  }
  return "0.5";
}

std::vector<std::string_view> names_of(std::span<const Unit> units) {
  std::vector<std::string_view> names;
  std::ranges::transform(units, std::back_inserter(names), &Unit::name);
  return names;
}

InputError bad_quantity(std::string_view text, Dimension dimension, std::string_view unit) {
  const std::vector<std::string_view> names = names_of(units_of(dimension));
  return InputError(fmt::format("'{}' is not a quantity such as '{}'; allowed units: {}{}", text,
                                example(dimension), join(names),
                                unit.empty() ? "" : suggestion(unit, names)));
}

/// Digits after the point that show three significant ones of \p value below 1000.
int decimals(double value) {
  const double size = std::abs(value);
  return size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
}

/// \p value with three digits and the largest of \p prefixes, which are \p step apart.
std::string scaled(double value, double step, std::span<const std::string_view> prefixes) {
  std::size_t k = 0;
  while (k + 1 < prefixes.size() && std::abs(value) >= 999.5) {
    value /= step;
    ++k;
  }
  const bool whole = k == 0 && value == std::round(value);
  return fmt::format("{:.{}f}{}", value, whole ? 0 : decimals(value), prefixes[k]);
}

}  // namespace

double parse_quantity(std::string_view text, Dimension dimension) {
  const std::string_view body = trimmed(text);
  double number = 0.0;
  const auto [end, error] = std::from_chars(body.data(), body.data() + body.size(), number);
  if (error != std::errc() || !std::isfinite(number)) {
    throw bad_quantity(text, dimension, "");
  }
  const std::string_view unit = trimmed({end, body.data() + body.size()});
  if (unit.empty() && (dimension == Dimension::kPure || number == 0.0)) {
    return number;
  }
  const std::span<const Unit> units = units_of(dimension);
  const auto found = std::ranges::find(units, unit, &Unit::name);
  if (found == units.end() || !std::isfinite(number * found->si)) {
    throw bad_quantity(text, dimension, unit);
  }
  return number * found->si;
}

std::string format_quantity(double value, Dimension dimension) {
  switch (dimension) {
    case Dimension::kSeconds:
      return fmt::format("{}s", value);
    case Dimension::kBytesPerSecond:
      return fmt::format("{}B/s", value);
    case Dimension::kBytes:
      break;
    case Dimension::kPure:
      return fmt::format("{}", value);
  }
  constexpr std::array<std::string_view, 5> kSuffixes = {"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t k = 0;
  while (k + 1 < kSuffixes.size() && value != 0.0 && std::fmod(value, kKibi) == 0.0) {
    value /= kKibi;
    ++k;
  }
  return fmt::format("{}{}", value, kSuffixes[k]);
}

std::string human_bytes(double bytes) {
  constexpr std::array<std::string_view, 6> kPrefixes = {" B",   " KiB", " MiB",
                                                         " GiB", " TiB", " PiB"};
  return scaled(bytes, kKibi, kPrefixes);
}

std::string human_seconds(double seconds) {
  if (!std::isfinite(seconds)) {
    return fmt::format("{} s", seconds);
  }
  if (seconds < 0.0) {
    return "-" + human_seconds(-seconds);
  }
  if (seconds < 0.9995) {
    constexpr std::array<std::string_view, 3> kPrefixes = {" ns", " us", " ms"};
    return scaled(seconds * 1e9, 1e3, kPrefixes);
  }
  if (seconds < 99.95) {
    return fmt::format("{:.{}f} s", seconds, decimals(seconds));
  }
  const auto whole = std::llround(seconds);
  if (whole < 3600) {
    return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  }
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::string human_count(double count) {
  constexpr std::array<std::string_view, 6> kPrefixes = {"", " k", " M", " G", " T", " P"};
  return scaled(count, 1e3, kPrefixes);
}

}  // namespace evenkeel
