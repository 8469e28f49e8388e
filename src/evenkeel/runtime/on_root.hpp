// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Work that rank 0 does for all.
#pragma once

#include <string>
#include <vector>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel::runtime {

/// Makes \p text of every rank that of rank 0. Collective.
inline void broadcast_text(const comm::Communicator& world, std::string& text) {
  std::vector<char> bytes(text.begin(), text.end());
  world.broadcast(bytes, 0);
  text.assign(bytes.begin(), bytes.end());
}

/// Runs \p work on rank 0 alone. Collective.
///
/// \throws on every rank what \p work threw. Bad input is worded as if there were one rank: it has
///         nothing to do with ranks
template <class Work>
void on_root(const comm::Communicator& world, Work&& work) {
  std::string fault;
  world.all_or_none([&] {
    try {
      if (world.rank() == 0) {
        work();
      }
    } catch (const InputError& error) {
      fault = error.what();
    }
  });
  broadcast_text(world, fault);
  if (!fault.empty()) {
    throw InputError(fault);
  }
}

}  // namespace evenkeel::runtime
