// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What domain and mesh must fulfil, alone and with the kernel.
#include "evenkeel/runtime/mesh_checks.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "evenkeel/core/text.hpp"
#include "evenkeel/runtime/mesh_regions.hpp"
#include "evenkeel/runtime/setup.hpp"
#include "evenkeel/solver/prolong.hpp"
#include "evenkeel/solver/richardson.hpp"
#include "evenkeel/solver/solids.hpp"
#include "evenkeel/storage/hdda.hpp"

namespace evenkeel::runtime {

Location place_of(const io::Case& settings, std::string_view key, std::string_view other) {
  const Location found = settings.place(key);
  return found.file.empty() ? settings.place(other) : found;
}

Location place_of_fault(const io::Case& settings, std::string_view fault) {
  constexpr std::string_view kOfKeys = "abcdefghijklmnopqrstuvwxyz0123456789_.";
  return place_of(settings, fault.substr(0, fault.find_first_not_of(kOfKeys)), "kernel.name");
}

namespace {

using io::Case;

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
    if (!(upper[d] > lower[d]) || !std::isfinite(upper[d] - lower[d])) {
      problems.add(place_of(settings, "domain.upper", "domain.lower"),
                   fmt::format("domain.upper[{}] is {}, must be above domain.lower[{}] = {}{}", d,
                               upper[d], d, lower[d], upper[d] > lower[d] ? " and finite" : ""));
    }
  }
}

