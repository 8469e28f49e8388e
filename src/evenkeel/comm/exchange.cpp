// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Receives as persistent requests, on buffers that are laid out once.
#include "evenkeel/comm/exchange.hpp"

#include <cstdint>
#include <exception>
#include <utility>

#include "evenkeel/comm/mpi_support.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel::comm {
namespace {

// Buffers are made of whole blocks, which keeps every one aligned. Both ends round up alike.
constexpr std::size_t kBlock = 64;

std::size_t in_blocks(std::size_t bytes) {
  return (bytes + kBlock - 1) / kBlock * kBlock;
}

// The longest type there is whose bytes nobody interprets: a message may have more of them than
// MPI's int can count.
MPI_Datatype unit() {
  return MPI_C_DOUBLE_COMPLEX;
}
constexpr std::size_t kUnit = 16;  ///< bytes of it

int units_of(std::size_t bytes) {
  return mpi_count(in_blocks(bytes) / kUnit);
}

/// Room for all messages; offsets become positions of aligned blocks in it.
std::unique_ptr<std::byte[]> make_storage(std::vector<std::size_t>& offsets, std::size_t bytes) {
  auto storage = std::make_unique<std::byte[]>(bytes + kBlock - 1);
  const auto misfit = reinterpret_cast<std::uintptr_t>(storage.get()) % kBlock;
  for (std::size_t& offset : offsets) {
    offset += (kBlock - misfit) % kBlock;
  }
  return storage;
}

void free_all(std::vector<MPI_Request>& requests) {
  for (MPI_Request& request : requests) {
    if (request != MPI_REQUEST_NULL) {
      MPI_Request_free(&request);
    }
  }
  requests.clear();
}

}  // namespace

Exchange::Exchange(const Communicator& communicator, std::vector<Neighbour> neighbours, int tag)
    : communicator_(&communicator),
      neighbours_(std::move(neighbours)),
      sends_(neighbours_.size(), MPI_REQUEST_NULL),
      receives_(neighbours_.size(), MPI_REQUEST_NULL),
      tag_(tag),
      exceptions_(std::uncaught_exceptions()) {
  std::size_t sent = 0;
  std::size_t received = 0;
  for (const Neighbour& neighbour : neighbours_) {
    send_offset_.push_back(std::exchange(sent, sent + in_blocks(neighbour.send_bytes)));
    receive_offset_.push_back(
        std::exchange(received, received + in_blocks(neighbour.receive_bytes)));
  }
  send_storage_ = make_storage(send_offset_, sent);
  receive_storage_ = make_storage(receive_offset_, received);
  for (std::size_t n = 0; n < neighbours_.size(); ++n) {
    const Neighbour& neighbour = neighbours_[n];
    if (neighbour.receive_bytes > 0) {
      check(MPI_Recv_init(receive_storage_.get() + receive_offset_[n],
                          units_of(neighbour.receive_bytes), unit(), neighbour.rank, tag_,
                          communicator.handle(), &receives_[n]),
            "MPI_Recv_init");
    }
  }
}

Exchange::~Exchange() {
  if (std::uncaught_exceptions() > exceptions_) {
    static_cast<void>(send_storage_.release());  // they stay with MPI, which may use them yet
    static_cast<void>(receive_storage_.release());
    return;
  }
  if (!sends_.empty()) {
    communicator_->wait_all(sends_);  // the buffers go with this object
    communicator_->wait_all(receives_);
  }
  free_all(receives_);
}

Exchange::Exchange(Exchange&&) noexcept = default;

Exchange& Exchange::operator=(Exchange&& other) noexcept {
  // Swapped, so that other's destructor frees what this one held. Buffers keep their addresses.
  std::swap(communicator_, other.communicator_);
  std::swap(neighbours_, other.neighbours_);
  std::swap(send_offset_, other.send_offset_);
  std::swap(receive_offset_, other.receive_offset_);
  std::swap(send_storage_, other.send_storage_);
  std::swap(receive_storage_, other.receive_storage_);
  std::swap(sends_, other.sends_);
  std::swap(receives_, other.receives_);
  std::swap(tag_, other.tag_);
  return *this;
}

std::span<std::byte> Exchange::outgoing(std::size_t neighbour) {
  return {send_storage_.get() + send_offset_[neighbour], neighbours_[neighbour].send_bytes};
}

std::span<const std::byte> Exchange::incoming(std::size_t neighbour) const {
  return {receive_storage_.get() + receive_offset_[neighbour],
          neighbours_[neighbour].receive_bytes};
}

void Exchange::begin() {
  communicator_->wait_all(sends_);
  for (MPI_Request& receive : receives_) {
    if (receive != MPI_REQUEST_NULL) {
      check(MPI_Start(&receive), "MPI_Start");
    }
  }
}

void Exchange::send(std::size_t neighbour, std::size_t bytes) {
  EVENKEEL_DEBUG(bytes <= neighbours_[neighbour].send_bytes);
  if (bytes == 0) {
    return;
  }
  check(MPI_Isend(send_storage_.get() + send_offset_[neighbour], units_of(bytes), unit(),
                  neighbours_[neighbour].rank, tag_, communicator_->handle(), &sends_[neighbour]),
        "MPI_Isend");
  if (communicator_->clock() != nullptr) {
    telemetry::Counters& counters = communicator_->clock()->counters();
    ++counters.messages;
    counters.bytes_sent += static_cast<std::int64_t>(bytes);
  }
}

int Exchange::next_arrival() {
  return communicator_->wait_any(receives_);
}

std::optional<int> Exchange::arrival_within(double patience) {
  return communicator_->wait_any_within(receives_, patience);
}

}  // namespace evenkeel::comm
