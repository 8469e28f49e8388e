// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Gathers hosts and ratings; runs a kernel to rate by.
#include "evenkeel/cli/machine_hosts.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <sstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "evenkeel/comm/launch.hpp"
#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/named_by.hpp"
#include "evenkeel/core/silence.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/machine/description.hpp"
#include "evenkeel/monitor/inventory.hpp"
#include "evenkeel/monitor/rating.hpp"
#include "evenkeel/runtime/on_root.hpp"
#include "evenkeel/runtime/run.hpp"

namespace evenkeel::cli {
namespace {

namespace fs = std::filesystem;

/// Texts of the ranks that have one, in rank order. Collective.
std::vector<std::string> gather_texts(const comm::Communicator& world, const std::string& mine) {
  std::vector<std::size_t> counts;
  const std::vector<char> all = world.gather_all(std::span<const char>(mine), &counts);
  std::vector<std::string> texts;
  const char* at = all.data();
  for (const std::size_t count : counts) {
    if (count > 0) {
      texts.emplace_back(at, count);
    }
    at += count;
  }
  return texts;
}

/// A folder of its own, gone at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "evenkeel-rate-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw system_error("make", name, errno);
    }
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// Runs a kernel on one uniform level. The run is the program's own, so that what is rated is what
/// will run.
class KernelWork {
 public:
  KernelWork(std::string kernel, const comm::Communicator& alone)
      : kernel_(std::move(kernel)), plugins_(runtime::Plugins::builtin()), alone_(alone) {}

  /// Updates a second of computing, wall time, of \p steps; how long they took in \p seconds.
  double rate(int steps, double& seconds) {
    runtime::RunRequest request;
    request.case_path = folder_.path() / "rate.toml";
    write_file(request.case_path,
               fmt::format("kernel = \"{}\"\n[mesh]\nmax_levels = 1\n[time]\nsteps = {}\n"
                           "[output]\nplot_interval = 0\ncheckpoint_interval = 0\n",
                           kernel_, steps));
    request.out = folder_.path() / fmt::format("run{}", runs_++);
    request.quiet = true;
    {
      const Silence silence;
      runtime::run(request, plugins_, alone_);
    }
    const auto summary = nlohmann::json::parse(read_file(request.out / "summary.json"));
    seconds = summary.at("compute_s").at(0).get<double>();
    return summary.at("cell_updates").get<double>() / seconds;
  }

 private:
  std::string kernel_;
  TemporaryFolder folder_;
  runtime::Plugins plugins_;
  const comm::Communicator& alone_;
  int runs_ = 0;
};

/// Of the middle one of three runs of half a second, after one to warm up; and their spread.
monitor::Rating rate_kernel(const std::string& kernel, const comm::Communicator& alone) {
  constexpr double kSeconds = 0.5;
  constexpr int kMostSteps = 20000;
  KernelWork work(kernel, alone);
  int steps = 20;
  double seconds = 0.0;
  while (work.rate(steps, seconds), seconds < 0.5 * kSeconds && steps < kMostSteps) {
    steps =
        static_cast<int>(std::min<double>(kMostSteps, steps * std::min(50.0, kSeconds / seconds)));
  }
  std::array<double, 3> rates{};
  std::ranges::generate(rates, [&] { return work.rate(steps, seconds); });
  std::ranges::sort(rates);
  return {rates[1], (rates[2] - rates[0]) / rates[1]};
}

HostRating rate_this_host(const std::string& host, const std::string& kernel,
                          const comm::Communicator& alone) {
  const machine::Node node = monitor::this_host();
  const double share = node.cores > 0.0 ? std::min(1.0, node.cores) : 1.0;
  HostRating rated;
  rated.host = host;
  const auto take = [&](const monitor::Rating& rating) {
    rated.spread = std::max(rated.spread, rating.spread);
    return rating.rate / share;
  };
  const std::optional<monitor::Rating> linpack = monitor::rate_linpack();
  rated.linpack = linpack ? 1e-6 * take(*linpack) : 0.0;
  rated.triad = take(monitor::rate_triad());
  rated.kernel = kernel.empty() ? 0.0 : take(rate_kernel(kernel, alone));
  return rated;
}

std::string to_text(const HostRating& rated) {
  return fmt::format("{} {} {} {} {}", rated.host, rated.linpack, rated.triad, rated.kernel,
                     rated.spread);
}

HostRating from_text(const std::string& text) {
  std::istringstream words(text);
  HostRating rated;
  words >> rated.host >> rated.linpack >> rated.triad >> rated.kernel >> rated.spread;
  return rated;
}

void set_attribute(machine::Node& node, const std::string& name, const std::string& value) {
  const auto known = std::ranges::find(node.other, name, &machine::Attribute::name);
  if (known != node.other.end()) {
    known->value = value;
  } else {
    node.other.push_back({name, value});
  }
}

/// The rating that `--by` asks for.
double rate_by(const HostRating& rated, const std::string& by) {
  const double rate = by == "linpack" ? rated.linpack
                      : by == "triad" ? 1e-6 * rated.triad
                                      : 1e-6 * rated.kernel;
  if (rate <= 0.0) {
    throw InputError("OpenBLAS (libopenblas.so.0) is not here; --by triad does without");
  }
  return rate;
}

std::size_t place_of(const std::string& host, const machine::Tree& tree) {
  const std::optional<std::size_t> position = tree.find(host);
  if (!position || !tree[*position].is_computing()) {
    throw InputError(
        fmt::format("no computing node is called '{}' or has its address; `evenkeel machine "
                    "discover` names the hosts as they name themselves",
                    host));
  }
  return *position;
}

}  // namespace

