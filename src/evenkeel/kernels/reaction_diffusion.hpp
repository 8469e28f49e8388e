// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What all kernels of reaction and diffusion share; a kernel adds its reaction and its start.
#pragma once

#include <array>
#include <vector>

#include "evenkeel/kernels/application_registry.hpp"
#include "evenkeel/solver/schemes/diffusion.hpp"
#include "evenkeel/solver/schemes/stiff_reaction.hpp"

namespace evenkeel::kernels {

inline constexpr std::array<std::string_view, 5> kDiffusionSteps{"euler", "rkl3", "rkl4", "rkl5",
                                                                 "rkl7"};

/// The parameter every kernel of diffusion offers for its scheme.
inline constexpr ParamSpec kDiffusionParam{
    .name = "diffusion",
    .unit = "",
    .fallback = 2.0,
    .help = "forward Euler, or RKL2 with s stages and ghosts: steps (s^2 + s - 2) / 4 as long",
    .choices = kDiffusionSteps};

/// Stages the user chose. \pre \p params were declared with kDiffusionParam
inline int diffusion_stages(const Params& params) {
  const std::string_view choice = params.choice("diffusion");
  return choice == "euler" ? 1 : choice.back() - '0';
}

/// What a kernel of reaction and diffusion is made with.
template <int D>
struct DiffusionOptions {
  std::vector<solver::Component> components;
  std::vector<double> diffusivity;  ///< [components] [length^2/time]
  int stages = 4;                   ///< \see DiffusionStages
  solver::BoundaryKind boundary = solver::BoundaryKind::kReflect;
  solver::FlagRule flags{};
};

/// u_t = div(D grad u) + reaction(u), split: stabilised explicit diffusion, implicit reaction.
///
/// A \p Reaction has
///   kValues                  number of components
///   int react(values, dt)    changes the values of one cell; returns how often it found a rate
template <int D, class Reaction>
class ReactionDiffusion : public solver::Application<D> {
 public:
  using Point = hierarchy::Point<D>;
  using Values = std::array<double, Reaction::kValues>;

  ReactionDiffusion(const Reaction& reaction, const DiffusionOptions<D>& options)
      : reaction_(reaction), options_(options), stages_(options.stages) {}

  std::span<const solver::Component> components() const override { return options_.components; }
  int ghosts() const override { return stages_.count(); }
  bool checks_values() const override { return false; }
  void initialise(const storage::View<D>& state, const geometry::Box<D>& box,
                  const solver::Place<D>& place) const override {
    for_each_cell(state, box, [&](const geometry::Index<D>& cell, Values& values) {
      values = initial(place.center(cell));
    });
  }
  double advance(const solver::StageStep<D>& step, solver::Scratch& scratch) const override {
    solver::diffuse(step, std::span<const double>(options_.diffusivity), stages_, scratch);
    return rate(step.state, step.box, step.place);
  }
  bool bounds_motion() const override { return false; }
  bool has_source() const override { return true; }
  double react(const solver::SourceStep<D>& step) const override {
    std::int64_t evaluations = 0;
    for_each_cell(step.state, step.box, [&](const geometry::Index<D>&, Values& values) {
      evaluations += reaction_.react(values, step.dt);
    });
    return kUpdatesPerEvaluation * static_cast<double>(evaluations);
  }
  double rate(const storage::View<D>&, const geometry::Box<D>&,
              const solver::Place<D>& place) const override {
    return solver::diffusion_rate(place, std::span<const double>(options_.diffusivity), stages_);
  }
  solver::Boundaries<D> boundaries() const override {
    solver::Boundaries<D> all;
    all.fill({options_.boundary, options_.boundary});
    return all;
  }
  solver::FlagRule default_flags() const override { return options_.flags; }

 protected:
  /// Values at one point at the start.
  virtual Values initial(const Point& x) const = 0;

 private:
  /// What a rate costs against an update of a cell by four stages of diffusion: an exponential and
  /// a division against some thirty sums and products in vector registers.
  static constexpr double kUpdatesPerEvaluation = 1.0;

  template <class Fn>
  static void for_each_cell(const storage::View<D>& state, const geometry::Box<D>& box,
                            const Fn& fn) {
    storage::for_each_row(box, [&](geometry::Index<D> cell, std::int32_t count) {
      double* const row = state.row(0, cell);
      for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
        Values values;
        for (std::size_t c = 0; c < values.size(); ++c) {
          values[c] = row[static_cast<std::int64_t>(c) * state.component_stride + i];
        }
        fn(cell, values);
        for (std::size_t c = 0; c < values.size(); ++c) {
          row[static_cast<std::int64_t>(c) * state.component_stride + i] = values[c];
        }
      }
    });
  }

  Reaction reaction_;
  DiffusionOptions<D> options_;
  solver::DiffusionStages stages_;
};

}  // namespace evenkeel::kernels
