// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Which points a coarser grid keeps, and what the others take from them.
#include <algorithm>
#include <cmath>

#include "evenkeel/elliptic/algebraic.hpp"
#include <Eigen/SparseCore>

namespace evenkeel::elliptic {
namespace {

constexpr double kStrong = 0.25;  ///< of a row's largest coupling
constexpr double kKept = 0.1;     ///< of a row's largest weight: smaller ones are left out

using Row = Sparse::InnerIterator;

std::size_t at(Eigen::Index index) {
  return static_cast<std::size_t>(index);
}

/// The strong couplings of each row, without the diagonal.
Sparse strong_part(const Sparse& matrix) {
  std::vector<double> enough(at(matrix.rows()), 0.0);
  for (std::int32_t i = 0; i < matrix.rows(); ++i) {
    for (Row entry(matrix, i); entry; ++entry) {
      enough[at(i)] = std::max(enough[at(i)], -kStrong * entry.value());
    }
  }
  Sparse strong = matrix;
  strong.prune([&](Eigen::Index row, Eigen::Index column, double value) {
    return column != row && value < 0.0 && -value >= enough[at(row)];
  });
  return strong;
}

/// Points by how many others would gain if they were kept; those with most come first.
class Queue {
 public:
  explicit Queue(const Sparse& dependents) : gain_(at(dependents.rows()), 0) {
    for (std::int32_t i = 0; i < dependents.rows(); ++i) {
      change(i, dependents.outerIndexPtr()[i + 1] - dependents.outerIndexPtr()[i]);
    }
  }

  void change(std::int32_t point, int by) {
    const int gain = gain_[at(point)] += by;
    if (waiting_.size() <= at(gain)) {
      waiting_.resize(at(gain) + 1);
    }
    waiting_[at(gain)].push_back(point);
  }

  int gain(std::int32_t point) const { return gain_[at(point)]; }

  /// The next point with its gain today, which may come again; false after the last.
  bool take(std::int32_t& point) {
    while (!waiting_.empty()) {
      std::vector<std::int32_t>& best = waiting_.back();
      while (!best.empty()) {
        point = best.back();
        best.pop_back();
        if (gain_[at(point)] + 1 == static_cast<int>(waiting_.size())) {
          return true;
        }
      }
      waiting_.pop_back();
    }
    return false;
  }

 private:
  std::vector<int> gain_;
  std::vector<std::vector<std::int32_t>> waiting_;  ///< by gain; also points that have another now
};

/// True for points that are kept: every other one depends strongly on one of them, or nobody on it.
std::vector<bool> choose(const Sparse& strong) {
  const Sparse dependents = strong.transpose();
  std::vector<bool> is_kept(at(strong.rows()), false);
  std::vector<bool> is_open(at(strong.rows()), true);
  Queue queue(dependents);
  const auto change_influences = [&](std::int32_t point, int by) {
    for (Row influence(strong, point); influence; ++influence) {
      if (is_open[at(influence.index())]) {
        queue.change(influence.index(), by);
      }
    }
  };
  for (std::int32_t point = 0; queue.take(point);) {
    if (!is_open[at(point)]) {
      continue;
    }
    is_open[at(point)] = false;
    if (queue.gain(point) == 0) {
      continue;
    }
    is_kept[at(point)] = true;
    change_influences(point, -1);
    for (Row dependent(dependents, point); dependent; ++dependent) {
      if (is_open[at(dependent.index())]) {
        is_open[at(dependent.index())] = false;
        change_influences(dependent.index(), 1);
      }
    }
  }
  return is_kept;
}

struct Entry {
  std::int32_t column = 0;
  double value = 0.0;
};

/// Gathers entries of one row of a matrix, any column any number of times.
class RowSum {
 public:
  explicit RowSum(Eigen::Index columns) : place_(at(columns), kNone) {}

  void add(std::int32_t column, double value) {
    std::int32_t& place = place_[at(column)];
    if (place == kNone) {
      place = static_cast<std::int32_t>(entries_.size());
      entries_.push_back({column, 0.0});
    }
    entries_[at(place)].value += value;
  }
  /// In the order in which columns came first.
  const std::vector<Entry>& entries() const { return entries_; }
  void clear() {
    for (const Entry& entry : entries_) {
      place_[at(entry.column)] = kNone;
    }
    entries_.clear();
  }

