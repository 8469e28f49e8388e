// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// p4est, which has no unequal shares of its own, divides a forest by p4est_partition_given().
///
///     mpirun -np 4 p4est_shares 1 2 3 4        rates of the ranks, quadrants per second
///
/// Prints quadrants and share of each rank; returns 1 if a rank is off by more than one quadrant.
#include <math.h>
#include <p4est_algorithms.h>
#include <p4est_extended.h>

#include "../machine_shares.h"

/** Quadrants of each rank: cuts at the nearest whole number below the summed shares. */
static void quadrants_by(const double* shares, int ranks, p4est_gloidx_t all,
                         p4est_locidx_t* count) {
  double sum = 0.0;
  p4est_gloidx_t before = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    sum += shares[rank];
    const p4est_gloidx_t cut = rank + 1 < ranks ? (p4est_gloidx_t)floor(sum * (double)all) : all;
    count[rank] = (p4est_locidx_t)(cut - before);
    before = cut;
  }
}

/** Refines towards a corner, so that quadrants differ. */
static int near_corner(p4est_t* forest, p4est_topidx_t tree, p4est_quadrant_t* quadrant) {
  (void)forest, (void)tree;
  return quadrant->level < 8 && quadrant->x == 0 && quadrant->y == 0;
}

/** One line per rank, on rank 0. Collective. */
static void print_shares(const p4est_t* forest, const double* shares, int rank, int ranks) {
  for (int turn = 0; turn < ranks; ++turn) {
    int mine = forest->local_num_quadrants;
    MPI_Bcast(&mine, 1, MPI_INT, turn, MPI_COMM_WORLD);
    if (rank == 0) {
      printf("rank %d: %4d of %lld quadrants, share %.4f\n", turn, mine,
             (long long)forest->global_num_quadrants, shares[turn]);
    }
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  sc_init(MPI_COMM_WORLD, 0, 0, NULL, SC_LP_ERROR);
  p4est_init(NULL, SC_LP_ERROR);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  p4est_connectivity_t* square = p4est_connectivity_new_unitsquare();
  p4est_t* forest = p4est_new_ext(MPI_COMM_WORLD, square, 0, 5, 1, 0, NULL, NULL);
  p4est_refine(forest, 1, near_corner, NULL);
  p4est_balance(forest, P4EST_CONNECT_FULL, NULL);

  evenkeel_model* model = make_model();
  const double work = forest->local_num_quadrants;
  double* shares = shares_after(model, work, seconds_for(work, rank, argc, argv));
  p4est_locidx_t* count = malloc((size_t)ranks * sizeof *count);
  quadrants_by(shares, ranks, forest->global_num_quadrants, count);

  /* The one line that makes p4est aware of the machine. */
  p4est_partition_given(forest, count);

  int bad =
      fabs(forest->local_num_quadrants - shares[rank] * (double)forest->global_num_quadrants) > 1.0;
  print_shares(forest, shares, rank, ranks);
  free(count);
  free(shares);
  must(evenkeel_delete(&model));
  p4est_destroy(forest);
  p4est_connectivity_destroy(square);
  MPI_Allreduce(MPI_IN_PLACE, &bad, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  sc_finalize();
  MPI_Finalize();
  return bad;
}
