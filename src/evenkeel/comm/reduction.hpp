// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A reduction that is on its way while its ranks do something else.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include <mpi.h>

#include "evenkeel/comm/communicator.hpp"

namespace evenkeel::comm {

/// Elementwise, of as many values on every rank. T: double, or an integer of 32 or 64 bits.
///
/// Used again and again it allocates once.
template <class T>
class Reduction {
 public:
  /// Not collective. \p group outlives this object.
  Reduction(const Communicator& group, MPI_Op operation) : group_(&group), operation_(operation) {}
  ~Reduction();
  Reduction(const Reduction&) = delete;
  Reduction& operator=(const Reduction&) = delete;

  /// Sends \p values on their way. Collective. \pre none is under way
  void begin(std::span<const T> values);

  /// Waits politely, then gives every rank what all have together. Collective.
  /// \pre begin() was called
  ///
  /// \param values  [as many as began]
  void finish(std::span<T> values);

 private:
  bool is_flat(std::size_t values) const;

  const Communicator* group_;
  MPI_Op operation_;
  MPI_Request request_ = MPI_REQUEST_NULL;
  std::size_t room_ = 0;
  std::unique_ptr<T[]> all_;  ///< [room_] values of every rank, or the result
};

}  // namespace evenkeel::comm
