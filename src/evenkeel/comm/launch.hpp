// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Start and end of MPI in a program, and which ranks share a machine.
#pragma once

#include "evenkeel/comm/communicator.hpp"

namespace evenkeel::comm {

/// MPI from construction to destruction. One per program, made in main by the main thread.
///
/// Under mpirun or srun the program is one of many ranks; started alone it is a group of one.
/// Other threads may run but must not call MPI. If an exception destroys the session, all ranks
/// are aborted: they would wait for ever for the one that failed.
class Session {
 public:
  /// Collective over all ranks of the job. MPI takes its own arguments out of \p argv.
  ///
  /// Also lets this thread's naps be as short as asked for (Linux rounds them up by 50 us).
  /// \throws SystemError if MPI cannot be started or does not allow threads beside it
  Session(int& argc, char**& argv);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Ends all ranks of the job at once with exit code \p code. Not collective.
  [[noreturn]] static void abort(int code);

 private:
  int exceptions_;
};

/// Where a rank is among the machines of the group.
struct NodePlace {
  int node = 0;  ///< machines are numbered by their lowest rank
  int nodes = 1;
  int rank_on_node = 0;
  int ranks_on_node = 1;

  bool operator==(const NodePlace&) const = default;
};

/// Collective. Ranks that can share memory are on one node.
NodePlace node_place(const Communicator& communicator);

}  // namespace evenkeel::comm
