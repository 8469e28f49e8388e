// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel machine`: describe, rate and look at machines.
#include <algorithm>
#include <iostream>
#include <vector>

#include <fmt/format.h>

#include "evenkeel/cli/command.hpp"
#include "evenkeel/cli/machine_hosts.hpp"
#include "evenkeel/cli/under_mpi.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/json_line.hpp"
#include "evenkeel/core/opening.hpp"
#include "evenkeel/core/output_path.hpp"
#include "evenkeel/core/text.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/machine/capacity.hpp"
#include "evenkeel/machine/description.hpp"
#include "evenkeel/machine/node_use.hpp"
#include "evenkeel/machine/power.hpp"
#include "evenkeel/runtime/on_root.hpp"

namespace evenkeel::cli {
namespace {

using machine::Node;
using machine::Tree;

struct MachineOptions {
  std::string path;
  std::string by = "linpack";
  std::string kernel;
  double weight = 0.1;
  bool force = false;
  bool json = false;
};

std::string title(const Node& node) {
  const std::string name = node.name.empty() ? fmt::format("node {}", node.id) : node.name;
  return node.address.empty() ? name : fmt::format("{} ({})", name, node.address);
}

JsonLine to_json(const Tree& tree, std::size_t position) {
  const Node& node = tree[position];
  JsonLine line;
  line.add("nodenum", node.id).add("type", machine::type_name(node.type)).add("name", node.name);
  line.add("parent", node.parent).add("benchmark", node.benchmark);
  line.add("processors", node.processors).add("usable", node.usable_processors());
  line.add("rating", node.rating()).add("memory", node.memory).add("bandwidth", node.bandwidth);
  return line;
}

/// Two figures of the whole machine; nothing where processors are not rated.
struct Unevenness {
  double heterogeneity = 0.0;
  double ideal_change = 0.0;
};

std::optional<Unevenness> unevenness(const Tree& tree) {
  const std::vector<double> ratings = tree.processor_ratings();
  if (std::ranges::any_of(ratings, [](double each) { return each == 0.0; })) {
    return std::nullopt;
  }
  return Unevenness{machine::heterogeneity(ratings), machine::ideal_relative_change(ratings)};
}

JsonLine to_json(const Tree& tree, const std::string& path,
                 const std::optional<Unevenness>& figures) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  std::vector<JsonLine> nodes;
  for (std::size_t position = 0; position < tree.size(); ++position) {
    nodes.push_back(to_json(tree, position));
  }
  JsonLine line;
  line.add("file", path).add("nodes", nodes);
  line.add("heterogeneity", figures ? figures->heterogeneity : kUnknown);
  line.add("ideal_relative_change", figures ? figures->ideal_change : kUnknown);
  return line;
}

std::string describe(const Node& node) {
  std::string text = title(node);
  if (node.is_computing()) {
    text += fmt::format("  {} x {:g} Mflop/s", node.processors, node.benchmark);
    text += node.cores > 0.0 ? fmt::format(", quota {:g} cores", node.cores) : "";
    text += node.memory > 0.0 ? ", " + human_bytes(node.memory) : "";
    text += node.bandwidth > 0.0 ? fmt::format(", {:g} Mbps", node.bandwidth * 8e-6) : "";
  }
  return text + (node.balancing ? "  [" + node.balancing->name + "]" : "");
}

int show(const MachineOptions& options) {
  const Tree tree = machine::read_machine(options.path);
  const std::optional<Unevenness> figures = unevenness(tree);
  if (options.json) {
    std::cout << to_json(tree, options.path, figures).text() << "\n";
    return kDone;
  }
  for (const std::size_t position : tree.top_down()) {
    std::cout << std::string(2 * static_cast<std::size_t>(tree.depth(position)), ' ')
              << describe(tree[position]) << "\n";
  }
  if (figures) {
    fmt::print("degree of heterogeneity {:.4f}, ideal relative change {:.1f} %\n",
               figures->heterogeneity, 100.0 * figures->ideal_change);
  }
  return kDone;
}

/// Attributes of \p node that are not looked at, and named nearly as some that are.
void add_misspelt(const Node& node, std::vector<std::string>& doubts) {
  for (const machine::Attribute& each : node.other) {
    const auto known = machine::known_attributes();
    const std::string near = suggestion(each.name, known);
    if (!near.empty() && std::ranges::find(known, each.name) == known.end()) {
      doubts.push_back(fmt::format("{}: {} of {} is not looked at{}", to_text(node.place),
                                   each.name, title(node), near));
    }
  }
}

/// What is legal and still unlikely to be meant.
std::vector<std::string> doubts(const Tree& tree) {
  std::vector<std::string> found;
  for (std::size_t position = 0; position < tree.size(); ++position) {
    const Node& node = tree[position];
    const std::string place = to_text(node.place);
    if (node.is_computing() && node.benchmark == 0.0) {
      found.push_back(
          fmt::format("{}: {} is not rated; `evenkeel machine rate` does it", place, title(node)));
    }
    if (!node.is_computing() && tree.children(position).empty()) {
      found.push_back(fmt::format("{}: network {} has no children", place, title(node)));
    }
    add_misspelt(node, found);
  }
  return found;
}

int check(const MachineOptions& options) {
  const Tree tree = machine::read_machine(options.path);
  const std::vector<std::string> found = doubts(tree);
  if (options.json) {
    JsonLine line;
    line.add("file", options.path).add("nodes", tree.size());
    line.add("computing_nodes", tree.leaves().size()).add("doubts", found);
    std::cout << line.text() << "\n";
    return kDone;
  }
  for (const std::string& each : found) {
    std::cout << each << "\n";
  }
  fmt::print("{}: sound; {} nodes, {} of them compute, {} processors\n", options.path, tree.size(),
             tree.leaves().size(), tree.processor_ratings().size());
  return kDone;
}

/// Computing nodes that have no rating.
std::vector<std::string> unrated(const Tree& tree) {
  std::vector<std::string> names;
  for (const std::size_t leaf : tree.leaves()) {
    if (tree[leaf].benchmark == 0.0) {
      names.push_back(title(tree[leaf]));
    }
  }
  return names;
}

/// Says what the powers of nodes without a rating are.
void warn_of_unrated(const Tree& tree, const std::string& path) {
  const std::vector<std::string> without = unrated(tree);
  const std::vector<std::string_view> names(without.begin(), without.end());
  if (without.empty()) {
    return;
  }
  std::cerr << line_opening(Tone::kWarning) << "warning: " << path << ": "
            << (without.size() == tree.leaves().size()
                    ? std::string("nothing is rated: powers count processors")
                    : fmt::format("not rated: {}; taken as the mean of the others", join(names)))
            << "; `evenkeel machine rate` rates\n";
}

/// Powers from what the file says: ratings, and bandwidth as power to communicate.
int powers(const MachineOptions& options) {
  const Tree tree = machine::read_machine(options.path);
  std::vector<std::string> unknown;
  const std::vector<double> processing =
      machine::available_power(machine::sample_of(tree), unknown);
  std::vector<double> communication;
  for (const std::size_t leaf : tree.leaves()) {
    communication.push_back(tree[leaf].bandwidth);
  }
  const machine::Powers found = machine::node_powers(
      tree, processing, communication, options.weight, machine::CommunicationSource::kBandwidth);
  warn_of_unrated(tree, options.path);
  const bool is_counted = unrated(tree).size() == tree.leaves().size();
  std::vector<JsonLine> lines;
  for (const std::size_t position : tree.top_down()) {
    const Node& node = tree[position];
    if (options.json) {
      JsonLine line;
      line.add("nodenum", node.id).add("name", node.name).add("power", found.power[position]);
      lines.push_back(std::move(line.add("processing", found.processing[position])));
    } else {
      fmt::print("{:>8.4f}  {:>12.6g} {}  {:{}}{}\n", found.power[position],
                 found.processing[position], is_counted ? "processors" : "Mflop/s", "",
                 2 * tree.depth(position), title(node));
    }
  }
  if (options.json) {
    JsonLine report;
    report.add("file", options.path).add("weight", options.weight);
    report.add("unrated", unrated(tree)).add("nodes", lines);
    std::cout << report.text() << "\n";
  }
  return kDone;
}

int discover(const MachineOptions& options, int& argc, char**& argv) {
  return run_under_mpi(argc, argv, [&](const comm::Communicator& world) {
    runtime::on_root(world, [&] {
      if (!options.path.empty()) {
        require_new(options.path, options.force);
      }
    });
    const Tree tree = discover_hosts(world);
    runtime::on_root(world, [&] {
      if (options.path.empty()) {
        std::cout << machine::to_xml(tree);
      } else {
        write_asked(options.path, machine::to_xml(tree));
        fmt::print("{}: {} hosts\n", options.path, tree.leaves().size());
      }
    });
    return kDone;
  });
}

void print(const std::vector<HostRating>& ratings, bool json) {
  for (const HostRating& each : ratings) {
    if (json) {
      JsonLine line;
      line.add("host", each.host).add("linpack_mflops", each.linpack);
      line.add("triad_bytes_per_s", each.triad).add("kernel_updates_per_s", each.kernel);
      std::cout << line.add("spread", each.spread).text() << "\n";
    } else {
      fmt::print("{}  linpack {:.4g} Mflop/s, triad {:.4g} GB/s", each.host, each.linpack,
                 each.triad * 1e-9);
      fmt::print(
          "{}, spread {:.1f} %\n",
          each.kernel > 0.0 ? fmt::format(", kernel {:.4g} M updates/s", each.kernel * 1e-6) : "",
          100.0 * each.spread);
    }
  }
}

int rate(const MachineOptions& options, int& argc, char**& argv) {
  if (options.by == "kernel" && options.kernel.empty()) {
    throw InputError("--by kernel needs --kernel NAME");
  }
  return run_under_mpi(argc, argv, [&](const comm::Communicator& world) {
    const Tree described = machine_of_all(world, options.path);
    runtime::on_root(world, [&] { require_writable(options.path); });
    const std::vector<HostRating> ratings = rate_hosts(world, described, options.kernel);
    runtime::on_root(world, [&] {
      const Tree tree = machine::read_machine(options.path);
      write_asked(options.path, machine::to_xml(with_ratings(tree, ratings, options.by)));
      print(ratings, options.json);
    });
    return kDone;
  });
}

Command add_part(Command& command, const std::shared_ptr<MachineOptions>& options, const char* name,
                 const char* help, bool needs_file = true) {
  Command part = command.add_subcommand(name, help);
  part.add_option("file", options->path, "machine description (DRUM XML)").required(needs_file);
  part.footer(fmt::format("Example:\n  evenkeel machine {} cluster.xml", name));
  return part;
}

}  // namespace