/// New boxes have corners at multiples of min_box: the domain must have too.
void check_divisible(const Case& settings, Problems& problems) {
  const auto ratio = settings.integer("mesh.ratio");
  const auto min_box = settings.integer("mesh.min_box");
  if (min_box % ratio != 0) {
    problems.add(
        place_of(settings, "mesh.min_box", "mesh.ratio"),
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

/// Cells of the finest level have indices, and keys on the curve.
void check_countable(const Case& settings, Problems& problems) {
  const auto& cells = settings.numbers("domain.cells");
  if (cells.empty()) {
    return;
  }
  const auto ratio = settings.integer("mesh.ratio");
  const std::vector<std::int32_t> counts(cells.begin(), cells.end());
  const int most = storage::most_levels(counts, static_cast<int>(ratio));
  if (const auto levels = settings.integer("mesh.max_levels"); levels > most) {
    problems.add(place_of(settings, "mesh.max_levels", "domain.cells"),
                 fmt::format("mesh.max_levels is {}, at most {} can be counted with these "
                             "domain.cells and mesh.ratio = {}",
                             levels, most, ratio));
  }
}

/// Both sides of an axis are periodic, or none, also where the case says it of one of them only.
template <int D>
void check_periodic_pairs(const Case& settings, const solver::Application<D>& application,
                          Problems& problems) {
  for (const std::string_view key : {"domain.boundary_lower", "domain.boundary_upper"}) {
    if (settings.has(key) && settings.texts(key).size() != D) {
      return;
    }
  }
  const solver::Boundaries<D> sides = make_boundaries(settings, application);
  for (std::size_t d = 0; d < D; ++d) {
    const bool lower = sides[d][0] == solver::BoundaryKind::kPeriodic;
    if (lower != (sides[d][1] == solver::BoundaryKind::kPeriodic)) {
      problems.add(place_of(settings, "domain.boundary_upper", "domain.boundary_lower"),
                   fmt::format("axis {} is periodic on one side only, the {} one", d,
                               lower ? "lower" : "upper"));
    }
  }
}

/// There is a threshold, and it is one of the way in which cells are chosen.
template <int D>
void check_thresholds(const Case& settings, const solver::Application<D>& application,
                      Problems& problems) {
  if (settings.has("mesh.flag_threshold") && settings.numbers("mesh.flag_threshold").empty()) {
    problems.add(settings.place("mesh.flag_threshold"),
                 "mesh.flag_threshold is empty: give a number for each level, or one for all");
  } else if (make_flags(settings, application).threshold.empty()) {
    problems.add(settings.place("mesh.flag"),
                 fmt::format("mesh.flag is '{}', which is not how kernel '{}' chooses: give "
                             "mesh.flag_threshold, a number for each level, or one for all",
                             settings.text("mesh.flag"), settings.text("kernel.name")));
  }
}

template <int D>
void check_components(const Case& settings, const solver::Application<D>& application,
                      Problems& problems) {
  if (!settings.has("mesh.flag_component")) {
    return;
  }
  const std::string& wanted = settings.text("mesh.flag_component");
  const std::vector<std::string> names = quantities_of(application);
  const std::vector<std::string_view> known(names.begin(), names.end());
  if (std::ranges::find(known, wanted) == known.end()) {
    problems.add(settings.place("mesh.flag_component"),
                 fmt::format("mesh.flag_component is '{}', kernel '{}' has {}{}", wanted,
                             settings.text("kernel.name"), join(known), suggestion(wanted, known)));
  } else if (settings.text("mesh.flag") == "richardson" &&
             std::ranges::count(application.derived(), wanted) > 0) {
    problems.add(settings.place("mesh.flag_component"),
                 fmt::format("mesh.flag_component is '{}', which is made of other components; "
                             "mesh.flag = \"richardson\" estimates the errors of those alone",
                             wanted));
  }
}

/// Quantities of plot files that the kernel does not have.
template <int D>
void check_derived(const Case& settings, const solver::Application<D>& application,
                   Problems& problems) {
  if (!settings.has("output.derived")) {
    return;
  }
  const auto derived = application.derived();
  const std::vector<std::string_view> known(derived.begin(), derived.end());
  const std::vector<std::string>& all = settings.texts("output.derived");
  for (const std::string& wanted : all) {
    if (std::ranges::count(all, wanted) > 1) {
      problems.add(settings.place("output.derived"),
                   fmt::format("output.derived has '{}' more than once", wanted));
      return;
    }
    if (std::ranges::find(known, wanted) == known.end()) {
      problems.add(settings.place("output.derived"),
                   fmt::format("output.derived has '{}', kernel '{}' makes {}{}", wanted,
                               settings.text("kernel.name"),
                               known.empty() ? "nothing of its components" : join(known),
                               suggestion(wanted, known)));
    }
  }
}

/// Waves leave through a side only where the kernel says which they are.
template <int D>
void check_outgoing(const Case& settings, const solver::Application<D>& application,
                    Problems& problems) {
  const auto components = static_cast<int>(application.components().size());
  for (int component = 0; component < components; ++component) {
    if (application.outgoing(component).rate >= 0) {
      return;
    }
  }
  for (const std::string_view key : {"domain.boundary_lower", "domain.boundary_upper"}) {
    if (settings.has(key) && std::ranges::count(settings.texts(key), "outgoing") > 0) {
      problems.add(settings.place(key),
                   fmt::format("{} has 'outgoing', which is for waves: kernel '{}' has none", key,
                               settings.text("kernel.name")));
    }
  }
}

/// Bodies lie in the domain, their faces on faces of base cells.
template <int D>
void check_solids(const Case& settings, const solver::Application<D>& application,
                  Problems& problems) {
  if (application.solids().empty() || !problems.empty()) {
    return;
  }
  const auto mesh = make_mesh<D>(settings, make_boundaries(settings, application));
  const std::string fault = solver::solid_fault<D>(application.solids(), mesh);
  if (!fault.empty()) {
    problems.add(place_of_fault(settings, fault), fault);
  }
  if (settings.text("mesh.flag") == "richardson") {
    problems.add(
        settings.place("mesh.flag"),
        fmt::format("mesh.flag is 'richardson', which knows no bodies; kernel '{}' has one",
                    settings.text("kernel.name")));
  }
}

/// Whether values beyond such a side are those of cells as far within, or at the other side.
bool is_folded(solver::BoundaryKind kind) {
  return kind != solver::BoundaryKind::kOutflow && kind != solver::BoundaryKind::kInflow;
}

/// There are as many cells along an axis as are read beyond its sides.
template <int D>
void check_width(const Case& settings, const solver::Application<D>& application,
                 Problems& problems) {
  if (!problems.empty()) {
    return;
  }
  const auto& cells = settings.numbers("domain.cells");
  const int ratio = static_cast<int>(settings.integer("mesh.ratio"));
  const bool is_refined = settings.integer("mesh.max_levels") > 1;
  const bool has_shadow = is_refined && settings.text("mesh.flag") == "richardson";
  const int ghosts = has_shadow ? solver::shadow_ghosts(application) : application.ghosts();
  const int least =
      std::max(ghosts, is_refined ? solver::parent_reach(application, ghosts, ratio) : 0);
  const solver::Boundaries<D> sides = make_boundaries(settings, application);
  for (std::size_t d = 0; d < D; ++d) {
    if (cells[d] < least && std::ranges::any_of(sides[d], is_folded)) {
      problems.add(place_of(settings, "domain.cells", "kernel.name"),
                   fmt::format("domain.cells[{}] is {}, must be at least {}: kernel '{}' as it is "
                               "set reads so far beyond a side",
                               d, cells[d], least, settings.text("kernel.name")));
    }
  }
}

/// What the kernel or its scheme cannot do with the mesh as it is to be.
template <int D>
void check_mesh_suits(const Case& settings, const solver::Application<D>& application,
                      Problems& problems) {
  const bool is_plain =
      application.stages() == 1 && application.registers() == 0 && !application.keeps_old();
  if (settings.text("mesh.flag") == "richardson" && !is_plain) {
    problems.add(settings.place("mesh.flag"),
                 fmt::format("mesh.flag is 'richardson', which needs a scheme of one stage; kernel "
                             "'{}' as it is set takes more",
                             settings.text("kernel.name")));
  } else if (settings.text("mesh.flag") == "richardson" && application.has_source()) {
    problems.add(settings.place("mesh.flag"),
                 fmt::format("mesh.flag is 'richardson', whose estimate leaves source terms out; "
                             "kernel '{}' has some",
                             settings.text("kernel.name")));
  }
}

template <int D>
void check_ratio(const Case& settings, const solver::Application<D>& application,
                 Problems& problems) {
  const auto ratio = settings.integer("mesh.ratio");
  const std::string objection = application.objection_to(static_cast<int>(ratio));
  if (settings.integer("mesh.max_levels") > 1 && !objection.empty()) {
    problems.add(settings.place("mesh.ratio"),
                 fmt::format("mesh.ratio is {}: kernel '{}' {}", ratio,
                             settings.text("kernel.name"), objection));
  }
}

/// Kernels that solve elliptic problems want boundaries that have a solution, and ratio 2.
template <int D>
void check_coupling(const Case& settings, const solver::Application<D>& application,
                    Problems& problems) {
  if (!problems.empty()) {
    return;
  }
  try {
    const auto coupling = application.make_coupling(make_boundaries(settings, application));
    const auto ratio = settings.integer("mesh.ratio");
    if (coupling != nullptr && ratio != 2 && settings.integer("mesh.max_levels") > 1) {
      problems.add(
          settings.place("mesh.ratio"),
          fmt::format("mesh.ratio is {}, allowed is 2: kernel '{}' solves elliptic problems", ratio,
                      settings.text("kernel.name")));
    }
  } catch (const InputError& error) {
    problems.add(place_of_fault(settings, error.what()), error.what());
  }
}

}  // namespace

void check_mesh(const Case& settings, const kernels::ApplicationPlugin& kernel,
                Problems& problems) {
  check_shapes(settings, static_cast<std::size_t>(kernel.dimension()), problems);
  check_corners(settings, problems);
  check_divisible(settings, problems);
  check_countable(settings, problems);
  check_regions(settings, static_cast<std::size_t>(kernel.dimension()), problems);
  std::visit(
      [&](const auto& application) {
        check_periodic_pairs(settings, *application, problems);
        check_components(settings, *application, problems);
        check_derived(settings, *application, problems);
        check_thresholds(settings, *application, problems);
        check_outgoing(settings, *application, problems);
        check_solids(settings, *application, problems);
        check_width(settings, *application, problems);
        check_mesh_suits(settings, *application, problems);
        check_ratio(settings, *application, problems);
        check_coupling(settings, *application, problems);
      },
      kernel.application);
}

}  // namespace evenkeel::runtime
