// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Splits what an error says into lines.
#include "evenkeel/core/complaint.hpp"

#include <ostream>
#include <sstream>
#include <string>

namespace evenkeel {

void complain(std::ostream& out, const std::exception& error) {
  std::istringstream lines(error.what());
  for (std::string line; std::getline(lines, line);) {
    out << "evenkeel: " << line << "\n";
  }
}

}  // namespace evenkeel
