// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Ghosts from the coarser level follow the stages of Runge-Kutta schemes to their order.
/// ranks: 1 3
#include "evenkeel/solver/time_interpolation.hpp"

#include <gtest/gtest.h>

#include "evenkeel/solver/test_run.hpp"

namespace evenkeel::solver {
namespace {

using hierarchy::cube_mesh;

/// u' = -u everywhere, by a Runge-Kutta scheme whose stage s starts from old + a[s] k and counts
/// with b[s]; notes how far ghosts are from the values beside them. A second component stays, and
/// says where to refine.
template <int D>
class Decay final : public Upwind<D> {
 public:
  struct Scheme {
    int order = 3;
    std::vector<double> a;  ///< of the next stage
    std::vector<double> b;
    std::vector<std::array<double, 3>> expansion;
  };

  explicit Decay(Scheme scheme) : Upwind<D>(options()), scheme_(std::move(scheme)) {}

  int stages() const override { return static_cast<int>(scheme_.b.size()); }
  double stage_time(int) const override { return 0.0; }
  bool keeps_old() const override { return true; }
  int registers() const override { return 1; }
  int time_order() const override { return scheme_.order; }
  std::array<double, 3> stage_expansion(int stage) const override {
    return scheme_.expansion[static_cast<std::size_t>(stage)];
  }

  double advance(const StageStep<D>& step, Scratch&) const override {
    const auto s = static_cast<std::size_t>(step.stage);
    const double inside = step.state(0, step.box.lo);
    storage::for_each_row(step.box.grow(1), [&](geometry::Index<D> cell, std::int32_t count) {
      for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
        worst_ = std::max(worst_, std::abs(step.state(0, cell) - inside));
      }
    });
    storage::for_each_row(step.box, [&](geometry::Index<D> cell, std::int32_t count) {
      for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
        const double k = -step.dt * step.state(0, cell);
        double& sum = step.registers[0](0, cell);
        sum = (s == 0 ? 0.0 : sum) + scheme_.b[s] * k;
        const bool is_last = s + 1 == scheme_.b.size();
        if (s == 0 && !step.rate.is_empty()) {
          step.rate(0, cell) = k;
        }
        step.state(0, cell) = step.old(0, cell) + (is_last ? sum : scheme_.a[s] * k);
      }
    });
    return 1.0;
  }

  double worst() const { return worst_; }

 private:
  static typename Upwind<D>::Options options() {
    auto options = moving_bump<D>();
    options.components = 2;
    options.conserved = false;
    options.flags.component = 1;
    const auto bump = options.initial;
    options.initial = [bump](const hierarchy::Point<D>& x, int component) {
      return component == 0 ? 1.0 : bump(x, component);
    };
    return options;
  }

  Scheme scheme_;
  mutable double worst_ = 0.0;
};

/// Largest error of ghosts in one coarse step of \p dt, on all ranks.
template <int D>
double worst_ghost(const typename Decay<D>::Scheme& scheme, double dt) {
  const comm::Communicator communicator(MPI_COMM_WORLD);
  const Decay<D> application(scheme);
  IntegratorOptions<D> options;
  options.fixed_dt = dt;
  options.regrid_interval = 0;
  TestRun<D> run(communicator, cube_mesh<D>(24, true), application, options, {});
  run.integrator().step(10.0);
  EXPECT_EQ(run.hierarchy().finest(), 2) << "the test wants refinement";
  return communicator.max(application.worst());
}

TEST(TimeInterpolation, KeepsHeunsThirdOrderSchemeInThirdOrder) {
  // stages u, u + dt u' / 3, u + 2 dt / 3 u' + 2 dt^2 / 9 u''
  const Decay<2>::Scheme heun{.order = 3,
                              .a = {1.0 / 3.0, 2.0 / 3.0},
                              .b = {0.25, 0.0, 0.75},
                              .expansion = {{}, {1.0 / 3.0}, {2.0 / 3.0, 2.0 / 9.0}}};

  const double coarse = worst_ghost<2>(heun, 0.02);
  const double fine = worst_ghost<2>(heun, 0.01);

  EXPECT_LT(coarse, 1e-6);
  EXPECT_GT(coarse / fine, 7.7);  // 8 - O(dt)
}

TEST(TimeInterpolation, KeepsTheClassicalSchemeInFourthOrder) {
  const Decay<1>::Scheme classical{.order = 4,
                                   .a = {0.5, 0.5, 1.0},
                                   .b = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0},
                                   .expansion = {{}, {0.5}, {0.5, 0.25}, {1.0, 0.5, 0.25}}};

  const double coarse = worst_ghost<1>(classical, 0.02);
  const double fine = worst_ghost<1>(classical, 0.01);

  EXPECT_LT(coarse, 1e-8);
  EXPECT_GT(coarse / fine, 15.4);
}

}  // namespace
}  // namespace evenkeel::solver
