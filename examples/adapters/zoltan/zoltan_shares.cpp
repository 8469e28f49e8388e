// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Zoltan divides a grid of cells by the shares that the capacity service gives.
///
///     mpirun -np 4 zoltan_shares 1 2 3 4       rates of the ranks, cells per second
///
/// Prints cells and share of each rank for HSFC, RCB and HIER; returns 1 if a rank is off by more
/// than 2 % of all cells.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <zoltan.h>

#include "../machine_shares.h"

enum { kSide = 64 };

/** The cells of this rank at the start: rows of the grid, dealt out evenly. */
typedef struct {
  int first;
  int count;
} Cells;

/** Tells Zoltan about the cells. */
static void describe_cells(struct Zoltan_Struct* zoltan, Cells* cells) {
  Zoltan_Set_Num_Obj_Fn(
      zoltan, [](void* data, int*) { return static_cast<Cells*>(data)->count; }, cells);
  Zoltan_Set_Obj_List_Fn(
      zoltan,
      [](void* data, int, int, ZOLTAN_ID_PTR global, ZOLTAN_ID_PTR local, int, float*, int*) {
        const Cells& own = *static_cast<Cells*>(data);
        for (int k = 0; k < own.count; ++k) {
          global[k] = static_cast<ZOLTAN_ID_TYPE>(own.first + k);
          local[k] = static_cast<ZOLTAN_ID_TYPE>(k);
        }
      },
      cells);
  Zoltan_Set_Num_Geom_Fn(zoltan, [](void*, int*) { return 2; }, nullptr);
  Zoltan_Set_Geom_Fn(
      zoltan,
      [](void*, int, int, ZOLTAN_ID_PTR global, ZOLTAN_ID_PTR, double* place, int*) {
        place[0] = global[0] % kSide + 0.5;
        place[1] = static_cast<double>(global[0] / kSide) + 0.5;
      },
      nullptr);
}

/** HIER: pairs of ranks first, then the ranks of a pair; both by HSFC. */
static void describe_levels(struct Zoltan_Struct* zoltan, int* rank) {
  Zoltan_Set_Hier_Num_Levels_Fn(zoltan, [](void*, int*) { return 2; }, nullptr);
  Zoltan_Set_Hier_Part_Fn(
      zoltan,
      [](void* data, int level, int*) {
        const int own = *static_cast<int*>(data);
        return level == 0 ? own / 2 : own % 2;
      },
      rank);
  Zoltan_Set_Hier_Method_Fn(
      zoltan,
      [](void*, int, struct Zoltan_Struct* inner, int*) {
        Zoltan_Set_Param(inner, "LB_METHOD", "HSFC");
      },
      nullptr);
}

/** Cells this rank has after \p method has divided them by \p share. */
static int cells_after(const char* method, Cells* cells, int rank, float share) {
  struct Zoltan_Struct* zoltan = Zoltan_Create(MPI_COMM_WORLD);
  Zoltan_Set_Param(zoltan, "DEBUG_LEVEL", "0");
  Zoltan_Set_Param(zoltan, "LB_METHOD", method);
  Zoltan_Set_Param(zoltan, "RETURN_LISTS", "ALL");
  describe_cells(zoltan, cells);
  describe_levels(zoltan, &rank);

  /* The one line that makes Zoltan aware of the machine. */
  Zoltan_LB_Set_Part_Sizes(zoltan, 1, 1, &rank, nullptr, &share);

  int changes = 0, gids = 0, lids = 0, come = 0, go = 0;
  ZOLTAN_ID_PTR come_global, come_local, go_global, go_local;
  int *come_from, *come_part, *go_to, *go_part;
  const int code =
      Zoltan_LB_Partition(zoltan, &changes, &gids, &lids, &come, &come_global, &come_local,
                          &come_from, &come_part, &go, &go_global, &go_local, &go_to, &go_part);
  if (code != ZOLTAN_OK && code != ZOLTAN_WARN) {
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  Zoltan_LB_Free_Part(&come_global, &come_local, &come_from, &come_part);
  Zoltan_LB_Free_Part(&go_global, &go_local, &go_to, &go_part);
  Zoltan_Destroy(&zoltan);
  return cells->count + come - go;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  float version = 0.0F;
  Zoltan_Initialize(argc, argv, &version);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int all = kSide * kSide;
  Cells cells = {all / ranks * rank, rank + 1 < ranks ? all / ranks : all - all / ranks * rank};

  evenkeel_model* model = make_model();
  double* shares = shares_after(model, cells.count, seconds_for(cells.count, rank, argc, argv));
  const char* methods[] = {"HSFC", "RCB", "HIER"};
  int bad = 0;
  for (int m = 0; m < 3; ++m) {
    const int mine = cells_after(methods[m], &cells, rank, static_cast<float>(shares[rank]));
    bad |= std::fabs(mine - shares[rank] * all) > 0.02 * all;
    for (int turn = 0; turn < ranks; ++turn) {
      int count = mine;
      MPI_Bcast(&count, 1, MPI_INT, turn, MPI_COMM_WORLD);
      if (rank == 0) {
        printf("%-4s rank %d: %4d of %d cells, share %.4f\n", methods[m], turn, count, all,
               shares[turn]);
      }
    }
  }
  free(shares);
  must(evenkeel_delete(&model));
  MPI_Allreduce(MPI_IN_PLACE, &bad, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return bad;
}
