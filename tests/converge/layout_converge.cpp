// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Adaptive runs of every kind of kernel give the same bits whatever the boxes. (quality 4)
#include <map>

#include <gtest/gtest.h>

#include "case.hpp"

namespace evenkeel::converge {
namespace {

template <int D>
std::map<std::pair<int, geometry::Index<D>>, std::vector<double>> values_of(
    const std::string& kernel, const CaseOptions& options) {
  Case<D> run(kernel, options);
  for (int step = 0; step < 6; ++step) {
    run.integrator().step(1.0);
  }
  EXPECT_GT(run.hierarchy().finest(), 0);
  std::map<std::pair<int, geometry::Index<D>>, std::vector<double>> values;
  run.for_each_cell([&](int level, const auto& cell, const auto& view) {
    for (int c = 0; c < view.components; ++c) {
      values[{level, cell}].push_back(view(c, cell));
    }
  });
  return values;
}

template <int D>
void expect_same_bits(const std::string& kernel, CaseOptions options) {
  options.max_box = 256;
  const auto large = values_of<D>(kernel, options);
  for (const int max_box : {16, 10}) {
    options.max_box = max_box;

    EXPECT_EQ(values_of<D>(kernel, options), large) << kernel << ' ' << max_box;
  }
}

template <int D>
void expect_no_dependence(const std::string& kernel, CaseOptions options) {
  for (const char* scheme : {"hancock", "rk2", "weno5"}) {
    SCOPED_TRACE(scheme);
    options.params["scheme"] = scheme;
    expect_same_bits<D>(kernel, options);
  }
}

TEST(Layout, BoxesDoNotShowInTheBits) {
  expect_no_dependence<1>("sod", {.params = {{"problem", "strong"}}, .cells = {64}, .levels = 3});
  expect_no_dependence<2>("tp2d", {.params = {{"problem", "rotation"}}, .levels = 3});
  expect_no_dependence<2>("sv2d", {.cells = {64, 64}, .levels = 2, .cfl = 0.7});
  expect_no_dependence<2>("rm2d", {.cells = {64, 16}, .levels = 3});
  expect_no_dependence<2>("dmr", {.cells = {64, 16}, .levels = 3});
  expect_no_dependence<3>("rm3d", {.cells = {48, 12, 12}, .levels = 2});
  expect_no_dependence<3>("sedov3d", {.cells = {16, 16, 16}, .levels = 2});
}

TEST(Layout, BoxesDoNotShowInTheBitsOfWaves) {
  for (const double dissipation : {0.0, 0.3}) {
    const ParamValues outgoing{{"sides", "outgoing"}, {"dissipation", dissipation}};
    expect_same_bits<2>("wave2d", {.params = outgoing, .cells = {48, 48}, .levels = 3});
    expect_same_bits<2>("vector_wave2d", {.params = outgoing, .cells = {48, 48}, .levels = 2});
    expect_same_bits<3>(
        "wave3d", {.params = {{"dissipation", dissipation}}, .cells = {24, 24, 24}, .levels = 2});
  }
}

}  // namespace
}  // namespace evenkeel::converge
