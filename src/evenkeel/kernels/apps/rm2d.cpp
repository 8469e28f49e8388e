// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// RM2D: the Richtmyer-Meshkov instability in 2-D.
#include "evenkeel/kernels/richtmyer_meshkov.hpp"

namespace evenkeel::kernels {

void register_rm2d(Registry<ApplicationPlugin>& registry) {
  registry.add({.name = "rm2d",
                .summary = "shock through a perturbed interface of two gases, 2-D",
                .source = "Li 2005, table 3.1; Richtmyer 1960",
                .params = richtmyer_meshkov_params(),
                .make = make_richtmyer_meshkov<2>});
}

}  // namespace evenkeel::kernels
