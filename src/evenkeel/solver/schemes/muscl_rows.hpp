// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The loops of Muscl but those that predict faces. Included by muscl.hpp only.
#pragma once

#include "evenkeel/solver/schemes/muscl.hpp"

namespace evenkeel::solver {

template <int D, class Flow>
std::int32_t Muscl<D, Flow>::slab_rows(const geometry::Box<D>& box, int ratio) {
  if constexpr (D < 3) {
    return 1;
  } else {
    const auto parts = [](std::int32_t rows, std::int32_t most) {
      return (rows + most - 1) / most;
    };
    const std::int32_t most = std::max(kFewestSlabRows, kSlabCells / box.side(0));
    const std::int32_t even = parts(box.side(1), parts(box.side(1), most));
    return std::min(ratio * parts(even, ratio), box.side(1));
  }
}

template <int D, class Flow>
std::size_t Muscl<D, Flow>::scratch_doubles(const geometry::Box<D>& box, int ratio) {
  const std::int64_t rows = slab_rows(box, ratio);
  const std::int64_t kept =
      D == 3 && rows < box.side(1) ? kAround * (box.side(kLast) + 2 * kAround) * kPrimitiveRow : 0;
  const std::int64_t ring = planes_of(box) * (rows + 2 * kAround) * kPrimitiveRow;
  const std::int64_t first = 2 * kFaceRow + 2 * kRow;
  const std::int64_t middle = 3 * kFaceRow + 2 * kRow;
  const std::int64_t last = kFaceRow + (rows + 1) * (kFaceRow + kRow);
  const std::int64_t walls = 1 + 2 * D * kRow;
  return static_cast<std::size_t>((kept + ring + first + middle + last + walls) * pitch_of(box) +
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
      slab_rows_(slab_rows(group_.box(), steps.front().ratio)),
      next_(scratch + kRowPadding - kMusclGhosts) {
  for (std::size_t d = 0; d < D; ++d) {
    inverse_spacing_[d] = 1.0 / steps.front().place.spacing[d];
    scale_[d] = steps.front().dt * inverse_spacing_[d];
  }
  std::ranges::fill(rates_, 0.0);
  group_.enter_slab(0, slab_rows_);
  if (group_.ends_inside()) {
    kept_ = take(kAround * (group_.planes() + 2 * kAround), kPrimitiveRow);
  }
  // Registers of these rows begin at cells 0, 8, ..., those of the others at -1, 7, ...: stores
  // that cross cache lines take twice as long.
  primitives_ = take(planes_of(group_.box()) * (slab_rows_ + 2 * kAround), kPrimitiveRow);
  first_flux_ = take(2, kRow);
  if constexpr (D == 3) {
    middle_flux_ = take(2, kRow);
  }
  if constexpr (D > 1) {
    last_flux_ = take(slab_rows_ + 1, kRow);
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
    last_upper_ = take(slab_rows_ + 1, kFaceRow);
  }
}

template <int D, class Flow>
bool Muscl<D, Flow>::run() {
  if constexpr (D == 1) {
    convert_row(0, 0);
    group_.save_plane(0);
    advance_row(0, 0);
  } else if constexpr (D == 2) {
    advance_slab();
  } else {
    const std::int32_t rows = group_.box().side(1);
    for (std::int32_t first = 0; first < rows; first += slab_rows_) {
      group_.enter_slab(first, std::min(slab_rows_, rows - first));
      advance_slab();
    }
  }
  return all(doubt_ < Lanes(1.0));
}

template <int D, class Flow>
void Muscl<D, Flow>::advance_slab() {
  convert_plane(-2);
  convert_plane(-1);
  for (int plane = -1; plane <= group_.planes(); ++plane) {
    advance_plane(plane);
    group_.front().take_pause();
  }
}

template <int D, class Flow>
void Muscl<D, Flow>::convert_plane(int plane) {
  for (int row = -kAround; row < group_.rows() + kAround; ++row) {
    convert_row(row, plane);
  }
}

template <int D, class Flow>
void Muscl<D, Flow>::convert_row(int row, int plane) {
  double* const to = primitive_row(row, plane);
  if (row < 0 && group_.begins_inside()) {
    std::copy_n(kept_row(row + kAround, plane), kPrimitiveRow * pitch_, to);
    return;
  }
  group_.template load_row<kValues>(row, plane, kMusclGhosts, [&](int i, const Values& u) {
    const Values w = flow_.primitives(u);
    for (std::size_t c = 0; c < kValues; ++c) {
      store(to + static_cast<std::int64_t>(c) * pitch_ + i, w[c]);
    }
    if constexpr (kDivides) {
      store(to + kRow * pitch_ + i, Flow::reciprocal(w));
    }
  });
  const int in_last = row - (group_.rows() - kAround);
  if (0 <= in_last && in_last < kAround && group_.ends_inside()) {
    std::copy_n(to, kPrimitiveRow * pitch_, kept_row(in_last, plane));
  }
  if (group_.front().stage == 0 && group_.is_inside(row, plane)) {
    measure_row(row, plane);
  }
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
      site.cell = i;
      Lanes rates = rate_at(from + i, site);
      if (masks) {
        rates = select(load(open_ + i) > Lanes(0.0), rates, Lanes(0.0));
      }
      most = max(first_lanes(rates, last - i), most);
    }
    largest = std::max(largest, greatest(most));
  }
}

template <int D, class Flow>
Lanes Muscl<D, Flow>::rate_at(const double* primitives, const Site& site) const {
  const Values w = values_at(primitives);
  if constexpr (kDivides) {
    return flow_.rate(w, reciprocal_at(primitives), inverse_spacing_);
  } else {
    return flow_.rate(w, inverse_spacing_, site);
  }
}

/// Rows of the next plane are converted just before the rows beside them are advanced, and are
/// still in the first cache then.
template <int D, class Flow>
void Muscl<D, Flow>::advance_plane(int plane) {
  const int before = D == 3 ? 1 : 0;  // rows of ghosts whose faces are wanted
  const bool plane_is_inside = plane >= 0 && plane < group_.planes();
  for (int row = -kAround; row < group_.rows() + kAround; ++row) {
    convert_row(row, plane + 1);
    const bool is_beside = row >= -before && row < group_.rows() + before;
    if (is_beside && (plane_is_inside || (row >= 0 && row < group_.rows()))) {
      advance_row(row, plane);
    }
  }
  if (group_.is_inside(0, plane + 1)) {
    group_.save_plane(plane + 1);
  }
  if (plane > 0) {
    group_.average_planes(plane - 1);
  }
}

template <int D, class Flow>
void Muscl<D, Flow>::advance_row(int row, int plane) {
  how_.predict ? find_faces<true>(row, plane) : find_faces<false>(row, plane);
  const Site site{0, group_.site_row(row, plane)};
  if (group_.is_inside(row, plane)) {
    mirror_faces<0>(first_lower_, first_upper_ - 1, row, plane);
    flux_row<0>(first_lower_, first_upper_ - 1, first_flux(row, plane), site);
    if constexpr (D == 1) {
      apply<0, 1>(row, plane, {first_fluxes(row, plane)});
    }
  }
  if constexpr (D == 3) {
    if (plane >= 0 && plane < group_.planes() && row >= 0) {
      mirror_faces<1>(middle_lower_, middle_upper(row - 1), row, plane);
      flux_row<1>(middle_lower_, middle_upper(row - 1), middle_flux(row), site);
      if (row > 0) {
        apply<0, 2>(row - 1, plane,
                    {first_fluxes(row - 1, plane), {middle_flux(row - 1), middle_flux(row)}});
      }
    }
  }
  if constexpr (D > 1) {
    if (plane >= 0 && row >= 0 && row < group_.rows()) {
      mirror_faces<D - 1>(last_lower_, last_upper(row, plane - 1), row, plane);
      flux_row<D - 1>(last_lower_, last_upper(row, plane - 1), last_flux(row, plane), site);
      if (plane > 0) {
        const std::array<const double*, 2> last{last_flux(row, plane - 1), last_flux(row, plane)};
        if constexpr (D == 2) {
          apply<0, 2>(row, plane - 1, {first_fluxes(row, plane - 1), last});
        } else {
          apply<2, 1>(row, plane - 1, {last});
        }
      }
    }
  }
}

/// Guesses and speeds wait for roots and fluxes for a quotient, and a processor sees little beyond
/// one face: it finds the guess of a register of faces, and the speeds of the one before, while it
/// waits for the fluxes of the one before that.
template <int D, class Flow>
template <std::size_t Axis>
void Muscl<D, Flow>::flux_row(const double* lower, const double* upper, double* flux, Site site) {
  Flow flow = flow_;  // \see predict_row
  enter_row(flow, site.row);
  lower += kMusclGhosts;
  upper += kMusclGhosts;
  flux += kMusclGhosts;
  const auto guess_at = [&](int i) {
    const Site face{i, site.row};
    return guess_speeds<Axis>(flow, values_at(upper + i), values_at(lower + i), face);
  };
  const auto speeds_at = [&](int i, const auto& guess) {
    return flow.template speeds<Axis>(values_at(upper + i), values_at(lower + i), guess);
  };
  const int count = group_.cells() + (Axis == 0 ? 1 : 0);
  auto ahead = speeds_at(0, guess_at(0));
  auto guess = guess_at(std::min(kLanes, count - 1));
  for (int i = 0; i < count; i += kLanes) {
    const auto speeds = ahead;
    if (i + kLanes < count) {
      ahead = speeds_at(i + kLanes, guess);
    }
    if (i + 2 * kLanes < count) {
      guess = guess_at(i + 2 * kLanes);
    }
    Mask strong{};
    if constexpr (kMarks) {
      const std::int64_t mark = kRow * pitch_ + i;
      strong = load(upper + mark) + load(lower + mark) > Lanes(0.0);
    }
    const StoredValues left{upper + i, pitch_};
    const StoredValues right{lower + i, pitch_};
    const Values f = flow.template flux<Axis>(left, right, speeds, strong);
    for (std::size_t c = 0; c < kValues; ++c) {
      store(flux + static_cast<std::int64_t>(c) * pitch_ + i, f[c]);
    }
  }
  std::array<const double*, kValues> rows;
  for (std::size_t c = 0; c < kValues; ++c) {
    rows[c] = flux + static_cast<std::int64_t>(c) * pitch_;
  }
  group_.template record<Axis>(rows, site, how_.record);
}

template <int D, class Flow>
template <std::size_t First, std::size_t Axes>
void Muscl<D, Flow>::apply(int row, int plane, const Fluxes<Axes>& fluxes) {
  constexpr bool kEnds = First + Axes == static_cast<std::size_t>(D);
  std::array<Lanes, Axes> scale;
  std::copy_n(scale_.begin() + First, Axes, scale.begin());
  const std::int64_t pitch = pitch_;
  Lanes doubt = doubt_;
  for (const StageStep<D>& step : group_.patches_at(group_.site_row(row, plane))) {
    double* const to = step.state.row(0, group_.cell_of(step, row, plane));
    const std::int64_t stride = step.state.component_stride;
    const std::int64_t first = kMusclGhosts + group_.offset_of(step);
    // With copies of all it reads, which would be read again after each store.
    for_each_lanes(step.box.side(0), [=, &doubt](int i, auto lanes) {
      double* values = to + i;
      std::int64_t at = first + i;
      Lanes sum = 0.0;
#pragma GCC unroll 8
      for (std::size_t c = 0; c < kValues; ++c, values += stride, at += pitch) {
        Lanes value = load_first(values, lanes);
        for (std::size_t axis = 0; axis < Axes; ++axis) {
          const auto [below, above] = fluxes[axis];
          value -= scale[axis] * (load(above + at) - load(below + at));
        }
        store_first(values, value, lanes);
        sum += value;
      }
      if constexpr (kEnds) {  // a finite number times 0 is 0, others make no number of a sum
        doubt += first_lanes(sum, lanes) * 0.0;
      }
    });
  }
  doubt_ = doubt;
}

}  // namespace evenkeel::solver
