// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Comma-separated text, read field by field with the place of every fault.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "evenkeel/core/error.hpp"

namespace evenkeel::workload {

struct Field {
  std::string_view text;  ///< without the blanks around it
  std::int64_t column;    ///< from 1
};

struct Line {
  std::int64_t number;  ///< from 1
  std::vector<Field> fields;
};

/// The lines of \p text that are not blank, cut at commas. The fields point into \p text.
std::vector<Line> lines_of(std::string_view text);

/// \p text as a finite number >= 0, or nothing.
std::optional<double> parse_number(std::string_view text);

/// Index of a base block; unused axes 0.
using Block = std::array<std::int32_t, 3>;

inline constexpr std::array<std::string_view, 3> kAxisNames{"i", "j", "k"};

/// A CSV file with a header line. Its leading columns i, j, k are block indices.
class Table {
 public:
  /// \param place  what the file is called in messages
  /// \throws InputError if \p text has no line
  Table(std::string_view place, std::string_view text);

  const Line& header() const { return lines_.front(); }
  std::span<const Line> rows() const { return std::span(lines_).subspan(1); }
  Problems& problems() { return problems_; }

  /// Number of leading columns i, j, k.
  int dimension() const;

  /// Notes a fault unless \p row has as many fields as the header.
  bool is_whole(const Line& row);

  /// A whole number in [0, max], or 0 and a fault.
  std::int64_t count(const Line& row, std::size_t column, std::int64_t max);

  /// A finite number >= 0, or 0 and a fault.
  double number(const Line& row, std::size_t column);

  /// The first \p dimension columns.
  Block block(const Line& row, int dimension);

 private:
  Problems problems_;
  std::vector<Line> lines_;
};

}  // namespace evenkeel::workload
