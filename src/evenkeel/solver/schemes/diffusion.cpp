// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Diffusion of the values of one patch, row by row.
#include "evenkeel/solver/schemes/diffusion.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "evenkeel/solver/schemes/lanes.hpp"

namespace evenkeel::solver {
namespace {

using geometry::Box;
using geometry::Index;
using storage::View;

/// b_j of RKL2.
double weight_of(int j) {
  return j < 2 ? 1.0 / 3.0 : (j * j + j - 2.0) / (2.0 * j * (j + 1.0));
}

/// Values of planes that are on their way, all in whole registers: rows begin where one does, and
/// have as much room for what the last one has beyond the cells, and one of zeros before and after.
template <int D>
class Planes {
 public:
  static constexpr std::size_t kLast = static_cast<std::size_t>(D) - 1;

  /// Of the cells of \p box; of its planes along the last axis, \p count come one after the other.
  Planes(const Box<D>& box, int count, int components)
      : lo_(box.lo),
        count_(D == 1 ? 1 : std::bit_ceil(static_cast<unsigned>(count))),
        pitch_((box.side(0) + kLanes - 1) / kLanes * kLanes + kLanes),
        slice_(D == 3 ? pitch_ * box.side(1) : pitch_),
        components_(components) {}

  std::int64_t component_stride() const { return count_ * slice_; }
  /// Of one array of such planes.
  std::int64_t doubles() const { return components_ * component_stride() + kLanes; }

  /// Where \p cell has its values from the array's beginning on; component 0.
  std::int64_t offset(const Index<D>& cell) const {
    std::int64_t offset = kLanes + cell[0] - lo_[0];
    if (D == 3) {
      offset += (cell[1] - lo_[1]) * pitch_;
    }
    return D == 1 ? offset : offset + ((cell[kLast] - lo_[kLast]) & (count_ - 1)) * slice_;
  }
  /// The first cell of the register that \p cell is in.
  Index<D> whole(Index<D> cell) const {
    cell[0] -= (cell[0] - lo_[0]) % kLanes;
    return cell;
  }

 private:
  Index<D> lo_;
  std::int64_t count_;  ///< a power of 2
  std::int64_t pitch_;
  std::int64_t slice_;
  int components_;
};

/// The stages of one patch, planes along the last axis one after the other: each stage follows the
/// one before a plane behind. What a stage reads the first cache has yet, and no more planes are
/// kept than are on their way.
///
/// Y_{j-1} of planes next to its own is what a stage reads, and Y_{j-2} of its own, which its
/// result replaces: the last to read that was the stage before at the plane after, a moment ago.
template <int D>
class Diffusion {
 public:
  Diffusion(const StageStep<D>& step, std::span<const double> diffusivity,
            const DiffusionStages& stages)
      : step_(step),
        diffusivity_(diffusivity),
        stages_(stages),
        planes_(step.box.grow(stages.count()), std::max(3, stages.count() + 1),
                step.state.components) {}

  void run(Scratch& scratch) {
    const std::int64_t doubles = 4 * planes_.doubles();
    double* memory = scratch.take(
        static_cast<std::size_t>(doubles + (step_.box.side(0) + 1) * step_.state.components));
    std::fill_n(memory, doubles, 0.0);
    for (double** array : {&start_, &newest_[0], &newest_[1], &first_change_}) {
      *array = memory;
      memory += planes_.doubles();
    }
    row_ = memory;
    set_scales();
    const int last = stages_.count();
    for (std::int32_t front = first_plane() - 1; front < end_plane() + last; ++front) {
      take_in(front + 1);
      for (int stage = 0; stage < last; ++stage) {
        record(front - stage, stage);
        advance(front - stage, stage);
      }
      give_out(front - last);
    }
  }

 private:
  static constexpr std::size_t kLast = static_cast<std::size_t>(D) - 1;

  /// A row of cells as a stage sees it.
  struct Rows {
    std::array<const double*, static_cast<std::size_t>(D)> below;
    const double* from;
    std::array<const double*, static_cast<std::size_t>(D)> above;
    const double* before;
    const double* start;
    double* first_change;
    double* to;  ///< may be before
  };
  using Scale = std::array<Lanes, static_cast<std::size_t>(D)>;

