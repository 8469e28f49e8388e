// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Cells beyond inflow boundaries of every kernel, however many of them it calls alike.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/kernels/application_registry.hpp"
#include "evenkeel/solver/boundary.hpp"
#include "evenkeel/solver/test_block.hpp"

namespace evenkeel::kernels {
namespace {

constexpr double kTime = 0.05;

/// A domain of few cells and its ghosts, filled.
template <int D>
struct Filled {
  static constexpr std::int32_t kSide = D == 3 ? 12 : 40;

  solver::Surroundings<D> around;
  solver::TestBlock<D> block;

  Filled(const ApplicationPlugin& plugin, const solver::Application<D>& application)
      : around{&application, application.boundaries(), {}, {}},
        block(domain().grow(application.ghosts()),
              static_cast<int>(application.components().size())) {
    around.domain = domain();
    for (std::size_t d = 0; d < D; ++d) {
      around.place.origin[d] = plugin.lower[d];
      around.place.spacing[d] = (plugin.upper[d] - plugin.lower[d]) / kSide;
    }
    fill_boundary(block.view, around, kTime);
  }

  static geometry::Box<D> domain() {
    geometry::Box<D> box;
    box.hi.fill(kSide);
    return box;
  }

  bool flows_in(std::size_t axis, std::size_t side, const geometry::Index<D>& cell) const {
    geometry::Index<D> nearest = cell;
    nearest[axis] = side == 1 ? kSide : -1;
    return around.application->kind_at(around.kinds[axis][side], static_cast<int>(axis),
                                       static_cast<int>(side), around.place.center(nearest),
                                       kTime) == solver::BoundaryKind::kInflow;
  }

  void expect_inflow_at(const geometry::Index<D>& cell) const {
    std::vector<double> said(static_cast<std::size_t>(block.view.components));
    around.application->inflow(around.place.center(cell), kTime, said);
    for (std::size_t c = 0; c < said.size(); ++c) {
      ASSERT_EQ(block.view(static_cast<int>(c), cell), said[c]);
    }
  }

  void expect_beyond(std::size_t axis, std::size_t side) const {
    geometry::Box<D> beyond = domain();
    beyond.lo[axis] = side == 1 ? kSide : block.view.box.lo[axis];
    beyond.hi[axis] = side == 1 ? block.view.box.hi[axis] : 0;
    solver::TestBlock<D>::each(beyond, [&](const geometry::Index<D>& cell) {
      if (flows_in(axis, side, cell)) {
        expect_inflow_at(cell);
      }
    });
  }
};

template <int D>
void expect_inflow(const ApplicationPlugin& plugin, const solver::Application<D>& application) {
  const Filled<D> filled(plugin, application);
  for (std::size_t face = 0; face < 2 * D; ++face) {
    filled.expect_beyond(face / 2, face % 2);
  }
}

TEST(Inflow, EveryCellBeyondHasTheValuesOfItsOwnPlace) {
  Registry<ApplicationPlugin> kernels;
  register_builtin(kernels);
  for (const std::string_view name : kernels.names()) {
    const std::span<const ParamSpec> specs = kernels.find(name).params;
    std::vector<ParamValues> variants{{}};
    if (std::ranges::find(specs, "gases", &ParamSpec::name) != specs.end()) {
      variants.push_back({{"gases", "two"}});
    }
    for (const ParamValues& params : variants) {
      SCOPED_TRACE(::testing::Message() << name << ::testing::PrintToString(params));
      const auto plugin = kernels.make(name, params);
      std::visit([&](const auto& application) { expect_inflow(*plugin, *application); },
                 plugin->application);
    }
  }
}

}  // namespace
}  // namespace evenkeel::kernels
