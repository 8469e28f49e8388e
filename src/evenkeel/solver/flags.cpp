// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Which cells are to be refined, judged by the values around them.
#include "evenkeel/solver/flags.hpp"

#include <algorithm>
#include <cmath>

namespace evenkeel::solver {
namespace {

/// A row of values and the distance to the neighbours along each axis.
template <int D>
struct Row {
  const double* u = nullptr;
  std::array<std::int64_t, static_cast<std::size_t>(D)> step{};
  std::int32_t count = 0;
};

/// Sets flags[i] where exceeds(address of value i).
template <int D, class Exceeds>
void judge(const Row<D>& row, std::uint8_t* flags, const Exceeds& exceeds) {
  for (std::int32_t i = 0; i < row.count; ++i) {
    const bool asks = exceeds(row.u + i);
    flags[i] = asks ? std::uint8_t{1} : flags[i];
  }
}

template <int D>
bool jumps(const Row<D>& row, const double* u, double limit) {
  double jump = 0.0;
  for (std::size_t k = 0; k < D; ++k) {
    const double sides =
        std::max(std::abs(u[row.step[k]] - u[0]), std::abs(u[0] - u[-row.step[k]]));
    jump = std::max(jump, sides);
  }
  return jump > limit;
}

template <int D>
bool is_steep(const Row<D>& row, const double* u, double limit) {
  double difference = 0.0;
  for (std::size_t k = 0; k < D; ++k) {
    difference = std::max(difference, std::abs(u[row.step[k]] - u[-row.step[k]]));
  }
  return difference > limit * (std::abs(u[0]) + 1e-12);
}

template <int D>
bool is_curved(const Row<D>& row, const double* u, double limit) {
  constexpr double kFilter = 0.01;  // of ripples, as a share of the values
  double second = 0.0;
  double first = 0.0;
  for (std::size_t k = 0; k < D; ++k) {
    const double above = u[row.step[k]];
    const double below = u[-row.step[k]];
    const double bend = above - 2.0 * u[0] + below;
    const double size = std::abs(above - u[0]) + std::abs(u[0] - below) +
                        kFilter * (std::abs(above) + 2.0 * std::abs(u[0]) + std::abs(below));
    second += bend * bend;
    first += size * size;
  }
  return second > limit * limit * first;
}

template <int D>
void flag_row(const Row<D>& row, FlagRule::Kind kind, double limit, std::uint8_t* flags) {
  using enum FlagRule::Kind;
  if (kind == kValue) {
    judge(row, flags, [&](const double* u) { return u[0] > limit; });
  } else if (kind == kJump) {
    judge(row, flags, [&](const double* u) { return jumps(row, u, limit); });
  } else if (kind == kGradient) {
    judge(row, flags, [&](const double* u) { return is_steep(row, u, limit); });
  } else {
    judge(row, flags, [&](const double* u) { return is_curved(row, u, limit); });
  }
}

}  // namespace

double threshold(const FlagRule& rule, int level) {
  EVENKEEL_EXPECT(!rule.threshold.empty());
  return rule.threshold[std::min(static_cast<std::size_t>(level), rule.threshold.size() - 1)];
}

template <int D>
void flag_cells(const storage::View<D>& state, const geometry::Box<D>& box, const FlagRule& rule,
                int level, std::span<const std::uint8_t> refined, std::span<std::uint8_t> flags) {
  EVENKEEL_EXPECT(rule.kind != FlagRule::Kind::kRichardson);
  const double limit = threshold(rule, level);
  std::ranges::fill(flags, std::uint8_t{0});
  const bool keeps = rule.kind == FlagRule::Kind::kLoehner && !refined.empty();
  std::size_t at = 0;
  storage::for_each_row(box, [&](const geometry::Index<D>& first, std::int32_t count) {
    for (int c = rule.component; c < rule.component + rule.components; ++c) {
      const Row<D> row{state.row(c, first), state.stride, count};
      flag_row(row, rule.kind, limit, &flags[at]);
      for (std::int32_t i = 0; keeps && i < count; ++i) {
        const std::size_t cell = at + static_cast<std::size_t>(i);
        if (refined[cell] != 0 && is_curved(row, row.u + i, 0.25 * limit)) {
          flags[cell] = 1;
        }
      }
    }
    at += static_cast<std::size_t>(count);
  });
}

template void flag_cells(const storage::View<1>&, const geometry::Box<1>&, const FlagRule&, int,
                         std::span<const std::uint8_t>, std::span<std::uint8_t>);
template void flag_cells(const storage::View<2>&, const geometry::Box<2>&, const FlagRule&, int,
                         std::span<const std::uint8_t>, std::span<std::uint8_t>);
template void flag_cells(const storage::View<3>&, const geometry::Box<3>&, const FlagRule&, int,
                         std::span<const std::uint8_t>, std::span<std::uint8_t>);

}  // namespace evenkeel::solver
