// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Wave3D: a wave in three dimensions.
#include "evenkeel/kernels/scalar_wave.hpp"

namespace evenkeel::kernels {

void register_wave3d(Registry<ApplicationPlugin>& registry) {
  registry.add({.name = "wave3d",
                .summary = "wave equation in 3-D, fourth-order differences; exact solutions",
                .source = "Li 2005, table 3.1",
                .params = kScalarWaveParams,
                .make = make_scalar_wave<3>});
}

}  // namespace evenkeel::kernels
