// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Zoltan's questions, answered from a unit list.
#include "evenkeel/adapters/zoltan.hpp"

#include <mpi.h>
// Zoltan's headers are C and convert freely.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <optional>

#include <zoltan.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::adapters {
namespace {

/// What the callbacks see.
struct Subject {
  const Task& task;
  mutable std::optional<Graph> graph;  ///< made when first asked for

  const Graph& faces() const {
    if (!graph) {
      graph = face_graph(task.units);
    }
    return *graph;
  }
};

// What Zoltan asks, with the parameters it prescribes.

const Subject& subject(void* data) {
  return *static_cast<const Subject*>(data);
}

constexpr auto kCountUnits = [](void* data, int* error) {
  *error = ZOLTAN_OK;
  return static_cast<int>(subject(data).task.load.size());
};

constexpr auto kListUnits = [](void* data, int, int, ZOLTAN_ID_PTR ids, ZOLTAN_ID_PTR local, int,
                               float* weights, int* error) {
  const std::vector<double>& load = subject(data).task.load;
  for (std::size_t unit = 0; unit < load.size(); ++unit) {
    ids[unit] = static_cast<ZOLTAN_ID_TYPE>(unit);
    local[unit] = static_cast<ZOLTAN_ID_TYPE>(unit);
    weights[unit] = static_cast<float>(load[unit]);
  }
  *error = ZOLTAN_OK;
};

constexpr auto kDimension = [](void* data, int* error) {
  *error = ZOLTAN_OK;
  return subject(data).task.units.dimension;
};

constexpr auto kMiddles = [](void* data, int, int, int count, ZOLTAN_ID_PTR, ZOLTAN_ID_PTR local,
                             int axes, double* middle, int* error) {
  const workload::UnitList& units = subject(data).task.units;
  for (int i = 0; i < count; ++i) {
    const std::size_t unit = local[i];
    for (std::size_t d = 0; d < static_cast<std::size_t>(axes); ++d) {
      *middle++ = 0.5 * (units.lo[unit][d] + units.hi[unit][d]);
    }
  }
  *error = ZOLTAN_OK;
};

constexpr auto kCountEdges = [](void* data, int, int, int count, ZOLTAN_ID_PTR, ZOLTAN_ID_PTR local,
                                int* edges, int* error) {
  const Graph& graph = subject(data).faces();
  for (int i = 0; i < count; ++i) {
    edges[i] = graph.first[local[i] + 1] - graph.first[local[i]];
  }
  *error = ZOLTAN_OK;
};

constexpr auto kListEdges = [](void* data, int, int, int count, ZOLTAN_ID_PTR, ZOLTAN_ID_PTR local,
                               int*, ZOLTAN_ID_PTR others, int* ranks, int, float* weights,
                               int* error) {
  const Graph& graph = subject(data).faces();
  for (int i = 0; i < count; ++i) {
    for (int edge = graph.first[local[i]]; edge < graph.first[local[i] + 1]; ++edge) {
      *others++ = static_cast<ZOLTAN_ID_TYPE>(graph.other[static_cast<std::size_t>(edge)]);
      *ranks++ = 0;
      *weights++ = static_cast<float>(graph.weight[static_cast<std::size_t>(edge)]);
    }
  }
  *error = ZOLTAN_OK;
};

bool has_ended() {
  int ended = 0;
  MPI_Finalized(&ended);
  return ended != 0;
}

void expect(int code, const char* call) {
  if (code != ZOLTAN_OK && code != ZOLTAN_WARN) {
    throw SystemError(std::string(call) + " failed with code " + std::to_string(code));
  }
}

}  // namespace

void start_zoltan() {
  int started = 0;
  MPI_Initialized(&started);
  if (has_ended()) {
    throw SystemError("Zoltan needs MPI, and this program has called MPI_Finalize already");
  }
  if (started == 0) {
    MPI_Init(nullptr, nullptr);
    std::atexit([] {
      if (!has_ended()) {
        MPI_Finalize();
      }
    });
  }
  static const bool ready = [] {
    float version = 0.0F;
    expect(Zoltan_Initialize(0, nullptr, &version), "Zoltan_Initialize");
    return true;
  }();
  static_cast<void>(ready);
}

