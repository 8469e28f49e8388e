// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How a broken precondition ends the process.
#include "evenkeel/core/error.hpp"

#include <cstdio>
#include <cstdlib>

namespace evenkeel {

void contract_violation(const char* expression, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: expected %s\n", file, line, expression);
  std::abort();
}

}  // namespace evenkeel
