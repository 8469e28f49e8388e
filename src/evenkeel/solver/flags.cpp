// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Which cells are to be refined, judged by the values around them.
#include "evenkeel/solver/flags.hpp"

#include <algorithm>
#include <array>

#include "evenkeel/solver/schemes/lanes.hpp"
#include "evenkeel/solver/temporary.hpp"

namespace evenkeel::solver {
namespace {

/// A row of values and the distance to the neighbours along each axis.
template <int D>
struct Row {
  const double* u = nullptr;
  std::array<std::int64_t, static_cast<std::size_t>(D)> step{};
  std::int32_t count = 0;
};

/// Values of some cells of a row and of their neighbours along each axis.
template <int D>
struct Cells {
  Lanes at;
  std::array<Lanes, static_cast<std::size_t>(D)> below;
  std::array<Lanes, static_cast<std::size_t>(D)> above;

  Cells(const Row<D>& row, std::int32_t first) {
    const double* const u = row.u + first;
    const int left = row.count - first;
    at = load_first(u, left);
    for (std::size_t k = 0; k < D; ++k) {
      below[k] = load_first(u - row.step[k], left);
      above[k] = load_first(u + row.step[k], left);
    }
  }
};

/// Sets flags[i] where exceeds(cell i) and where[i] != 0. \param where  null: everywhere
template <int D, class Exceeds>
void judge(const Row<D>& row, const std::uint8_t* where, std::uint8_t* flags,
           const Exceeds& exceeds) {
  for (std::int32_t i = 0; i < row.count; i += kLanes) {
    const Mask asks = exceeds(Cells<D>(row, i));
    if (all(!asks)) {
      continue;
    }
    const Lanes asked = select(asks, Lanes(1.0), Lanes(0.0));
    for (int lane = 0; lane < kLanes && i + lane < row.count; ++lane) {
      if (asked.raw[lane] != 0.0 && (where == nullptr || where[i + lane] != 0)) {
        flags[i + lane] = 1;
      }
    }
  }
}

template <int D>
Mask jumps(const Cells<D>& u, double limit) {
  Lanes jump = 0.0;
  for (std::size_t k = 0; k < D; ++k) {
    jump = max(max(abs(u.above[k] - u.at), abs(u.at - u.below[k])), jump);
  }
  return jump > Lanes(limit);
}

template <int D>
Mask is_steep(const Cells<D>& u, double limit) {
  Lanes difference = 0.0;
  for (std::size_t k = 0; k < D; ++k) {
    difference = max(abs(u.above[k] - u.below[k]), difference);
  }
  return difference > Lanes(limit) * (abs(u.at) + Lanes(1e-12));
}

template <int D>
Mask is_curved(const Cells<D>& u, double limit) {
  constexpr double kFilter = 0.01;  // of ripples, as a share of the values
  Lanes second = 0.0;
  Lanes first = 0.0;
  for (std::size_t k = 0; k < D; ++k) {
    const Lanes bend = u.above[k] - Lanes(2.0) * u.at + u.below[k];
    const Lanes size =
        abs(u.above[k] - u.at) + abs(u.at - u.below[k]) +
        Lanes(kFilter) * (abs(u.above[k]) + Lanes(2.0) * abs(u.at) + abs(u.below[k]));
    second += bend * bend;
    first += size * size;
  }
  return second > Lanes(limit * limit) * first;
}

template <int D>
void flag_row(const Row<D>& row, FlagRule::Kind kind, double limit, const std::uint8_t* where,
              std::uint8_t* flags) {
  using enum FlagRule::Kind;
  if (kind == kValue) {
    judge(row, where, flags, [&](const Cells<D>& u) { return u.at > Lanes(limit); });
  } else if (kind == kJump) {
    judge(row, where, flags, [&](const Cells<D>& u) { return jumps(u, limit); });
  } else if (kind == kGradient) {
    judge(row, where, flags, [&](const Cells<D>& u) { return is_steep(u, limit); });
  } else {
    judge(row, where, flags, [&](const Cells<D>& u) { return is_curved(u, limit); });
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
  const double kept = kept_share(rule) * limit;
  const bool keeps = kept < limit && !refined.empty();
  std::size_t at = 0;
  storage::for_each_row(box, [&](const geometry::Index<D>& first, std::int32_t count) {
    for (int c = rule.component; c < rule.component + rule.components; ++c) {
      const Row<D> row{state.row(c, first), state.stride, count};
      flag_row(row, rule.kind, limit, nullptr, &flags[at]);
      if (keeps) {
        flag_row(row, rule.kind, kept, &refined[at], &flags[at]);
      }
    }
    at += static_cast<std::size_t>(count);
  });
}

template <int D>
storage::View<D> derive(const Application<D>& application, int which, const storage::View<D>& state,
                        const geometry::Box<D>& box, std::vector<double>& memory) {
  memory.resize(std::max(memory.size(), temporary_size(box, 1)));
  const storage::View<D> view = temporary_view(memory.data(), box, 1);
  storage::fill_by_rows(state, box, std::span(memory), [&](auto values, std::span<double> out) {
    application.derive(static_cast<std::size_t>(which), values, out);
  });
  return view;
}

template void flag_cells(const storage::View<1>&, const geometry::Box<1>&, const FlagRule&, int,
                         std::span<const std::uint8_t>, std::span<std::uint8_t>);
template void flag_cells(const storage::View<2>&, const geometry::Box<2>&, const FlagRule&, int,
                         std::span<const std::uint8_t>, std::span<std::uint8_t>);
template void flag_cells(const storage::View<3>&, const geometry::Box<3>&, const FlagRule&, int,
                         std::span<const std::uint8_t>, std::span<std::uint8_t>);
template storage::View<1> derive(const Application<1>&, int, const storage::View<1>&,
                                 const geometry::Box<1>&, std::vector<double>&);
template storage::View<2> derive(const Application<2>&, int, const storage::View<2>&,
                                 const geometry::Box<2>&, std::vector<double>&);
template storage::View<3> derive(const Application<3>&, int, const storage::View<3>&,
                                 const geometry::Box<3>&, std::vector<double>&);

}  // namespace evenkeel::solver
