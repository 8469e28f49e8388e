// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A kernel on a slower machine than this one.
#pragma once

#include <chrono>
#include <ctime>
#include <memory>
#include <thread>
#include <utility>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/solver/application.hpp"

namespace evenkeel::runtime {

/// A kernel's coupling on a slower machine: sleeps after it for the missing part.
template <int D>
class SlowedCoupling final : public solver::Coupling<D> {
 public:
  /// \param extra  sleep per time of computing
  SlowedCoupling(std::shared_ptr<solver::Coupling<D>> inner, double extra)
      : inner_(std::move(inner)), extra_(extra) {}

  int interval() const override { return inner_->interval(); }
  solver::CouplingReport couple(hierarchy::Hierarchy<D>& hierarchy, double time) override {
    solver::CouplingReport report = inner_->couple(hierarchy, time);
    double sleep = 0.0;
    for (double& seconds : report.level_seconds) {
      sleep += extra_ * seconds;
      seconds *= 1.0 + extra_;
    }
    std::this_thread::sleep_for(std::chrono::duration<double>(sleep));
    return report;
  }
  void drop_plans(int first) override { inner_->drop_plans(first); }
  std::vector<geometry::Box<D>> always_refined(const hierarchy::Mesh<D>& mesh,
                                               int level) const override {
    return inner_->always_refined(mesh, level);
  }

 private:
  std::shared_ptr<solver::Coupling<D>> inner_;
  double extra_;
};

/// The same kernel at a part of its speed: sleeps after patches for as long as the missing part
/// would have taken. For trying an uneven machine where there is none; results do not change.
template <int D>
class SlowedApplication final : public solver::Application<D> {
 public:
  /// \param speed  in (0, 1]; 1 is full speed   \param inner  outlives this object
  SlowedApplication(const solver::Application<D>& inner, double speed)
      : inner_(&inner), extra_(1.0 / speed - 1.0) {}

  std::span<const solver::Component> components() const override { return inner_->components(); }
  solver::Transfer transfer() const override { return inner_->transfer(); }
  int ghosts() const override { return inner_->ghosts(); }
  int stages() const override { return inner_->stages(); }
  int stage_components() const override { return inner_->stage_components(); }
  int stage_axes() const override { return inner_->stage_axes(); }
  double stage_time(int stage) const override { return inner_->stage_time(stage); }
  int time_order() const override { return inner_->time_order(); }
  std::array<double, 3> stage_expansion(int stage) const override {
    return inner_->stage_expansion(stage);
  }
  int registers() const override { return inner_->registers(); }
  bool keeps_old() const override { return inner_->keeps_old(); }
  bool saves() const override { return inner_->saves(); }
  bool averages() const override { return inner_->averages(); }
  double courant_limit() const override { return inner_->courant_limit(); }
  bool bounds_motion() const override { return inner_->bounds_motion(); }
  void initialise(const storage::View<D>& state, const geometry::Box<D>& box,
                  const solver::Place<D>& place) const override {
    inner_->initialise(state, box, place);
  }
  double advance(const solver::StageStep<D>& step, solver::Scratch& scratch) const override {
    return slowly([&] { return inner_->advance(step, scratch); });
  }
  bool joins_patches() const override { return inner_->joins_patches(); }
  bool advance_group(std::span<const solver::StageStep<D>> steps, std::span<double> rates,
                     solver::Scratch& scratch) const override {
    return slowly([&] { return inner_->advance_group(steps, rates, scratch); });
  }
  bool has_source() const override { return inner_->has_source(); }
  double react(const solver::SourceStep<D>& step) const override {
    return slowly([&] { return inner_->react(step); });
  }
  std::span<const solver::Solid<D>> solids() const override { return inner_->solids(); }
  double rate(const storage::View<D>& state, const geometry::Box<D>& box,
              const solver::Place<D>& place) const override {
    return inner_->rate(state, box, place);
  }
  solver::Boundaries<D> boundaries() const override { return inner_->boundaries(); }
  double parity(int component, int axis) const override { return inner_->parity(component, axis); }
  bool mixes_kinds(int axis, int side) const override { return inner_->mixes_kinds(axis, side); }
  solver::BoundaryKind kind_at(solver::BoundaryKind declared, int axis, int side,
                               const hierarchy::Point<D>& x, double time) const override {
    return inner_->kind_at(declared, axis, side, x, time);
  }
  void inflow(const hierarchy::Point<D>& x, double time, std::span<double> values) const override {
    inner_->inflow(x, time, values);
  }
  solver::Outgoing outgoing(int component) const override { return inner_->outgoing(component); }
  std::span<const solver::Monitor> monitors() const override { return inner_->monitors(); }
  void measure(const storage::View<D>& state, const geometry::Index<D>& cell,
               const solver::Place<D>& place, std::span<double> densities) const override {
    inner_->measure(state, cell, place, densities);
  }
  bool is_admissible(std::span<const double> values) const override {
    return inner_->is_admissible(values);
  }
  std::shared_ptr<solver::Coupling<D>> make_coupling(
      const solver::Boundaries<D>& boundaries) const override {
    auto inner = inner_->make_coupling(boundaries);
    return inner == nullptr ? nullptr
                            : std::make_shared<SlowedCoupling<D>>(std::move(inner), extra_);
  }
  bool checks_values() const override { return inner_->checks_values(); }
  void check_row(std::span<const double* const> values, std::span<std::uint8_t> ok) const override {
    inner_->check_row(values, ok);
  }
  std::span<const std::string_view> derived() const override { return inner_->derived(); }
  void derive(std::size_t which, std::span<const double* const> values,
              std::span<double> out) const override {
    inner_->derive(which, values, out);
  }
  solver::FlagRule default_flags() const override { return inner_->default_flags(); }
  bool exact(const hierarchy::Point<D>& center, const hierarchy::Point<D>& spacing, double time,
             std::span<double> values) const override {
    return inner_->knows_exact() && inner_->exact(center, spacing, time, values);
  }

 private:
  template <class Work>
  auto slowly(const Work& work) const {
    const double start = wall_seconds();
    const auto result = work();
    debt_ += (wall_seconds() - start) * extra_;
    pay();
    return result;
  }

  /// Sleeps are coarse: small debts are saved up, and what was slept too long counts.
  void pay() const {
    constexpr double kLeast = 2e-4;  // [s]
    if (debt_ < kLeast) {
      return;
    }
    const double start = wall_seconds();
    const auto whole = static_cast<std::time_t>(debt_);
    const timespec nap{whole, static_cast<long>((debt_ - static_cast<double>(whole)) * 1e9)};
    nanosleep(&nap, nullptr);
    debt_ -= wall_seconds() - start;
  }

  const solver::Application<D>* inner_;
  double extra_;
  mutable double debt_ = 0.0;  ///< [s] owed in sleep
};

}  // namespace evenkeel::runtime
