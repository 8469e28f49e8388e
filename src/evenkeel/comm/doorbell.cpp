// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Event queues of this process, and naps before them.
#include "evenkeel/comm/doorbell.hpp"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <filesystem>
#include <string>
#include <system_error>

namespace evenkeel::comm {
namespace {

constexpr double kFirstPatience = 5e3;     // [ns]
constexpr double kLongestPatience = 20e6;  // [ns]
// Little, so that patience stays short where one message in ten comes without a bell.
constexpr double kGrowth = 1.1;
// In one wait, one after the other; what rings on is not for MPI.
constexpr int kMostRings = 100;

}  // namespace

Doorbell::Doorbell() {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", error)) {
    const std::string number = entry.path().filename().string();
    int descriptor = -1;
    std::from_chars(number.data(), number.data() + number.size(), descriptor);
    if (std::filesystem::read_symlink(entry.path(), error) == "anon_inode:[eventpoll]") {
      queues_.push_back({.fd = descriptor, .events = POLLIN, .revents = 0});
    }
  }
}

void Doorbell::nap(long nanoseconds) {
  constexpr long kSecond = 1'000'000'000;
  const bool listens = rings_ < kMostRings;
  const long longest = listens ? std::max(nanoseconds, static_cast<long>(patience_)) : nanoseconds;
  const timespec limit{longest / kSecond, longest % kSecond};
  has_rung_ = ppoll(queues_.data(), listens ? queues_.size() : 0, &limit, nullptr) > 0;
  rings_ += has_rung_ ? 1 : 0;
}

void Doorbell::learn() {
  rings_ = 0;
  patience_ = has_rung_ ? std::clamp(kGrowth * patience_, kFirstPatience, kLongestPatience) : 0.0;
}

Doorbell& doorbell() {
  static Doorbell bell;
  return bell;
}

}  // namespace evenkeel::comm
