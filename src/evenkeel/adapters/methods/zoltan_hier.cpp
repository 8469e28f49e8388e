// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Zoltan in two stages: groups of processors first, then the processors of each group.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "evenkeel/adapters/adapters.hpp"
#include "evenkeel/adapters/zoltan.hpp"

namespace evenkeel::adapters {
namespace {

constexpr std::array<std::string_view, 4> kMethods = {"HSFC", "RCB", "RIB", "HYPERGRAPH"};
constexpr std::array kParams = {
    ParamSpec{.name = "group",
              .unit = "processors",
              .fallback = 0,
              .min = 0,
              .max = 1e6,
              .help = "size of a group, as of the processors of a node; 0: square root of all",
              .is_whole = true},
    ParamSpec{.name = "among_groups",
              .unit = "",
              .fallback = 1,
              .help = "method that divides among groups",
              .choices = kMethods},
    ParamSpec{.name = "inside_groups",
              .unit = "",
              .fallback = 0,
              .help = "method that divides inside a group",
              .choices = kMethods}};

/// Zoltan's own default of 10 % shows in hypergraphs.
const std::pair<std::string, std::string> kTolerance = {"IMBALANCE_TOL", "1.02"};

/// LB_METHOD HIER itself wants a rank for every part and cannot do this inside one process; this
/// does the same with a call of Zoltan for each node of the tree.
class ZoltanHier final : public LibraryPartitioner {
 public:
  explicit ZoltanHier(const Params& params)
      : group_(static_cast<std::size_t>(params["group"])),
        among_({{"LB_METHOD", std::string(params.choice("among_groups"))}, kTolerance}),
        inside_({{"LB_METHOD", std::string(params.choice("inside_groups"))}, kTolerance}) {
    start_zoltan();
  }

 private:
  std::vector<int> divide(const Task& task) const override {
    const auto root = static_cast<std::size_t>(std::lround(std::sqrt(task.parts())));
    const std::size_t group = group_ > 0 ? group_ : root;
    const std::size_t groups = (task.parts() + group - 1) / group;
    Task coarse{task.units, std::vector<double>(groups, 0.0), task.load};
    for (std::size_t part = 0; part < task.parts(); ++part) {
      coarse.share[part / group] += task.share[part];
    }
    const std::vector<int> of_group =
        groups > 1 ? divide_by_zoltan(coarse, among_) : std::vector<int>(task.load.size(), 0);
    std::vector<int> parts(task.load.size(), 0);
    for (std::size_t g = 0; g < groups; ++g) {
      divide_group(task, {g * group, std::min(task.parts(), (g + 1) * group)}, of_group,
                   static_cast<int>(g), parts);
    }
    return parts;
  }

  struct Range {
    std::size_t first;
    std::size_t last;
  };

  /// Divides the units of \p group among the parts of \p range.
  void divide_group(const Task& task, const Range& range, const std::vector<int>& of_group,
                    int group, std::vector<int>& parts) const {
    std::vector<std::size_t> chosen;
    for (std::size_t unit = 0; unit < of_group.size(); ++unit) {
      if (of_group[unit] == group) {
        chosen.push_back(unit);
      }
    }
    const workload::UnitList units = task.units.selected(chosen);
    Task inner{units, {}, {}};
    for (const std::size_t unit : chosen) {
      inner.load.push_back(task.load[unit]);
    }
    inner.share.assign(task.share.begin() + static_cast<std::ptrdiff_t>(range.first),
                       task.share.begin() + static_cast<std::ptrdiff_t>(range.last));
    const double sum = std::accumulate(inner.share.begin(), inner.share.end(), 0.0);
    std::ranges::for_each(inner.share, [sum](double& share) { share /= sum; });
    const bool is_cut = inner.parts() > 1 && !chosen.empty();
    const std::vector<int> found =
        is_cut ? divide_by_zoltan(inner, inside_) : std::vector<int>(chosen.size(), 0);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      parts[chosen[i]] = static_cast<int>(range.first) + found[i];
    }
  }

  std::size_t group_;
  ZoltanSettings among_;
  ZoltanSettings inside_;
};

}  // namespace

void register_zoltan_hier(Registry<partition::Partitioner>& registry) {
  registry.add({.name = "zoltan_hier",
                .summary = "groups of processors first, then inside each, by Zoltan",
                .source = "Teresco, Faik, Flaherty 2005, hierarchical balancing",
                .params = kParams,
                .make = [](const Params& params) { return std::make_unique<ZoltanHier>(params); }});
}

}  // namespace evenkeel::adapters
