// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Collectives as non-blocking calls of MPI and a polite wait.
#include "evenkeel/comm/communicator.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <limits>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "evenkeel/comm/mpi_support.hpp"
#include "evenkeel/comm/polite_wait.hpp"
#include "evenkeel/comm/reduction.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel::comm {
namespace {

constexpr std::size_t kBroadcastChunk = std::size_t{1} << 30;  ///< [byte]

void wait_one(MPI_Request& request, telemetry::PhaseClock* clock) {
  wait_politely(clock, [&] {
    int done = 0;
    check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    return done != 0;
  });
}

template <class T>
void reduce(std::span<T> values, MPI_Op operation, const Communicator& group) {
  Reduction<T> reduction(group, operation);
  reduction.begin(values);
  reduction.finish(values);
}

template <class T>
T reduce_one(T value, MPI_Op operation, const Communicator& group) {
  reduce(std::span(&value, 1), operation, group);
  return value;
}

/// How an exception travels: its kind as first character, then its message.
enum class Kind : char { input = 'i', system = 's', instability = 'u', other = 'o' };

std::vector<char> packed(Kind kind, std::string_view message) {
  std::vector<char> text(1 + message.size(), static_cast<char>(kind));
  std::copy(message.begin(), message.end(), text.begin() + 1);
  return text;
}

/// Runs \p local; what it threw, empty if nothing.
std::vector<char> failure_of(const std::function<void()>& local) {
  try {
    local();
    return {};
  } catch (const InputError& error) {
    return packed(Kind::input, error.what());
  } catch (const SystemError& error) {
    return packed(Kind::system, error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    return packed(Kind::system, error.what());
  } catch (const InstabilityError& error) {
    return packed(Kind::instability, error.what());
  } catch (const std::bad_alloc&) {
    return packed(Kind::other, "out of memory");
  } catch (const std::exception& error) {
    return packed(Kind::other, error.what());
  } catch (...) {
    return packed(Kind::other, "an exception of unknown type");
  }
}

[[noreturn]] void rethrow(std::span<const char> failure, const std::string& prefix) {
  const std::string message = prefix + std::string(failure.begin() + 1, failure.end());
  switch (static_cast<Kind>(failure.front())) {
    case Kind::input:
      throw InputError(message);
    case Kind::system:
      throw SystemError(message);
    case Kind::instability:
      throw InstabilityError(message);
    case Kind::other:
      break;
  }
  throw Error(message);
}

MPI_Comm duplicate(MPI_Comm parent) {
  MPI_Comm copy = MPI_COMM_NULL;
  check(MPI_Comm_dup(parent, &copy), "MPI_Comm_dup");
  return copy;
}

}  // namespace

Communicator::Communicator(MPI_Comm parent, telemetry::PhaseClock* clock)
    : Communicator(duplicate(parent), clock, true) {}

Communicator::Communicator(MPI_Comm owned, telemetry::PhaseClock* clock, bool /*owned*/)
    : handle_(owned), clock_(clock) {
  check(MPI_Comm_set_errhandler(handle_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  check(MPI_Comm_rank(handle_, &rank_), "MPI_Comm_rank");
  check(MPI_Comm_size(handle_, &size_), "MPI_Comm_size");
}

Communicator::~Communicator() {
  if (handle_ != MPI_COMM_NULL) {
    MPI_Comm_free(&handle_);
  }
}

Communicator::Communicator(Communicator&& other) noexcept
    : handle_(std::exchange(other.handle_, MPI_COMM_NULL)),
      rank_(other.rank_),
      size_(other.size_),
      clock_(other.clock_) {}

Communicator Communicator::split(int color, int key) const {
  barrier();  // MPI_Comm_split has no non-blocking form: late ranks are waited for politely here
  MPI_Comm part = MPI_COMM_NULL;
  check(MPI_Comm_split(handle_, color, key, &part), "MPI_Comm_split");
  return Communicator(part, clock_, true);
}

void Communicator::all_or_none(const std::function<void()>& local) const {
  std::vector<char> failure = failure_of(local);
  const std::int32_t mine = failure.empty() ? size_ : rank_;
  const std::int32_t lowest = reduce_one(mine, MPI_MIN, *this);
  if (lowest == size_) {
    return;
  }
  broadcast(failure, lowest);
  rethrow(failure, size_ > 1 ? "rank " + std::to_string(lowest) + ": " : "");
}

void Communicator::barrier() const {
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Ibarrier(handle_, &request), "MPI_Ibarrier");
  wait_one(request, clock_);
}

double Communicator::max(double value) const {
  return reduce_one(value, MPI_MAX, *this);
}

double Communicator::min(double value) const {
  return reduce_one(value, MPI_MIN, *this);
}

std::int64_t Communicator::sum(std::int64_t value) const {
  return reduce_one(value, MPI_SUM, *this);
}

std::uint64_t Communicator::sum_modular(std::uint64_t value) const {
  return reduce_one(value, MPI_SUM, *this);
}

void Communicator::sum_in_place(std::span<std::int64_t> values) const {
  reduce(values, MPI_SUM, *this);
}

void Communicator::progress() const {
  int ignored = 0;
  check(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, handle_, &ignored, MPI_STATUS_IGNORE),
        "MPI_Iprobe");
}

void Communicator::wait_all(std::span<MPI_Request> requests) const {
  const int count = mpi_count(requests.size());
  wait_politely(clock_, [&] {
    int done = 0;
    check(MPI_Testall(count, requests.data(), &done, MPI_STATUSES_IGNORE), "MPI_Testall");
    return done != 0;
  });
}

int Communicator::wait_any(std::span<MPI_Request> requests) const {
  return *wait_any_within(requests, std::numeric_limits<double>::infinity());
}

std::optional<int> Communicator::wait_any_within(std::span<MPI_Request> requests,
                                                 double patience) const {
  const int count = mpi_count(requests.size());
  const std::int64_t start = wall_nanoseconds();
  int position = MPI_UNDEFINED;
  int done = 0;
  wait_politely(clock_, [&] {
    check(MPI_Testany(count, requests.data(), &position, &done, MPI_STATUS_IGNORE), "MPI_Testany");
    return done != 0 || 1e-9 * static_cast<double>(wall_nanoseconds() - start) > patience;
  });
  if (done == 0) {
    return std::nullopt;
  }
  return position == MPI_UNDEFINED ? -1 : position;
}

void Communicator::gather_all_bytes(const void* mine, std::size_t bytes, void* all) const {
  MPI_Request request = MPI_REQUEST_NULL;
  const int count = mpi_count(bytes);
  check(MPI_Iallgather(mine, count, MPI_BYTE, all, count, MPI_BYTE, handle_, &request),
        "MPI_Iallgather");
  wait_one(request, clock_);
}

/// Counted in whole values, not bytes, so that more than 2 GiB can be gathered.
void Communicator::gather_counted_bytes(std::span<const std::byte> mine, std::size_t unit,
                                        std::span<const std::size_t> counts, void* all) const {
  std::vector<int> received;
  std::vector<int> offsets;
  std::size_t total = 0;
  for (const std::size_t count : counts) {
    received.push_back(mpi_count(count));
    offsets.push_back(mpi_count(total));
    total += count;
  }
  const BlockType type(unit);
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Iallgatherv(mine.data(), mpi_count(mine.size() / unit), type.handle(), all,
                        received.data(), offsets.data(), type.handle(), handle_, &request),
        "MPI_Iallgatherv");
  wait_one(request, clock_);
}

void Communicator::broadcast_bytes(void* data, std::size_t bytes, int root) const {
  auto* at = static_cast<std::byte*>(data);
  while (bytes > 0) {
    const std::size_t chunk = std::min(bytes, kBroadcastChunk);
    MPI_Request request = MPI_REQUEST_NULL;
    check(MPI_Ibcast(at, mpi_count(chunk), MPI_BYTE, root, handle_, &request), "MPI_Ibcast");
    wait_one(request, clock_);
    at += chunk;
    bytes -= chunk;
  }
}

}  // namespace evenkeel::comm
