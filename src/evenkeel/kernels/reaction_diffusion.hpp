// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What all kernels of reaction and diffusion share; a kernel adds its reaction and its start.
#pragma once

#include <array>
#include <vector>

#include "evenkeel/kernels/application_registry.hpp"
#include "evenkeel/kernels/react_rows.hpp"
#include "evenkeel/solver/schemes/diffusion.hpp"
#include "evenkeel/storage/for_each_cell.hpp"

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
///   what react_rows() wants of it
///   double rate(values)      that of the first value now [1/time]
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
    storage::for_each_cell(box, [&](const geometry::Index<D>& cell) {
      const Values values = initial(place.center(cell));
      for (std::size_t c = 0; c < values.size(); ++c) {
        state(static_cast<int>(c), cell) = values[c];
      }
    });
  }
  double advance(const solver::StageStep<D>& step, solver::Scratch& scratch) const override {
    solver::diffuse(step, std::span<const double>(options_.diffusivity), stages_, scratch);
    return rate(step.state, step.box, step.place);
  }
  bool bounds_motion() const override { return false; }
  bool has_source() const override { return true; }
  void react(const solver::SourceStep<D>& step) const override { react_rows(reaction_, step); }
  double rate(const storage::View<D>&, const geometry::Box<D>&,
              const solver::Place<D>& place) const override {
    return solver::diffusion_rate(place, std::span<const double>(options_.diffusivity), stages_);
  }
  solver::Boundaries<D> boundaries() const override {
    solver::Boundaries<D> all;
    all.fill({options_.boundary, options_.boundary});
    return all;
  }
  std::span<const std::string_view> derived() const override { return kDerived; }
  void derive(std::size_t, std::span<const double* const> values,
              std::span<double> out) const override {
    for (std::size_t i = 0; i < out.size(); ++i) {
      Values cell;
      for (std::size_t c = 0; c < cell.size(); ++c) {
        cell[c] = values[c][i];
      }
      out[i] = reaction_.rate(cell);
    }
  }
  solver::FlagRule default_flags() const override { return options_.flags; }

 protected:
  /// Values at one point at the start.
  virtual Values initial(const Point& x) const = 0;

 private:
  static constexpr std::array<std::string_view, 1> kDerived{"reaction_rate"};

  Reaction reaction_;
  DiffusionOptions<D> options_;
  solver::DiffusionStages stages_;
};

}  // namespace evenkeel::kernels
