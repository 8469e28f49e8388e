// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Checks that need kernels and plug-ins, and the translation of keys into options.
#include "evenkeel/runtime/setup.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/text.hpp"

namespace evenkeel::runtime {
namespace {

using io::Case;

/// True when key \p key names a plug-in and the further keys of its table are that plug-in's.
template <class Interface>
bool check_plugin(const Case& settings, std::string_view key, const Registry<Interface>& registry,
                  Problems& problems) {
  const std::string_view table = key.substr(0, key.find('.'));
  const std::string& name = settings.text(key);
  if (!registry.entries().contains(name)) {
    const auto known = registry.names();
    problems.add(settings.place(key), fmt::format("{} is '{}', known are {}{}", key, name,
                                                  join(known), suggestion(name, known)));
    return false;
  }
  Problems faults;
  settings.check_parameters(table, registry.find(name).params, faults);
  problems.add(faults);
  return faults.empty();
}

std::vector<double> as_doubles(const std::vector<std::int32_t>& values) {
  return {values.begin(), values.end()};
}

void fill_kernel_defaults(Case& settings, const kernels::ApplicationPlugin& kernel) {
  settings.set_default("domain.cells", as_doubles(kernel.cells));
  settings.set_default("domain.lower", kernel.lower);
  settings.set_default("domain.upper", kernel.upper);
  settings.set_default("mesh.max_levels", static_cast<double>(kernel.max_levels));
  settings.set_default("time.cfl", kernel.cfl);
  if (settings.integer("mesh.max_box") == 0) {
    settings.set("mesh.max_box", kernel.dimension() == 3 ? 32.0 : 128.0);
  }
}

/// Lists of the domain have one entry an axis.
void check_shapes(const Case& settings, std::size_t dimension, Problems& problems) {
  const auto expect = [&](std::string_view key, std::size_t found) {
    if (found != dimension) {
      problems.add(settings.place(key),
                   fmt::format("{} has {} entries, kernel '{}' wants {}", key, found,
                               settings.text("kernel.name"), dimension));
    }
  };
  for (const std::string_view key : {"domain.cells", "domain.lower", "domain.upper"}) {
    expect(key, settings.numbers(key).size());
  }
  for (const std::string_view key : {"domain.boundary_lower", "domain.boundary_upper"}) {
    if (settings.has(key)) {
      expect(key, settings.texts(key).size());
    }
  }
}

void check_corners(const Case& settings, Problems& problems) {
  const auto& lower = settings.numbers("domain.lower");
  const auto& upper = settings.numbers("domain.upper");
  for (std::size_t d = 0; d < std::min(lower.size(), upper.size()); ++d) {
    if (!(upper[d] > lower[d])) {
      problems.add(settings.place("domain.upper"),
                   fmt::format("domain.upper[{}] is {}, must be above domain.lower[{}] = {}", d,
                               upper[d], d, lower[d]));
    }
  }
}

/// New boxes have corners at multiples of min_box: the domain must have too.
void check_divisible(const Case& settings, Problems& problems) {
  const auto ratio = settings.integer("mesh.ratio");
  const auto min_box = settings.integer("mesh.min_box");
  if (min_box % ratio != 0) {
    problems.add(
        settings.place("mesh.min_box"),
        fmt::format("mesh.min_box is {}, must be a multiple of mesh.ratio = {}", min_box, ratio));
    return;
  }
  const auto tile = min_box / ratio;
  const auto& cells = settings.numbers("domain.cells");
  for (std::size_t d = 0; d < cells.size() && settings.integer("mesh.max_levels") > 1; ++d) {
    if (static_cast<std::int64_t>(cells[d]) % tile != 0) {
      problems.add(settings.place("domain.cells"),
                   fmt::format("domain.cells[{}] is {}, must be a multiple of {} (mesh.min_box / "
                               "mesh.ratio) so that boxes of {} fine cells fit",
                               d, cells[d], tile, min_box));
    }
  }
  if (const auto max_box = settings.integer("mesh.max_box"); max_box % min_box != 0) {
    problems.add(settings.place("mesh.max_box"),
                 fmt::format("mesh.max_box is {}, must be a multiple of mesh.min_box = {}", max_box,
                             min_box));
  }
}

void check_time(const Case& settings, Problems& problems) {
  if (!settings.has("time.steps") && !settings.has("time.end")) {
    problems.add(settings.place("kernel.name"),
                 "nothing says when to stop: give time.steps or time.end");
  }
}

void check_periodic_pairs(const Case& settings, Problems& problems) {
  if (!settings.has("domain.boundary_lower") || !settings.has("domain.boundary_upper")) {
    return;
  }
  const auto& lower = settings.texts("domain.boundary_lower");
  const auto& upper = settings.texts("domain.boundary_upper");
  for (std::size_t d = 0; d < std::min(lower.size(), upper.size()); ++d) {
    if ((lower[d] == "periodic") != (upper[d] == "periodic")) {
      problems.add(settings.place("domain.boundary_upper"),
                   fmt::format("axis {} is periodic on one side only ('{}' and '{}')", d, lower[d],
                               upper[d]));
    }
  }
}

void check_ranks(const Case& settings, std::size_t ranks, Problems& problems) {
  for (const std::string_view key : {"machine.capacities", "machine.inject"}) {
    if (ranks > 0 && settings.has(key) && settings.numbers(key).size() != ranks) {
      problems.add(settings.place(key), fmt::format("{} has {} entries, the run has {} ranks", key,
                                                    settings.numbers(key).size(), ranks));
    }
  }
  if (settings.text("manage.capacity") == "given" && !settings.has("machine.capacities") &&
      !settings.has("machine.capacity_file")) {
    problems.add(settings.place("manage.capacity"),
                 "manage.capacity is 'given': give machine.capacities or machine.capacity_file");
  }
}

template <int D>
void check_components(const Case& settings, const solver::Application<D>& application,
                      Problems& problems) {
  if (!settings.has("mesh.flag_component")) {
    return;
  }
  const std::string& wanted = settings.text("mesh.flag_component");
  std::vector<std::string_view> known;
  for (const solver::Component& component : application.components()) {
    known.push_back(component.name);
  }
  if (std::ranges::find(known, wanted) == known.end()) {
    problems.add(settings.place("mesh.flag_component"),
                 fmt::format("mesh.flag_component is '{}', kernel '{}' has {}{}", wanted,
                             settings.text("kernel.name"), join(known), suggestion(wanted, known)));
  }
}

solver::BoundaryKind boundary_kind(std::string_view word) {
  constexpr std::array<std::string_view, 4> kWords = {"periodic", "outflow", "reflect", "inflow"};
  const auto found = std::ranges::find(kWords, word);
  EVENKEEL_EXPECT(found != kWords.end());
  return static_cast<solver::BoundaryKind>(found - kWords.begin());
}

solver::FlagRule::Kind flag_kind(std::string_view word) {
  constexpr std::array<std::string_view, 5> kWords = {"jump", "gradient", "loehner", "richardson",
                                                      "value"};
  const auto found = std::ranges::find(kWords, word);
  EVENKEEL_EXPECT(found != kWords.end());
  return static_cast<solver::FlagRule::Kind>(found - kWords.begin());
}

template <int D>
solver::FlagRule make_flags(const Case& settings, const solver::Application<D>& application) {
  solver::FlagRule rule = application.default_flags();
  if (settings.text("mesh.flag") != "kernel") {
    rule.kind = flag_kind(settings.text("mesh.flag"));
  }
  if (settings.has("mesh.flag_component")) {
    const auto components = application.components();
    const auto found = std::ranges::find(components, settings.text("mesh.flag_component"),
                                         &solver::Component::name);
    rule.component = static_cast<int>(found - components.begin());
  }
  if (settings.has("mesh.flag_threshold")) {
    rule.threshold = settings.numbers("mesh.flag_threshold");
  }
  return rule;
}

}  // namespace

Plugins Plugins::builtin() {
  Plugins plugins;
  kernels::register_builtin(plugins.kernels);
  partition::register_builtin(plugins.partitioners);
  manager::register_builtin(plugins.policies);
  return plugins;
}

std::string read_case_text(const std::string& path) {
  try {
    return read_file(path);
  } catch (const SystemError& error) {
    throw InputError(error.what());
  }
}

CheckedCase check_case(const std::string& path, const std::string& text,
                       const std::vector<std::string>& overrides, const Plugins& plugins,
                       std::size_t ranks) {
  CheckedCase checked{io::read_case(path, text, overrides), nullptr, {}, nullptr};
  Case& settings = checked.settings;
  Problems problems;
  if (check_plugin(settings, "partition.method", plugins.partitioners, problems)) {
    checked.methods = manager::make_methods(plugins.partitioners, settings.text("partition.method"),
                                            settings.parameters("partition"));
  }
  if (check_plugin(settings, "manage.policy", plugins.policies, problems)) {
    checked.policy =
        plugins.policies.make(settings.text("manage.policy"), settings.parameters("manage"));
  }
  if (check_plugin(settings, "kernel.name", plugins.kernels, problems)) {
    checked.kernel =
        plugins.kernels.make(settings.text("kernel.name"), settings.parameters("kernel"));
    fill_kernel_defaults(settings, *checked.kernel);
    check_shapes(settings, static_cast<std::size_t>(checked.kernel->dimension()), problems);
    check_corners(settings, problems);
    check_divisible(settings, problems);
    std::visit([&](const auto& application) { check_components(settings, *application, problems); },
               checked.kernel->application);
  }
  check_time(settings, problems);
  check_periodic_pairs(settings, problems);
  check_ranks(settings, ranks, problems);
  problems.throw_if_any();
  return checked;
}

template <int D>
hierarchy::Mesh<D> make_mesh(const Case& settings, const solver::Boundaries<D>& boundaries) {
  hierarchy::Mesh<D> mesh;
  for (std::size_t d = 0; d < D; ++d) {
    mesh.cells[d] = static_cast<std::int32_t>(settings.numbers("domain.cells")[d]);
    mesh.lower[d] = settings.numbers("domain.lower")[d];
    mesh.upper[d] = settings.numbers("domain.upper")[d];
    mesh.periodic[d] = boundaries[d][0] == solver::BoundaryKind::kPeriodic;
  }
  mesh.ratio = static_cast<int>(settings.integer("mesh.ratio"));
  mesh.max_levels = static_cast<int>(settings.integer("mesh.max_levels"));
  return mesh;
}

template <int D>
solver::Boundaries<D> make_boundaries(const Case& settings,
                                      const solver::Application<D>& application) {
  solver::Boundaries<D> kinds = application.boundaries();
  constexpr std::array<std::string_view, 2> kKeys = {"domain.boundary_lower",
                                                     "domain.boundary_upper"};
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t d = 0; d < D && settings.has(kKeys[side]); ++d) {
      kinds[d][side] = boundary_kind(settings.texts(kKeys[side])[d]);
    }
  }
  return kinds;
}

