// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Coarse point values from fine ones by cubics, row by row.
#include <algorithm>
#include <array>
#include <span>

#include "evenkeel/solver/restrict.hpp"

namespace evenkeel::solver {
namespace {

using geometry::Index;

constexpr std::int32_t kChunk = 64;  ///< coarse cells at once

/// The cubic through four points at equal distances, at their middle.
constexpr std::array<double, 4> kMiddle = {-1.0 / 16.0, 9.0 / 16.0, 9.0 / 16.0, -1.0 / 16.0};

/// Where the interpolation to a coarse centre begins and how many fine cells it takes along an
/// axis: the four nearest, or the one that lies there.
struct Reach {
  std::int32_t start;
  std::int32_t count;
  explicit Reach(int ratio)
      : start(ratio % 2 == 0 ? ratio / 2 - 2 : ratio / 2), count(ratio % 2 == 0 ? 4 : 1) {}
  double weight(std::int32_t at) const {
    return count == 1 ? 1.0 : kMiddle[static_cast<std::size_t>(at)];
  }
};

/// The fine rows around a coarse one: how far apart they are and what they count. As many as fours;
/// those missing are the first one again and do not count.
template <int D>
class Rows {
 public:
  Rows(const storage::View<D>& fine, const Reach& reach) : is_one_(reach.count == 1) {
    for (std::size_t d = 1; d < D && !is_one_; ++d) {
      step_[d - 1] = fine.stride[d];
    }
    for (std::int32_t n = 0; n < 4; ++n) {
      const double missing = n == 0 ? 1.0 : 0.0;
      weight_[static_cast<std::size_t>(n)] = is_one_ ? missing : reach.weight(n);
    }
  }

  /// sum = interpolation across all axes but the first, on fine cells from \p first on.
  void add(const double* first, std::span<double> sum) const {
    D > 2 && !is_one_ ? add_fours<4>(first, sum) : add_fours<1>(first, sum);
  }

 private:
  /// \tparam Count  fours, along the last axis
  template <std::size_t Count>
  void add_fours(const double* first, std::span<double> sum) const {
    std::array<double, 4 * Count> weight;
    for (std::size_t n = 0; n < weight.size(); ++n) {
      const double across = D > 1 ? weight_[n % 4] : (n == 0 ? 1.0 : 0.0);
      weight[n] = across * (Count > 1 ? weight_[n / 4] : 1.0);
    }
    const auto [y, z] = step_;
    double* __restrict to = sum.data();
    const auto cells = static_cast<std::int64_t>(sum.size());
    for (std::int64_t i = 0; i < cells; ++i) {
      double value = 0.0;
      for (std::size_t n = 0; n < Count; ++n) {
        const double* at = first + static_cast<std::int64_t>(n) * z + i;
        const double* w = weight.data() + 4 * n;
        value += (w[0] * at[0] + w[1] * at[y]) + (w[2] * at[2 * y] + w[3] * at[3 * y]);
      }
      to[i] = value;
    }
  }

  bool is_one_;
  std::array<std::int64_t, 2> step_{};  ///< along axes 1 and 2 [doubles]
  std::array<double, 4> weight_{};      ///< along either
};

/// Sets \p count coarse values from \p row, the fine values from the first one needed on.
void thin(const double* row, double* __restrict coarse, std::int32_t count, int ratio) {
  const auto middle = [](const double* at) {
    return kMiddle[1] * (at[1] + at[2]) + kMiddle[0] * (at[0] + at[3]);
  };
  for (std::int64_t i = 0; i < count; ++i) {
    if (ratio == 2) {
      coarse[i] = middle(row + 2 * i);
    } else {
      coarse[i] = ratio % 2 == 0 ? middle(row + ratio * i) : row[ratio * i];
    }
  }
}

}  // namespace

template <int D>
void interpolate(const storage::View<D>& fine, const storage::View<D>& coarse, int ratio) {
  EVENKEEL_EXPECT(ratio <= kMostRatio);
  const Reach reach(ratio);
  const Rows<D> rows(fine, reach);
  std::array<double, kChunk * kMostRatio + 4> sum;
  storage::for_each_row(coarse.box, [&](const Index<D>& first, std::int32_t count) {
    // A copy of the index, changed at once, would make the processor wait at every row.
    std::int64_t start = 0;
    for (std::size_t d = 0; d < D; ++d) {
      start += fine.stride[d] * (first[d] * ratio + reach.start - fine.box.lo[d]);
    }
    const std::int64_t to = coarse.offset(first);
    for (int c = 0; c < coarse.components; ++c) {
      for (std::int32_t done = 0; done < count; done += kChunk) {
        const std::int32_t now = std::min(kChunk, count - done);
        const auto width = static_cast<std::size_t>((now - 1) * ratio + reach.count);
        rows.add(fine.data + c * fine.component_stride + start + done * ratio,
                 std::span(sum).first(width));
        thin(sum.data(), coarse.data + c * coarse.component_stride + to + done, now, ratio);
      }
    }
  });
}

template void interpolate(const storage::View<1>&, const storage::View<1>&, int);
template void interpolate(const storage::View<2>&, const storage::View<2>&, int);
template void interpolate(const storage::View<3>&, const storage::View<3>&, int);

}  // namespace evenkeel::solver
