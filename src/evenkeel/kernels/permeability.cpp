// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Random fields of rock.
#include "evenkeel/kernels/permeability.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "evenkeel/core/rng.hpp"

namespace evenkeel::kernels {
namespace {

constexpr std::size_t kWaves = 100;

}  // namespace

template <int D>
Permeability<D>::Permeability(const Options& options) : options_(options) {
  Xoshiro256 generator(options.seed);
  waves_.resize(options.sigma > 0.0 ? kWaves : 0);
  for (Wave& wave : waves_) {
    for (double& along : wave.number) {
      along = normal(generator) / options.length;
    }
    wave.phase = 2.0 * std::numbers::pi * uniform(generator);
  }
}

template <int D>
auto Permeability<D>::turns(const solver::Place<D>& place, const geometry::Box<D>& box,
                            std::size_t axis) const -> Turns {
  const auto side = static_cast<std::size_t>(box.side(axis));
  Turns turns{std::vector<double>(waves_.size() * side), std::vector<double>(waves_.size() * side)};
  for (std::size_t n = 0; n < waves_.size(); ++n) {
    geometry::Index<D> cell = box.lo;
    for (std::size_t i = n * side; i < (n + 1) * side; ++i, ++cell[axis]) {
      const double angle =
          (axis == 0 ? waves_[n].phase : 0.0) + waves_[n].number[axis] * place.center(cell)[axis];
      turns.cosine[i] = std::cos(angle);
      turns.sine[i] = std::sin(angle);
    }
  }
  return turns;
}

template <int D>
void Permeability<D>::fill(const solver::Place<D>& place, const geometry::Box<D>& box,
                           const storage::View<D>& out) const {
  std::array<Turns, static_cast<std::size_t>(D)> along;
  for (std::size_t d = 0; d < D; ++d) {
    along[d] = turns(place, box, d);
  }
  const double scale = options_.sigma * std::sqrt(2.0 / kWaves);
  storage::for_each_row(box, [&](const geometry::Index<D>& first, std::int32_t count) {
    double* const row = out.row(0, first);
    std::fill_n(row, count, 0.0);
    for (std::size_t n = 0; n < waves_.size(); ++n) {
      double cosine = 1.0;
      double sine = 0.0;
      for (std::size_t d = 1; d < D; ++d) {
        const std::size_t at = n * static_cast<std::size_t>(box.side(d)) +
                               static_cast<std::size_t>(first[d] - box.lo[d]);
        const double turned = sine * along[d].cosine[at] + cosine * along[d].sine[at];
        cosine = cosine * along[d].cosine[at] - sine * along[d].sine[at];
        sine = turned;
      }
      const double* const c = along[0].cosine.data() + n * static_cast<std::size_t>(count);
      const double* const s = along[0].sine.data() + n * static_cast<std::size_t>(count);
      for (std::int32_t i = 0; i < count; ++i) {
        row[i] += cosine * c[i] - sine * s[i];
      }
    }
    std::for_each_n(row, count, [&](double& k) { k = options_.mean * std::exp(scale * k); });
  });
}

template class Permeability<2>;
template class Permeability<3>;

}  // namespace evenkeel::kernels
