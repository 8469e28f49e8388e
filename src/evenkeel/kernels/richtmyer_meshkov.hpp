// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The Richtmyer-Meshkov instability, for the kernels rm2d and rm3d.
#pragma once

#include <memory>
#include <span>

#include "evenkeel/kernels/application_registry.hpp"

namespace evenkeel::kernels {

/// Parameters of rm2d and rm3d.
std::span<const ParamSpec> richtmyer_meshkov_params();

/// A shock runs from light gas into heavy gas through a perturbed interface, in a tube that is
/// periodic across (algorithms 7.3, setup A).
template <int D>
std::unique_ptr<ApplicationPlugin> make_richtmyer_meshkov(const Params& params);

}  // namespace evenkeel::kernels
