// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// MPI_Init_thread, MPI_Finalize and the groups of ranks on a machine.
#include "evenkeel/comm/launch.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>

#include <sys/prctl.h>

#include "evenkeel/comm/mpi_support.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel::comm {
namespace {

constexpr unsigned long kTimerSlackNanoseconds = 1'000;

/// Lets messages up to 1 MiB go out over TCP at once. Open MPI would ask the receiver first, and
/// one that naps or is held back by its machine answers late; receives are posted first anyway.
/// Within a machine those up to 32 KiB are copied twice, which takes less than to read them from
/// the memory of the other process. Whoever has set these parameters keeps them; other MPI
/// libraries do not look.
void send_eagerly() {
  setenv("OMPI_MCA_btl_vader_eager_limit", "32768", 0);
  setenv("OMPI_MCA_btl_tcp_eager_limit", "1048576", 0);
  setenv("OMPI_MCA_btl_tcp_rndv_eager_limit", "1048576", 0);
  setenv("OMPI_MCA_btl_tcp_max_send_size", "2097152", 0);
}

/// Has Open MPI watch its sockets by epoll rather than poll: what Doorbell listens to.
void watch_by_epoll() {
  setenv("OMPI_MCA_opal_event_include", "epoll", 0);
}

}  // namespace

Session::Session(int& argc, char**& argv) : exceptions_(std::uncaught_exceptions()) {
  send_eagerly();
  watch_by_epoll();
  int provided = MPI_THREAD_SINGLE;
  check(MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
  if (provided < MPI_THREAD_FUNNELED) {
    MPI_Finalize();
    throw SystemError("this MPI library does not allow threads beside the one that calls it");
  }
  check(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  prctl(PR_SET_TIMERSLACK, kTimerSlackNanoseconds, 0, 0, 0);  // without it naps are only longer
}

Session::~Session() {
  if (std::uncaught_exceptions() > exceptions_) {
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
  }
  MPI_Finalize();
}

void Session::abort(int code) {
  MPI_Abort(MPI_COMM_WORLD, code);
  std::abort();  // MPI_Abort does not return
}

NodePlace node_place(const Communicator& communicator) {
  communicator.barrier();  // the call below waits without naps
  MPI_Comm shared = MPI_COMM_NULL;
  check(MPI_Comm_split_type(communicator.handle(), MPI_COMM_TYPE_SHARED, communicator.rank(),
                            MPI_INFO_NULL, &shared),
        "MPI_Comm_split_type");
  NodePlace place;
  check(MPI_Comm_rank(shared, &place.rank_on_node), "MPI_Comm_rank");
  check(MPI_Comm_size(shared, &place.ranks_on_node), "MPI_Comm_size");
  int lowest = communicator.rank();
  check(MPI_Bcast(&lowest, 1, MPI_INT, 0, shared), "MPI_Bcast");
  check(MPI_Comm_free(&shared), "MPI_Comm_free");
  std::vector<int> leaders = communicator.gather_all(lowest);
  std::sort(leaders.begin(), leaders.end());
  leaders.erase(std::unique(leaders.begin(), leaders.end()), leaders.end());
  place.nodes = static_cast<int>(leaders.size());
  place.node =
      static_cast<int>(std::lower_bound(leaders.begin(), leaders.end(), lowest) - leaders.begin());
  return place;
}

}  // namespace evenkeel::comm
