// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Wave2D: a wave in two dimensions.
#include "evenkeel/kernels/scalar_wave.hpp"

namespace evenkeel::kernels {

void register_wave2d(Registry<ApplicationPlugin>& registry) {
  registry.add({.name = "wave2d",
                .summary = "wave equation in 2-D, fourth-order differences; exact solutions",
                .source = "Li 2005, table 3.1",
                .params = kScalarWaveParams,
                .make = make_scalar_wave<2>});
}

}  // namespace evenkeel::kernels
