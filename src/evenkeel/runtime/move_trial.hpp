// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How fast ranks move data, before any has moved.
#pragma once

#include "evenkeel/comm/communicator.hpp"

namespace evenkeel::runtime {

/// Moves some data as a migration does, halfway round the ranks: packed, sent and unpacked, all in
/// fresh memory. More of it until it takes 5 ms (or 4 MiB have gone), so that a link's burst is
/// spent, and then three times: one of them will not have been interrupted.
///
/// Collective. Takes some 20 ms.
///
/// \param processor  part of a processor that this rank can have for long, in (0, 1]: a short trial
///                   may get more
/// \returns what each rank moves while all do [byte/s]; the same on all ranks
double try_moving(const comm::Communicator& communicator, double processor);

}  // namespace evenkeel::runtime
