// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Scotch: the graph of faces mapped onto a complete graph of processors of unequal weight.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

#include <scotch.h>  // wants cstdint and cstdio before it

#include "evenkeel/adapters/adapters.hpp"
#include "evenkeel/adapters/library_partitioner.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel::adapters {
namespace {

constexpr std::array kParams = {ParamSpec{.name = "imbalance",
                                          .unit = "1",
                                          .fallback = 0.01,
                                          .min = 0.001,
                                          .max = 1.0,
                                          .help = "how far above its share a part may come"}};

constexpr double kLargestSum = 1 << 30;  // Scotch may add weights in 32 bits
constexpr double kLargestPart = 10'000;  // weight of the largest part

void expect(int code, const char* call) {
  if (code != 0) {
    throw SystemError(std::string(call) + " failed");
  }
}

/// An object of Scotch, initialised and exited.
template <class Object, int (*kInit)(Object*), void (*kExit)(Object*)>
struct Owned {
  Owned() { expect(kInit(&object), "initialising Scotch"); }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() { kExit(&object); }

  Object object;
};

using Context = Owned<SCOTCH_Context, SCOTCH_contextInit, SCOTCH_contextExit>;
using ScotchGraph = Owned<SCOTCH_Graph, SCOTCH_graphInit, SCOTCH_graphExit>;
using Arch = Owned<SCOTCH_Arch, SCOTCH_archInit, SCOTCH_archExit>;
using Strategy = Owned<SCOTCH_Strat, SCOTCH_stratInit, SCOTCH_stratExit>;

std::vector<SCOTCH_Num> part_weights(const std::vector<double>& share) {
  const double largest = std::ranges::max(share);
  std::vector<SCOTCH_Num> weights;
  for (const double part : share) {
    weights.push_back(std::max<SCOTCH_Num>(
        1, static_cast<SCOTCH_Num>(std::lround(kLargestPart * part / largest))));
  }
  return weights;
}

class Scotch final : public LibraryPartitioner {
 public:
  explicit Scotch(double imbalance) : imbalance_(imbalance) {}

 private:
  std::vector<int> divide(const Task& task) const override {
    const Graph faces = face_graph(task.units);
    const auto first = in_width<SCOTCH_Num>(faces.first);
    const auto other = in_width<SCOTCH_Num>(faces.other);
    const auto loads = in_width<SCOTCH_Num>(whole_numbers(task.load, kLargestSum));
    const auto edges = in_width<SCOTCH_Num>(whole_numbers(faces.weight, kLargestSum));
    const std::vector<SCOTCH_Num> weights = part_weights(task.share);
    const auto parts = static_cast<SCOTCH_Num>(task.parts());
    ScotchGraph graph;
    expect(SCOTCH_graphBuild(&graph.object, 0, static_cast<SCOTCH_Num>(task.units.size()),
                             first.data(), nullptr, loads.data(), nullptr,
                             static_cast<SCOTCH_Num>(other.size()), other.data(), edges.data()),
           "SCOTCH_graphBuild");
    Arch arch;
    expect(SCOTCH_archCmpltw(&arch.object, parts, weights.data()), "SCOTCH_archCmpltw");
    Strategy strategy;
    expect(SCOTCH_stratGraphMapBuild(&strategy.object, SCOTCH_STRATBALANCE, parts, imbalance_),
           "SCOTCH_stratGraphMapBuild");
    // One thread and fixed seeds: the same answer every time.
    Context context;
    expect(SCOTCH_contextOptionSetNum(&context.object, SCOTCH_OPTIONNUMDETERMINISTIC, 1),
           "SCOTCH_contextOptionSetNum");
    expect(SCOTCH_contextOptionSetNum(&context.object, SCOTCH_OPTIONNUMRANDOMFIXEDSEED, 1),
           "SCOTCH_contextOptionSetNum");
    expect(SCOTCH_contextThreadSpawn(&context.object, 1, nullptr), "SCOTCH_contextThreadSpawn");
    SCOTCH_contextRandomReset(&context.object);
    ScotchGraph bound;
    expect(SCOTCH_contextBindGraph(&context.object, &graph.object, &bound.object),
           "SCOTCH_contextBindGraph");
    std::vector<SCOTCH_Num> part(task.units.size(), 0);
    expect(SCOTCH_graphMap(&bound.object, &arch.object, &strategy.object, part.data()),
           "SCOTCH_graphMap");
    return in_width<int>(part);
  }

  double imbalance_;
};

}  // namespace

void register_scotch(Registry<partition::Partitioner>& registry) {
  registry.add(
      {.name = "scotch",
       .summary = "dual recursive bipartitioning of faces, by Scotch",
       .source = "Pellegrini 1994; Scotch 7.0",
       .params = kParams,
       .make = [](const Params& params) { return std::make_unique<Scotch>(params["imbalance"]); }});
}

}  // namespace evenkeel::adapters
