// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Keys of mesh.region.NAME: checked, and as the solver has them.
#include "evenkeel/runtime/mesh_regions.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "evenkeel/runtime/mesh_checks.hpp"

namespace evenkeel::runtime {
namespace {

using io::Case;

constexpr std::string_view kTable = "mesh.region";

/// The keys of one region.
struct RegionKeys {
  const Case& settings;
  std::string name;

  std::string key(std::string_view last) const {
    return fmt::format("{}.{}.{}", kTable, name, last);
  }
  bool has(std::string_view last) const { return settings.has(key(last)); }
  double number(std::string_view last, double fallback) const {
    return has(last) ? settings.number(key(last)) : fallback;
  }
  /// A corner; \p corner, a key of the domain, where the region has none.
  const std::vector<double>& numbers(std::string_view last, std::string_view corner) const {
    return settings.numbers(has(last) ? key(last) : corner);
  }
  Location place(std::string_view last, std::string_view other) const {
    return place_of(settings, key(last), key(other));
  }
};

bool check_shape(const RegionKeys& region, std::size_t dimension, Problems& problems) {
  bool fits = region.settings.numbers("domain.lower").size() == dimension &&
              region.settings.numbers("domain.upper").size() == dimension;
  for (const std::string_view corner : {"lower", "upper"}) {
    const std::string key = region.key(corner);
    if (region.has(corner) && region.settings.numbers(key).size() != dimension) {
      problems.add(region.settings.place(key),
                   fmt::format("{} has {} entries, kernel '{}' wants {}", key,
                               region.settings.numbers(key).size(),
                               region.settings.text("kernel.name"), dimension));
      fits = false;
    }
  }
  return fits;
}

/// The region has an extent, and some of it lies in the domain.
void check_extent(const RegionKeys& region, std::size_t axis, Problems& problems) {
  const double lower = region.numbers("lower", "domain.lower")[axis];
  const double upper = region.numbers("upper", "domain.upper")[axis];
  const double first = region.settings.numbers("domain.lower")[axis];
  const double last = region.settings.numbers("domain.upper")[axis];
  if (!(lower < upper)) {
    problems.add(region.place("upper", "lower"),
                 fmt::format("{}[{}] is {}, must be above {}[{}] = {}", region.key("upper"), axis,
                             upper, region.key("lower"), axis, lower));
  } else if (!(lower < last && upper > first)) {
    problems.add(region.place("lower", "upper"),
                 fmt::format("{}.{} goes from {} to {} along axis {}, outside of the domain from "
                             "{} to {}",
                             kTable, region.name, lower, upper, axis, first, last));
  }
}

/// What it asks for can be had.
void check_meaning(const RegionKeys& region, Problems& problems) {
  if (!region.has("least_level") && !region.has("most_level")) {
    const bool has_corner = region.has("lower") || region.has("upper");
    problems.add(has_corner ? region.place("lower", "upper") : region.place("from", "until"),
                 fmt::format("{}.{} asks for nothing: give least_level, most_level or both", kTable,
                             region.name));
  }
  const auto in_order = [&](std::string_view low, std::string_view high, bool may_be_equal) {
    if (!region.has(low) || !region.has(high)) {
      return;
    }
    const double least = region.number(low, 0.0);
    const double most = region.number(high, 0.0);
    if (!(least < most) && !(may_be_equal && least == most)) {
      problems.add(region.place(high, low),
                   fmt::format("{} is {}, must be {} {} = {}", region.key(high), most,
                               may_be_equal ? "at least" : "above", region.key(low), least));
    }
  };
  in_order("least_level", "most_level", true);
  in_order("from", "until", false);
}

}  // namespace

void check_regions(const Case& settings, std::size_t dimension, Problems& problems) {
  for (const std::string& name : settings.names(kTable)) {
    const RegionKeys region{settings, name};
    const bool fits = check_shape(region, dimension, problems);
    for (std::size_t axis = 0; axis < dimension && fits; ++axis) {
      check_extent(region, axis, problems);
    }
    check_meaning(region, problems);
  }
}

template <int D>
std::vector<solver::FlagRegion<D>> make_regions(const Case& settings) {
  std::vector<solver::FlagRegion<D>> regions;
  for (const std::string& name : settings.names(kTable)) {
    const RegionKeys keys{settings, name};
    solver::FlagRegion<D> region;
    std::copy_n(keys.numbers("lower", "domain.lower").begin(), D, region.lower.begin());
    std::copy_n(keys.numbers("upper", "domain.upper").begin(), D, region.upper.begin());
    region.least_level = static_cast<int>(keys.number("least_level", region.least_level));
    region.most_level = static_cast<int>(keys.number("most_level", region.most_level));
    region.from = keys.number("from", region.from);
    region.until = keys.number("until", region.until);
    regions.push_back(region);
  }
  return regions;
}

template std::vector<solver::FlagRegion<1>> make_regions(const Case&);
template std::vector<solver::FlagRegion<2>> make_regions(const Case&);
template std::vector<solver::FlagRegion<3>> make_regions(const Case&);

}  // namespace evenkeel::runtime
