// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How a decision is told: events, and lines for people.
#pragma once

#include <string>

#include "evenkeel/manager/observation.hpp"
#include "evenkeel/manager/plan.hpp"
#include "evenkeel/runtime/publish.hpp"

namespace evenkeel::runtime {

/// The `decide` event, and the `repartition` event where owners changed.
///
/// \param imbalance  since the last decision, max over ranks / mean - 1 of computing time
void publish_decision(const manager::Plan& plan, const manager::Observation& now, double imbalance,
                      const Publish& publish);

/// The alternatives, one a line, the chosen one marked; empty where none were weighed.
std::string alternatives_text(const manager::Plan& plan);

}  // namespace evenkeel::runtime
