// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Checks whose figures go to the page docs/verification.md.
#pragma once

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "evenkeel/core/json_line.hpp"

namespace evenkeel::converge {

/// What a figure must be.
struct Bound {
  double least;
  double most;
  std::string text;

  bool holds(double found) const { return found >= least && found <= most; }
};

inline Bound at_least(double bound) {
  return {bound, HUGE_VAL, fmt::format("at least {:g}", bound)};
}
inline Bound at_most(double bound) {
  return {-HUGE_VAL, bound, fmt::format("at most {:g}", bound)};
}
inline Bound near(double value, double tolerance) {
  return {value - tolerance, value + tolerance, fmt::format("{:.7g} ± {:.2g}", value, tolerance)};
}

/// Appends a line to the file that EVENKEEL_VERIFICATION names, where it names one.
inline void record(JsonLine line) {
  if (const char* const path = std::getenv("EVENKEEL_VERIFICATION"); path != nullptr) {
    std::ofstream(path, std::ios::app) << line.text() << '\n';
  }
}

/// Expects that \p found is as \p bound says, and records it.
///
/// \param kernel   a literal, as \p what: tools/verification_page.py reads both from the source
/// \param what     the same words for the same figure of several variants
/// \param against  what the figure is compared with
/// \param variant  which of them this is
inline void check(const char* kernel, const char* what, const char* against, double found,
                  const Bound& bound, const std::string& variant = "") {
  EXPECT_TRUE(bound.holds(found)) << kernel << ", " << what << ' ' << variant << ": found " << found
                                  << ", expected " << bound.text;
  JsonLine line;
  line.add("kernel", kernel)
      .add("what", what)
      .add("against", against)
      .add("found", found)
      .add("bound", bound.text)
      .add("variant", variant);
  record(std::move(line));
}

/// Records a curve of the kernel's picture: \p title names the picture's axes as "y against x".
inline void draw(const char* kernel, const std::string& title, const std::string& label,
                 const std::vector<double>& x, const std::vector<double>& y) {
  JsonLine line;
  line.add("kernel", kernel).add("title", title).add("label", label).add("x", x).add("y", y);
  record(std::move(line));
}

/// draw() of values by x.
inline void draw_row(const char* kernel, const std::string& title, const std::string& label,
                     const std::map<double, double>& row) {
  std::vector<double> x;
  std::vector<double> y;
  for (const auto& [at, value] : row) {
    x.push_back(at);
    y.push_back(value);
  }
  draw(kernel, title, label, x, y);
}

}  // namespace evenkeel::converge
