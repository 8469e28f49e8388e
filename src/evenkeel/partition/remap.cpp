// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Shortest augmenting paths, or the largest value first.
#include "evenkeel/partition/remap.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

#include "evenkeel/core/error.hpp"
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

/// The largest values first; a row keeps its own column if it finds no better one.
std::vector<int> largest_first(std::span<const double> value, std::span<const char> allowed,
                               std::size_t size) {
  std::vector<std::size_t> order;
  for (std::size_t entry = 0; entry < value.size(); ++entry) {
    if (allowed[entry] != 0 && value[entry] > 0.0) {
      order.push_back(entry);
    }
  }
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t entry) { return value[entry]; });
  std::vector<int> column(size);
  std::iota(column.begin(), column.end(), 0);
  std::vector<std::size_t> row_of(size);
  std::iota(row_of.begin(), row_of.end(), std::size_t{0});
  for (const std::size_t entry : order) {
    // Rows change places where both may and that gains.
    const std::size_t row = entry / size;
    const std::size_t to = entry % size;
    const auto from = static_cast<std::size_t>(column[row]);
    const std::size_t other = row_of[to];
    const double now = value[row * size + from] + value[other * size + to];
    if (allowed[other * size + from] != 0 && value[entry] + value[other * size + from] > now) {
      std::swap(column[row], column[other]);
      std::swap(row_of[from], row_of[to]);
    }
  }
  return column;
}

}  // namespace

std::vector<int> best_assignment(std::span<const double> value, std::span<const char> allowed) {
  std::size_t size = 0;
  while (size * size < value.size()) {
    ++size;
  }
  EVENKEEL_EXPECT(size * size == value.size() && allowed.size() == value.size());
  if (size > kMostExact) {
    return largest_first(value, allowed, size);
  }
  const double most = std::accumulate(value.begin(), value.end(), 1.0);
  std::vector<double> cost(value.size());
  for (std::size_t entry = 0; entry < cost.size(); ++entry) {
    // One forbidden choice costs more than all others together.
    cost[entry] = allowed[entry] != 0 ? -value[entry] : most * static_cast<double>(size + 1);
  }
  return Assignment(std::move(cost), size).columns();
}

Owners remap(const Problem& problem, const Owners& owners, double epsilon) {
  const std::size_t processors = problem.processors();
  if (problem.previous.empty()) {
    return owners;
  }
  std::vector<double> kept(processors * processors, 0.0);  // by part, by previous owner
  std::vector<double> load(processors, 0.0);
  for (std::size_t unit = 0; unit < owners.size(); ++unit) {
    const auto part = static_cast<std::size_t>(owners[unit]);
    load[part] += problem.units.total(unit);
    if (problem.previous[unit] != kNoOwner) {
      kept[part * processors + static_cast<std::size_t>(problem.previous[unit])] +=
          problem.units.memory[unit];
    }
  }
  const double slowest = slowest_time(load, problem.capacity);
  std::vector<char> allowed(kept.size());
  for (std::size_t part = 0; part < processors; ++part) {
    for (std::size_t rank = 0; rank < processors; ++rank) {
      const double a = problem.capacity[part];
      const double b = problem.capacity[rank];
      const bool is_equal = std::abs(a - b) <= kEqual * std::max(a, b);
      const bool is_in_time =
          epsilon > 0.0 && b > 0.0 && load[part] <= (1.0 + epsilon) * slowest * b;
      allowed[part * processors + rank] = is_equal || is_in_time ? 1 : 0;
    }
  }
  const std::vector<int> label = best_assignment(kept, allowed);
  Owners renamed(owners.size());
  std::ranges::transform(owners, renamed.begin(),
                         [&](int part) { return label[static_cast<std::size_t>(part)]; });
  return renamed;
}

}  // namespace evenkeel::partition
