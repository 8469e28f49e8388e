// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The loops of Muscl. Included by muscl.hpp only.
#pragma once

#include "evenkeel/solver/schemes/muscl.hpp"

namespace evenkeel::solver {

template <int D, class Flow>
std::size_t Muscl<D, Flow>::scratch_doubles(const geometry::Box<D>& box) {
  const std::int64_t ring = planes_of(box) * rows_of(box) * kRow;
  const std::int64_t first = 2 * kFaceRow + kRow;
  const std::int64_t middle = 3 * kFaceRow + 2 * kRow;
  const std::int64_t last_rows = (D == 3 ? box.side(1) : 1) + 1;
  const std::int64_t last = kFaceRow + last_rows * (kFaceRow + kRow);
  const std::int64_t walls = 1 + 2 * D * kRow;
  return static_cast<std::size_t>((ring + first + middle + last + walls) * pitch_of(box) +
                                  kRowPadding);
}

template <int D, class Flow>
Muscl<D, Flow>::Muscl(const Flow& flow, std::span<const StageStep<D>> steps,
                      std::span<double> rates, const Reconstruction& how, double* scratch)
    : flow_(flow),
      group_(steps),
      rates_(rates),
      how_(how),
      pitch_(pitch_of(group_.box())),
      rows_(rows_of(group_.box())),
      next_(scratch + kRowPadding - kMusclGhosts) {
  for (std::size_t d = 0; d < D; ++d) {
    inverse_spacing_[d] = 1.0 / steps.front().place.spacing[d];
    half_scale_[d] = 0.5 * steps.front().dt * inverse_spacing_[d];
  }
  std::ranges::fill(rates_, 0.0);
  // Registers of these rows begin at cells 0, 8, ..., those of the others at -1, 7, ...: stores
  // that cross cache lines take twice as long.
  primitives_ = take(planes_of(group_.box()) * rows_, kRow);
  first_flux_ = take(1, kRow);
  if constexpr (D == 3) {
    middle_flux_ = take(2, kRow);
  }
  if constexpr (D > 1) {
    last_flux_ = take(group_.rows() + 1, kRow);
  }
  open_ = take(1, 1);
  mirrored_ = take(2 * D, kRow);
  ++next_;
  first_lower_ = take(1, kFaceRow);
  first_upper_ = take(1, kFaceRow);
  if constexpr (D == 3) {
    middle_lower_ = take(1, kFaceRow);
    middle_upper_ = take(2, kFaceRow);
  }
  if constexpr (D > 1) {
    last_lower_ = take(1, kFaceRow);
    last_upper_ = take(group_.rows() + 1, kFaceRow);
  }
}

template <int D, class Flow>
void Muscl<D, Flow>::run() {
  if constexpr (D == 1) {
    convert_plane(0);
    advance_plane(0);
  } else {
    convert_plane(-2);
    convert_plane(-1);
    for (int plane = -1; plane <= group_.planes(); ++plane) {
      convert_plane(plane + 1);
      advance_plane(plane);
    }
  }
}

template <int D, class Flow>
void Muscl<D, Flow>::convert_plane(int plane) {
  constexpr int kAround = D == 3 ? kMusclGhosts : 0;
  for (int row = -kAround; row < group_.rows() + kAround; ++row) {
    convert_row(row, plane);
    if (group_.front().stage == 0 && group_.is_inside(row, plane)) {
      measure_row(row, plane);
    }
  }
  if (group_.is_inside(0, plane)) {
    group_.save_plane(plane);
  }
}

template <int D, class Flow>
void Muscl<D, Flow>::convert_row(int row, int plane) {
  double* const to = primitive_row(row, plane);
  group_.template load_row<kValues>(row, plane, kMusclGhosts, [&](int i, const Values& u) {
    const Values w = flow_.primitives(u);
    for (std::size_t c = 0; c < kValues; ++c) {
      store(to + static_cast<std::int64_t>(c) * pitch_ + i, w[c]);
    }
  });
}

template <int D, class Flow>
void Muscl<D, Flow>::measure_row(int row, int plane) {
  const double* const from = primitive_row(row, plane) + kMusclGhosts;
  Site site{0, group_.site_row(row, plane)};
  enter_row(flow_, site.row);
  const bool masks = has_masked(row, plane);
  if (masks) {
    find_open(row, plane);
  }
  for (const StageStep<D>& step : group_.patches_at(site.row)) {
    double& largest = rates_[group_.number_of(step)];
    Lanes most = 0.0;
    const int first = group_.offset_of(step);
    const int last = first + step.box.side(0);
    for (int i = first; i < last; i += kLanes) {
      Values w;
      for (std::size_t c = 0; c < kValues; ++c) {
        w[c] = load(from + static_cast<std::int64_t>(c) * pitch_ + i);
      }
      site.cell = i;
      Lanes rates = flow_.rate(w, inverse_spacing_, site);
      if (masks) {
        rates = select(load(open_ + i) > Lanes(0.0), rates, Lanes(0.0));
      }
      most = max(first_lanes(rates, last - i), most);
    }
    largest = std::max(largest, greatest(most));
  }
}

template <int D, class Flow>
void Muscl<D, Flow>::advance_plane(int plane) {
  constexpr int kAround = D == 3 ? 1 : 0;
  const bool plane_is_inside = plane >= 0 && plane < group_.planes();
  for (int row = -kAround; row < group_.rows() + kAround; ++row) {
    if (plane_is_inside || (row >= 0 && row < group_.rows())) {
      advance_row(row, plane);
    }
  }
}

template <int D, class Flow>
void Muscl<D, Flow>::advance_row(int row, int plane) {
  if constexpr (requires(const Flow& flow, const Values& w) { flow.waves(w); }) {
    how_.characteristic ? predict_row<true>(row, plane) : predict_row<false>(row, plane);
  } else {
    predict_row<false>(row, plane);
  }
  const Site site{0, group_.site_row(row, plane)};
  if (group_.is_inside(row, plane)) {
    mirror_faces<0>(first_lower_, first_upper_ - 1, row, plane);
    flux_row<0>(first_lower_, first_upper_ - 1, first_flux_, site);
    apply<0>(row, plane, first_flux_, first_flux_ + 1);
  }
  if constexpr (D == 3) {
    if (plane >= 0 && plane < group_.planes() && row >= 0) {
      mirror_faces<1>(middle_lower_, middle_upper(row - 1), row, plane);
      flux_row<1>(middle_lower_, middle_upper(row - 1), middle_flux(row), site);
      if (row > 0) {
        apply<1>(row - 1, plane, middle_flux(row - 1), middle_flux(row));
      }
    }
  }
  if constexpr (D > 1) {
    if (plane >= 0 && row >= 0 && row < group_.rows()) {
      mirror_faces<D - 1>(last_lower_, last_upper(row, plane - 1), row, plane);
      flux_row<D - 1>(last_lower_, last_upper(row, plane - 1), last_flux(row, plane), site);
      if (plane > 0) {
        apply<D - 1>(row, plane - 1, last_flux(row, plane - 1), last_flux(row, plane));
      }
    }
  }
}

template <int D, class Flow>
template <bool kWaves>
void Muscl<D, Flow>::predict_row(int row, int plane) {
  const double* const at = primitive_row(row, plane);
  std::array<const double*, D> below{at - 1};
  std::array<const double*, D> above{at + 1};
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
  const Faces faces = faces_of(row, plane);
  Site site{0, group_.site_row(row, plane)};
  enter_row(flow_, site.row);
  for (int i = 1; i < group_.cells() + 3; i += kLanes) {
    const auto moved = [i](std::array<const double*, D> rows) {
      for (const double*& from : rows) {
        from += i;
      }
      return rows;
    };
    Cells cells = reconstruct<kWaves>(at + i, moved(below), moved(above));
    if (how_.predict) {
      site.cell = i - kMusclGhosts;
      predict(cells, site);
    }
    store_faces<0>(cells, faces, i);
    if constexpr (D == 3) {
      store_faces<1>(cells, faces, i);
    }
    if constexpr (D > 1) {
      store_faces<D - 1>(cells, faces, i);
    }
  }
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
inline typename Muscl<D, Flow>::Cells Muscl<D, Flow>::reconstruct(
    const double* at, const std::array<const double*, D>& below,
    const std::array<const double*, D>& above) const {
  Cells cells;
  for (std::size_t c = 0; c < kValues; ++c) {
    const std::int64_t shift = static_cast<std::int64_t>(c) * pitch_;
    const Lanes w = load(at + shift);
    cells.w[c] = w;
    for (std::size_t d = 0; d < D; ++d) {
      cells.slope[d][c] =
          limited_slope(w - load(below[d] + shift), load(above[d] + shift) - w, how_.beta);
    }
  }
  if constexpr (kWaves) {
    limit_waves(cells, below, above);
  }
  if constexpr (kMarks) {
    const std::int64_t shift = Flow::kSensor * pitch_;
    Mask strong = Flow::is_strong(cells.w[Flow::kSensor], cells.w[Flow::kSensor]);
    for (std::size_t d = 0; d < D; ++d) {
      for (const double* neighbour : {below[d], above[d]}) {
        const Lanes other = load(neighbour + shift);
        const Lanes own = cells.w[Flow::kSensor];
        strong = strong | Flow::is_strong(min(own, other), max(own, other));
      }
    }
    cells.mark = select(strong, Lanes(1.0), Lanes(0.0));
  }
  return cells;
}

template <int D, class Flow>
inline void Muscl<D, Flow>::limit_waves(Cells& cells, const std::array<const double*, D>& below,
                                        const std::array<const double*, D>& above) const {
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
      lower[c] = limited_slope(lower[c], upper[c], how_.beta);
    }
    cells.slope[d] = waves.values(lower, d);
  }
}

