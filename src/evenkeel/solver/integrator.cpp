// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Berger-Oliger time stepping: the recursion, the time step, and what happens when a step fails.
#include "evenkeel/solver/integrator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/core.h>
#include <fmt/format.h>

#include "evenkeel/hierarchy/booking.hpp"
#include "evenkeel/solver/prolong.hpp"
#include "evenkeel/solver/restrict.hpp"
#include "evenkeel/solver/richardson.hpp"

namespace evenkeel::solver {

template <int D>
hierarchy::StateShape state_shape(const Application<D>& application) {
  hierarchy::StateShape shape;
  shape.components = static_cast<int>(application.components().size());
  EVENKEEL_EXPECT(std::ranges::is_partitioned(application.components(), &Component::is_carried));
  shape.carried =
      static_cast<int>(std::ranges::count_if(application.components(), &Component::is_carried));
  shape.ghosts = application.ghosts();
  shape.stencil = interpolation_stencil(application.transfer());
  shape.stages = application.registers();
  shape.keeps_rate = application.time_order() == 3;
  shape.keeps_old = application.keeps_old();
  shape.joins = application.joins_patches();
  shape.stage_axes = application.stage_axes();
  if (application.time_order() == 4) {
    const int read = application.stage_components();
    shape.followed = read == 0 ? shape.components : read;
  }
  return shape;
}

template <int D>
Integrator<D>::Integrator(hierarchy::Hierarchy<D>& hierarchy, const Application<D>& application,
                          const IntegratorOptions<D>& options, Place place)
    : hierarchy_(&hierarchy),
      application_(&application),
      options_(options),
      place_(std::move(place)),
      coupling_(application.make_coupling(options.boundaries)),
      level_steps_(static_cast<std::size_t>(hierarchy.mesh().max_levels), 0),
      stepper_(hierarchy, application, options.boundaries, options.speed),
      judging_(hierarchy.communicator(), MPI_MAX) {
  for (std::size_t d = 0; d < D; ++d) {
    for (const BoundaryKind kind : options.boundaries[d]) {
      EVENKEEL_EXPECT((kind == BoundaryKind::kPeriodic) == hierarchy.mesh().periodic[d]);
    }
  }
  options_.regrid.nesting = std::max(options_.regrid.nesting, least_nesting());
  if (application.stages() == 0 && options_.fixed_dt <= 0.0) {
    options_.fixed_dt = 1.0;
  }
  for (std::size_t c = 0; c < application.components().size(); ++c) {
    conserved_[c] = application.components()[c].conserved;
  }
}

template <int D>
void Integrator<D>::restore(const Clock& clock, const std::vector<std::int64_t>& level_steps,
                            double next_dt) {
  EVENKEEL_EXPECT(level_steps.size() <= level_steps_.size());
  clock_ = clock;
  std::copy(level_steps.begin(), level_steps.end(), level_steps_.begin());
  next_dt_ = next_dt;
}

template <int D>
int Integrator<D>::least_nesting() const {
  const bool is_shadowed = options_.flags.kind == FlagRule::Kind::kRichardson;
  const int ghosts = is_shadowed ? shadow_ghosts(*application_) : application_->ghosts();
  return parent_reach(*application_, ghosts, hierarchy_->mesh().ratio);
}

template <int D>
void Integrator<D>::fill_ghosts() {
  for (int level = 0; level <= hierarchy_->finest(); ++level) {
    stepper_.fill(level, {clock_.time, 1.0});
  }
}

template <int D>
int Integrator<D>::substeps(int level) const {
  return options_.subcycle ? hierarchy_->mesh().total_ratio(level) : 1;
}

/// [1/time] Of the present values, scaled to the coarse step. Collective.
template <int D>
double Integrator<D>::largest_rate() const {
  double rate = 0.0;
  for (int level = 0; level <= hierarchy_->finest(); ++level) {
    for (const storage::Patch<D>& patch : hierarchy_->level(level).patches()) {
      rate = std::max(rate, stepper_.rate(patch) / substeps(level));
    }
  }
  return hierarchy_->communicator().max(rate);
}

template <int D>
double Integrator<D>::first_dt() const {
  return options_.fixed_dt > 0.0 ? options_.fixed_dt : options_.cfl / largest_rate();
}

template <int D>
void Integrator<D>::prepare() {
  if (prepared_) {
    return;
  }
  stepper_.forget_filled();
  const bool regrids = clock_.step > 0 && regrid_due(0);
  const int finest = hierarchy_->finest();
  if (regrids) {
    regrid();
  }
  prepared_ = Prepared{regrids, hierarchy_->finest() > finest};
}

template <int D>
StepReport Integrator<D>::step(double end, const std::function<void()>& while_judged) {
  EVENKEEL_EXPECT(end > clock_.time);
  while_judged_ = while_judged;
  prepare();
  const Prepared prepared = *std::exchange(prepared_, std::nullopt);
  const StepReport before = couple(prepared.regridded);
  if (next_dt_ <= 0.0) {
    next_dt_ = first_dt();
  } else if (prepared.grew) {
    next_dt_ = std::min(next_dt_, first_dt());  // of levels that there were before
  }
  const double left = end - clock_.time;
  const bool ends = next_dt_ >= left * (1.0 - 1e-12);
  double dt = ends ? left : next_dt_;
  if (!std::isfinite(dt)) {
    throw InputError(
        "nothing moves: a signal rate of 0 gives no time step; give time.end or time.fixed_dt");
  }
  Attempt done = attempt_step(dt, regrid_due(0), before);
  done.report.install_seconds = std::exchange(install_seconds_, 0.0);
  const bool retried = done.report.retries > 0;
  clock_ = {clock_.step + 1, ends && !retried ? end : clock_.time + dt, dt};
  // A step cut short by the end says nothing about the next one.
  const double limit = options_.growth * (retried ? dt : next_dt_);
  next_dt_ =
      options_.fixed_dt > 0.0 ? options_.fixed_dt : std::min(options_.cfl / done.rate, limit);
  if (!std::isfinite(next_dt_)) {
    next_dt_ = 0.0;
  }
  return done.report;
}

/// What the kernel does to all levels before they step. \param regridded  they were just made
template <int D>
StepReport Integrator<D>::couple(bool regridded) {
  StepReport report;
  report.level_updates.assign(level_steps_.size(), 0);
  report.level_work.assign(level_steps_.size(), 0.0);
  report.level_seconds.assign(level_steps_.size(), 0.0);
  if (coupling_ == nullptr || !(regridded || clock_.step % coupling_->interval() == 0)) {
    return report;
  }
  telemetry::PhaseClock* const clock = hierarchy_->communicator().clock();
  std::optional<telemetry::PhaseScope> booking;  // but for what it waits, exchanges and rebuilds
  if (clock != nullptr) {
    booking.emplace(*clock, telemetry::Phase::kCompute, telemetry::Meter::kWallAndCpu);
  }
  const auto rebuilt = [&] {
    return clock != nullptr ? clock->wall(telemetry::Phase::kRegrid) : 0.0;
  };
  const double before = rebuilt();
  stepper_.forget_filled();
  const CouplingReport done = coupling_->couple(*hierarchy_, clock_.time);
  install_seconds_ += rebuilt() - before;
  for (std::size_t l = 0; l < done.level_updates.size(); ++l) {
    const double seconds = stepper_.brake().stretch(done.level_seconds[l]);
    count(static_cast<int>(l), done.level_updates[l], seconds, report);
  }
  return report;
}

template <int D>
void Integrator<D>::make_room() {
  if (application_->stages() > 0) {
    snapshot_.begin(*hierarchy_);
  }
  storage::Pool& pool = hierarchy_->pool();
  const std::size_t bytes = pool.bytes_in_use();
  if (bytes < most_bytes_ / 4 * 3) {
    pool.return_idle();
    most_bytes_ = 0;
  }
  most_bytes_ = std::max(most_bytes_, bytes);
}

/// Takes the step, with \p dt halved until it stands.
///
/// \param just_regridded  all levels are new, so that no finer one need be rebuilt at once
/// \param before          what the coupling did
template <int D>
auto Integrator<D>::attempt_step(double& dt, bool just_regridded, const StepReport& before)
    -> Attempt {
  Attempt attempt{.report = before};
  const double start = wall_seconds();
  make_room();
  if (install_seconds_ > 0.0) {  // patches are new: what they want is a part of their price
    install_seconds_ += wall_seconds() - start;
  }
  if (application_->stages() == 0) {
    ++level_steps_[0];
    return attempt;
  }
  const std::vector<std::int64_t> steps_before = level_steps_;
  for (;;) {
    LevelInterval interval{{clock_.time, 1.0}, dt};
    if (coupling_ == nullptr) {
      interval.next = Moment{clock_.time + dt, 1.0};
    }
    advance(0, interval, just_regridded, attempt);
    if (stands(attempt)) {
      return attempt;
    }
    hierarchy_->ghosts(0).drop_sent();
    snapshot_.restore(*hierarchy_);
    if (attempt.report.retries == options_.max_retries) {
      give_up(attempt.worst, dt);
    }
    level_steps_ = steps_before;
    attempt.rate = 0.0;
    attempt.worst = {};
    ++attempt.report.retries;
    dt *= 0.5;
  }
}

template <int D>
void Integrator<D>::advance(int level, const LevelInterval& interval, bool just_regridded,
                            Attempt& attempt) {
  if (level > 0 && !just_regridded && regrid_due(level)) {
    rebuild(level, interval.start, interval.dt * substeps(level));
    just_regridded = true;
  }
  if (level < hierarchy_->finest()) {
    const hierarchy::Booking booking(hierarchy_->communicator(), telemetry::Phase::kReflux);
    hierarchy_->sync(level).clear();
  }
  if (level < hierarchy_->finest() && (just_regridded || !regrid_due(level + 1))) {
    stepper_.send_early(level + 1, interval.start.time);
  }
  LevelInterval saving = interval;
  saving.saves = snapshot_.must_save(level);
  if (regrid_due(level, 1)) {
    saving.next.reset();
  }
  add(level, stepper_.advance(level, saving), attempt);
  ++level_steps_[static_cast<std::size_t>(level)];
  if (level == hierarchy_->finest()) {  // deeper levels count as if they were there
    for (auto deeper = static_cast<std::size_t>(level) + 1; deeper < level_steps_.size();
         ++deeper) {
      level_steps_[deeper] = level_steps_[deeper - 1] * repeats();
    }
    if (interval.is_last) {
      begin_judging(attempt);
    }
    return;
  }
  const double share = 1.0 / repeats();
  const auto start = [&](int k) {
    return Moment{interval.start.time + k * share * interval.dt, k * share};
  };
  for (int k = 0; k < repeats(); ++k) {
    const bool meets = k + 1 == repeats();
    LevelInterval finer{start(k), share * interval.dt, share, interval.is_last && meets, meets};
    if (!meets) {
      finer.next = start(k + 1);
    }
    advance(level + 1, finer, just_regridded && k == 0, attempt);
  }
  synchronise(level, interval.start.time + interval.dt);
}

/// Brings the finer level back to \p coarse at the end of its step.
///
/// Interpolation of point values reads beyond patches, where the ghosts are those of a stage.
template <int D>
void Integrator<D>::synchronise(int coarse, double time) {
  const bool interpolates = application_->transfer() == Transfer::kPointValue;
  const int reach = interpolation_reach(hierarchy_->mesh().ratio);
  if (interpolates && reach > 0) {
    stepper_.fill(coarse + 1, {time, 1.0}, reach);
  }
  const hierarchy::Booking booking(hierarchy_->communicator(), telemetry::Phase::kReflux);
  hierarchy_->sync(coarse).run(hierarchy_->level(coarse), hierarchy_->level(coarse + 1),
                               interpolates ? &interpolate<D> : &average<D>,
                               {conserved_.data(), application_->components().size()},
                               stepper_.has_averaged(coarse + 1));
  stepper_.clear_masked(coarse);
}

template <int D>
void Integrator<D>::add(int level, const LevelResult<D>& result, Attempt& attempt) const {
  count(level, result.updates, result.seconds, attempt.report);
  attempt.report.level_work[static_cast<std::size_t>(level)] += result.source_work;
  attempt.rate = std::max(attempt.rate, result.rate / substeps(level));
  if (result.worst.severity > attempt.worst.severity) {
    attempt.worst = result.worst;
  }
}

/// Work done on one level.
template <int D>
void Integrator<D>::count(int level, std::int64_t updates, double seconds,
                          StepReport& report) const {
  const auto l = static_cast<std::size_t>(level);
  report.cell_updates += updates;
  report.compute_seconds += seconds;
  report.level_updates[l] += updates;
  report.level_work[l] += static_cast<double>(updates);
  report.level_seconds[l] += seconds;
  if (telemetry::PhaseClock* clock = hierarchy_->communicator().clock(); clock != nullptr) {
    clock->counters().cell_updates += updates;
  }
}

/// The one reduction of a coarse step: the time step's limit, and whether any rank was in trouble.
/// On its way while coarser levels take over what finer ones hold, it is hardly waited for.
template <int D>
void Integrator<D>::begin_judging(const Attempt& attempt) {
  judging_.begin(std::array{attempt.rate, attempt.worst.severity});
  if (while_judged_) {
    while_judged_();
  }
}

template <int D>
bool Integrator<D>::stands(Attempt& attempt) {
  std::array<double, 2> worst{};
  judging_.finish(worst);
  attempt.rate = worst[0];
  return worst[1] <= 1.0;
}

/// What to do about a step of size \p dt that failed, where the largest rate was \p rate before it.
template <int D>
std::string Integrator<D>::advice(const Violation<D>& worst, double dt, double rate) const {
  constexpr double kFar = 0.1;  // of the limit: what fails there is not the step's size
  if (!std::isfinite(worst.severity) && dt * rate < kFar * application_->courant_limit()) {
    return fmt::format("smaller steps do not help: dt * signal rate was {:.3g} before", dt * rate);
  }
  return options_.fixed_dt > 0.0 ? "lower time.fixed_dt" : "lower time.cfl";
}

/// \pre the values are those of before the step
template <int D>
void Integrator<D>::give_up(const Violation<D>& mine, double dt) const {
  const std::vector<Violation<D>> all = hierarchy_->communicator().gather_all(mine);
  // The same on every rank: the worst, then the coarsest, then the first.
  const Violation<D>& worst = *std::ranges::min_element(all, [](const auto& a, const auto& b) {
    return std::tuple(-a.severity, a.level, a.box) < std::tuple(-b.severity, b.level, b.box);
  });
  const std::string found =
      std::isfinite(worst.severity)
          ? fmt::format("dt * signal rate is {:.3g}, at most {:.3g} is stable",
                        worst.severity * application_->courant_limit(),
                        application_->courant_limit())
          : std::string("values are not finite numbers");
  throw InstabilityError(fmt::format(
      "step {} at time {:.6g} failed after {} halvings, last dt {:.3g}: {} on level {}, box "
      "({}) to ({}), cell ({}); {}",
      clock_.step + 1, clock_.time, options_.max_retries, dt, found, worst.level,
      fmt::join(worst.box.lo, ","), fmt::join(worst.box.hi, ","), fmt::join(worst.cell, ","),
      advice(worst, dt, largest_rate())));
}

template class Integrator<1>;
template class Integrator<2>;
template class Integrator<3>;
template hierarchy::StateShape state_shape(const Application<1>&);
template hierarchy::StateShape state_shape(const Application<2>&);
template hierarchy::StateShape state_shape(const Application<3>&);

}  // namespace evenkeel::solver
