// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Bulk-synchronous toy: a program whose time on an uneven machine can be worked out by hand.
///
///     bsp STEPS UNITS w0 w1 ...
///
/// In each step rank r does UNITS * w_r / sum(w) units of work, swaps 64 KiB with its ring
/// neighbours and joins an allreduce. Waits politely (test, then sleep 100 us): a spinning wait
/// would burn the CPU quota of its host. Rank 0 prints the wall time, and each rank's units and
/// time spent computing, on one line.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <thread>
#include <vector>

#include <mpi.h>

namespace {

constexpr int kMessage = 65536;  // [byte]

/// About 0.2 ms of smoothing on a current core.
void work_unit(std::vector<double>& field) {
  for (int sweep = 0; sweep < 40; ++sweep)
    for (std::size_t i = 1; i + 1 < field.size(); ++i)
      field[i] = 0.25 * (field[i - 1] + 2 * field[i] + field[i + 1]) + 1e-9;
}

void await_all(std::vector<MPI_Request>& requests) {
  for (int done = 0; done == 0;) {
    MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE);
    if (done == 0)
      std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
}

void swap_with_ring(int rank, int ranks) {
  static std::vector<char> send(kMessage), receive(2 * kMessage);
  const int left = (rank + ranks - 1) % ranks;
  const int right = (rank + 1) % ranks;
  double mine = 1, sum = 0;
  std::vector<MPI_Request> requests(5);
  MPI_Irecv(receive.data(), kMessage, MPI_CHAR, left, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(receive.data() + kMessage, kMessage, MPI_CHAR, right, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(send.data(), kMessage, MPI_CHAR, right, 0, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(send.data(), kMessage, MPI_CHAR, left, 1, MPI_COMM_WORLD, &requests[3]);
  MPI_Iallreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &requests[4]);
  await_all(requests);
}

/// Units of work before rank `rank`, when `units` are shared out by `weights`.
int units_before(int rank, int units, const std::vector<double>& weights) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  const double before = std::accumulate(weights.begin(), weights.begin() + rank, 0.0);
  return static_cast<int>(units * before / total + 0.5);
}

void report(int ranks, double wall, double units, double compute) {
  const double mine[2] = {units, compute};
  std::vector<double> all(2 * static_cast<std::size_t>(ranks));
  MPI_Gather(mine, 2, MPI_DOUBLE, all.data(), 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0)
    return;
  std::printf("wall %.3f s |", wall);
  for (std::size_t i = 0; i < all.size(); i += 2)
    std::printf(" %g units %.3f s;", all[i], all[i + 1]);
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc != 3 + ranks) {
    std::fprintf(stderr, "usage: bsp STEPS UNITS WEIGHT... (one weight a rank)\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const int steps = std::atoi(argv[1]);
  const int units = std::atoi(argv[2]);
  std::vector<double> weights;
  for (int i = 3; i < argc; ++i)
    weights.push_back(std::atof(argv[i]));
  const int mine = units_before(rank + 1, units, weights) - units_before(rank, units, weights);

  std::vector<double> field(4096);
  double compute = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  for (int step = 0; step < steps; ++step) {
    const double before = MPI_Wtime();
    for (int unit = 0; unit < mine; ++unit)
      work_unit(field);
    compute += MPI_Wtime() - before;
    swap_with_ring(rank, ranks);
  }
  report(ranks, MPI_Wtime() - start, mine, compute);
  MPI_Finalize();
}
