// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Splits what an error says into lines.
#include "evenkeel/core/complaint.hpp"

#include <cstdio>
#include <iostream>
#include <new>
#include <sstream>
#include <string>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/opening.hpp"

namespace evenkeel {
namespace {

/// \throws SystemError where standard output could not be written, on a full disk
void require_printed() {
  std::cout.flush();
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || !std::cout) {
    throw SystemError("cannot write to standard output");
  }
}

}  // namespace

std::string text_of(const std::exception& error) {
  const bool is_full = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
  return is_full ? "out of memory: this machine has not enough for what is asked for"
                 : error.what();
}

void complain(std::ostream& out, const std::exception& error) {
  std::istringstream lines(text_of(error));
  for (std::string line; std::getline(lines, line);) {
    out << line_opening(Tone::kFault, &out == &std::cerr && shows_colour()) << line << "\n";
  }
}

void tell_passed_over(std::string_view what, std::string_view reason) {
  std::cerr << line_opening(Tone::kWarning) << "warning: " << what << " is passed over: " << reason
            << "\n";
}

int exit_code_of(const std::function<int()>& work) {
  try {
    const int code = work();
    require_printed();
    return code;
  } catch (const InputError& error) {
    complain(std::cerr, error);
    return kBadInput;
  } catch (const std::exception& error) {
    complain(std::cerr, error);
    return kFailed;
  }
}

}  // namespace evenkeel
