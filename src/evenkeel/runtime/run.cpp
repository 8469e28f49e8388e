// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reads and checks a case, then hands it to the loop of its dimension.
#include "evenkeel/runtime/run.hpp"

#include <optional>
#include <span>
#include <utility>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/runtime/base_memory.hpp"
#include "evenkeel/runtime/main_loop.hpp"
#include "evenkeel/runtime/on_root.hpp"
#include "evenkeel/runtime/own_run.hpp"
#include "evenkeel/runtime/run_directory.hpp"
#include "evenkeel/runtime/setup.hpp"

namespace evenkeel::runtime {
namespace {

template <int D>
RunEnd run_in(const RunRequest& request, CheckedCase checked, std::span<const ParamSpec> specs,
              const comm::Communicator& world, const std::filesystem::path& directory) {
  MainLoop<D> loop(request, std::move(checked), specs, world, directory);
  return loop.run();
}

/// \throws InputError where hosts with so much \p memory cannot hold the base level. [byte]
void require_room(const CheckedCase& checked, double memory) {
  Problems problems;
  const double bytes = base_level_bytes(checked.settings, *checked.kernel);
  const std::string fault = memory_fault(bytes, memory, "the hosts of this run have");
  if (!fault.empty()) {
    problems.add(checked.settings.place("domain.cells"), fault);
  }
  problems.throw_if_any();
}

/// What one rank finds out for all, so that all see the same, before anything is made.
struct Beginning {
  std::string resolved;  ///< the case with all keys
  std::string directory;
  bool is_done = false;  ///< nothing is left to do
};

Beginning begin(const RunRequest& request, const Plugins& plugins, std::size_t ranks,
                double memory) {
  const std::string text = read_input(request.case_path, kMostWritten);
  const CheckedCase checked =
      check_case(request.case_path, text, request.overrides, plugins, ranks);
  require_room(checked, memory);
  Beginning found{
      checked.settings.resolved(),
      choose_run_directory(request.case_path, request.out, request.resume, request.checkpoint)};
  if (request.resume && request.checkpoint.empty()) {
    expect_own_run(found.directory, checked.settings, plugins);
    if (const auto finish = finish_of(found.directory, checked.settings, plugins)) {
      tell_done(found.directory, *finish, request.json);
      found.is_done = true;
    }
  }
  return found;
}

}  // namespace

RunEnd run(const RunRequest& request, const Plugins& plugins, const comm::Communicator& world) {
  const auto ranks = static_cast<std::size_t>(world.size());
  const double memory = hosts_memory(world);
  Beginning found;
  on_root(world, [&] { found = begin(request, plugins, ranks, memory); });
  if (world.max(found.is_done ? 1.0 : 0.0) > 0.0) {
    return RunEnd::kDone;
  }
  broadcast_text(world, found.resolved);
  broadcast_text(world, found.directory);
  // What a case names, machine descriptions and sources of sensors, need not be on every host.
  std::optional<CheckedCase> checked;
  world.all_or_none([&] {
    const std::string place = request.case_path.string() + " with all keys";
    checked.emplace(check_case(place, found.resolved, {}, plugins, ranks));
  });
  on_root(world, [&] { make_run_directory(found.directory); });
  const auto specs = plugins.kernels.find(checked->settings.text("kernel.name")).params;
  switch (checked->kernel->dimension()) {
    case 1:
      return run_in<1>(request, *std::move(checked), specs, world, found.directory);
    case 2:
      return run_in<2>(request, *std::move(checked), specs, world, found.directory);
    default:
      return run_in<3>(request, *std::move(checked), specs, world, found.directory);
  }
}

}  // namespace evenkeel::runtime