  void set_scales() {
    for (std::size_t c = 0; c < diffusivity_.size(); ++c) {
      for (std::size_t d = 0; d < D; ++d) {
        const double spacing = step_.place.spacing[d];
        scales_[c][d] = Lanes(step_.dt * diffusivity_[c] / (spacing * spacing));
      }
    }
  }

  /// In one dimension the row is the only plane.
  std::int32_t first_plane() const { return D == 1 ? 0 : step_.box.lo[kLast] - stages_.count(); }
  std::int32_t end_plane() const { return D == 1 ? 1 : step_.box.hi[kLast]; }

  /// Calls fn(first cell, number of cells) for the rows of \p box in \p plane.
  template <class Fn>
  static void for_each_row_in(std::int32_t plane, Box<D> box, const Fn& fn) {
    if (D == 1 ? plane != 0 : plane < box.lo[kLast] || plane >= box.hi[kLast]) {
      return;
    }
    if (D > 1) {
      box.lo[kLast] = plane;
      box.hi[kLast] = plane + 1;
    }
    storage::for_each_row(box, fn);
  }

  /// Y_j, a plane of which replaces that of Y_{j-2}.
  double* values(int j) const { return j == 0 ? start_ : newest_[static_cast<std::size_t>(j % 2)]; }

  void take_in(std::int32_t plane) const {
    for_each_row_in(plane, step_.box.grow(stages_.count()),
                    [&](const Index<D>& cell, std::int32_t count) {
                      double* to = start_ + planes_.offset(cell);
                      for (int c = 0; c < step_.state.components; ++c) {
                        std::copy_n(step_.state.row(c, cell), count, to);
                        to += planes_.component_stride();
                      }
                    });
  }
  void give_out(std::int32_t plane) const {
    for_each_row_in(plane, step_.box, [&](const Index<D>& cell, std::int32_t count) {
      const double* from = values(stages_.count()) + planes_.offset(cell);
      for (int c = 0; c < step_.state.components; ++c) {
        std::copy_n(from, count, step_.state.row(c, cell));
        from += planes_.component_stride();
      }
    });
  }

  /// Sets Y_{stage+1} in \p plane, on one layer less than Y_stage, and of the registers that this
  /// takes what nobody reads.
  void advance(std::int32_t plane, int stage) const {
    const Box<D> cells = step_.box.grow(stages_.count() - 1 - stage);
    for_each_row_in(plane, cells, [&](const Index<D>& cell, std::int32_t count) {
      const Index<D> first = planes_.whole(cell);
      const Rows rows = rows_of(stage, first);
      const std::int64_t end = cell[0] - first[0] + count;
      stage == 0 ? first_row(rows, stages_.step(stage), end)
                 : next_row(rows, stages_.step(stage), end);
    });
  }

  Rows rows_of(int stage, const Index<D>& cell) const {
    const std::int64_t here = planes_.offset(cell);
    const double* const from = values(stage);
    Rows rows{{},
              from + here,
              {},
              values(std::max(stage - 1, 0)) + here,
              start_ + here,
              first_change_ + here,
              values(stage + 1) + here};
    for (std::size_t d = 0; d < D; ++d) {
      rows.below[d] = from + (d == 0 ? here - 1 : planes_.offset(beside(cell, d, -1)));
      rows.above[d] = from + (d == 0 ? here + 1 : planes_.offset(beside(cell, d, 1)));
    }
    return rows;
  }

  static Index<D> beside(Index<D> cell, std::size_t axis, int offset) {
    cell[axis] += offset;
    return cell;
  }

  /// dt L(u) of the cells from i on, \p here their u.
  static Lanes change(const Rows& rows, const Scale& scale, std::int64_t i, Lanes here) {
    Lanes sum(0.0);
    for (std::size_t d = 0; d < D; ++d) {
      sum += scale[d] * ((load(rows.above[d] + i) - here) - (here - load(rows.below[d] + i)));
    }
    return sum;
  }

