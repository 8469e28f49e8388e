// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sedov's explosion in 2-D.
#include "evenkeel/kernels/sedov.hpp"

namespace evenkeel::kernels {

void register_sedov2d(Registry<ApplicationPlugin>& registry) {
  registry.add({.name = "sedov2d",
                .summary = "explosion in cold gas, 2-D; the front is known",
                .source = "Sedov 1946; Kamm and Timmes 2007",
                .params = sedov_params(),
                .make = make_sedov<2>});
}

}  // namespace evenkeel::kernels
