// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Least moves: balance within its slack at little migration, whoever the old owners are.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/quality.hpp"
#include "evenkeel/partition/test_units.hpp"

namespace evenkeel::partition {
namespace {

Owners assign(const Problem& problem, const std::string& method, const ParamValues& params = {}) {
  Registry<Partitioner> registry;
  register_builtin(registry);
  return registry.make(method, params)->assign(problem);
}

// The bar for a front that moves by one cell: 2 % moved, bottleneck 5.2 %, 7.6 % of faces cut.
TEST(LeastMoves, FrontThatMovesByOneCellMovesLittle) {
  const geometry::CurveKind hilbert = geometry::CurveKind::hilbert;
  const workload::UnitList before = front_units<3>(64, 0.0, hilbert, 2);
  const workload::UnitList after = front_units<3>(64, 1.0, hilbert, 2);
  const std::vector<double> capacity = lognormal_capacity(32);
  const Owners old = assign({before, capacity, {}}, "ccp");
  const Problem problem{after, capacity, old};

  const Quality quality = measure(problem, assign(problem, "least_moves"));

  EXPECT_LE(quality.migration_fraction, 0.02);
  EXPECT_LE(quality.bottleneck, 0.052);
  EXPECT_LE(quality.cut_fraction, 0.076);
}

TEST(LeastMoves, OldOwnersInBalanceStay) {
  const workload::UnitList units = front_units<2>(32, 0.0, geometry::CurveKind::hilbert);
  const std::vector<double> capacity = {1, 2, 3};
  const Owners old = assign({units, capacity, {}}, "ccp");

  EXPECT_EQ(assign({units, capacity, old}, "least_moves"), old);
}

TEST(LeastMoves, StaysWithinItsSlackOfTheBestCut) {
  const workload::UnitList before = front_units<2>(64, 0.0, geometry::CurveKind::hilbert);
  const workload::UnitList after = front_units<2>(64, 3.0, geometry::CurveKind::hilbert);
  const std::vector<double> capacity = lognormal_capacity(12);
  const Owners old = assign({before, capacity, {}}, "lpa");
  const Problem problem{after, capacity, old};
  const Chain chain(after);
  const double best = optimal_bottleneck(chain, Workers(capacity)) / chain.total();

  const Quality quality = measure(problem, assign(problem, "least_moves", {{"epsilon", 0.02}}));

  EXPECT_LE(1.0 + quality.bottleneck, 1.02 * best + 1e-9);
}

}  // namespace
}  // namespace evenkeel::partition
