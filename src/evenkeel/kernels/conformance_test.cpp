// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What every registered kernel promises.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <span>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/hierarchy/copy_region.hpp"
#include "evenkeel/kernels/application_registry.hpp"
#include "evenkeel/kernels/test_patch.hpp"
#include "evenkeel/kernels/test_scene.hpp"
#include "evenkeel/solver/flags.hpp"
#include "evenkeel/solver/restrict.hpp"

namespace evenkeel::kernels {
namespace {

Registry<ApplicationPlugin> all_kernels() {
  Registry<ApplicationPlugin> registry;
  register_builtin(registry);
  return registry;
}

template <int D>
void expect_sound(const ApplicationPlugin& plugin, const solver::Application<D>& application) {
  std::set<std::string> names;
  for (const solver::Component& component : application.components()) {
    EXPECT_TRUE(names.insert(component.name).second) << component.name;
    EXPECT_EQ(component.name.find(' '), std::string::npos);
  }
  EXPECT_EQ(plugin.cells.size(), D);
  EXPECT_EQ(plugin.lower.size(), D);
  EXPECT_EQ(plugin.upper.size(), D);
  EXPECT_GT(plugin.cfl, 0.0);
  EXPECT_LE(plugin.cfl, application.courant_limit());
  EXPECT_FALSE(application.default_flags().threshold.empty());
  for (const auto& axis : application.boundaries()) {
    EXPECT_EQ(axis[0] == solver::BoundaryKind::kPeriodic,
              axis[1] == solver::BoundaryKind::kPeriodic);
  }
}

template <int D>
std::vector<double> values_at(const storage::View<D>& view, const geometry::Index<D>& cell) {
  std::vector<double> values;
  for (int c = 0; c < view.components; ++c) {
    values.push_back(view(c, cell));
  }
  return values;
}

/// One step of half the allowed size keeps admissible values admissible, reports the rate that
/// rate() gives, and moves nothing it should not.
template <int D>
void expect_steps(const ApplicationPlugin& plugin, const solver::Application<D>& application) {
  if (application.stages() == 0) {
    return;  // takes no steps
  }
  Patch<D> patch(plugin, application, middle_of<D>(plugin));
  solver::StageStep<D>& step = patch.step;
  const double rate = application.rate(step.state, step.box, step.place);
  ASSERT_GT(rate, 0.0);
  step.dt = 0.5 / rate;
  solver::Scratch scratch;
  for (step.stage = 0; step.stage < application.stages(); ++step.stage) {
    const double measured = application.advance(step, scratch);
    if (step.stage == 0) {
      EXPECT_DOUBLE_EQ(measured, rate);
    }
  }
  storage::for_each_row(step.state.box, [&](geometry::Index<D> cell, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
      const std::vector<double> values = values_at(step.state, cell);
      EXPECT_TRUE(application.is_admissible(values));
      if (!step.box.contains(cell)) {
        EXPECT_EQ(values, values_at(step.old, cell));
      }
    }
  });
}

/// What is admissible in a row is so in a cell: of values at the start, each spoiled in turn.
template <int D>
void expect_rows_checked_as_cells(const ApplicationPlugin& plugin,
                                  const solver::Application<D>& application) {
  const Patch<D> patch(plugin, application, middle_of<D>(plugin));
  std::vector<std::vector<double>> cells = {values_at(patch.step.state, patch.step.box.lo)};
  const std::vector<double> sound = cells.front();
  for (std::size_t c = 0; c < sound.size(); ++c) {
    for (const double spoiled : {-sound[c], 0.0, sound[c] + 1e3}) {
      cells.push_back(sound);
      cells.back()[c] = spoiled;
    }
  }
  std::vector<std::vector<double>> rows(sound.size());
  std::vector<const double*> row_starts;
  for (std::size_t c = 0; c < rows.size(); ++c) {
    std::ranges::transform(cells, std::back_inserter(rows[c]),
                           [c](const std::vector<double>& cell) { return cell[c]; });
    row_starts.push_back(rows[c].data());
  }
  std::vector<std::uint8_t> ok(cells.size(), 1);
  application.check_row(row_starts, ok);

  for (std::size_t i = 0; i < cells.size(); ++i) {
    EXPECT_EQ(ok[i] != 0, application.is_admissible(cells[i])) << i;
  }
}

/// Names that components do not have, values that are numbers.
template <int D>
void expect_derived(const ApplicationPlugin& plugin, const solver::Application<D>& application) {
  const Patch<D> patch(plugin, application, middle_of<D>(plugin));
  std::vector<double> memory;
  for (std::size_t which = 0; which < application.derived().size(); ++which) {
    for (const solver::Component& component : application.components()) {
      EXPECT_NE(application.derived()[which], component.name);
    }
    const storage::View<D> values = solver::derive<D>(application, static_cast<int>(which),
                                                      patch.step.state, patch.step.box, memory);
    storage::for_each_row(patch.step.box, [&](geometry::Index<D> cell, std::int32_t count) {
      for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
        EXPECT_TRUE(std::isfinite(values(0, cell)));
      }
    });
  }
}