namespace {

struct Destroy {
  void operator()(Zoltan_Struct* zoltan) const { Zoltan_Destroy(&zoltan); }
};
using Handle = std::unique_ptr<Zoltan_Struct, Destroy>;

Handle make_handle(const Subject& subject, const ZoltanSettings& settings) {
  Handle zoltan(Zoltan_Create(MPI_COMM_SELF));
  if (!zoltan) {
    throw SystemError("Zoltan_Create failed");
  }
  ZoltanSettings all = {{"DEBUG_LEVEL", "0"},
                        {"NUM_GID_ENTRIES", "1"},
                        {"NUM_LID_ENTRIES", "1"},
                        {"OBJ_WEIGHT_DIM", "1"},
                        {"EDGE_WEIGHT_DIM", "1"},
                        {"RETURN_LISTS", "PARTS"},
                        {"SEED", "1"},  // else chance goes on from call to call
                        {"PHG_EDGE_SIZE_THRESHOLD", "1.0"},  // keep every edge, print no warning
                        {"NUM_GLOBAL_PARTS", std::to_string(subject.task.parts())}};
  all.insert(all.end(), settings.begin(), settings.end());
  for (const auto& [name, value] : all) {
    expect(Zoltan_Set_Param(zoltan.get(), name.c_str(), value.c_str()), name.c_str());
  }
  void* data = const_cast<Subject*>(&subject);
  Zoltan_Set_Num_Obj_Fn(zoltan.get(), kCountUnits, data);
  Zoltan_Set_Obj_List_Fn(zoltan.get(), kListUnits, data);
  Zoltan_Set_Num_Geom_Fn(zoltan.get(), kDimension, data);
  Zoltan_Set_Geom_Multi_Fn(zoltan.get(), kMiddles, data);
  Zoltan_Set_Num_Edges_Multi_Fn(zoltan.get(), kCountEdges, data);
  Zoltan_Set_Edge_List_Multi_Fn(zoltan.get(), kListEdges, data);
  return zoltan;
}

void set_sizes(Zoltan_Struct* zoltan, const std::vector<double>& share) {
  std::vector<int> ids;
  std::vector<float> sizes(share.begin(), share.end());
  for (std::size_t part = 0; part < share.size(); ++part) {
    ids.push_back(static_cast<int>(part));
    sizes[part] = static_cast<float>(share[part]);
  }
  std::vector<int> weights(share.size(), 0);
  expect(Zoltan_LB_Set_Part_Sizes(zoltan, 1, static_cast<int>(share.size()), ids.data(),
                                  weights.data(), sizes.data()),
         "Zoltan_LB_Set_Part_Sizes");
}

/// What Zoltan_LB_Partition allocates.
struct Lists {
  Lists() = default;
  Lists(const Lists&) = delete;
  Lists& operator=(const Lists&) = delete;
  ~Lists() {
    Zoltan_LB_Free_Part(&in_ids, &in_local, &in_ranks, &in_parts);
    Zoltan_LB_Free_Part(&out_ids, &out_local, &out_ranks, &out_parts);
  }

  int changes = 0, id_entries = 0, local_entries = 0, in = 0, out = 0;
  ZOLTAN_ID_PTR in_ids = nullptr, in_local = nullptr, out_ids = nullptr, out_local = nullptr;
  int *in_ranks = nullptr, *in_parts = nullptr, *out_ranks = nullptr, *out_parts = nullptr;
};

}  // namespace

std::vector<int> divide_by_zoltan(const Task& task, const ZoltanSettings& settings) {
  start_zoltan();
  const Subject subject{task, {}};
  const Handle zoltan = make_handle(subject, settings);
  set_sizes(zoltan.get(), task.share);
  Lists lists;
  expect(Zoltan_LB_Partition(zoltan.get(), &lists.changes, &lists.id_entries, &lists.local_entries,
                             &lists.in, &lists.in_ids, &lists.in_local, &lists.in_ranks,
                             &lists.in_parts, &lists.out, &lists.out_ids, &lists.out_local,
                             &lists.out_ranks, &lists.out_parts),
         "Zoltan_LB_Partition");
  std::vector<int> part(task.load.size(), 0);
  for (int i = 0; i < lists.out; ++i) {
    part[lists.out_local[i]] = lists.out_parts[i];
  }
  return part;
}

}  // namespace evenkeel::adapters
