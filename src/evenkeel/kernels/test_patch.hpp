// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A patch of a kernel's own case, with all that its stages may ask for.
#pragma once

#include <cstddef>
#include <vector>

#include "evenkeel/kernels/application_registry.hpp"

namespace evenkeel::kernels {

/// Values of a box of the case's base level, ghosts outside the domain included.
template <int D>
struct Patch {
  std::vector<double> memory;
  std::vector<double> old_memory;
  std::vector<std::vector<double>> register_memory;
  std::vector<storage::View<D>> registers;
  solver::StageStep<D> step;

  Patch(const ApplicationPlugin& plugin, const solver::Application<D>& application,
        const geometry::Box<D>& box) {
    step.box = box;
    step.state.box = box.grow(application.ghosts());
    step.state.components = static_cast<int>(application.components().size());
    step.state.component_stride = step.state.box.volume();
    step.state.stride[0] = 1;
    for (std::size_t d = 1; d < D; ++d) {
      step.state.stride[d] = step.state.stride[d - 1] * step.state.box.side(d - 1);
    }
    for (std::size_t d = 0; d < D; ++d) {
      step.place.origin[d] = plugin.lower[d];
      step.place.spacing[d] = (plugin.upper[d] - plugin.lower[d]) / plugin.cells[d];
    }
    memory.resize(static_cast<std::size_t>(step.state.component_stride * step.state.components));
    step.state.data = memory.data();
    application.initialise(step.state, step.state.box, step.place);
    old_memory = memory;
    step.old = step.state;
    step.old.data = old_memory.data();
    register_memory.assign(static_cast<std::size_t>(application.registers()), memory);
    for (std::vector<double>& values : register_memory) {
      registers.push_back(step.state);
      registers.back().data = values.data();
    }
    step.registers = registers;
  }
};

/// A box around the middle of the domain, where things happen.
template <int D>
geometry::Box<D> middle_of(const ApplicationPlugin& plugin) {
  geometry::Box<D> box;
  for (std::size_t d = 0; d < D; ++d) {
    box.lo[d] = plugin.cells[d] / 2 - 5;
    box.hi[d] = box.lo[d] + 9;
  }
  return box;
}

}  // namespace evenkeel::kernels
