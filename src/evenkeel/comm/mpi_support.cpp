// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Texts of MPI's error codes, counts and block types.
#include "evenkeel/comm/mpi_support.hpp"

#include <array>
#include <limits>
#include <string>

#include "evenkeel/core/error.hpp"

namespace evenkeel::comm {

void check(int code, const char* call) {
  if (code == MPI_SUCCESS) {
    return;
  }
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw SystemError(std::string(call) + ": " +
                    std::string(text.data(), static_cast<std::size_t>(length)));
}

int mpi_count(std::size_t size) {
  constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<int>::max());
  if (size > kMost) {
    throw SystemError("a message of " + std::to_string(size) +
                      " elements is longer than MPI can count (" + std::to_string(kMost) + ")");
  }
  return static_cast<int>(size);
}

BlockType::BlockType(std::size_t bytes) {
  check(MPI_Type_contiguous(mpi_count(bytes), MPI_BYTE, &handle_), "MPI_Type_contiguous");
  check(MPI_Type_commit(&handle_), "MPI_Type_commit");
}

}  // namespace evenkeel::comm
