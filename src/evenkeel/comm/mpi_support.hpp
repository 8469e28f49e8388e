// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Error codes and data types of MPI as exceptions and objects. Internal to comm.
#pragma once

#include <cstddef>

#include <mpi.h>

namespace evenkeel::comm {

/// \throws SystemError "<call>: <MPI's text>" unless \p code is MPI_SUCCESS
void check(int code, const char* call);

/// \p size as MPI counts.
///
/// \throws SystemError if it is more than an int holds
int mpi_count(std::size_t size);

/// A data type of \p bytes bytes in a row. Requests that use it outlive it.
class BlockType {
 public:
  explicit BlockType(std::size_t bytes);
  ~BlockType() { MPI_Type_free(&handle_); }
  BlockType(const BlockType&) = delete;
  BlockType& operator=(const BlockType&) = delete;

  MPI_Datatype handle() const { return handle_; }

 private:
  MPI_Datatype handle_ = MPI_DATATYPE_NULL;
};

}  // namespace evenkeel::comm
