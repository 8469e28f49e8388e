// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The translation of keys into options.
#include "evenkeel/runtime/setup.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "evenkeel/runtime/mesh_regions.hpp"

namespace evenkeel::runtime {
namespace {

using io::Case;

/// By solver::BoundaryKind.
constexpr std::array<std::string_view, 5> kBoundaryWords = {"periodic", "outflow", "reflect",
                                                            "inflow", "outgoing"};
constexpr std::array<std::string_view, 2> kBoundaryKeys = {"domain.boundary_lower",
                                                           "domain.boundary_upper"};

solver::BoundaryKind boundary_kind(std::string_view word) {
  const auto found = std::ranges::find(kBoundaryWords, word);
  EVENKEEL_EXPECT(found != kBoundaryWords.end());
  return static_cast<solver::BoundaryKind>(found - kBoundaryWords.begin());
}

solver::FlagRule::Kind flag_kind(std::string_view word) {
  constexpr std::array<std::string_view, 5> kWords = {"jump", "gradient", "loehner", "richardson",
                                                      "value"};
  const auto found = std::ranges::find(kWords, word);
  EVENKEEL_EXPECT(found != kWords.end());
  return static_cast<solver::FlagRule::Kind>(found - kWords.begin());
}

}  // namespace

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
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t d = 0; d < D && settings.has(kBoundaryKeys[side]); ++d) {
      kinds[d][side] = boundary_kind(settings.texts(kBoundaryKeys[side])[d]);
    }
  }
  return kinds;
}

template <int D>
void fill_boundaries(Case& settings, const solver::Application<D>& application) {
  const solver::Boundaries<D> kinds = application.boundaries();
  for (std::size_t side = 0; side < 2; ++side) {
    std::vector<std::string> words;
    for (std::size_t d = 0; d < D; ++d) {
      words.emplace_back(kBoundaryWords[static_cast<std::size_t>(kinds[d][side])]);
    }
    settings.set_default(kBoundaryKeys[side], std::move(words));
  }
}

io::Settings identity_of(const Case& settings) {
  io::Settings identity = settings.written({"kernel", "domain"});
  for (const char* told_apart : {"kernel.name", "domain.cells", "domain.lower", "domain.upper"}) {
    identity.erase(told_apart);
  }
  return identity;
}

template <int D>
io::Settings default_identity(const std::string& name, std::span<const ParamSpec> specs,
                              const solver::Application<D>& application) {
  Case settings = io::read_case("defaults", fmt::format("kernel = \"{}\"", name), {});
  settings.fill_parameters("kernel", specs);
  fill_boundaries(settings, application);
  return identity_of(settings);
}

std::vector<std::string> names_of(std::span<const solver::Component> components) {
  std::vector<std::string> names;
  for (const solver::Component& component : components) {
    names.push_back(component.name);
  }
  return names;
}

template <int D>
std::vector<std::string> quantities_of(const solver::Application<D>& application) {
  std::vector<std::string> names = names_of(application.components());
  const auto derived = application.derived();
  names.insert(names.end(), derived.begin(), derived.end());
  return names;
}

template <int D>
solver::FlagRule make_flags(const Case& settings, const solver::Application<D>& application) {
  solver::FlagRule rule = application.default_flags();
  const std::string& way = settings.text("mesh.flag");
  if (way != "kernel" && flag_kind(way) != rule.kind) {
    constexpr double kRatio = 0.8;  // of second differences to first ones, as FLASH has it
    rule.kind = flag_kind(way);
    rule.threshold.clear();
    if (rule.kind == solver::FlagRule::Kind::kLoehner) {
      rule.threshold = {kRatio};
    }
  }
  if (settings.has("mesh.flag_component")) {
    const std::vector<std::string> known = quantities_of(application);
    const auto found = std::ranges::find(known, settings.text("mesh.flag_component"));
    rule.component = static_cast<int>(found - known.begin());
    rule.components = 1;
  }
  if (settings.has("mesh.flag_threshold")) {
    rule.threshold = settings.numbers("mesh.flag_threshold");
  }
  if (settings.has("mesh.flag_keep")) {
    rule.keep = settings.number("mesh.flag_keep");
  }
  return rule;
}

template <int D>
solver::IntegratorOptions<D> make_options(const Case& settings,
                                          const solver::Application<D>& application, int rank) {
  solver::IntegratorOptions<D> options;
  options.cfl = settings.number("time.cfl");
  options.fixed_dt = settings.number("time.fixed_dt");
  // A kernel that only solves visits all levels alike.
  options.subcycle = application.stages() > 0 && settings.flag("time.subcycle");
  options.regrid_interval = static_cast<int>(settings.integer("mesh.regrid_interval"));
  options.regrid.efficiency = settings.number("mesh.efficiency");
  options.regrid.buffer = static_cast<int>(settings.integer("mesh.buffer"));
  options.regrid.min_box = static_cast<int>(settings.integer("mesh.min_box"));
  const int ratio = static_cast<int>(settings.integer("mesh.ratio"));
  const int nesting = static_cast<int>(settings.integer("mesh.nesting"));
  options.regrid.nesting = nesting > 0 ? nesting : (application.ghosts() + ratio - 1) / ratio + 1;
  options.flags = make_flags(settings, application);
  options.regions = make_regions<D>(settings);
  options.boundaries = make_boundaries(settings, application);
  if (settings.has("machine.inject")) {
    options.speed = settings.numbers("machine.inject")[static_cast<std::size_t>(rank)];
  }
  return options;
}

#define EVENKEEL_INSTANTIATE(D)                                                                  \
  template hierarchy::Mesh<D> make_mesh(const Case&, const solver::Boundaries<D>&);              \
  template solver::Boundaries<D> make_boundaries(const Case&, const solver::Application<D>&);    \
  template void fill_boundaries(Case&, const solver::Application<D>&);                           \
  template io::Settings default_identity(const std::string&, std::span<const ParamSpec>,         \
                                         const solver::Application<D>&);                         \
  template std::vector<std::string> quantities_of(const solver::Application<D>&);                \
  template solver::FlagRule make_flags(const Case&, const solver::Application<D>&);              \
  template solver::IntegratorOptions<D> make_options(const Case&, const solver::Application<D>&, \
                                                     int)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::runtime
