// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Applications advanced by Muscl, in one Hancock step or in Runge-Kutta stages, or by HighOrder.
#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "evenkeel/solver/application.hpp"
#include "evenkeel/solver/combine.hpp"
#include "evenkeel/solver/schemes/high_order.hpp"
#include "evenkeel/solver/schemes/largest_rate.hpp"
#include "evenkeel/solver/schemes/muscl.hpp"

namespace evenkeel::solver {

/// Choices of the scheme that every finite-volume kernel offers.
struct SchemeOptions {
  /// Limited slopes in one predicted step or in Runge-Kutta stages; high order in three stages.
  enum class Method { kHancock, kRungeKutta2, kRungeKutta3, kWeno5, kEno3 };
  Method method = Method::kHancock;
  double beta = 2.0;            ///< \see limited_slope
  bool characteristic = false;  ///< slopes of waves are limited, where the Flow has some
  bool lax_friedrichs = false;  ///< of gases: local Lax-Friedrichs fluxes
};

constexpr bool is_high_order(SchemeOptions::Method method) {
  return method == SchemeOptions::Method::kWeno5 || method == SchemeOptions::Method::kEno3;
}

/// One stage of a strong-stability-preserving Runge-Kutta method in the form
///   u <- keep * u_old + (1 - keep) * (u + dt L(u))                    (Shu and Osher 1988)
struct Stage {
  double keep = 0.0;
  double time = 0.0;   ///< of u, in units of dt
  double bend = 0.0;   ///< u is u_old + time dt u_t + bend dt^2 u_tt + ...
  double share = 1.0;  ///< of L(u) in the whole step
};

/// The stages of a method; Hancock has one.
std::span<const Stage> stages_of(SchemeOptions::Method method);

/// The part of an Application that is loops. A \p Model has
///   Flow                             \see Muscl, HighOrder
///   table_doubles(box)               doubles its Flow takes per patch
///   flow(place, box, time, tables)   the Flow of one patch
template <int D, class Model>
class FiniteVolume : public Application<D> {
 public:
  FiniteVolume(Model model, const SchemeOptions& options)
      : model_(std::move(model)), options_(options), stages_(stages_of(options.method)) {}

  int ghosts() const override { return is_high_order() ? kHighOrderGhosts : kMusclGhosts; }
  int stages() const override { return static_cast<int>(stages_.size()); }
  Transfer transfer() const override {
    return is_high_order() ? Transfer::kSmoothAverage : Transfer::kCellAverage;
  }
  bool keeps_old() const override { return stages_.size() > 1; }
  bool saves() const override { return true; }
  bool averages() const override {
    return D > 1 && options_.method == SchemeOptions::Method::kHancock;
  }
  /// Source terms change ghosts too, all of them.
  bool joins_patches() const override { return !this->has_source(); }
  int stage_axes() const override { return this->joins_patches() ? 2 : D; }
  int registers() const override { return keeps_old() && this->has_source() ? 1 : 0; }
  double stage_time(int stage) const override {
    return stages_[static_cast<std::size_t>(stage)].time;
  }

  /// Split steps are of second order, and the rate of their first stage is not all of theirs.
  int time_order() const override { return is_high_order() && !this->has_source() ? 3 : 2; }
  std::array<double, 3> stage_expansion(int stage) const override {
    const Stage& at = stages_[static_cast<std::size_t>(stage)];
    return time_order() == 3 ? std::array{at.time, at.bend, 0.0}
                             : Application<D>::stage_expansion(stage);
  }

  double advance(const StageStep<D>& step, Scratch& scratch) const override {
    double rate = 0.0;
    // Not that of a kernel, which may call advance().
    FiniteVolume::advance_group({&step, 1}, {&rate, 1}, scratch);
    return rate;
  }

  bool advance_group(std::span<const StageStep<D>> steps, std::span<double> rates,
                     Scratch& scratch) const override {
    bool is_finite = false;
    if (is_high_order()) {
      advance_high_order(steps, rates, scratch);
    } else {
      is_finite = advance_slopes(steps, rates, scratch);
    }
    for (const StageStep<D>& step : steps) {
      is_finite = !complete(step) && is_finite;
      if (is_high_order() && step.stage == 0 && !step.rate.is_empty()) {
        // That stage is a whole step of Euler's.
        subtract(step.state, step.old, step.rate.part(step.box));
      }
    }
    return is_finite;
  }

  double rate(const storage::View<D>& state, const geometry::Box<D>& box,
              const Place<D>& place) const override {
    std::vector<double> tables(Model::table_doubles(box));
    return largest_rate(model_.flow(place, box, 0.0, tables.data()), state, box, place);
  }

 protected:
  const Model& model() const { return model_; }

  /// Changes what a stage has left of a patch, before anything else is made of it; false: nothing
  /// is to be changed. Who does must not promise averages().
  virtual bool complete(const StageStep<D>& /*step*/) const { return false; }

 private:
  bool is_high_order() const { return solver::is_high_order(options_.method); }

  bool advance_slopes(std::span<const StageStep<D>> steps, std::span<double> rates,
                      Scratch& scratch) const {
    using Sweep = Muscl<D, typename Model::Flow>;
    const StageStep<D>& step = steps.front();
    const geometry::Box<D> box = group_box(steps);
    const Stage& stage = stages_[static_cast<std::size_t>(step.stage)];
    const bool predict = options_.method == SchemeOptions::Method::kHancock;
    const double at = predict ? 0.5 : stage.time;
    const std::size_t tables = Model::table_doubles(box);
    double* const memory = scratch.take(tables + Sweep::scratch_doubles(box, step.ratio));
    const bool is_finite =
        Sweep(model_.flow(step.place, box, step.time + at * step.dt, memory), steps, rates,
              {options_.beta, options_.characteristic, predict, stage.share}, memory + tables)
            .run();
    if (stage.keep > 0.0) {
      for (const StageStep<D>& one : steps) {
        blend(one.state, one.old, one.box, stage.keep);
      }
    }
    return is_finite;
  }

  void advance_high_order(std::span<const StageStep<D>> steps, std::span<double> rates,
                          Scratch& scratch) const {
    using Sweep = HighOrder<D, typename Model::Flow>;
    const StageStep<D>& step = steps.front();
    const geometry::Box<D> box = group_box(steps);
    const Stage& stage = stages_[static_cast<std::size_t>(step.stage)];
    const bool eno = options_.method == SchemeOptions::Method::kEno3;
    const std::size_t tables = Model::table_doubles(box);
    double* const memory = scratch.take(tables + Sweep::scratch_doubles(box));
    Sweep(model_.flow(step.place, box, step.time + stage.time * step.dt, memory), steps, rates,
          {eno, options_.beta, stage.keep, stage.share}, memory + tables)
        .run();
  }

  Model model_;
  SchemeOptions options_;
  std::span<const Stage> stages_;
};

}  // namespace evenkeel::solver
