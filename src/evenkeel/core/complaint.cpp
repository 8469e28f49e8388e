// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Splits what an error says into lines.
#include "evenkeel/core/complaint.hpp"

#include <new>
#include <ostream>
#include <sstream>
#include <string>

namespace evenkeel {

std::string text_of(const std::exception& error) {
  const bool is_full = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
  return is_full ? "out of memory: this machine has not enough for what is asked for"
                 : error.what();
}

void complain(std::ostream& out, const std::exception& error) {
  std::istringstream lines(text_of(error));
  for (std::string line; std::getline(lines, line);) {
    out << "evenkeel: " << line << "\n";
  }
}

}  // namespace evenkeel
