// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Truncated generalised conjugate residuals, with products that have no order.
#include "evenkeel/elliptic/acceleration.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "evenkeel/core/error.hpp"

namespace evenkeel::elliptic {
namespace {

constexpr int kBits = 50;           ///< of a product
constexpr int kLowBits = 20;        ///< of a sum kept apart, so that neither part overflows
constexpr std::size_t kRun = 4096;  ///< products added before they are split
/// Added to a number below 2^51, it makes the last bit worth 1: the bits then count from its own.
constexpr double kWhole = 0x1.8p52;
constexpr auto kWholeBits = std::bit_cast<std::int64_t>(kWhole);

double largest(const Cells& cells) {
  return std::accumulate(cells.begin(), cells.end(), 0.0,
                         [](double most, double here) { return std::max(most, std::abs(here)); });
}

/// a -= factor * b
void subtract(Cells& a, double factor, const Cells& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] -= factor * b[i];
  }
}

/// False where products of such residuals are too large, or too small, to be numbers.
bool has_square(double residual) {
  return residual > 1e-140 && residual < 1e150;
}

}  // namespace

ExactDot::ExactDot(double bound) {
  EVENKEEL_EXPECT(bound > 0.0 && std::isfinite(bound));
  scale_ = std::ldexp(1.0, kBits - 1 - std::ilogb(bound));
}

void ExactDot::add(std::span<const double> a, std::span<const double> b, double weight) {
  const double scale = weight * scale_;
  for (std::size_t first = 0; first < a.size(); first += kRun) {
    const std::size_t last = std::min(a.size(), first + kRun);
    std::int64_t sum = 0;
    for (std::size_t i = first; i < last; ++i) {
      sum += std::bit_cast<std::int64_t>(a[i] * b[i] * scale + kWhole) - kWholeBits;
    }
    high_ += sum >> kLowBits;
    low_ += sum & ((std::int64_t{1} << kLowBits) - 1);
  }
}

double ExactDot::value(std::int64_t high, std::int64_t low) const {
  constexpr double kHigh = std::int64_t{1} << kLowBits;
  // Carried over, so that the rounding of the two parts does not depend on how they were split.
  high += low >> kLowBits;
  low &= (std::int64_t{1} << kLowBits) - 1;
  return (static_cast<double>(high) * kHigh + static_cast<double>(low)) / scale_;
}

Acceleration::Acceleration(const comm::Communicator& communicator,
                           std::vector<std::size_t> level_cells, int dimension)
    : communicator_(&communicator),
      level_cells_(std::move(level_cells)),
      cells_(std::accumulate(level_cells_.begin(), level_cells_.end(), std::size_t{0})),
      dimension_(dimension) {}

std::vector<double> Acceleration::dots(const Bounded& a, const std::vector<Bounded>& others) const {
  std::vector<ExactDot> sums;
  std::vector<std::int64_t> parts;
  for (const auto& [other, bound] : others) {
    ExactDot& sum = sums.emplace_back(std::max(a.second * bound, 1e-300));
    std::size_t first = 0;
    double weight = 1.0;  // cells of finer levels are smaller
    for (const std::size_t cells : level_cells_) {
      sum.add(std::span(*a.first).subspan(first, cells), std::span(*other).subspan(first, cells),
              weight);
      first += cells;
      weight = std::ldexp(weight, -dimension_);
    }
    parts.push_back(sum.high());
    parts.push_back(sum.low());
  }
  communicator_->sum_in_place(parts);
  std::vector<double> values;
  for (std::size_t k = 0; k < sums.size(); ++k) {
    values.push_back(sums[k].value(parts[2 * k], parts[2 * k + 1]));
  }
  return values;
}

auto Acceleration::next(const Cells& correction, const Cells& before, const Cells& after,
                        const Bounds& bounds) -> Direction& {
  if (directions_.size() < kKept && directions_.size() <= used_) {
    directions_.emplace_back();
  }
  Direction& mine = directions_[used_ % kKept];
  mine.correction = correction;
  mine.change.resize(cells_);
  std::ranges::transform(before, after, mine.change.begin(), std::minus<>());
  mine.bound = bounds.before + bounds.after;
  return mine;
}

void Acceleration::improve(Cells& correction, const Cells& before, const Cells& after,
                           const Bounds& bounds) {
  if (!has_square(bounds.before) || !has_square(bounds.before + bounds.after)) {
    return;
  }
  Direction& mine = next(correction, before, after, bounds);
  std::vector<const Direction*> earlier;
  std::vector<Bounded> changes;
  for (std::size_t k = 1; k <= std::min(used_, kKept - 1); ++k) {
    earlier.push_back(&directions_[(used_ - k) % kKept]);
    changes.emplace_back(&earlier.back()->change, earlier.back()->bound);
  }
  const std::vector<double> products = dots({&mine.change, mine.bound}, changes);
  const std::vector<double> returned = dots({&before, bounds.before}, changes);  // by rounding
  for (std::size_t k = 0; k < earlier.size(); ++k) {
    const double part = products[k] / earlier[k]->square;
    subtract(mine.change, part, earlier[k]->change);
    subtract(mine.correction, part, earlier[k]->correction);
  }
  mine.bound = communicator_->max(largest(mine.change));
  if (!has_square(mine.bound)) {
    return;
  }
  const Bounded change(&mine.change, mine.bound);
  const std::vector<double> squares = dots(change, {change, {&before, bounds.before}});
  mine.square = squares[0];
  if (!(mine.square > 0.0)) {
    return;
  }
  std::ranges::fill(correction, 0.0);
  subtract(correction, -squares[1] / mine.square, mine.correction);
  for (std::size_t k = 0; k < earlier.size(); ++k) {
    subtract(correction, -returned[k] / earlier[k]->square, earlier[k]->correction);
  }
  ++used_;
}

}  // namespace evenkeel::elliptic
