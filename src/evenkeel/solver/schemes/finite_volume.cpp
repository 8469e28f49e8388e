// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Stages of the methods.
#include "evenkeel/solver/schemes/finite_volume.hpp"

namespace evenkeel::solver {

std::span<const Stage> stages_of(SchemeOptions::Method method) {
  static constexpr std::array kOne = {Stage{}};
  static constexpr std::array kTwo = {Stage{.keep = 0.0, .time = 0.0, .share = 0.5},
                                      Stage{.keep = 0.5, .time = 1.0, .share = 0.5}};
  // 1 - keep is 2/3 to the last bit: else each step would gain 2^-54 of everything.
  static constexpr std::array kThree = {
      Stage{.keep = 0.0, .time = 0.0, .share = 1.0 / 6.0},
      Stage{.keep = 0.75, .time = 1.0, .share = 1.0 / 6.0},
      Stage{.keep = 1.0 - 2.0 / 3.0, .time = 0.5, .bend = 0.25, .share = 2.0 / 3.0}};
  switch (method) {
    case SchemeOptions::Method::kHancock:
      return kOne;
    case SchemeOptions::Method::kRungeKutta2:
      return kTwo;
    default:
      return kThree;
  }
}

}  // namespace evenkeel::solver
