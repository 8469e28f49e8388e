// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Boxes as traces have them.
#pragma once

#include <string>

#include "evenkeel/geometry/box.hpp"

namespace evenkeel::workload {

/// "[lo, .., hi, ..]" with closed bounds, as in the file.
inline std::string shown(const geometry::Box<3>& box, int dimension) {
  const auto axes = static_cast<std::size_t>(dimension);
  std::string text = "[";
  for (std::size_t i = 0; i < 2 * axes; ++i) {
    text += i > 0 ? "," : "";
    text += std::to_string(i < axes ? box.lo[i] : box.hi[i - axes] - 1);
  }
  return text + "]";
}

}  // namespace evenkeel::workload
