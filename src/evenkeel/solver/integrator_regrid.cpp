// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Berger-Oliger time stepping: when and how levels are rebuilt.
#include <algorithm>
#include <utility>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/hierarchy/booking.hpp"
#include "evenkeel/solver/flag_boxes.hpp"
#include "evenkeel/solver/flags.hpp"
#include "evenkeel/solver/integrator.hpp"
#include "evenkeel/solver/richardson.hpp"
#include "evenkeel/solver/solids.hpp"

namespace evenkeel::solver {
namespace {

using telemetry::Phase;

/// The first level from \p from on that would become another one, or go; one more than the finest
/// if none would. \p layouts as for install()
template <int D>
int first_replaced(const hierarchy::Hierarchy<D>& hierarchy, int from,
                   const std::vector<hierarchy::LevelLayout<D>>& layouts) {
  int level = from;
  for (const hierarchy::LevelLayout<D>& layout : layouts) {
    if (layout.boxes.empty() || level > hierarchy.finest() ||
        hierarchy.level(level).layout() != layout) {
      break;
    }
    ++level;
  }
  return level;
}

}  // namespace

template <int D>
bool Integrator<D>::regrid_due(int level, int later) const {
  if (level > 0 && coupling_ != nullptr) {
    return false;
  }
  // The base may change owners even where nothing is refined.
  return options_.regrid_interval > 0 &&
         (level == 0 || level + 1 < hierarchy_->mesh().max_levels) &&
         (level_steps_[static_cast<std::size_t>(level)] + later) % options_.regrid_interval == 0;
}

template <int D>
bool Integrator<D>::initialise(const std::function<bool(int level)>& goes_on) {
  const auto stops = [&](int level) { return goes_on && !goes_on(level); };
  const hierarchy::Mesh<D>& mesh = hierarchy_->mesh();
  clock_ = {};
  std::ranges::fill(level_steps_, 0);
  if (stops(0)) {
    return false;
  }
  install(0, {{mesh.domain(0)}}, 0.0, Values::kUnset);
  set_initial_values();
  for (int finest = 0; finest + 1 < mesh.max_levels && finest == hierarchy_->finest(); ++finest) {
    if (stops(finest + 1)) {
      return false;
    }
    rebuild(0, {}, first_dt(), Values::kUnset);
    set_initial_values();
  }
  for (int level = hierarchy_->finest() - 1; level >= 0; --level) {
    hierarchy_->sync(level).clear();
    synchronise(level, 0.0);
  }
  next_dt_ = coupling_ == nullptr ? first_dt() : 0.0;  // what it sets may tell how fast things go
  make_room();                                         // now, not in the first step
  return true;
}

template <int D>
void Integrator<D>::set_initial_values() {
  for (int level = 0; level <= hierarchy_->finest(); ++level) {
    for (storage::Patch<D>& patch : hierarchy_->level(level).patches()) {
      application_->initialise(patch.state.view(), patch.box, stepper_.surroundings(level).place);
    }
    stepper_.clear_masked(level);
  }
}

template <int D>
void Integrator<D>::regrid() {
  if (next_dt_ <= 0.0) {
    next_dt_ = first_dt();
  }
  rebuild(0, {clock_.time, 1.0}, next_dt_);
}

/// Replaces the levels above \p base (all levels where that is 0) by what present flags ask for.
///
/// \param now  of level base; finer levels are at the same time
/// \param dt   [time] of a coarse step
template <int D>
void Integrator<D>::rebuild(int base, const Moment& now, double dt, Values values) {
  const hierarchy::Booking booking(hierarchy_->communicator(), Phase::kRegrid);
  const auto flag = [&](int level) {
    return flags(level, {now.time, level == base ? now.theta : 1.0}, dt / substeps(level));
  };
  std::vector<geometry::BoxList<D>> boxes;
  if (hierarchy_->mesh().max_levels > 1) {
    boxes = hierarchy::regrid_boxes<D>(hierarchy_->communicator(), hierarchy_->mesh(),
                                       hierarchy_->levels(), base, options_.regrid, flag);
  }
  if (base == 0) {
    boxes.insert(boxes.begin(), {hierarchy_->mesh().domain(0)});
  }
  install(base == 0 ? 0 : base + 1, boxes, now.time, values);
}

template <int D>
void Integrator<D>::install(int from, const std::vector<geometry::BoxList<D>>& boxes, double time,
                            Values values) {
  std::vector<hierarchy::LevelLayout<D>> layouts = place_(from, boxes);
  const double start = wall_seconds();
  const hierarchy::Level<D>* const base =
      hierarchy_->finest() >= 0 ? &hierarchy_->level(0) : nullptr;
  const int first = first_replaced(*hierarchy_, from, layouts);
  if (coupling_ != nullptr) {
    coupling_->drop_plans(first);
  }
  if (from > 0) {  // within a step: a retry needs what is replaced
    snapshot_.before_install(*hierarchy_, first);
  }
  const bool is_coupled_next = from == 0 && coupling_ != nullptr;
  if (values == Values::kUnset) {
    hierarchy_->install_unset(from, std::move(layouts));
  } else {
    hierarchy_->install(
        from, std::move(layouts),
        [&](auto& level, auto& pieces) { stepper_.prolong_pieces(level, pieces, time); },
        is_coupled_next ? hierarchy_->shape().moved() : 0,
        [&](auto& old) {
          if (from > 0) {
            snapshot_.leave(old);
          }
        });
  }
  if (base != &hierarchy_->level(0)) {  // the level under those that were made stays otherwise
    stepper_.forget_filled();
  }
  install_seconds_ += wall_seconds() - start;
}

template <int D>
std::vector<hierarchy::Flags> Integrator<D>::flags(int level, const Moment& now, double dt) {
  std::vector<hierarchy::Flags> all =
      options_.flags.kind == FlagRule::Kind::kRichardson
          ? richardson_flags(*hierarchy_, *application_, stepper_, options_.flags, level, {now, dt})
          : indicated(level, now);
  decide_regardless(level, now.time, all);
  return all;
}

/// Flags by the values around cells.
template <int D>
std::vector<hierarchy::Flags> Integrator<D>::indicated(int level, const Moment& now) {
  FlagRule rule = options_.flags;
  const int derived = rule.component - hierarchy_->shape().components;
  stepper_.fill_for_flags(
      level, now, std::min(rule.component + rule.components, hierarchy_->shape().components));
  stepper_.note_filled(level, now);
  rule.component = derived < 0 ? rule.component : 0;
  std::vector<double> memory;
  std::vector<hierarchy::Flags> all;
  all.reserve(hierarchy_->level(level).patches().size());
  for (const storage::Patch<D>& patch : hierarchy_->level(level).patches()) {
    extend_into_masked<D>(patch.state.view(), patch.box.grow(1), stepper_.masked(level));
    all.emplace_back(static_cast<std::size_t>(patch.box.volume()));
    const storage::View<D> looked_at =
        derived < 0 ? patch.state.view()
                    : derive(*application_, derived, patch.state.view(), patch.box.grow(1), memory);
    flag_cells<D>(looked_at, patch.box, rule, level,
                  refined_cells(*hierarchy_, rule, level, patch.box), all.back());
  }
  stepper_.clear_masked(level);
  return all;
}

/// Sets flags where the case, the coupling or a body decides, whatever the values are.
///
/// \param all  shape [patches]
template <int D>
void Integrator<D>::decide_regardless(int level, double time, std::vector<hierarchy::Flags>& all) {
  const hierarchy::Mesh<D>& mesh = hierarchy_->mesh();
  const RegionCells<D> asked = region_cells<D>(options_.regions, mesh, level, time);
  const geometry::BoxList<D> always =
      coupling_ ? coupling_->always_refined(mesh, level) : geometry::BoxList<D>{};
  const auto patches = std::as_const(*hierarchy_).level(level).patches();
  for (std::size_t p = 0; p < patches.size(); ++p) {
    const auto fill = [&](const geometry::BoxList<D>& parts, std::uint8_t value) {
      for (const geometry::Box<D>& part : parts) {
        fill_flags(all[p], patches[p].box, patches[p].box.intersect(part), value);
      }
    };
    fill(asked.barred, 0);
    fill(asked.wanted, 1);
    fill(always, 1);
    fill(stepper_.masked(level), 0);
  }
}

template class Integrator<1>;
template class Integrator<2>;
template class Integrator<3>;

}  // namespace evenkeel::solver