template <int D, class Flow>
inline void Muscl<D, Flow>::predict(Cells& cells, const Site& site) const {
  const Values change = flow_.half_step(cells.w, cells.slope, half_scale_, site);
  Mask broken{};
  for (const std::size_t value : Flow::kPositive) {
    Lanes widest = abs(cells.slope[0][value]);
    for (std::size_t d = 1; d < D; ++d) {
      widest = max(widest, abs(cells.slope[d][value]));
    }
    broken = broken | !(cells.w[value] + change[value] - 0.5 * widest > Lanes(0.0));
  }
  if (any(broken)) [[unlikely]] {
    for (std::size_t c = 0; c < kValues; ++c) {
      cells.w[c] = select(broken, cells.w[c], cells.w[c] + change[c]);
      for (std::size_t d = 0; d < D; ++d) {
        cells.slope[d][c] = select(broken, Lanes(0.0), cells.slope[d][c]);
      }
    }
  } else {
    for (std::size_t c = 0; c < kValues; ++c) {
      cells.w[c] += change[c];
    }
  }
}

template <int D, class Flow>
template <std::size_t Axis>
inline void Muscl<D, Flow>::store_faces(const Cells& cells, const Faces& faces, int i) const {
  if (faces[Axis][0] == nullptr) {
    return;
  }
  double* const lower = faces[Axis][0] + i;
  double* const upper = faces[Axis][1] + i;
  for (std::size_t c = 0; c < kValues; ++c) {
    const std::int64_t shift = static_cast<std::int64_t>(c) * pitch_;
    const Lanes half = 0.5 * cells.slope[Axis][c];
    store(lower + shift, cells.w[c] - half);
    store(upper + shift, cells.w[c] + half);
  }
  if constexpr (kMarks) {
    store(lower + kRow * pitch_, cells.mark);
    store(upper + kRow * pitch_, cells.mark);
  }
}

