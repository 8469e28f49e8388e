// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A program of somebody else, against the installed headers and libraries.
#include <cstdio>

#include "evenkeel/core/hash.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/geometry/box.hpp"
#include "evenkeel/telemetry/phases.hpp"

int main() {
  const evenkeel::geometry::Box<2> box{{0, 0}, {4, 3}};
  evenkeel::telemetry::PhaseClock clock;
  clock.counters().cell_updates = box.volume();
  const double bytes = evenkeel::parse_quantity("2KiB", evenkeel::Dimension::kBytes);
  std::printf("%lld cells, %.0f bytes, hash %s\n",
              static_cast<long long>(clock.account().counters.cell_updates), bytes,
              evenkeel::hash_hex(evenkeel::hash_text("")).c_str());
}
