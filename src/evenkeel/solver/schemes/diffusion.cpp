// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Diffusion of the values of one patch, row by row.
#include "evenkeel/solver/schemes/diffusion.hpp"

#include <algorithm>
#include <utility>

#include "evenkeel/storage/array.hpp"

namespace evenkeel::solver {
namespace {

using geometry::Box;
using geometry::Index;
using storage::View;

/// b_j of RKL2.
double weight_of(int j) {
  return j < 2 ? 1.0 / 3.0 : (j * j + j - 2.0) / (2.0 * j * (j + 1.0));
}

/// The stages of one patch.
template <int D>
class Diffusion {
 public:
  Diffusion(const StageStep<D>& step, std::span<const double> diffusivity,
            const DiffusionStages& stages, double* memory)
      : step_(step), diffusivity_(diffusivity), stages_(stages) {
    const std::int64_t doubles = step.state.component_stride * step.state.components;
    for (View<D>* view : {&newest_, &before_, &first_change_}) {
      *view = step.state;
      view->data = memory;
      memory += doubles;
    }
    row_ = memory;
  }

  static std::size_t doubles(const StageStep<D>& step) {
    return static_cast<std::size_t>(3 * step.state.component_stride * step.state.components +
                                    (step.box.side(0) + 1) * step.state.components);
  }

  void run() {
    View<D> from = step_.state;
    for (int stage = 0; stage < stages_.count(); ++stage) {
      record(from, stages_.step(stage).share * step_.dt);
      advance(from, stage);
      from = newest_;
    }
    storage::copy(newest_, step_.state, step_.box);
  }

 private:
  /// Y_{j-1} is \p from, Y_{j-2} newest_ (stage 1: the start); the result is in newest_ after it.
  void advance(const View<D>& from, int stage) {
    const DiffusionStages::Step& how = stages_.step(stage);
    const View<D> before = stage == 1 ? step_.state : before_;
    for (int c = 0; c < step_.state.components; ++c) {
      std::array<double, static_cast<std::size_t>(D)> scale;
      for (std::size_t d = 0; d < D; ++d) {
        scale[d] = step_.dt * diffusivity_[static_cast<std::size_t>(c)] /
                   (step_.place.spacing[d] * step_.place.spacing[d]);
      }
      storage::for_each_row(step_.box.grow(stages_.count() - 1 - stage), [&](const Index<D>& cell,
                                                                             std::int32_t count) {
        const Rows rows{from.row(c, cell), before.row(c, cell), step_.state.row(c, cell),
                        first_change_.row(c, cell), before_.row(c, cell)};
        stage == 0 ? first_row(rows, scale, how, count) : next_row(rows, scale, how, count);
      });
    }
    std::swap(newest_, before_);
  }

  struct Rows {
    const double* from;
    const double* before;
    const double* start;
    double* first_change;
    double* to;  ///< may be before
  };
  using Scale = std::array<double, static_cast<std::size_t>(D)>;

  /// dt L(u) of cell i.
  double change(const double* u, const Scale& scale) const {
    double sum = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      const std::int64_t next = step_.state.stride[d];
      sum += scale[d] * ((u[next] - u[0]) - (u[0] - u[-next]));
    }
    return sum;
  }

  void first_row(const Rows& rows, const Scale& scale, const DiffusionStages::Step& how,
                 std::int32_t count) const {
#pragma GCC ivdep
    for (std::int32_t i = 0; i < count; ++i) {
      const double here = change(rows.from + i, scale);
      rows.first_change[i] = here;
      rows.to[i] = rows.start[i] + how.change * here;
    }
  }

  void next_row(const Rows& rows, const Scale& scale, const DiffusionStages::Step& how,
                std::int32_t count) const {
#pragma GCC ivdep
    for (std::int32_t i = 0; i < count; ++i) {
      rows.to[i] = how.mu * rows.from[i] + how.nu * rows.before[i] + how.start * rows.start[i] +
                   how.change * change(rows.from + i, scale) +
                   how.first_change * rows.first_change[i];
    }
  }