  /// Calls fn(i, scale) for the registers of a row up to \p end, of all components.
  template <class Fn>
  void for_each_register(std::int64_t end, const Fn& fn) const {
    for (int c = 0; c < step_.state.components; ++c) {
      const Scale scale = scales_[static_cast<std::size_t>(c)];
      const std::int64_t first = c * planes_.component_stride();
      for (std::int64_t i = first; i < first + end; i += kLanes) {
        fn(i, scale);
      }
    }
  }

  /// Not inlined, here and below: with those of a caller, its pointers find no room in registers.
  [[gnu::noinline]] void first_row(const Rows& rows, const DiffusionStages::Step& how,
                                   std::int64_t end) const {
    const Rows at = rows;
    const Lanes weight = how.change;
    for_each_register(end, [&](std::int64_t i, const Scale& scale) {
      const Lanes here = load(at.from + i);
      const Lanes moved = change(at, scale, i, here);
      store(at.first_change + i, moved);
      store(at.to + i, here + weight * moved);
    });
  }

  [[gnu::noinline]] void next_row(const Rows& rows, const DiffusionStages::Step& how,
                                  std::int64_t end) const {
    const Rows at = rows;
    const Lanes mu = how.mu;
    const Lanes nu = how.nu;
    const Lanes start = how.start;
    const Lanes weight = how.change;
    const Lanes first_weight = how.first_change;
    for_each_register(end, [&](std::int64_t i, const Scale& scale) {
      const Lanes here = load(at.from + i);
      const Lanes moved = change(at, scale, i, here);
      store(at.to + i, mu * here + nu * load(at.before + i) + start * load(at.start + i) +
                           weight * moved + first_weight * load(at.first_change + i));
    });
  }

  /// Records fluxes of Y_stage through the faces of \p plane, and those below it.
  void record(std::int32_t plane, int stage) const {
    for (const hierarchy::FluxRecorder<D>* recorder : step_.recorders) {
      for (std::size_t axis = 0; recorder != nullptr && axis < D; ++axis) {
        Box<D> faces = step_.box;
        ++faces.hi[axis];
        for_each_row_in(plane, faces, [&](const Index<D>& first, std::int32_t count) {
          if (recorder->wants(static_cast<int>(axis), first, count)) {
            record_row(*recorder, stage, axis, {first, count});
          }
        });
      }
    }
  }

  struct FaceRow {
    Index<D> first;
    std::int32_t count;
  };

  void record_row(const hierarchy::FluxRecorder<D>& recorder, int stage, std::size_t axis,
                  const FaceRow& row) const {
    std::array<const double*, kMaxComponents> fluxes;
    const double* above = values(stage) + planes_.offset(row.first);
    const double* below = values(stage) + planes_.offset(beside(row.first, axis, -1));
    double* flux = row_;
    for (int c = 0; c < step_.state.components; ++c) {
      const double scale = diffusivity_[static_cast<std::size_t>(c)] / step_.place.spacing[axis];
      fluxes[static_cast<std::size_t>(c)] = flux;
      for (std::int32_t i = 0; i < row.count; ++i) {
        *flux++ = scale * (below[i] - above[i]);
      }
      above += planes_.component_stride();
      below += planes_.component_stride();
    }
    recorder.record(static_cast<int>(axis), row.first, row.count,
                    {fluxes.data(), static_cast<std::size_t>(step_.state.components)},
                    stages_.step(stage).share * step_.dt);
  }

  const StageStep<D>& step_;
  std::span<const double> diffusivity_;
  const DiffusionStages& stages_;
  Planes<D> planes_;
  double* start_ = nullptr;          ///< Y_0
  std::array<double*, 2> newest_{};  ///< Y_j of even and of odd j
  double* first_change_ = nullptr;   ///< dt L(Y_0)
  double* row_ = nullptr;            ///< of fluxes
  std::array<Scale, kMaxComponents> scales_;
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
  Diffusion<D>(step, diffusivity, stages).run(scratch);
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
