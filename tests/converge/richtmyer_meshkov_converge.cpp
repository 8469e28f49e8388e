// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Growth of the Richtmyer-Meshkov instability against linear compressible theory. (algorithms 7.3)
#include <map>
#include <numbers>

#include <gtest/gtest.h>

#include "case.hpp"
#include "check.hpp"

namespace evenkeel::converge {
namespace {

constexpr double kAmplitude = 0.01;  ///< [wavelength]; the wavelength is 1
constexpr double kDistance = 0.15 + kAmplitude;
constexpr double kShockSpeed = 1.77482;
constexpr double kSoundSpeed = 0.8176;  ///< the smaller one after refraction
constexpr double kWaveNumber = 2.0 * std::numbers::pi;

/// Time at which k c t is \p phase, t from the contact of shock and interface.
double time_of(double phase) {
  return kDistance / kShockSpeed + phase / (kWaveNumber * kSoundSpeed);
}

/// x of tracer one half in every row of finest cells, in ascending order of y.
std::vector<double> interface_of(const Case<2>& run, const hierarchy::Mesh<2>& mesh) {
  std::map<std::int32_t, std::map<double, double>> rows;
  run.for_each_cell([&](int level, const auto& cell, const auto& view) {
    if (level == mesh.max_levels - 1) {
      rows[cell[1]][mesh.center(level, cell)[0]] = view(4, cell) / view(0, cell);
    }
  });
  std::vector<double> positions;
  for (const auto& [row, tracer] : rows) {
    auto left = tracer.begin();
    auto right = std::next(left);
    while (right != tracer.end() && !(left->second < 0.5 && right->second >= 0.5)) {
      left = right++;
    }
    EXPECT_NE(right, tracer.end()) << "no interface in row " << row;
    if (right != tracer.end()) {
      positions.push_back(left->first + (right->first - left->first) * (0.5 - left->second) /
                                            (right->second - left->second));
    }
  }
  return positions;
}

/// Amplitude of the interface: of its fundamental mode, which linear theory speaks of, and half the
/// distance from spike to bubble on the symmetry lines.
struct Amplitude {
  double fundamental = 0.0;
  double tips = 0.0;
};

Amplitude amplitude_of(const Case<2>& run, const hierarchy::Mesh<2>& mesh) {
  const std::vector<double> x = interface_of(run, mesh);
  const auto rows = static_cast<double>(x.size());
  Amplitude amplitude{0.0, 0.5 * (x.front() - x[x.size() / 2])};
  for (std::size_t row = 0; row < x.size(); ++row) {
    const double y = (static_cast<double>(row) + 0.5) / rows;
    amplitude.fundamental += 2.0 / rows * x[row] * std::cos(kWaveNumber * y);
  }
  return amplitude;
}

struct Growth {
  double compression = 0.0;  ///< fundamental just after the shock over that before
  double fundamental = 0.0;  ///< mean of v / (k a0) over 2 <= k c t <= 7
  double tips = 0.0;         ///< likewise
};

Growth growth(std::int32_t base_cells) {
  Case<2> run("rm2d", {.params = {{"amplitude", kAmplitude}, {"shock_distance", kDistance}},
                       .cells = {4 * base_cells, base_cells},
                       .levels = 3,
                       .cfl = 0.8});
  const hierarchy::Mesh<2>& mesh = run.hierarchy().mesh();
  run.run_to(time_of(0.15));
  const Amplitude shocked = amplitude_of(run, mesh);
  run.run_to(time_of(2.0));
  const Amplitude before = amplitude_of(run, mesh);
  run.run_to(time_of(7.0));
  const Amplitude after = amplitude_of(run, mesh);
  const double scale = (time_of(7.0) - time_of(2.0)) * kWaveNumber * kAmplitude;
  return {shocked.fundamental / kAmplitude, (after.fundamental - before.fundamental) / scale,
          (after.tips - before.tips) / scale};
}

constexpr double kTheory = 0.2197;
constexpr double kCompression = 0.659197;

TEST(RichtmyerMeshkov, FundamentalGrowsAsLinearTheorySays) {
  const Growth coarse = growth(32);
  const Growth fine = growth(64);  // 256 finest cells a wavelength

  check("rm2d", "growth of the fundamental", "linear compressible theory", fine.fundamental,
        near(kTheory, 0.08 * kTheory), "256 cells a wave");
  check("rm2d", "growth of the fundamental", "linear compressible theory", coarse.fundamental,
        near(kTheory, 0.12 * kTheory), "128 cells a wave");
  check("rm2d", "compression by the shock", "1 - u* / Wi", fine.compression,
        near(kCompression, 0.02 * kCompression));
  EXPECT_LT(std::abs(fine.fundamental - kTheory), std::abs(coarse.fundamental - kTheory));
}

// With 2.5 finest cells of amplitude the tips are one cell wide: they lag by 11 % there.
TEST(RichtmyerMeshkov, TipsGrowAsLinearTheorySaysWhenResolved) {
  const Growth resolved = growth(128);

  check("rm2d", "growth of the tips", "linear compressible theory", resolved.tips,
        near(kTheory, 0.08 * kTheory), "512 cells a wave");
}

}  // namespace
}  // namespace evenkeel::converge
