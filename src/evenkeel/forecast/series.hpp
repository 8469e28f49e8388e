// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Recorded series of samples: CSV files.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace evenkeel::forecast {

/// One column of a file.
struct Series {
  std::string name;                           ///< of the column; "" without a header
  std::vector<double> samples;                ///< those that are known
  std::vector<std::optional<double>> record;  ///< one a line, in time order; nothing: not known
  std::size_t unknown = 0;                    ///< lines where the value was missing, left out
};

/// Reads one column of CSV text.
///
///   t,idle          header: optional; a first line in which no field reads as a number
///   0,0.97          one sample a line, in time order
///   1,              empty, "nan" or "null": not known, left out
///   # words         comments and blank lines are skipped
///
/// \param path    for messages
/// \param column  a name of the header, or "" for the last column
/// \throws InputError naming line and field if a field is not a number, a line has another
///         number of fields, the column is not there, or no sample is known
Series read_series(std::string_view text, const std::string& path, const std::string& column = "");

}  // namespace evenkeel::forecast