/// In 3-D a patch may take long: messages travel in pauses.
template <int D>
void expect_pauses(const ApplicationPlugin& plugin, const solver::Application<D>& application) {
  Patch<D> patch(plugin, application, middle_of<D>(plugin));
  solver::StageStep<D>& step = patch.step;
  step.dt = 0.5 / application.rate(step.state, step.box, step.place);
  int pauses = 0;
  const std::function<void()> count = [&] { ++pauses; };
  step.pause = &count;
  solver::Scratch scratch;
  application.advance(step, scratch);
  EXPECT_GE(pauses, D);
}

/// A stage reads no ghosts of components that it does not name.
template <int D>
void expect_other_ghosts_unread(const ApplicationPlugin& plugin,
                                const solver::Application<D>& application) {
  const int read = application.stage_components();
  Patch<D> patch(plugin, application, middle_of<D>(plugin));
  solver::StageStep<D>& step = patch.step;
  step.dt = 0.5 / application.rate(step.state, step.box, step.place);
  storage::for_each_row(step.state.box, [&](geometry::Index<D> cell, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
      for (int c = read; read > 0 && c < step.state.components && !step.box.contains(cell); ++c) {
        step.state(c, cell) = std::numeric_limits<double>::quiet_NaN();
      }
    }
  });
  solver::Scratch scratch;
  application.advance(step, scratch);
  storage::for_each_row(step.box, [&](geometry::Index<D> cell, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
      for (const double value : values_at(step.state, cell)) {
        EXPECT_TRUE(std::isfinite(value));
      }
    }
  });
}

/// What lies under a patch becomes the averages of its new values, where that is promised: here two
/// pieces, parted along the last axis, with some cells of the patch over neither.
template <int D>
void expect_averages(const ApplicationPlugin& plugin, const solver::Application<D>& application) {
  constexpr std::size_t kLast = static_cast<std::size_t>(D) - 1;
  Patch<D> patch(plugin, application, middle_of<D>(plugin).coarsen(2).refine(2));
  solver::StageStep<D>& step = patch.step;
  step.dt = 0.5 / application.rate(step.state, step.box, step.place);
  auto [below, above] = geometry::split(step.box.coarsen(2), kLast, step.box.lo[kLast] / 2 + 3);
  ++below.lo[0];
  --above.hi[kLast];
  std::array<std::vector<double>, 2> memory;
  std::vector<storage::View<D>> under;
  for (std::vector<double>& values : memory) {
    const geometry::Box<D>& cells = under.empty() ? below : above;
    values.assign(static_cast<std::size_t>(cells.volume() * step.state.components), -1.0);
    under.push_back(hierarchy::packed_view(values.data(), cells, step.state.components));
  }
  step.under = under;
  solver::Scratch scratch;
  for (step.stage = 0; step.stage < application.stages(); ++step.stage) {
    application.advance(step, scratch);
  }
  const std::array<std::vector<double>, 2> found = memory;
  for (const storage::View<D>& cells : under) {
    solver::average<D>(step.state, cells, step.ratio);
  }
  EXPECT_EQ(found, memory);
}

/// A part of a patch gets the values that it would get with the whole of it, and nothing else
/// changes: a rank that waits for others advances patches in parts.
template <int D>
void expect_parts(const ApplicationPlugin& plugin, const solver::Application<D>& application,
                  int stage, std::size_t axis) {
  Patch<D> whole(plugin, application, middle_of<D>(plugin));
  Patch<D> part(plugin, application, middle_of<D>(plugin));
  const std::vector<double> before = whole.memory;
  std::vector<double> rates[] = {before, before};
  solver::Scratch scratch;
  for (Patch<D>* patch : {&whole, &part}) {
    solver::StageStep<D>& step = patch->step;
    step.dt = 0.5 / application.rate(step.state, step.box, step.place);
    step.stage = stage;
    step.rate = step.state;
    step.rate.data = rates[patch == &part ? 1 : 0].data();
    step.rate = step.rate.part(step.box);
  }
  part.step.box.hi[axis] -= 5;
  for (Patch<D>* patch : {&whole, &part}) {
    application.advance(patch->step, scratch);
  }
  std::vector<double> states[] = {whole.memory, part.memory};
  for (auto& values : {std::span(states), std::span(rates)}) {
    storage::View<D> expected = whole.step.state;
    storage::View<D> found = expected;
    std::vector<double> kept = before;
    expected.data = kept.data();
    found.data = values[0].data();
    storage::copy(found, expected, part.step.box);
    EXPECT_EQ(values[1], kept);
  }
}

