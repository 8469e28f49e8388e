// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The isentropic vortex: order of accuracy of the gas schemes. (algorithms 7.4)
#include <gtest/gtest.h>

#include "case.hpp"
#include "check.hpp"
#include "evenkeel/solver/schemes/euler.hpp"

namespace evenkeel::converge {
namespace {

double error_of(const char* scheme, const char* slopes, std::int32_t cells, double time) {
  Case<2> run("vortex",
              {.params = {{"scheme", scheme}, {"slopes", slopes}}, .cells = {cells, cells}});
  run.run_to(time);
  return run.error(0).l1;
}

TEST(Vortex, SchemesAreOfSecondOrder) {
  constexpr std::pair<const char*, const char*> kChoices[] = {{"hancock", "primitive"},
                                                              {"hancock", "characteristic"},
                                                              {"rk2", "primitive"},
                                                              {"rk2", "characteristic"},
                                                              {"rk3", "primitive"}};
  for (const auto& [scheme, slopes] : kChoices) {
    const double coarse = error_of(scheme, slopes, 128, 1.0);
    const double fine = error_of(scheme, slopes, 256, 1.0);
    const std::string variant = std::string(scheme) + ", " + slopes;
    draw("vortex", "error of the density against cells a side", variant, {128, 256},
         {coarse, fine});
    check("vortex", "order on uniform grids", "exact solution", order(coarse, fine), at_least(1.9),
          variant);
  }
}

TEST(Vortex, CentreIsTheKnownOne) {
  const Case<2> run("vortex", {.cells = {512, 512}});
  double least = 1.0;
  run.for_each_cell(
      [&](int, const auto& cell, const auto& view) { least = std::min(least, view(0, cell)); });

  check("vortex", "density in the centre", "exact solution", least, near(0.493807, 1e-3));
}

/// Compares two levels, refined by \p flags, with the finer one alone.
void compare_with_uniform(const char* scheme, const solver::FlagRule& flags, double most_cells) {
  const ParamValues params{{"scheme", scheme}};
  Case<2> adaptive("vortex", {.params = params, .levels = 2, .flags = flags});
  Case<2> uniform("vortex", {.params = params, .cells = {128, 128}});
  std::array<double, 5> before{};
  for (int c = 0; c < 5; ++c) {
    before[static_cast<std::size_t>(c)] = adaptive.total(c);
  }
  adaptive.run_to(2.0);
  uniform.run_to(2.0);

  check("vortex", "adaptive error / uniform error", "exact solution",
        adaptive.error(0).l1 / uniform.error(0).l1, at_most(1.2), scheme);
  check("vortex", "cells of the adaptive grid / of the uniform one", "-", adaptive.filling(),
        at_most(most_cells), scheme);
  for (int c = 0; c < 5; ++c) {
    const double was = before[static_cast<std::size_t>(c)];
    EXPECT_NEAR(adaptive.total(c), was, 1e-12 * std::abs(was)) << scheme << ' ' << c;
  }
}

TEST(Vortex, AdaptiveErrorIsThatOfTheUniformFineGridAndNothingIsLost) {
  using Gas = solver::Euler<2>;
  const solver::FlagRule density{.component = Gas::kDensity, .threshold = {0.002}};
  compare_with_uniform("hancock", density, 0.6);
  compare_with_uniform("weno5", density, 0.6);
  // Of third order: errors on coarse cells are eight times as large, not four, and those at the
  // rim, where the gas swirls but is not thinner, begin to count.
  const solver::FlagRule swirl{.component = 1, .threshold = {0.04}, .components = 2};
  compare_with_uniform("eno3", swirl, 0.65);
}

}  // namespace
}  // namespace evenkeel::converge
