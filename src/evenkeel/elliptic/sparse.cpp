// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Products and transposes of sparse matrices.
#include "evenkeel/elliptic/sparse.hpp"

#include <numeric>

namespace evenkeel::elliptic {

void RowSum::clear() {
  for (const Sparse::Entry& entry : entries_) {
    place_[static_cast<std::size_t>(entry.column)] = kNone;
  }
  entries_.clear();
}

Sparse Sparse::transposed() const {
  Sparse result(rows());
  result.first_.assign(static_cast<std::size_t>(columns_) + 1, 0);
  for (const Entry& entry : entries_) {
    ++result.first_[static_cast<std::size_t>(entry.column) + 1];
  }
  std::partial_sum(result.first_.begin(), result.first_.end(), result.first_.begin());
  std::vector<std::size_t> next = result.first_;
  result.entries_.resize(entries_.size());
  for (std::int32_t i = 0; i < rows(); ++i) {
    for (const auto& [column, value] : row(i)) {
      result.entries_[next[static_cast<std::size_t>(column)]++] = {i, value};
    }
  }
  return result;
}

Sparse Sparse::times(const Sparse& other) const {
  Sparse result(other.columns_);
  RowSum sum(other.columns_);
  for (std::int32_t i = 0; i < rows(); ++i) {
    for (const Entry& left : row(i)) {
      for (const Entry& right : other.row(left.column)) {
        sum.add(right.column, left.value * right.value);
      }
    }
    for (const auto& [column, value] : sum.entries()) {
      result.add(column, value);
    }
    sum.clear();
    result.end_row();
  }
  return result;
}

}  // namespace evenkeel::elliptic
