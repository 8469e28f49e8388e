// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// SV2D: single vortex in 2-D, the peers' advection benchmark.
#include "evenkeel/kernels/single_vortex.hpp"

namespace evenkeel::kernels {

void register_sv2d(Registry<ApplicationPlugin>& registry) {
  registry.add({.name = "sv2d",
                .summary = "blob in the wind of one vortex that turns back, 2-D",
                .source = "LeVeque 1996; AMReX Advection_AmrLevel/SingleVortex",
                .params = kSingleVortexParams,
                .make = make_single_vortex<2>});
}

}  // namespace evenkeel::kernels