 private:
  static constexpr std::int32_t kNone = -1;
  std::vector<std::int32_t> place_;  ///< of each column among entries_
  std::vector<Entry> entries_;
};

/// Leaves out small weights; the others grow to the same sum.
void truncate(std::vector<Entry>& weights) {
  double most = 0.0;
  double all = 0.0;
  for (const Entry& entry : weights) {
    most = std::max(most, entry.value);
    all += entry.value;
  }
  std::erase_if(weights, [&](const Entry& entry) { return entry.value < kKept * most; });
  double left = 0.0;
  for (const Entry& entry : weights) {
    left += entry.value;
  }
  for (Entry& entry : weights) {
    entry.value *= all / left;
  }
}

/// Weights of points that are not kept.
class Weights {
 public:
  Weights(const Sparse& matrix, const Sparse& strong, const std::vector<bool>& is_kept)
      : matrix_(&matrix),
        strong_(&strong),
        is_kept_(&is_kept),
        diagonal_(matrix.diagonal()),
        roles_(at(matrix.rows()), Role::kOther),
        sum_(matrix.rows()) {}

  /// Weights of kept points for \p point, by their numbers in the matrix.
  std::vector<Entry> of(std::int32_t point) {
    set_roles(point, Role::kParent, Role::kReplaced);
    add_equations(point);
    double own = 0.0;
    double others = 0.0;
    double parents = 0.0;
    std::vector<Entry> weights;
    for (const Entry& entry : sum_.entries()) {
      (entry.column == point ? own : others) += entry.value;
      if (roles_[at(entry.column)] == Role::kParent && entry.value < 0.0) {
        parents += entry.value;
        weights.push_back(entry);
      }
    }
    for (Entry& entry : weights) {
      entry.value *= -others / (parents * own);
    }
    sum_.clear();
    set_roles(point, Role::kOther, Role::kOther);
    truncate(weights);
    return weights;
  }

 private:
  enum class Role : std::uint8_t { kOther, kParent, kReplaced };

  void set_roles(std::int32_t point, Role kept, Role replaced) {
    const auto keep = [&](std::int32_t neighbour) {
      if ((*is_kept_)[at(neighbour)]) {
        roles_[at(neighbour)] = kept;
      }
    };
    for (Row near(*strong_, point); near; ++near) {
      keep(near.index());
      if ((*is_kept_)[at(near.index())]) {
        continue;
      }
      roles_[at(near.index())] = replaced;
      for (Row far(*strong_, near.index()); far; ++far) {
        keep(far.index());
      }
    }
  }

  /// The equation of \p point, in which those of replaced neighbours stand for them.
  void add_equations(std::int32_t point) {
    for (Row near(*matrix_, point); near; ++near) {
      if (roles_[at(near.index())] != Role::kReplaced) {
        sum_.add(near.index(), near.value());
        continue;
      }
      const double part = -near.value() / diagonal_[near.index()];
      for (Row far(*matrix_, near.index()); far; ++far) {
        if (far.index() != near.index()) {
          sum_.add(far.index(), part * far.value());
        }
      }
    }
  }

  const Sparse* matrix_;
  const Sparse* strong_;
  const std::vector<bool>* is_kept_;
  Eigen::VectorXd diagonal_;
  std::vector<Role> roles_;
  RowSum sum_;
};

}  // namespace

Sparse interpolation(const Sparse& matrix) {
  const Sparse strong = strong_part(matrix);
  const std::vector<bool> is_kept = choose(strong);
  std::vector<std::int32_t> number;
  std::int32_t kept = 0;
  for (const bool keeps : is_kept) {
    number.push_back(kept);
    kept += keeps ? 1 : 0;
  }
  std::vector<Eigen::Triplet<double, std::int32_t>> entries;
  Weights weights(matrix, strong, is_kept);
  for (std::int32_t i = 0; i < matrix.rows(); ++i) {
    const auto parents = is_kept[at(i)] ? std::vector<Entry>{{i, 1.0}} : weights.of(i);
    for (const auto& [column, value] : parents) {
      entries.emplace_back(i, number[at(column)], value);
    }
  }
  Sparse up(matrix.rows(), kept);
  up.setFromTriplets(entries.begin(), entries.end());
  return up;
}

}  // namespace evenkeel::elliptic
