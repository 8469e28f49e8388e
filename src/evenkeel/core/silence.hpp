// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Keeps libraries from printing between our lines.
#pragma once

namespace evenkeel {

/// While one exists, what this process prints goes nowhere. They must not overlap.
class Silence {
 public:
  Silence();
  ~Silence();
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  int before_;
};

}  // namespace evenkeel
