// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// METIS, with the load as one constraint or each level as one.
#include <algorithm>
#include <array>
#include <mutex>
#include <string>

#include <metis.h>

#include "evenkeel/adapters/adapters.hpp"
#include "evenkeel/adapters/library_partitioner.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/silence.hpp"

namespace evenkeel::adapters {
namespace {

constexpr std::array<std::string_view, 2> kConstraints = {"load", "levels"};
constexpr std::array kParams = {
    ParamSpec{.name = "constraints",
              .unit = "",
              .fallback = 0,
              .help = "what is balanced: the load, or that of each level",
              .choices = kConstraints},
    ParamSpec{.name = "imbalance",
              .unit = "1",
              .fallback = 0.03,
              .min = 0.001,
              .max = 1.0,
              .help = "how far above its share a part may come"},
    ParamSpec{
        .name = "seed", .unit = "1", .fallback = 1, .min = 1, .max = 1e9, .help = "of chance"}};

constexpr double kLargestSum = 1 << 30;  // METIS may add weights in 32 bits

std::vector<idx_t> counts(const std::vector<double>& weights) {
  return in_width<idx_t>(whole_numbers(weights, kLargestSum));
}

/// METIS prints where a part stays empty, which is no fault: a unit may be more than a share.
template <class Work>
int quietly(const Work& work) {
  static std::mutex one_at_a_time;
  const std::lock_guard guard(one_at_a_time);
  const Silence silence;
  return work();
}

class MetisKway final : public LibraryPartitioner {
 public:
  explicit MetisKway(const Params& params)
      : by_level_(params.choice("constraints") == "levels"),
        imbalance_(static_cast<real_t>(1.0 + params["imbalance"])),
        seed_(static_cast<idx_t>(params["seed"])) {}

 private:
  /// Loads to balance, one column for each constraint, without columns of zeros.
  std::vector<std::vector<idx_t>> columns(const Task& task) const {
    if (!by_level_) {
      return {counts(task.load)};
    }
    std::vector<std::vector<idx_t>> found;
    for (std::size_t level = 0; level < static_cast<std::size_t>(task.units.levels); ++level) {
      std::vector<double> load;
      for (std::size_t unit = 0; unit < task.units.size(); ++unit) {
        load.push_back(task.units.loads(unit)[level]);
      }
      if (std::ranges::any_of(load, [](double part) { return part > 0.0; })) {
        found.push_back(counts(load));
      }
    }
    if (found.empty()) {
      found.push_back(counts(task.load));
    }
    return found;
  }

  std::vector<int> divide(const Task& task) const override {
    const Graph graph = face_graph(task.units);
    auto first = in_width<idx_t>(graph.first);
    auto other = in_width<idx_t>(graph.other);
    std::vector<idx_t> edges = counts(graph.weight);
    const std::vector<std::vector<idx_t>> loads = columns(task);
    auto constraints = static_cast<idx_t>(loads.size());
    std::vector<idx_t> weights;
    for (std::size_t unit = 0; unit < task.units.size(); ++unit) {
      for (const std::vector<idx_t>& column : loads) {
        weights.push_back(column[unit]);
      }
    }
    std::vector<real_t> targets;
    for (const double share : task.share) {
      targets.insert(targets.end(), loads.size(), static_cast<real_t>(share));
    }
    std::vector<real_t> tolerance(loads.size(), imbalance_);
    std::array<idx_t, METIS_NOPTIONS> options;
    METIS_SetDefaultOptions(options.data());
    options[METIS_OPTION_SEED] = seed_;
    auto units = static_cast<idx_t>(task.units.size());
    auto parts = static_cast<idx_t>(task.parts());
    idx_t cut = 0;
    std::vector<idx_t> part(task.units.size(), 0);
    const int code = quietly([&] {
      return METIS_PartGraphKway(&units, &constraints, first.data(), other.data(), weights.data(),
                                 nullptr, edges.data(), &parts, targets.data(), tolerance.data(),
                                 options.data(), &cut, part.data());
    });
    if (code != METIS_OK) {
      throw SystemError("METIS_PartGraphKway failed with code " + std::to_string(code));
    }
    return in_width<int>(part);
  }

  bool by_level_;
  real_t imbalance_;
  idx_t seed_;
};

}  // namespace

void register_metis_kway(Registry<partition::Partitioner>& registry) {
  registry.add(
      {.name = "metis_kway",
       .summary = "multilevel graph partitioning of faces, by METIS; one constraint or many",
       .source = "Karypis and Kumar 1998; METIS 5.1",
       .params = kParams,
       .make = [](const Params& params) { return std::make_unique<MetisKway>(params); }});
}

}  // namespace evenkeel::adapters
