// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What all adapters have in common: from finished work to the shares of all ranks.
#ifndef MACHINE_SHARES_H
#define MACHINE_SHARES_H

#include <evenkeel.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/** Ends the program with the words of evenkeel_last_error() if \p code is not EVENKEEL_OK. */
static void must(int code) {
  if (code != EVENKEEL_OK) {
    fprintf(stderr, "evenkeel: %s\n", evenkeel_last_error());
    MPI_Abort(MPI_COMM_WORLD, code);
  }
}

/** A model that measures the ranks, ready for evenkeel_report_work(). Collective. */
static evenkeel_model* make_model(void) {
  evenkeel_model* model = NULL;
  must(evenkeel_create_machine_model(MPI_COMM_WORLD, NULL, &model));
  must(evenkeel_init(model));
  must(evenkeel_start_monitoring(model));
  return model;
}

/**
 * Seconds this rank takes for \p work units: as the argument with its number says in units per
 * second, so that results repeat; a real code takes the time instead.
 */
static double seconds_for(double work, int rank, int argc, char** argv) {
  const double rate = rank + 1 < argc ? atof(argv[rank + 1]) : 1.0;
  return work / rate;
}

/** Shares of all ranks after \p work units in \p seconds on this one. Collective; to be freed. */
static double* shares_after(evenkeel_model* model, double work, double seconds) {
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double* shares = (double*)malloc((size_t)ranks * sizeof *shares);
  must(evenkeel_report_work(model, work, seconds));
  must(evenkeel_compute_powers(model));
  must(evenkeel_part_sizes(model, ranks, shares));
  return shares;
}

#endif
