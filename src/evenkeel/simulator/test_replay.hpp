// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Traces, machines and rules of tests that replay.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/simulator/replay.hpp"
#include "evenkeel/simulator/synthetic.hpp"

namespace evenkeel::simulator {

inline constexpr Link kIdeal{.bandwidth = 1e300, .latency = 0.0};

inline manager::Manager manager_of(const std::string& method, const std::string& policy) {
  Registry<partition::Partitioner> partitioners;
  partition::register_builtin(partitioners);
  Registry<manager::Policy> policies;
  manager::register_builtin(policies);
  return {manager::make_methods(partitioners, method), policies.make(policy)};
}

/// Nothing costs anything but computing, a second an update.
inline ReplayOptions pure() {
  ReplayOptions options;
  options.granularity = 1;
  options.cost.seconds_per_update = {1.0};
  options.cost.reference_speed = 1.0;
  options.cost.reduce = false;
  options.cost.gather_bytes = 0.0;
  options.cost.partition_per_unit = 0.0;
  options.cost.partition_per_rank = 0.0;
  options.cost.nap = 0.0;
  return options;
}

class ReplayTest : public testing::Test {
 protected:
  ReplayTest() {
    register_builtin(backends_);
    std::filesystem::create_directories(folder_);
  }
  ~ReplayTest() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& text) {
    write_file(folder_ / "trace.ndjson", std::string_view(text));
    return (folder_ / "trace.ndjson").string();
  }

  std::string write(const SyntheticTrace& made) {
    const std::string path = (folder_ / "made.ndjson").string();
    workload::TraceWriter file(path, header_of(made), OpenMode::kReplace);
    for (std::int64_t regrid = 0; regrid * made.regrid_interval < made.steps; ++regrid) {
      file.write(regrid_of(made, regrid));
    }
    return path;
  }

  /// 12 cells in 1-D, the first two refined once: the example of Li 2005, figures 4.7 and 4.8.
  std::string example(bool subcycle = true) {
    return write(
        "{\"evenkeel_trace\":1,\"dim\":1,\"ratio\":2,\"base\":[12],\"max_levels\":2,"
        "\"periodic\":[false],\"kernel\":\"k\",\"components\":1,\"bytes_per_cell\":8,\"ghost\":1,"
        "\"regrid_interval\":1,\"subcycle\":" +
        std::string(subcycle ? "true" : "false") +
        "}\n"
        "{\"regrid\":0,\"step\":0,\"time\":0.0,\"levels\":[[[0,11]],[[0,3]]]}\n");
  }

  /// 12 cells in 1-D, one level, \p interval steps from regrid to regrid; \p boxes of each.
  std::string line(int interval = 1, const std::vector<std::string>& boxes = {"[0,11]"}) {
    std::string text = fmt::format(
        R"({{"evenkeel_trace":1,"dim":1,"ratio":2,"base":[12],"max_levels":1,"periodic":[false],)"
        R"("kernel":"k","components":1,"bytes_per_cell":8,"ghost":1,"regrid_interval":{}}})"
        "\n",
        interval);
    for (std::size_t regrid = 0; regrid < boxes.size(); ++regrid) {
      text += fmt::format(R"({{"regrid":{},"step":{},"time":0.0,"levels":[[{}]]}})"
                          "\n",
                          regrid, regrid * static_cast<std::size_t>(interval), boxes[regrid]);
    }
    return write(text);
  }

  ReplayResult play(const std::string& path, const Platform& platform, const ReplayOptions& options,
                    const std::string& method = "gpa", const std::string& policy = "none",
                    const std::string& backend = "phase") {
    workload::TraceReader trace(path);
    ReplaySetup setup{platform, place_ranks(platform, platform.hosts.size()),
                      manager_of(method, policy), options};
    setup.options.cost.ratio = trace.header().ratio;
    setup.options.cost.substeps = trace.header().subcycle ? trace.header().ratio : 1;
    setup.options.cost.ghost = trace.header().ghost;
    setup.options.cost.bytes_per_cell = trace.header().bytes_per_cell;
    return replay(trace, std::move(setup), *backends_.make(backend));
  }

  Registry<Backend> backends_;
  std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) /
                                  testing::UnitTest::GetInstance()->current_test_info()->name();
};

}  // namespace evenkeel::simulator
