// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Declares and reads constants of the cost model.
#include "evenkeel/simulator/cost_params.hpp"

#include <array>

namespace evenkeel::simulator {
namespace {

/// 0 stands for what the trace says.
constexpr std::array kParams = {
    ParamSpec{.name = "seconds_per_update",
              .unit = "s",
              .fallback = 0.0,
              .min = 0.0,
              .max = 1.0,
              .help = "of one cell at reference_speed; 0: as the trace says, else 1e-7"},
    ParamSpec{.name = "reference_speed",
              .unit = "flop/s",
              .fallback = 1e9,
              .min = 1.0,
              .help = "of the processor that seconds are of"},
    ParamSpec{.name = "bytes_per_cell",
              .unit = "byte",
              .fallback = 0.0,
              .min = 0.0,
              .help = "of a message; 0: as the trace says"},
    ParamSpec{.name = "memory_factor",
              .unit = "1",
              .fallback = 3.0,
              .min = 1.0,
              .help = "bytes kept over bytes of the state"},
    ParamSpec{.name = "partition_per_unit",
              .unit = "s",
              .fallback = 2e-7,
              .min = 0.0,
              .help = "of partitioning, for each grid unit"},
    ParamSpec{.name = "partition_per_rank",
              .unit = "s",
              .fallback = 5e-6,
              .min = 0.0,
              .help = "of partitioning, for each rank"},
    ParamSpec{.name = "regrid_per_cell",
              .unit = "s",
              .fallback = 0.0,
              .min = 0.0,
              .help = "of flags, clusters and filling, for each cell"},
    ParamSpec{.name = "message_seconds",
              .unit = "s",
              .fallback = 0.0,
              .min = 0.0,
              .help = "of a processor, for each message it sends or receives"},
    ParamSpec{.name = "byte_seconds",
              .unit = "s",
              .fallback = 0.0,
              .min = 0.0,
              .help = "of a processor, for each byte it sends or receives"},
    ParamSpec{.name = "step_seconds",
              .unit = "s",
              .fallback = 0.0,
              .min = 0.0,
              .help = "of a processor, for each coarse step besides all else"},
    ParamSpec{.name = "nap",
              .unit = "1",
              .fallback = 0.0625,
              .min = 0.0,
              .max = 1.0,
              .help = "part of each wait by which it ends late, up to 0.5 ms"},
    ParamSpec{.name = "max_box",
              .unit = "cells",
              .fallback = 32.0,
              .min = 1.0,
              .max = 1e6,
              .help = "side of patches: those inside are computed while messages travel"},
    ParamSpec{.name = "page_bandwidth",
              .unit = "byte/s",
              .fallback = 20e6,
              .min = 1.0,
              .help = "of a system that is short of memory"},
    ParamSpec{.name = "disk_bandwidth",
              .unit = "byte/s",
              .fallback = 200e6,
              .min = 1.0,
              .help = "of the program's own paging"},
    ParamSpec{.name = "out_of_core",
              .unit = "1",
              .fallback = 0.0,
              .min = 0.0,
              .max = 1.0,
              .help = "whether the program pages by itself",
              .is_whole = true},
    ParamSpec{.name = "reduce",
              .unit = "1",
              .fallback = 1.0,
              .min = 0.0,
              .max = 1.0,
              .help = "whether all agree on the size of each coarse step",
              .is_whole = true},
    ParamSpec{.name = "gather_group",
              .unit = "1",
              .fallback = 0.0,
              .min = 0.0,
              .max = 1e9,
              .help = "ranks that gather first among themselves; 0: all at once",
              .is_whole = true},
    ParamSpec{.name = "gather_bytes",
              .unit = "byte",
              .fallback = 200.0,
              .min = 0.0,
              .help = "of one rank's report"}};

}  // namespace

std::span<const ParamSpec> cost_params() {
  return kParams;
}

CostModel cost_model(const workload::TraceHeader& header, const ParamValues& given) {
  const Params params(kParams, given);
  CostModel model;
  if (!header.seconds_per_update.empty()) {
    model.seconds_per_update = header.seconds_per_update;
  }
  if (params["seconds_per_update"] > 0.0) {
    model.seconds_per_update = {params["seconds_per_update"]};
  }
  model.ratio = header.ratio;
  model.substeps = header.subcycle ? header.ratio : 1;
  model.ghost = header.ghost;
  model.periodic = header.periodic;
  model.bytes_per_cell =
      params["bytes_per_cell"] > 0.0 ? params["bytes_per_cell"] : header.bytes_per_cell;
  model.reference_speed = params["reference_speed"];
  model.memory_factor = params["memory_factor"];
  model.partition_per_unit = params["partition_per_unit"];
  model.partition_per_rank = params["partition_per_rank"];
  model.regrid_per_cell = params["regrid_per_cell"];
  model.message_seconds = params["message_seconds"];
  model.byte_seconds = params["byte_seconds"];
  model.step_seconds = params["step_seconds"];
  model.nap = params["nap"];
  model.max_box = static_cast<std::int32_t>(params["max_box"]);
  model.page_bandwidth = params["page_bandwidth"];
  model.disk_bandwidth = params["disk_bandwidth"];
  model.out_of_core = params["out_of_core"] > 0.0;
  model.reduce = params["reduce"] > 0.0;
  model.gather_group = static_cast<std::size_t>(params["gather_group"]);
  model.gather_bytes = params["gather_bytes"];
  return model;
}

}  // namespace evenkeel::simulator