void add_machine(Command& program, Action& action) {
  auto options = std::make_shared<MachineOptions>();
  Command command = program.add_subcommand("machine", "describe, rate and look at machines");
  command.footer("Example:\n  mpirun --map-by ppr:1:node evenkeel machine discover cluster.xml");
  command.require_subcommand();
  const auto runs = [&](Command part, int (*act)(const MachineOptions&)) {
    part.add_flag("--json", options->json, "as JSON");
    part.callback(
        [options, act, &action] { action = once([options, act] { return act(*options); }); });
  };
  const auto runs_on_hosts = [&](Command part, int (*act)(const MachineOptions&, int&, char**&)) {
    part.callback([options, act, &action] {
      action = [options, act](int& argc, char**& argv) { return act(*options, argc, argv); };
    });
  };
  runs(add_part(command, options, "show", "print the tree and how uneven it is"), show);
  runs(add_part(command, options, "check", "say what is wrong or doubtful"), check);
  Command part = add_part(command, options, "powers", "print the share each node can take");
  part.add_option("--comm-weight", options->weight, "of communication in the power (DRUM: 0.1)")
      .range(0.0, 1.0);
  runs(part, powers);
  part = add_part(command, options, "discover", "describe the hosts that mpirun starts on", false);
  part.add_flag("--force", options->force, "replace the file");
  runs_on_hosts(part, discover);
  part = add_part(command, options, "rate", "rate all hosts at once and write it to the file");
  part.add_option("--by", options->by, "what becomes the benchmark")
      .one_of({"linpack", "triad", "kernel"});
  part.add_option("--kernel", options->kernel, "rate by this kernel too: rm2d");
  part.add_flag("--json", options->json, "as JSON");
  runs_on_hosts(part, rate);
}

}  // namespace evenkeel::cli
