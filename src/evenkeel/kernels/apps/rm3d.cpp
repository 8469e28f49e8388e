// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// RM3D: the Richtmyer-Meshkov instability in 3-D.
#include "evenkeel/kernels/richtmyer_meshkov.hpp"

namespace evenkeel::kernels {

void register_rm3d(Registry<ApplicationPlugin>& registry) {
  registry.add({.name = "rm3d",
                .summary = "shock through a perturbed interface of two gases, 3-D",
                .source = "Li 2005, table 3.1; Richtmyer 1960",
                .params = richtmyer_meshkov_params(),
                .make = make_richtmyer_meshkov<3>});
}

}  // namespace evenkeel::kernels
