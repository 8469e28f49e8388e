// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// BL3D: water drives oil out of a rock, in 3-D.
#include "evenkeel/kernels/two_phase.hpp"

namespace evenkeel::kernels {

void register_bl3d(Registry<ApplicationPlugin>& registry) {
  registry.add({.name = "bl3d",
                .summary = "3-D Buckley-Leverett flow between wells; activity along thin fronts",
                .source = "Li 2005, table 3.1; Buckley, Leverett 1942",
                .params = kTwoPhaseParams,
                .make = make_two_phase<3>});
}

}  // namespace evenkeel::kernels
