// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Matrices of which few entries are not 0.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace evenkeel::elliptic {

/// A matrix, row by row. Products add in the order of the entries: the same bits everywhere.
class Sparse {
 public:
  struct Entry {
    std::int32_t column = 0;
    double value = 0.0;
  };

  explicit Sparse(std::int32_t columns) : columns_(columns) {}

  std::int32_t rows() const { return static_cast<std::int32_t>(first_.size()) - 1; }
  std::int32_t columns() const { return columns_; }
  std::span<const Entry> row(std::int32_t row) const {
    const auto at = first_.begin() + row;
    return std::span(entries_).subspan(at[0], at[1] - at[0]);
  }

  /// Adds an entry to the row that end_row() will end.
  void add(std::int32_t column, double value) { entries_.push_back({column, value}); }
  void end_row() { first_.push_back(entries_.size()); }

  Sparse transposed() const;
  /// \p columns of \p other are those of the product.
  Sparse times(const Sparse& other) const;

 private:
  std::int32_t columns_;
  std::vector<std::size_t> first_{0};  ///< shape [rows + 1]: into entries_
  std::vector<Entry> entries_;
};

/// Gathers entries of one row of a matrix, any column any number of times.
class RowSum {
 public:
  explicit RowSum(std::int32_t columns) : place_(static_cast<std::size_t>(columns), kNone) {}

  void add(std::int32_t column, double value) {
    std::int32_t& place = place_[static_cast<std::size_t>(column)];
    if (place == kNone) {
      place = static_cast<std::int32_t>(entries_.size());
      entries_.push_back({column, 0.0});
    }
    entries_[static_cast<std::size_t>(place)].value += value;
  }
  /// In the order in which columns came first.
  std::span<const Sparse::Entry> entries() const { return entries_; }
  void clear();

 private:
  static constexpr std::int32_t kNone = -1;
  std::vector<std::int32_t> place_;  ///< of each column among entries_
  std::vector<Sparse::Entry> entries_;
};

}  // namespace evenkeel::elliptic
