// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reductions as non-blocking calls of MPI.
#include "evenkeel/comm/reduction.hpp"

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "evenkeel/comm/mpi_support.hpp"

namespace evenkeel::comm {
namespace {

template <class T>
MPI_Datatype type_of() {
  if constexpr (std::is_same_v<T, double>) {
    return MPI_DOUBLE;
  } else if constexpr (std::is_same_v<T, std::int32_t>) {
    return MPI_INT32_T;
  } else if constexpr (std::is_same_v<T, std::int64_t>) {
    return MPI_INT64_T;
  } else {
    static_assert(std::is_same_v<T, std::uint64_t>);
    return MPI_UINT64_T;
  }
}

}  // namespace

/// Left by an exception, the memory stays with MPI, which may write there yet.
template <class T>
Reduction<T>::~Reduction() {
  if (request_ != MPI_REQUEST_NULL) {
    static_cast<void>(all_.release());
  }
}

/// Few ranks send small values to all others at once: a rank held back for a moment, as under a
/// quota, then delays nobody but those who need its own value. A tree would pass it the others'
/// too.
template <class T>
bool Reduction<T>::is_flat(std::size_t values) const {
  constexpr int kFlatRanks = 16;
  constexpr std::size_t kFlatValues = 64;
  return group_->size() <= kFlatRanks && values <= kFlatValues;
}

template <class T>
void Reduction<T>::begin(std::span<const T> values) {
  const bool flat = is_flat(values.size());
  const std::size_t needed = values.size() * (flat ? static_cast<std::size_t>(group_->size()) : 1);
  if (needed > room_) {
    all_ = std::make_unique<T[]>(needed);
    room_ = needed;
  }
  const int count = mpi_count(values.size());
  if (flat) {
    T* const mine = all_.get() + static_cast<std::size_t>(group_->rank()) * values.size();
    std::ranges::copy(values, mine);
    check(MPI_Iallgather(MPI_IN_PLACE, count, type_of<T>(), all_.get(), count, type_of<T>(),
                         group_->handle(), &request_),
          "MPI_Iallgather");
    return;
  }
  std::ranges::copy(values, all_.get());
  check(MPI_Iallreduce(MPI_IN_PLACE, all_.get(), count, type_of<T>(), operation_, group_->handle(),
                       &request_),
        "MPI_Iallreduce");
}

template <class T>
void Reduction<T>::finish(std::span<T> values) {
  group_->wait_all({&request_, 1});
  std::copy_n(all_.get(), values.size(), values.data());
  if (!is_flat(values.size())) {
    return;
  }
  const int count = mpi_count(values.size());
  for (std::size_t rank = 1; rank < static_cast<std::size_t>(group_->size()); ++rank) {
    check(MPI_Reduce_local(all_.get() + rank * values.size(), values.data(), count, type_of<T>(),
                           operation_),
          "MPI_Reduce_local");
  }
}

template class Reduction<double>;
template class Reduction<std::int32_t>;
template class Reduction<std::int64_t>;
template class Reduction<std::uint64_t>;

}  // namespace evenkeel::comm
