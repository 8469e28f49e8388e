// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel trace` and `evenkeel platform`: made-up runs and machines to simulate.
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/option_quantity.hpp"
#include "evenkeel/core/output_path.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/simulator/commands/command.hpp"
#include "evenkeel/simulator/platform_file.hpp"
#include "evenkeel/simulator/synthetic.hpp"

namespace evenkeel::simulator {
namespace {

struct TraceRequest {
  std::string shape = "front";
  std::vector<std::int32_t> base = {128, 32, 32};
  SyntheticTrace trace;
  std::string out = "trace.ndjson";
  bool force = false;
};

/// Where a trace is written until it is whole.
std::string unfinished(const TraceRequest& request) {
  require_new(request.out, request.force);
  std::error_code ignored;
  if (std::filesystem::is_other(request.out, ignored)) {
    throw InputError(request.out + " is a device or a pipe; expected a file");
  }
  return request.out + ".tmp";
}

int make_trace(TraceRequest request) {
  SyntheticTrace& trace = request.trace;
  trace.feature = feature_of(request.shape);
  trace.dimension = static_cast<int>(request.base.size());
  trace.base = {1, 1, 1};
  std::ranges::copy(request.base, trace.base.begin());
  const std::string made = unfinished(request);
  std::int64_t regrids = 0;
  {
    workload::TraceWriter file(made, header_of(trace), OpenMode::kReplace);
    for (; regrids * trace.regrid_interval < trace.steps; ++regrids) {
      file.write(regrid_of(trace, regrids));
    }
  }
  std::filesystem::rename(made, request.out);
  std::cout << fmt::format("{}: {} regrids of a {}\n", request.out, regrids, request.shape);
  return 0;
}

struct PlatformRequest {
  PlatformShape shape;
  std::string bandwidth = "1Gbps";
  std::string latency = "50us";
  std::string uplink_bandwidth = "100Mbps";
  std::string uplink_latency = "10ms";
  std::string memory = "0B";
  std::string out = "platform.xml";
  bool force = false;
};

int make_platform_file(PlatformRequest request) {
  PlatformShape& shape = request.shape;
  shape.link = {option_quantity("--bandwidth", request.bandwidth, Dimension::kBytesPerSecond),
                option_quantity("--latency", request.latency, Dimension::kSeconds)};
  shape.uplink = {
      option_quantity("--uplink-bandwidth", request.uplink_bandwidth, Dimension::kBytesPerSecond),
      option_quantity("--uplink-latency", request.uplink_latency, Dimension::kSeconds)};
  shape.memory = option_quantity("--memory", request.memory, Dimension::kBytes);
  if (shape.link.bandwidth <= 0.0 || shape.uplink.bandwidth <= 0.0) {
    throw InputError("bandwidths must be above 0");
  }
  require_new(request.out, request.force);
  write_asked(request.out, to_xml(make_platform(shape)));
  std::cout << fmt::format("{}: {} sites of {} hosts\n", request.out, shape.sites, shape.hosts);
  return 0;
}

}  // namespace

void add_trace(Command& program, Action& action) {
  auto request = std::make_shared<TraceRequest>();
  Command command = program.add_subcommand("trace", "make up the trace of a run");
  command.footer("Example:\n  evenkeel trace --shape shell --base 256,64,64 --steps 1000");
  command.add_option("--shape", request->shape, "front, shell or spots");
  command.add_option("--base", request->base, "base cells: 1 to 3 numbers")
      .comma_separated()
      .values(1, 3)
      .range(1, 1 << 20);
  SyntheticTrace& trace = request->trace;
  command.add_option("--levels", trace.max_levels, "base included").range(1, 8);
  command.add_option("--steps", trace.steps, "coarse steps").range(1, 10'000'000);
  command.add_option("--interval", trace.regrid_interval, "coarse steps between regrids")
      .range(1, 10'000);
  command.add_option("--width", trace.width, "half width of level 1, in lengths of axis 0")
      .range(0.0, 1.0);
  command.add_option("--block", trace.block, "cells refined together").range(1, 1024);
  command.add_option("--spots", trace.spots, "how many").range(1, 100'000);
  command.add_option("--components", trace.components, "numbers in a cell").range(1, 1000);
  command.add_option("--ghost", trace.ghost, "width of ghosts [cells]").range(0, 64);
  command.add_option("--seed", trace.seed, "of the spots");
  command.add_option("--out", request->out, "file to write");
  command.add_flag("--force", request->force, "replace the file");
  command.callback([request, &action] { action = [request] { return make_trace(*request); }; });
}

void add_platform(Command& program, Action& action) {
  auto request = std::make_shared<PlatformRequest>();
  Command command = program.add_subcommand("platform", "make up a machine of unequal hosts");
  command.footer("Example:\n  evenkeel platform --sites 4 --hosts 128 --spread 0.5 --out four.xml");
  PlatformShape& shape = request->shape;
  command.add_option("--sites", shape.sites, "how many").range(1, 1000);
  command.add_option("--hosts", shape.hosts, "of each site").range(1, 100'000);
  command.add_option("--speed", shape.speed, "mean of a host [flop/s]").positive();
  command.add_option("--spread", shape.spread, "standard deviation of the logarithm of speeds")
      .range(0.0, 5.0);
  command.add_option("--site-spread", shape.site_spread, "the same between sites").range(0.0, 5.0);
  command.add_option("--memory", request->memory, "of a host; 0B: enough");
  command.add_option("--bandwidth", request->bandwidth, "of a host's link");
  command.add_option("--latency", request->latency, "of a host's link");
  command.add_option("--uplink-bandwidth", request->uplink_bandwidth, "of a site");
  command.add_option("--uplink-latency", request->uplink_latency, "of a site");
  command.add_option("--seed", shape.seed, "of the speeds");
  command.add_option("--out", request->out, "file to write");
  command.add_flag("--force", request->force, "replace the file");
  command.callback(
      [request, &action] { action = [request] { return make_platform_file(*request); }; });
}

}  // namespace evenkeel::simulator
