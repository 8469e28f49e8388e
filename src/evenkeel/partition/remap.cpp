// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Shortest augmenting paths, or the largest value first.
#include "evenkeel/partition/remap.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "evenkeel/partition/quality.hpp"

namespace evenkeel::partition {
namespace {

constexpr std::size_t kMostExact = 256;  ///< rows
constexpr double kEqual = 1e-9;          ///< relative difference of capacities that are the same

/// Costs to be made least, by potentials of rows and columns; row and column 0 stand for none.
class Assignment {
 public:
  explicit Assignment(std::vector<double> cost, std::size_t size)
      : cost_(std::move(cost)), size_(size), row_of_(size + 1, 0) {
    std::vector<double> of_row(size + 1, 0.0);
    std::vector<double> of_column(size + 1, 0.0);
    for (std::size_t row = 1; row <= size; ++row) {
      insert(row, of_row, of_column);
    }
  }

  std::vector<int> columns() const {
    std::vector<int> column(size_);
    for (std::size_t c = 1; c <= size_; ++c) {
      column[row_of_[c] - 1] = static_cast<int>(c - 1);
    }
    return column;
  }

 private:
  /// Gives \p row a column over the cheapest chain of changes.
  void insert(std::size_t row, std::vector<double>& of_row, std::vector<double>& of_column) {
    std::vector<double> least(size_ + 1, std::numeric_limits<double>::infinity());
    std::vector<std::size_t> came_from(size_ + 1, 0);
    std::vector<char> is_done(size_ + 1, 0);
    row_of_[0] = row;
    std::size_t column = 0;
    while (row_of_[column] != 0) {
      is_done[column] = 1;
      const std::size_t here = row_of_[column];
      double step = std::numeric_limits<double>::infinity();
      std::size_t next = 0;
      for (std::size_t c = 1; c <= size_; ++c) {
        if (is_done[c] != 0) {
          continue;
        }
        const double price = cost_[(here - 1) * size_ + c - 1] - of_row[here] - of_column[c];
        if (price < least[c]) {
          least[c] = price;
          came_from[c] = column;
        }
        if (least[c] < step) {
          step = least[c];
          next = c;
        }
      }
      for (std::size_t c = 0; c <= size_; ++c) {
        if (is_done[c] != 0) {
          of_row[row_of_[c]] += step;
          of_column[c] -= step;
        } else {
          least[c] -= step;
        }
      }
      column = next;
    }
    for (; column != 0; column = came_from[column]) {
      row_of_[column] = row_of_[came_from[column]];
    }
  }

  std::vector<double> cost_;  ///< [rows][columns]
  std::size_t size_;
  std::vector<std::size_t> row_of_;  ///< [columns + 1]
};

std::pair<std::size_t, std::size_t> place_of(const Gain& gain) {
  return {gain.row, gain.column};
}

double value_at(std::span<const Gain> gains, std::size_t row, std::size_t column) {
  const auto at = std::ranges::lower_bound(gains, std::pair(row, column), {}, place_of);
  return at != gains.end() && place_of(*at) == std::pair(row, column) ? at->value : 0.0;
}

/// The largest values first; a row keeps its own column if it finds no better one.
std::vector<int> largest_first(std::size_t size, std::span<const Gain> gains,
                               const std::function<bool(std::size_t, std::size_t)>& allows) {
  std::vector<Gain> order;
  std::ranges::copy_if(gains, std::back_inserter(order), [&](const Gain& gain) {
    return gain.value > 0.0 && allows(gain.row, gain.column);
  });
  std::ranges::stable_sort(order, std::greater(), &Gain::value);
  std::vector<int> column(size);
  std::iota(column.begin(), column.end(), 0);
  std::vector<std::size_t> row_of(size);
  std::iota(row_of.begin(), row_of.end(), std::size_t{0});
  for (const auto& [row, to, value] : order) {
    // Rows change places where both may and that gains.
    const auto from = static_cast<std::size_t>(column[row]);
    const std::size_t other = row_of[to];
    const double now = value_at(gains, row, from) + value_at(gains, other, to);
    if (allows(other, from) && value + value_at(gains, other, from) > now) {
      std::swap(column[row], column[other]);
      std::swap(row_of[from], row_of[to]);
    }
  }
  return column;
}

/// Costs of all choices. One that is forbidden costs more than all others together.
std::vector<double> costs_of(std::size_t size, std::span<const Gain> gains,
                             const std::function<bool(std::size_t, std::size_t)>& allows) {
  double most = 1.0;
  std::vector<double> cost(size * size, 0.0);
  for (const Gain& gain : gains) {
    cost[gain.row * size + gain.column] = -gain.value;
    most += gain.value;
  }
  for (std::size_t entry = 0; entry < cost.size(); ++entry) {
    const bool may = allows(entry / size, entry % size);
    cost[entry] = may ? cost[entry] : most * static_cast<double>(size + 1);
  }
  return cost;
}

/// Memory of each part by its previous owners, one entry for each pair that is there.
std::vector<Gain> memory_kept(const Problem& problem, const Owners& owners) {
  std::vector<Gain> of_units;
  for (std::size_t unit = 0; unit < owners.size(); ++unit) {
    if (problem.previous[unit] != kNoOwner) {
      of_units.push_back({static_cast<std::size_t>(owners[unit]),
                          static_cast<std::size_t>(problem.previous[unit]),
                          problem.units.memory[unit]});
    }
  }
  std::ranges::stable_sort(of_units, {}, place_of);
  std::vector<Gain> kept;
  for (const Gain& gain : of_units) {
    if (!kept.empty() && place_of(kept.back()) == place_of(gain)) {
      kept.back().value += gain.value;
    } else {
      kept.push_back(gain);
    }
  }
  return kept;
}

}  // namespace

std::vector<int> best_assignment(std::size_t size, std::span<const Gain> gains,
                                 const std::function<bool(std::size_t, std::size_t)>& allows) {
  return size > kMostExact ? largest_first(size, gains, allows)
                           : Assignment(costs_of(size, gains, allows), size).columns();
}

Owners remap(const Problem& problem, const Owners& owners, double epsilon) {
  if (problem.previous.empty()) {
    return owners;
  }
  std::vector<double> load(problem.processors(), 0.0);
  for (std::size_t unit = 0; unit < owners.size(); ++unit) {
    load[static_cast<std::size_t>(owners[unit])] += problem.units.total(unit);
  }
  const double slowest = slowest_time(load, problem.capacity);
  const auto allows = [&](std::size_t part, std::size_t rank) {
    const double a = problem.capacity[part];
    const double b = problem.capacity[rank];
    const bool is_equal = std::abs(a - b) <= kEqual * std::max(a, b);
    return is_equal || (epsilon > 0.0 && b > 0.0 && load[part] <= (1.0 + epsilon) * slowest * b);
  };
  const std::vector<int> label =
      best_assignment(problem.processors(), memory_kept(problem, owners), allows);
  Owners renamed(owners.size());
  std::ranges::transform(owners, renamed.begin(),
                         [&](int part) { return label[static_cast<std::size_t>(part)]; });
  return renamed;
}

}  // namespace evenkeel::partition