  void record(const View<D>& from, double weight) const {
    for (const hierarchy::FluxRecorder<D>* recorder : step_.recorders) {
      for (std::size_t axis = 0; recorder != nullptr && axis < D; ++axis) {
        Box<D> faces = step_.box;
        ++faces.hi[axis];
        storage::for_each_row(faces, [&](const Index<D>& first, std::int32_t count) {
          if (recorder->wants(static_cast<int>(axis), first, count)) {
            record_row(*recorder, from, axis, {first, count, weight});
          }
        });
      }
    }
  }

  struct FaceRow {
    Index<D> first;
    std::int32_t count;
    double weight;
  };

  void record_row(const hierarchy::FluxRecorder<D>& recorder, const View<D>& from, std::size_t axis,
                  const FaceRow& row) const {
    const std::int64_t below = step_.state.stride[axis];
    std::array<const double*, kMaxComponents> fluxes;
    double* flux = row_;
    for (int c = 0; c < from.components; ++c) {
      const double* u = from.row(c, row.first);
      const double scale = diffusivity_[static_cast<std::size_t>(c)] / step_.place.spacing[axis];
      fluxes[static_cast<std::size_t>(c)] = flux;
      for (std::int32_t i = 0; i < row.count; ++i) {
        *flux++ = scale * (u[i - below] - u[i]);
      }
    }
    recorder.record(static_cast<int>(axis), row.first, row.count,
                    {fluxes.data(), static_cast<std::size_t>(from.components)}, row.weight);
  }

  StageStep<D> step_;
  std::span<const double> diffusivity_;
  const DiffusionStages& stages_;
  View<D> newest_{};
  View<D> before_{};
  View<D> first_change_{};
  double* row_ = nullptr;
};

}  // namespace

DiffusionStages::DiffusionStages(int stages) : steps_(static_cast<std::size_t>(stages)) {
  EVENKEEL_EXPECT(stages == 1 || stages >= 3);
  if (stages == 1) {
    return;
  }
  reach_ = (stages * stages + stages - 2.0) / 4.0;
  const double first = 1.0 / reach_;
  // share[j][k]: of L(Y_k) in Y_j.
  std::vector<std::vector<double>> share(static_cast<std::size_t>(stages) + 1,
                                         std::vector<double>(static_cast<std::size_t>(stages)));
  steps_[0].change = weight_of(1) * first;
  share[1][0] = steps_[0].change;
  for (int j = 2; j <= stages; ++j) {
    Step& step = steps_[static_cast<std::size_t>(j) - 1];
    step.mu = (2.0 * j - 1.0) / j * weight_of(j) / weight_of(j - 1);
    step.nu = -(j - 1.0) / j * weight_of(j) / weight_of(j - 2);
    step.start = 1.0 - step.mu - step.nu;
    step.change = step.mu * first;
    step.first_change = -(1.0 - weight_of(j - 1)) * step.change;
    const auto row = static_cast<std::size_t>(j);
    for (std::size_t k = 0; k < row; ++k) {
      share[row][k] = step.mu * share[row - 1][k] + step.nu * share[row - 2][k];
    }
    share[row][row - 1] += step.change;
    share[row][0] += step.first_change;
  }
  for (std::size_t k = 0; k < steps_.size(); ++k) {
    steps_[k].share = share.back()[k];
  }
}

template <int D>
void diffuse(const StageStep<D>& step, std::span<const double> diffusivity,
             const DiffusionStages& stages, Scratch& scratch) {
  EVENKEEL_EXPECT(step.state.box.contains(step.box.grow(stages.count())));
  Diffusion<D>(step, diffusivity, stages, scratch.take(Diffusion<D>::doubles(step))).run();
}

template <int D>
double diffusion_rate(const Place<D>& place, std::span<const double> diffusivity,
                      const DiffusionStages& stages) {
  double sum = 0.0;
  for (const double spacing : place.spacing) {
    sum += 2.0 * std::ranges::max(diffusivity) / (spacing * spacing);
  }
  return sum / stages.reach();
}

#define EVENKEEL_INSTANTIATE(D)                                                               \
  template void diffuse(const StageStep<D>&, std::span<const double>, const DiffusionStages&, \
                        Scratch&);                                                            \
  template double diffusion_rate(const Place<D>&, std::span<const double>, const DiffusionStages&)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::solver
