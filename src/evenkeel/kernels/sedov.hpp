// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Point explosions, for the kernels sedov2d and sedov3d.
#pragma once

#include <memory>
#include <span>

#include "evenkeel/kernels/application_registry.hpp"

namespace evenkeel::kernels {

/// Parameters of sedov2d and sedov3d.
std::span<const ParamSpec> sedov_params();

/// Energy set free in a small ball of cold gas at the origin (algorithms 7.8).
template <int D>
std::unique_ptr<ApplicationPlugin> make_sedov(const Params& params);

}  // namespace evenkeel::kernels
