// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How Muscl finds values at faces: slopes, half a step, first order where those break a gas.
/// Included by muscl.hpp only.
#pragma once

#include "evenkeel/solver/schemes/muscl.hpp"

namespace evenkeel::solver {

template <int D, class Flow>
template <bool kPredicts>
void Muscl<D, Flow>::find_faces(int row, int plane) {
  if constexpr (requires(const Flow& flow, const Values& w) { flow.waves(w); }) {
    if (how_.characteristic) {
      return predict_row<kPredicts, true>(row, plane);
    }
  }
  predict_row<kPredicts, false>(row, plane);
}

template <int D, class Flow>
template <bool kPredicts, bool kWaves>
void Muscl<D, Flow>::predict_row(int row, int plane) {
  const double* const at = primitive_row(row, plane);
  const auto [below, above] = rows_around(row, plane);
  const Faces faces = faces_of(row, plane);
  Site site{0, group_.site_row(row, plane)};
  // Not the members, which a store might change for all a compiler knows.
  Flow flow = flow_;
  const std::array<double, D> scale = scale_;
  const double beta = how_.beta;
  enter_row(flow, site.row);
  for (int i = 1; i < group_.cells() + 3; i += kLanes) {
    Cells cells = reconstruct<kWaves>(at + i, moved(below, i), moved(above, i), beta);
    if constexpr (kPredicts || kWaves) {  // primitive slopes alone stay between neighbours
      Values change;
      change.fill(0.0);
      if constexpr (kPredicts) {
        if constexpr (kDivides) {
          change = flow.half_step(cells.w, reciprocal_at(at + i), cells.rise, scale);
        } else {
          site.cell = i - kMusclGhosts;
          change = flow.half_step(cells.w, cells.rise, scale, site);
        }
      }
      const Mask whole = whole_cells(cells, change);
      for (std::size_t c = 0; c < kValues; ++c) {
        cells.w[c] += change[c];
      }
      if (!all(whole)) [[unlikely]] {  // stored here too, so that the others stay in registers
        store_faces(first_order_unless(whole, cells, at + i), faces, i);
        continue;
      }
    }
    store_faces(cells, faces, i);
  }
}

/// Primitive values of the neighbours below and above along each axis.
template <int D, class Flow>
auto Muscl<D, Flow>::rows_around(int row, int plane) -> std::pair<Rows, Rows> {
  const double* const at = primitive_row(row, plane);
  Rows below{at - 1};
  Rows above{at + 1};
  if constexpr (D == 3) {
    below[1] = primitive_row(row - 1, plane);
    above[1] = primitive_row(row + 1, plane);
  }
  if constexpr (D > 1) {
    below[kLast] = primitive_row(row, plane - 1);
    above[kLast] = primitive_row(row, plane + 1);
  }
  if (group_.has_solids()) {
    mirror_neighbours(row, plane, below, above);
  }
  return {below, above};
}

/// Rows for the face values of a row of cells; null along axes where nobody wants them.
template <int D, class Flow>
auto Muscl<D, Flow>::faces_of(int row, int plane) const -> Faces {
  const bool plane_is_inside = plane >= 0 && plane < group_.planes();
  const bool row_is_inside = row >= 0 && row < group_.rows();
  Faces faces{};
  if constexpr (D == 3) {
    if (plane_is_inside) {
      faces[1] = {middle_lower_, middle_upper(row)};
    }
  }
  if constexpr (D > 1) {
    if (row_is_inside) {
      faces[kLast] = {last_lower_, last_upper(row, plane)};
    }
  }
  if (plane_is_inside && row_is_inside) {
    faces[0] = {first_lower_, first_upper_};
  }
  return faces;
}

template <int D, class Flow>
template <bool kWaves>
inline typename Muscl<D, Flow>::Cells Muscl<D, Flow>::reconstruct(const double* at,
                                                                  const Rows& below,
                                                                  const Rows& above,
                                                                  double beta) const {
  Cells cells;
#pragma GCC unroll 8  // else cells lie in memory, and are copied there before they are used
  for (std::size_t c = 0; c < kValues; ++c) {
    const std::int64_t shift = static_cast<std::int64_t>(c) * pitch_;
    const Lanes w = load(at + shift);
    cells.w[c] = w;
    for (std::size_t d = 0; d < D; ++d) {
      cells.rise[d][c] = limited_rise(w - load(below[d] + shift), load(above[d] + shift) - w, beta);
    }
  }
  if constexpr (kWaves) {
    limit_waves(cells, below, above);
  }
  if constexpr (kMarks) {
    const std::int64_t shift = Flow::kSensor * pitch_;
    const Lanes own = cells.w[Flow::kSensor];
    Lanes least = own;
    Lanes greatest = own;
    for (std::size_t d = 0; d < D; ++d) {
      for (const double* neighbour : {below[d], above[d]}) {
        least = min(least, load(neighbour + shift));
        greatest = max(greatest, load(neighbour + shift));
      }
    }
    const Mask strong = Flow::is_strong(least, own) | Flow::is_strong(own, greatest);
    cells.mark = select(strong, Lanes(1.0), Lanes(0.0));
  }
  return cells;
}

template <int D, class Flow>
inline void Muscl<D, Flow>::limit_waves(Cells& cells, const Rows& below, const Rows& above) const {
  const auto waves = flow_.waves(cells.w);
  for (std::size_t d = 0; d < D; ++d) {
    Values lower;
    Values upper;
    for (std::size_t c = 0; c < kValues; ++c) {
      const std::int64_t shift = static_cast<std::int64_t>(c) * pitch_;
      lower[c] = cells.w[c] - load(below[d] + shift);
      upper[c] = load(above[d] + shift) - cells.w[c];
    }
    lower = waves.amplitudes(lower, d);
    upper = waves.amplitudes(upper, d);
    for (std::size_t c = 0; c < kValues; ++c) {
      lower[c] = limited_rise(lower[c], upper[c], how_.beta);
    }
    cells.rise[d] = waves.values(lower, d);
  }
}

/// Where face values of a cell with slopes that change by half a step are positive.
template <int D, class Flow>
inline Mask Muscl<D, Flow>::whole_cells(const Cells& cells, const Values& change) const {
  Mask whole = Lanes(0.0) < Lanes(1.0);
  for (const std::size_t value : Flow::kPositive) {
    Lanes widest = abs(cells.rise[0][value]);
    for (std::size_t d = 1; d < D; ++d) {
      widest = max(widest, abs(cells.rise[d][value]));
    }
    whole = whole & (cells.w[value] + change[value] - widest > Lanes(0.0));
  }
  return whole;
}

/// \p cells without slopes nor half a step where they are not \p whole.
template <int D, class Flow>
inline auto Muscl<D, Flow>::first_order_unless(Mask whole, Cells cells, const double* at) const
    -> Cells {
  const Values before = values_at(at);
  for (std::size_t c = 0; c < kValues; ++c) {
    cells.w[c] = select(whole, cells.w[c], before[c]);
    for (std::size_t d = 0; d < D; ++d) {
      cells.rise[d][c] = select(whole, cells.rise[d][c], Lanes(0.0));
    }
  }
  return cells;
}

template <int D, class Flow>
[[gnu::always_inline]] inline void Muscl<D, Flow>::store_faces(const Cells& cells,
                                                               const Faces& faces, int i) const {
  store_axis<0>(cells, faces, i);
  if constexpr (D == 3) {
    store_axis<1>(cells, faces, i);
  }
  if constexpr (D > 1) {
    store_axis<D - 1>(cells, faces, i);
  }
}

template <int D, class Flow>
template <std::size_t Axis>
[[gnu::always_inline]] inline void Muscl<D, Flow>::store_axis(const Cells& cells,
                                                              const Faces& faces, int i) const {
  if (faces[Axis][0] == nullptr) {
    return;
  }
  double* const lower = faces[Axis][0] + i;
  double* const upper = faces[Axis][1] + i;
  for (std::size_t c = 0; c < kValues; ++c) {
    const std::int64_t shift = static_cast<std::int64_t>(c) * pitch_;
    store(lower + shift, cells.w[c] - cells.rise[Axis][c]);
    store(upper + shift, cells.w[c] + cells.rise[Axis][c]);
  }
  if constexpr (kMarks) {
    store(lower + kRow * pitch_, cells.mark);
    store(upper + kRow * pitch_, cells.mark);
  }
}

}  // namespace evenkeel::solver
