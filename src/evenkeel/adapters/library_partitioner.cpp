// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Problems made fit for libraries.
#include "evenkeel/adapters/library_partitioner.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/faces.hpp"

namespace evenkeel::adapters {
namespace {

/// Indices by descending value, equal ones in order.
std::vector<std::size_t> descending(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order,
                           [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
  return order;
}

/// The heaviest unit to the largest share, the next to the next.
std::vector<int> one_each(const Task& task) {
  const std::vector<std::size_t> parts = descending(task.share);
  const std::vector<std::size_t> units = descending(task.load);
  std::vector<int> part(units.size());
  for (std::size_t i = 0; i < units.size(); ++i) {
    part[units[i]] = static_cast<int>(parts[i]);
  }
  return part;
}

}  // namespace

partition::Owners LibraryPartitioner::assign(const partition::Problem& problem) const {
  partition::check(problem);
  const partition::Workers workers(problem.capacity);
  Task task{problem.units, workers.capacity, {}};
  const double sum = workers.total_capacity();
  std::ranges::for_each(task.share, [sum](double& share) { share /= sum; });
  for (std::size_t unit = 0; unit < problem.units.size(); ++unit) {
    task.load.push_back(problem.units.total(unit));
  }
  if (std::ranges::all_of(task.load, [](double load) { return load == 0.0; })) {
    std::ranges::fill(task.load, 1.0);
  }
  partition::Owners owners(task.load.size(), 0);
  if (task.load.size() <= workers.size()) {
    owners = one_each(task);
  } else if (workers.size() > 1) {
    owners = divide(task);
  }
  for (int& owner : owners) {
    owner = workers.rank[static_cast<std::size_t>(owner)];
  }
  return owners;
}

Graph face_graph(const workload::UnitList& units) {
  const partition::Faces faces(units);
  Graph graph;
  graph.first.push_back(0);
  std::vector<std::pair<int, double>> row;
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    row.clear();
    faces.for_all(unit, [&](std::size_t other, double weight) {
      row.emplace_back(static_cast<int>(other), weight);
    });
    std::ranges::sort(row);
    const auto begin = static_cast<std::size_t>(graph.first.back());
    for (const auto& [other, weight] : row) {
      if (graph.other.size() > begin && graph.other.back() == other) {
        graph.weight.back() += weight;
      } else {
        graph.other.push_back(other);
        graph.weight.push_back(weight);
      }
    }
    graph.first.push_back(static_cast<int>(graph.other.size()));
  }
  return graph;
}

std::vector<std::int32_t> whole_numbers(std::span<const double> weights, double limit) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  const bool fits =
      sum <= limit && std::ranges::all_of(weights, [](double w) { return w == std::floor(w); });
  const double factor = fits || sum == 0.0 ? 1.0 : limit / sum;
  std::vector<std::int32_t> numbers;
  for (const double weight : weights) {
    const auto scaled = static_cast<std::int32_t>(std::lround(weight * factor));
    numbers.push_back(std::max(scaled, weight > 0.0 ? 1 : 0));
  }
  return numbers;
}

}  // namespace evenkeel::adapters
