// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// From a case file to the objects of a run.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evenkeel/hierarchy/mesh.hpp"
#include "evenkeel/io/case_file.hpp"
#include "evenkeel/io/manifest.hpp"
#include "evenkeel/kernels/application_registry.hpp"
#include "evenkeel/manager/manager.hpp"
#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/partition/patch_partitioner.hpp"
#include "evenkeel/solver/integrator.hpp"

namespace evenkeel::runtime {

/// The plug-in families a run chooses from.
struct Plugins {
  Registry<kernels::ApplicationPlugin> kernels;
  Registry<partition::Partitioner> partitioners;
  Registry<partition::PatchPartitioner> patch_partitioners;
  Registry<manager::Policy> policies;

  /// All built-in ones.
  static Plugins builtin();
};

/// A case whose every name and number has been checked, with the kernel's defaults filled in.
struct CheckedCase {
  io::Case settings;
  std::unique_ptr<kernels::ApplicationPlugin> kernel;
  manager::Methods methods;
  std::optional<manager::Octants> octants;  ///< where they choose the partitioner
  std::shared_ptr<const partition::PatchPartitioner> patches;  ///< null: columns keep together
  std::unique_ptr<manager::Policy> policy;
};

/// Reads and checks a case. Not collective: the same on every rank.
///
/// \param ranks  number of ranks, for lists with one number a rank; 0: unknown, not checked
/// \throws InputError with every fault of the case, one a line
CheckedCase check_case(const std::string& path, const std::string& text,
                       const std::vector<std::string>& overrides, const Plugins& plugins,
                       std::size_t ranks);

/// The base grid of a checked case.
template <int D>
hierarchy::Mesh<D> make_mesh(const io::Case& settings, const solver::Boundaries<D>& boundaries);

/// Boundaries of the kernel, as the case file overrides them.
template <int D>
solver::Boundaries<D> make_boundaries(const io::Case& settings,
                                      const solver::Application<D>& application);

/// Gives a case that says nothing of boundaries those of the kernel, so that it is the same as one
/// that spells them out.
template <int D>
void fill_boundaries(io::Case& settings, const solver::Application<D>& application);

/// What of a case a run cannot change when it resumes, but for what a checkpoint has of its own.
io::Settings identity_of(const io::Case& settings);

/// identity_of() a case of \p application that sets nothing.
///
/// \param specs  parameters of the kernel \p name
template <int D>
io::Settings default_identity(const std::string& name, std::span<const ParamSpec> specs,
                              const solver::Application<D>& application);

std::vector<std::string> names_of(std::span<const solver::Component> components);

/// What flags may look at: the components' names, then those of Application::derived().
template <int D>
std::vector<std::string> quantities_of(const solver::Application<D>& application);

/// How cells are chosen, as the case overrides the kernel. A threshold of the kernel's is one of
/// its own way only: for another way there is none, save 0.8 for Loehner's, a ratio.
template <int D>
solver::FlagRule make_flags(const io::Case& settings, const solver::Application<D>& application);

/// What a checked case says about time and refinement, and how slow \p rank is to be.
template <int D>
solver::IntegratorOptions<D> make_options(const io::Case& settings,
                                          const solver::Application<D>& application, int rank);

}  // namespace evenkeel::runtime
