// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Stripes across one axis, as wide as the capacities ask for.
#include <algorithm>
#include <array>
#include <numeric>

#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::partition {
namespace {

constexpr std::array kParams = {
    ParamSpec{.name = "axis",
              .unit = "1",
              .fallback = 0.0,
              .min = 0.0,
              .max = 2.0,
              .help = "along which stripes follow each other; the first if the case has fewer"}};

class Stripes final : public Partitioner {
 public:
  explicit Stripes(std::size_t axis) : axis_(axis) {}

  Owners assign(const Problem& problem) const override {
    check(problem);
    const workload::UnitList& units = problem.units;
    const std::size_t axis = axis_ < static_cast<std::size_t>(units.dimension) ? axis_ : 0;
    std::vector<std::size_t> order(units.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t unit) { return units.lo[unit][axis]; });
    return cut(problem, order);
  }

 private:
  /// Each unit in \p order goes to the processor in whose share of the load its middle lies.
  static Owners cut(const Problem& problem, const std::vector<std::size_t>& order) {
    const std::span<const double> capacity = problem.capacity;
    const double load = problem.units.total_load();
    const double whole = load > 0.0 ? load : static_cast<double>(order.size());
    const double all = std::accumulate(capacity.begin(), capacity.end(), 0.0);
    std::size_t last = capacity.size() - 1;
    while (capacity[last] == 0.0) {
      --last;
    }
    Owners owners(order.size());
    std::size_t processor = 0;
    double end = capacity[0] / all;  // of the processor's share, as a part of the load
    double done = 0.0;
    for (const std::size_t unit : order) {
      const double part = (load > 0.0 ? problem.units.total(unit) : 1.0) / whole;
      while (processor < last && (capacity[processor] == 0.0 || done + 0.5 * part >= end)) {
        end += capacity[++processor] / all;
      }
      owners[unit] = static_cast<int>(processor);
      done += part;
    }
    return owners;
  }

  std::size_t axis_;
};

}  // namespace

void register_stripes(Registry<Partitioner>& registry) {
  registry.add({.name = "stripes",
                .summary = "stripes across one axis, as wide as the capacities ask for",
                .source = "docs/tutorial/step6.md",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<Stripes>(static_cast<std::size_t>(params["axis"]));
                }});
}

}  // namespace evenkeel::partition