machine::Tree discover_hosts(const comm::Communicator& world) {
  const bool speaks = comm::node_place(world).rank_on_node == 0;
  std::string mine;
  world.all_or_none([&] {
    if (speaks) {
      machine::Node node = monitor::this_host();
      node.parent = -1;
      mine = machine::to_xml(machine::Tree({node}));
    }
  });
  machine::Node network;
  network.type = machine::NodeType::kNetwork;
  network.name = "network";
  std::vector<machine::Node> nodes{network};
  for (const std::string& text : gather_texts(world, mine)) {
    nodes.push_back(machine::parse_machine(text, "host")[0]);
    nodes.back().id = static_cast<int>(nodes.size()) - 1;
    nodes.back().parent = network.id;
  }
  return machine::Tree(std::move(nodes));
}

machine::Tree machine_of_all(const comm::Communicator& world, const std::string& path) {
  std::string text;
  runtime::on_root(world, [&] { text = machine::to_xml(machine::read_machine(path)); });
  runtime::broadcast_text(world, text);
  return machine::parse_machine(text, path);
}

std::vector<HostRating> rate_hosts(const comm::Communicator& world, const machine::Tree& tree,
                                   const std::string& kernel) {
  if (!kernel.empty()) {
    named_by("--kernel", [&] { runtime::Plugins::builtin().kernels.find(kernel); });
  }
  const std::string host = monitor::name_in(tree);
  const bool rates = comm::node_place(world).rank_on_node == 0;
  world.all_or_none([&] { place_of(host, tree); });
  const comm::Communicator alone = world.split(world.rank(), 0);
  std::string mine;
  world.barrier();  // all begin together: they share what they share
  world.all_or_none([&] {
    if (rates) {
      mine = to_text(rate_this_host(host, kernel, alone));
    }
  });
  std::vector<HostRating> ratings;
  for (const std::string& text : gather_texts(world, mine)) {
    ratings.push_back(from_text(text));
  }
  return ratings;
}

machine::Tree with_ratings(const machine::Tree& tree, const std::vector<HostRating>& ratings,
                           const std::string& by) {
  std::vector<machine::Node> nodes = tree.nodes();
  for (const HostRating& rated : ratings) {
    const double rate = rate_by(rated, by);
    machine::Node& node = nodes[place_of(rated.host, tree)];
    node.benchmark = rate;
    set_attribute(node, "benchmarkby", by);
    set_attribute(node, "linpack", fmt::format("{:.6g}", rated.linpack));
    set_attribute(node, "triad", fmt::format("{:.6g}", 1e-6 * rated.triad));
    if (rated.kernel > 0.0) {
      set_attribute(node, "kernelrate", fmt::format("{:.6g}", 1e-6 * rated.kernel));
    }
  }
  return machine::Tree(std::move(nodes), tree.extras());
}

}  // namespace evenkeel::cli