template <int D>
solver::IntegratorOptions<D> make_options(const Case& settings,
                                          const solver::Application<D>& application) {
  solver::IntegratorOptions<D> options;
  options.cfl = settings.number("time.cfl");
  options.fixed_dt = settings.number("time.fixed_dt");
  options.subcycle = settings.flag("time.subcycle");
  options.regrid_interval = static_cast<int>(settings.integer("mesh.regrid_interval"));
  options.regrid.efficiency = settings.number("mesh.efficiency");
  options.regrid.buffer = static_cast<int>(settings.integer("mesh.buffer"));
  options.regrid.min_box = static_cast<int>(settings.integer("mesh.min_box"));
  const int ratio = static_cast<int>(settings.integer("mesh.ratio"));
  const int nesting = static_cast<int>(settings.integer("mesh.nesting"));
  options.regrid.nesting = nesting > 0 ? nesting : (application.ghosts() + ratio - 1) / ratio + 1;
  options.flags = make_flags(settings, application);
  options.boundaries = make_boundaries(settings, application);
  return options;
}

#define EVENKEEL_INSTANTIATE(D)                                                               \
  template hierarchy::Mesh<D> make_mesh(const Case&, const solver::Boundaries<D>&);           \
  template solver::Boundaries<D> make_boundaries(const Case&, const solver::Application<D>&); \
  template solver::IntegratorOptions<D> make_options(const Case&, const solver::Application<D>&)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::runtime
