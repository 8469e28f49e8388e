// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// SV3D: single vortex in 3-D, the peers' advection benchmark.
#include "evenkeel/kernels/single_vortex.hpp"

namespace evenkeel::kernels {

void register_sv3d(Registry<ApplicationPlugin>& registry) {
  registry.add({.name = "sv3d",
                .summary = "blob in the wind of one vortex that turns back, 3-D",
                .source = "LeVeque 1996; AMReX Advection_AmrLevel/SingleVortex",
                .params = kSingleVortexParams,
                .make = make_single_vortex<3>});
}

}  // namespace evenkeel::kernels
