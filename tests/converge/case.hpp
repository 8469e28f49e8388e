// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One run of one kernel on one rank, for the tests of accuracy.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "evenkeel/kernels/application_registry.hpp"
#include "evenkeel/solver/diagnostics.hpp"
#include "evenkeel/solver/integrator.hpp"

namespace evenkeel::converge {

/// What a test wants different from the kernel's own case. Empty: as the kernel has it.
struct CaseOptions {
  ParamValues params{};
  std::vector<std::int32_t> cells{};
  std::vector<double> lower{};
  std::vector<double> upper{};
  int levels = 1;
  std::vector<double> thresholds{};
  std::optional<solver::FlagRule> flags{};
  std::optional<solver::BoundaryKind> end{};  ///< beyond the upper end of axis 0
  double cfl = 0.4;
  std::int32_t max_box = 64;
  int regrid_interval = 4;
  std::optional<int> buffer{};
};

/// A kernel from the registry with its hierarchy and integrator, on one rank.
template <int D>
class Case {
 public:
  using Cell = geometry::Index<D>;

  Case(const std::string& kernel, const CaseOptions& options)
      : communicator_(MPI_COMM_SELF),
        plugin_(make(kernel, options.params)),
        hierarchy_(communicator_, mesh(options), solver::state_shape(application())),
        integrator_(
            hierarchy_, application(), integrator_options(options),
            [max_box = options.max_box](int, const auto& boxes) { return place(boxes, max_box); }) {
    integrator_.initialise();
  }

  /// Steps until \p end. [time]
  void run_to(double end) {
    while (integrator_.clock().time < end) {
      const solver::StepReport report = integrator_.step(end);
      updates_ += report.cell_updates;
      retries_ += report.retries;
    }
  }

  const solver::Application<D>& application() const {
    return *std::get<static_cast<std::size_t>(D) - 1>(plugin_->application);
  }
  hierarchy::Hierarchy<D>& hierarchy() { return hierarchy_; }
  const hierarchy::Hierarchy<D>& hierarchy() const { return hierarchy_; }
  solver::Integrator<D>& integrator() { return integrator_; }
  double time() const { return integrator_.clock().time; }
  std::int64_t updates() const { return updates_; }
  int retries() const { return retries_; }

  /// Cells of all levels over those of a uniform grid of the finest.
  double filling() const {
    double cells = 0.0;
    for (int level = 0; level <= hierarchy_.finest(); ++level) {
      cells += static_cast<double>(hierarchy_.cells(level));
    }
    const int finest = hierarchy_.mesh().max_levels - 1;
    return cells / static_cast<double>(hierarchy_.mesh().domain(finest).volume());
  }

  double total(int component) const { return solver::total(hierarchy_, component); }

  solver::ErrorNorms error(int component) const {
    const auto norms = solver::error_norms(hierarchy_, application(), time());
    return norms.value()[static_cast<std::size_t>(component)];
  }

  /// Calls fn(level, cell, view) for every cell that no finer level covers.
  template <class Fn>
  void for_each_cell(const Fn& fn) const {
    for (int level = 0; level <= hierarchy_.finest(); ++level) {
      for (const storage::Patch<D>& patch : hierarchy_.level(level).patches()) {
        for (const auto& part : solver::uncovered(hierarchy_, level, patch.box)) {
          storage::for_each_row(part, [&](Cell cell, std::int32_t count) {
            for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
              fn(level, cell, patch.state.view());
            }
          });
        }
      }
    }
  }

 private:
  static std::unique_ptr<kernels::ApplicationPlugin> make(const std::string& kernel,
                                                          const ParamValues& params) {
    Registry<kernels::ApplicationPlugin> registry;
    kernels::register_builtin(registry);
    return registry.make(kernel, params);
  }

  hierarchy::Mesh<D> mesh(const CaseOptions& options) const {
    const auto fill = [](const auto& chosen, const auto& fallback, auto& out) {
      const auto& from = chosen.empty() ? fallback : chosen;
      std::copy(from.begin(), from.end(), out.begin());
    };
    hierarchy::Mesh<D> mesh;
    fill(options.cells, plugin_->cells, mesh.cells);
    fill(options.lower, plugin_->lower, mesh.lower);
    fill(options.upper, plugin_->upper, mesh.upper);
    mesh.max_levels = options.levels;
    for (std::size_t d = 0; d < D; ++d) {
      mesh.periodic[d] = application().boundaries()[d][0] == solver::BoundaryKind::kPeriodic;
    }
    return mesh;
  }

  solver::IntegratorOptions<D> integrator_options(const CaseOptions& options) const {
    solver::IntegratorOptions<D> chosen;
    chosen.cfl = options.cfl;
    chosen.regrid_interval = options.regrid_interval;
    chosen.regrid.buffer = options.buffer.value_or(application().stages() > 0 ? 2 : 0);
    chosen.flags = options.flags.value_or(application().default_flags());
    if (!options.thresholds.empty()) {
      chosen.flags.threshold = options.thresholds;
    }
    chosen.boundaries = application().boundaries();
    chosen.boundaries[0][1] = options.end.value_or(chosen.boundaries[0][1]);
    return chosen;
  }

  static std::vector<hierarchy::LevelLayout<D>> place(
      const std::vector<geometry::BoxList<D>>& boxes, std::int32_t max_box) {
    std::vector<hierarchy::LevelLayout<D>> layouts;
    for (const geometry::BoxList<D>& level : boxes) {
      hierarchy::LevelLayout<D> layout;
      for (const geometry::Box<D>& box : level) {
        for (const geometry::Box<D>& piece : geometry::chop(box, max_box, 2)) {
          layout.boxes.push_back(piece);
        }
      }
      layout.owners.assign(layout.boxes.size(), 0);
      layouts.push_back(std::move(layout));
    }
    return layouts;
  }

  comm::Communicator communicator_;
  std::unique_ptr<kernels::ApplicationPlugin> plugin_;
  hierarchy::Hierarchy<D> hierarchy_;
  solver::Integrator<D> integrator_;
  std::int64_t updates_ = 0;
  int retries_ = 0;
};

/// Order of accuracy from errors on a grid and on one twice as fine.
inline double order(double coarse, double fine) {
  return std::log2(coarse / fine);
}

}  // namespace evenkeel::converge
