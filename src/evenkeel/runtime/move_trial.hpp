// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How fast ranks move data, before any has moved.
#pragma once

#include <cstddef>
#include <functional>

#include "evenkeel/comm/communicator.hpp"

namespace evenkeel::runtime {

/// Bytes a second, from what moves of more and more bytes take [s].
///
/// Until one takes 5 ms, so that a link's burst is spent, and clearly longer than half as much did,
/// twice in a row: where others have the processor at times, even little has to wait for its turn,
/// or for two. Then twice again, up to four times within 80 ms: one of them will not have been
/// interrupted. At most 4 MiB each, and no more once half a second is over.
double rate_of_moves(const std::function<double(std::size_t bytes)>& seconds_of);

/// The same of moves as a migration makes them, halfway round the ranks: packed, sent and unpacked,
/// all in fresh memory.
///
/// Collective. Takes 30 to 80 ms; a few hundred where others have the processor at times.
///
/// \param processor  part of a processor that this rank can have for long, in (0, 1]: a short trial
///                   may get more
/// \returns what each rank moves while all do [byte/s]; the same on all ranks
double try_moving(const comm::Communicator& communicator, double processor);

}  // namespace evenkeel::runtime
