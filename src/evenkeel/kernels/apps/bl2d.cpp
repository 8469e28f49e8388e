// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// BL2D: water drives oil out of a rock, in 2-D.
#include "evenkeel/kernels/two_phase.hpp"

namespace evenkeel::kernels {

void register_bl2d(Registry<ApplicationPlugin>& registry) {
  registry.add({.name = "bl2d",
                .summary = "2-D Buckley-Leverett flow between wells; activity along thin fronts",
                .source = "Li 2005, table 3.1; Buckley, Leverett 1942",
                .params = kTwoPhaseParams,
                .make = make_two_phase<2>});
}

}  // namespace evenkeel::kernels
