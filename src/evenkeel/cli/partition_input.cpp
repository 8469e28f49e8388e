// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reading and cross-checking of units, traces, capacities and owners.
#include "evenkeel/cli/partition_input.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/machine/capacity.hpp"
#include "evenkeel/workload/box_cost.hpp"
#include "evenkeel/workload/grid_unit_list.hpp"
#include "evenkeel/workload/table.hpp"
#include "evenkeel/workload/trace.hpp"
#include "evenkeel/workload/units_file.hpp"

namespace evenkeel::cli {
namespace {

template <int D>
workload::UnitList units_of(const workload::TraceHeader& header,
                            const workload::TraceRegrid& regrid, const PartitionOptions& options) {
  geometry::Box<D> domain;
  std::copy_n(header.base.begin(), D, domain.hi.begin());
  workload::UnitOptions cut{.granularity = options.granularity,
                            .ratio = header.ratio,
                            .subcycle = header.subcycle,
                            .curve = geometry::curve_kind(options.curve)};
  const std::vector<geometry::BoxList<D>> boxes = workload::level_boxes<D>(regrid);
  const std::vector<double> cost = workload::block_weights<D>(
      domain, cut.granularity, cut.ratio, boxes, workload::cell_weights(header, regrid));
  cut.block_cost = cost;
  cut.cost_levels = boxes.size();
  return workload::build_units<D>(domain, boxes, cut);
}

workload::UnitList units_in(const workload::TraceHeader& header,
                            const workload::TraceRegrid& regrid, const PartitionOptions& options) {
  switch (header.dimension) {
    case 1:
      return units_of<1>(header, regrid, options);
    case 2:
      return units_of<2>(header, regrid, options);
    default:
      return units_of<3>(header, regrid, options);
  }
}

/// The regrid to divide, and the one before it if there is one.
struct Found {
  workload::TraceRegrid regrid;
  std::optional<workload::TraceRegrid> before;
};

Found find_regrid(workload::TraceReader& trace, const PartitionOptions& options) {
  Found found;
  workload::TraceRegrid next;
  std::int64_t first = 0;
  std::int64_t count = 0;
  while ((count == 0 || found.regrid.regrid != options.regrid) && trace.next(next)) {
    if (count++ == 0) {
      first = next.regrid;
    } else {
      found.before = std::move(found.regrid);
    }
    found.regrid = std::move(next);
  }
  if (count == 0) {
    throw InputError(fmt::format("{}: has a header but no regrid", options.trace));
  }
  if (options.regrid >= 0 && found.regrid.regrid != options.regrid) {
    throw InputError(fmt::format("{}: no regrid {}; it has {} to {}", options.trace, options.regrid,
                                 first, found.regrid.regrid));
  }
  return found;
}

void read_trace(const PartitionOptions& options, PartitionInput& input) {
  workload::TraceReader trace(options.trace);
  const workload::TraceHeader& header = trace.header();
  Found found = find_regrid(trace, options);
  input.units = units_in(header, found.regrid, options);
  if (found.before && !options.previous.empty()) {
    input.held = units_in(header, *found.before, options).memory;
  }
  input.level_boxes = std::move(found.regrid.levels);
  input.ghosts = {header.ghost, header.periodic};
  input.bytes_per_cell = header.bytes_per_cell;
}

/// One share a part: from the file or list that \p options name, else equal.
std::vector<double> read_capacity(const PartitionOptions& options) {
  if (options.capacities.empty()) {
    if (options.parts == 0) {
      throw InputError("--parts or --capacities must say among how many to divide");
    }
    return machine::equal_capacity(options.parts);
  }
  const std::string& text = options.capacities;
  const bool is_list = text.find(',') != std::string::npos || workload::parse_number(text);
  std::error_code too_long;
  std::vector<double> shares = is_list && !std::filesystem::exists(text, too_long)
                                   ? workload::parse_capacities(text, "--capacities")
                                   : workload::read_capacities(text);
  if (options.parts > 0 && shares.size() != options.parts) {
    throw InputError(fmt::format("{} names {} capacities for {} parts",
                                 is_list ? "--capacities" : text, shares.size(), options.parts));
  }
  return shares;
}

}  // namespace

PartitionInput read_partition_input(const PartitionOptions& options) {
  PartitionInput input;
  if (options.units.empty() == options.trace.empty()) {
    throw InputError("expected either --units FILE.csv or --trace FILE");
  }
  if (options.trace.empty()) {
    const geometry::CurveKind curve = geometry::curve_kind(options.curve);
    input.units = workload::read_units(options.units, options.ratio, curve);
    input.ghosts.width = options.ghost;
    input.bytes_per_cell = options.bytes_per_cell;
  } else {
    read_trace(options, input);
  }
  input.capacity = read_capacity(options);
  if (!options.previous.empty()) {
    input.previous = workload::read_owners(options.previous, input.units,
                                           static_cast<int>(input.capacity.size()));
  }
  return input;
}

}  // namespace evenkeel::cli