template <int D, class Flow>
template <std::size_t Axis>
void Muscl<D, Flow>::flux_row(const double* lower, const double* upper, double* flux, Site site) {
  enter_row(flow_, site.row);
  const int count = group_.cells() + (Axis == 0 ? 1 : 0);
  for (int i = 0; i < count; i += kLanes) {
    const std::int64_t lane = i + kMusclGhosts;
    Values left;
    Values right;
    for (std::size_t c = 0; c < kValues; ++c) {
      const std::int64_t shift = static_cast<std::int64_t>(c) * pitch_ + lane;
      left[c] = load(upper + shift);
      right[c] = load(lower + shift);
    }
    Mask strong{};
    if constexpr (kMarks) {
      const std::int64_t shift = kRow * pitch_ + lane;
      strong = load(upper + shift) + load(lower + shift) > Lanes(0.0);
    }
    site.cell = i;
    const Values f = flow_.template flux<Axis>(left, right, strong, site);
    for (std::size_t c = 0; c < kValues; ++c) {
      store(flux + static_cast<std::int64_t>(c) * pitch_ + lane, f[c]);
    }
  }
  std::array<const double*, kValues> rows;
  for (std::size_t c = 0; c < kValues; ++c) {
    rows[c] = flux + static_cast<std::int64_t>(c) * pitch_ + kMusclGhosts;
  }
  group_.template record<Axis>(rows, site, how_.record);
}

template <int D, class Flow>
template <std::size_t Axis>
void Muscl<D, Flow>::apply(int row, int plane, const double* below, const double* above) const {
  const Lanes scale = group_.front().dt * inverse_spacing_[Axis];
  for (const StageStep<D>& step : group_.patches_at(group_.site_row(row, plane))) {
    double* const to = step.state.row(0, group_.cell_of(step, row, plane));
    const int count = step.box.side(0);
    for (std::size_t c = 0; c < kValues; ++c) {
      double* const values = to + static_cast<std::int64_t>(c) * step.state.component_stride;
      const std::int64_t shift =
          static_cast<std::int64_t>(c) * pitch_ + kMusclGhosts + group_.offset_of(step);
      for (int i = 0; i < count; i += kLanes) {
        const Lanes difference = load(above + shift + i) - load(below + shift + i);
        store_first(values + i, load_first(values + i, count - i) - scale * difference, count - i);
      }
    }
  }
}

}  // namespace evenkeel::solver
