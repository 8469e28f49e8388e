// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A C program of somebody else, with a mesh of its own, that asks for its share.
#include <evenkeel.h>
#include <stdio.h>

int main(int argc, char** argv) {
  evenkeel_model* model = NULL;
  double share = 0.0;
  MPI_Init(&argc, &argv);
  evenkeel_create_machine_model(MPI_COMM_WORLD, NULL, &model);
  evenkeel_set_param(model, "sensors", "none");
  evenkeel_init(model);
  evenkeel_report_work(model, 100.0, 1.0);
  evenkeel_compute_powers(model);
  evenkeel_local_part_size(model, &share);
  printf("share %g of 1 rank, '%s'\n", share, evenkeel_last_error());
  evenkeel_delete(&model);
  return MPI_Finalize();
}
