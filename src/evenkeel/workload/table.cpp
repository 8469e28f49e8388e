// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reading of comma separated tables.
#include "evenkeel/workload/table.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/core.h>

#include "evenkeel/core/text.hpp"

namespace evenkeel::workload {
namespace {

constexpr std::int64_t kLargestBlock = (1 << 18) - 1;  // keys of three axes fit 64 bits

/// Cuts \p line at its commas, and notes where the fields stand.
std::vector<Field> places_of(std::string_view line) {
  std::vector<Field> fields;
  for (const std::string_view text : fields_of(line)) {
    fields.push_back({text, text.data() - line.data() + 1});
  }
  return fields;
}

}  // namespace

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  std::int64_t number = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = text.substr(start, end - start);
    ++number;
    if (!trimmed(line).empty()) {
      lines.push_back({number, places_of(line)});
    }
    start = end + 1;
  }
  return lines;
}

std::optional<double> parse_number(std::string_view text) {
  const std::optional<double> value = parse<double>(text);
  return value && std::isfinite(*value) && *value >= 0.0 ? value : std::nullopt;
}

Table::Table(std::string_view place, std::string_view text)
    : problems_(place), lines_(lines_of(text)) {
  if (lines_.empty()) {
    problems_.add(0, 0, "is empty; expected a header line");
    problems_.throw_if_any();
  }
}

int Table::dimension() const {
  std::size_t axes = 0;
  while (axes < std::min(kAxisNames.size(), header().fields.size()) &&
         header().fields[axes].text == kAxisNames[axes]) {
    ++axes;
  }
  return static_cast<int>(axes);
}

bool Table::is_whole(const Line& row) {
  const bool whole = row.fields.size() == header().fields.size();
  if (!whole) {
    const std::size_t wanted = header().fields.size();
    // The first field too many, or the last there is.
    const std::size_t at = std::min(wanted, row.fields.size() - 1);
    problems_.add(row.number, row.fields[at].column,
                  fmt::format("{} fields; expected {}", row.fields.size(), wanted));
  }
  return whole;
}

std::int64_t Table::count(const Line& row, std::size_t column, std::int64_t max) {
  const Field& field = row.fields[column];
  const std::optional<std::int64_t> value = parse<std::int64_t>(field.text);
  if (!value || *value < 0 || *value > max) {
    problems_.add(row.number, field.column,
                  fmt::format("'{}' for {}; expected a whole number in [0, {}]", field.text,
                              header().fields[column].text, max));
    return 0;
  }
  return *value;
}

double Table::number(const Line& row, std::size_t column) {
  const Field& field = row.fields[column];
  const std::optional<double> value = parse_number(field.text);
  if (!value) {
    problems_.add(row.number, field.column,
                  fmt::format("'{}' for {}; expected a number >= 0", field.text,
                              header().fields[column].text));
  }
  return value.value_or(0.0);
}

Block Table::block(const Line& row, int dimension) {
  Block block{};
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d) {
    block[d] = static_cast<std::int32_t>(count(row, d, kLargestBlock));
  }
  return block;
}

}  // namespace evenkeel::workload