/// Where an exact solution is known, it is the initial condition at time 0.
template <int D>
void expect_exact_start(const ApplicationPlugin& plugin,
                        const solver::Application<D>& application) {
  const Patch<D> patch(plugin, application, middle_of<D>(plugin));
  storage::for_each_row(patch.step.box, [&](geometry::Index<D> cell, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
      std::vector<double> exact = values_at(patch.step.state, cell);
      if (application.exact(patch.step.place.center(cell), patch.step.place.spacing, 0.0, exact)) {
        for (std::size_t c = 0; c < exact.size(); ++c) {
          EXPECT_NEAR(exact[c], patch.step.state(static_cast<int>(c), cell), 1e-13);
        }
      }
    }
  });
}

class EveryKernel : public ::testing::TestWithParam<std::string> {
 protected:
  /// Calls fn(plugin, application) with the default parameters and with each scheme.
  template <class Fn>
  void with_each_scheme(const Fn& fn) const {
    const auto kernels = all_kernels();
    for (const ParamValues& params : variants(kernels.find(GetParam()).params)) {
      SCOPED_TRACE(::testing::PrintToString(params));
      with(kernels.make(GetParam(), params), fn);
    }
  }

 private:
  /// All schemes, each with one gas and two, where those may be, and what waves are good for.
  static std::vector<ParamValues> variants(std::span<const ParamSpec> specs) {
    std::vector<ParamValues> all{{}};
    const auto vary = [&](const char* key, const std::vector<const char*>& words) {
      const bool has_key = std::ranges::find(specs, key, &ParamSpec::name) != specs.end();
      for (std::size_t n = has_key ? all.size() : 0; n-- > 0;) {
        for (const char* word : words) {
          all.push_back(all[n]);
          all.back()[key] = word;
        }
      }
    };
    vary("scheme", {"rk2", "rk3", "weno5", "eno3"});
    vary("gases", {"two"});
    vary("slopes", {"characteristic"});
    vary("flux", {"llf"});
    vary("reaction", {"logistic"});
    return all;
  }

  template <class Plugin, class Fn>
  static void with(const Plugin& plugin, const Fn& fn) {
    std::visit([&](const auto& application) { fn(*plugin, *application); }, plugin->application);
  }
};

TEST_P(EveryKernel, DescribesItself) {
  with_each_scheme(
      [](const auto& plugin, const auto& application) { expect_sound(plugin, application); });
}

TEST_P(EveryKernel, MakesNumbersOfItsComponents) {
  with_each_scheme(
      [](const auto& plugin, const auto& application) { expect_derived(plugin, application); });
}

TEST_P(EveryKernel, StepsWithinItsBoxAndKeepsValuesAdmissible) {
  with_each_scheme(
      [](const auto& plugin, const auto& application) { expect_steps(plugin, application); });
}

TEST_P(EveryKernel, ChecksRowsAsItChecksCells) {
  with_each_scheme([](const auto& plugin, const auto& application) {
    expect_rows_checked_as_cells(plugin, application);
  });
}

TEST_P(EveryKernel, PausesWithinAStage) {
  with_each_scheme([](const auto& plugin, const auto& application) {
    if (plugin.cells.size() == 3 && application.stages() > 0) {
      expect_pauses(plugin, application);
    }
  });
}

TEST_P(EveryKernel, ReadsGhostsOfTheComponentsItNames) {
  with_each_scheme([](const auto& plugin, const auto& application) {
    if (application.stages() > 0) {
      expect_other_ghosts_unread(plugin, application);
    }
  });
}

TEST_P(EveryKernel, LeavesTheAveragesItPromises) {
  with_each_scheme([](const auto& plugin, const auto& application) {
    if (application.averages()) {
      expect_averages(plugin, application);
    }
  });
}

TEST_P(EveryKernel, AdvancesAPartOfAPatchAsWithTheWhole) {
  with_each_scheme([](const auto& plugin, const auto& application) {
    for (int stage = 0; stage < application.stages(); ++stage) {
      for (std::size_t axis = 0; axis < plugin.cells.size(); ++axis) {
        expect_parts(plugin, application, stage, axis);
      }
    }
  });
}

TEST_P(EveryKernel, StartsFromItsExactSolution) {
  with_each_scheme(
      [](const auto& plugin, const auto& application) { expect_exact_start(plugin, application); });
}

TEST_P(EveryKernel, RunsInItsOwnCase) {
  EXPECT_EQ(TestScene{.kernel = GetParam().c_str()}.fault(), "");
}

std::vector<std::string> names_of_kernels() {
  std::vector<std::string> names;
  for (const std::string_view name : all_kernels().names()) {
    names.emplace_back(name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Kernels, EveryKernel, ::testing::ValuesIn(names_of_kernels()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace evenkeel::kernels
