// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Events as lines.
#include "evenkeel/telemetry/event.hpp"

namespace evenkeel::telemetry {

std::string to_line(const Event& event) {
  JsonLine line;
  line.add("t", event.t).add("step", event.step).add("kind", event.kind);
  return line.append(event.fields).text();
}

}  // namespace evenkeel::telemetry
