// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A forgiving reader of strict tables.
#include "evenkeel/forecast/series.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/text.hpp"

namespace evenkeel::forecast {
namespace {

constexpr double kLargest = 1e100;               ///< squares of errors must stay finite
constexpr std::string_view kAround = " \t\r\"";  ///< what may stand around a field

bool is_unknown(std::string_view field) {
  return field.empty() || field == "nan" || field == "NaN" || field == "null";
}

std::optional<double> number(std::string_view field) {
  const std::optional<double> value = parse<double>(field);
  return value && std::abs(*value) <= kLargest ? value : std::nullopt;
}

/// Whether \p field is meant as a number, one that `number` takes or not: inf, NAN, +1.5, 1e999.
bool is_numeric(std::string_view field) {
  field.remove_prefix(field.starts_with('+') ? 1 : 0);
  double value = 0.0;
  const auto [end, fault] = std::from_chars(field.data(), field.data() + field.size(), value);
  return fault != std::errc::invalid_argument && end == field.data() + field.size();
}

/// Takes the file line by line.
class Reader {
 public:
  Reader(const std::string& path, const std::string& column) : path_(path), column_(column) {}

  void take(std::string_view line) {
    ++line_;
    const std::vector<std::string_view> fields = fields_of(line, kAround);
    if (const auto words = trimmed(line, kAround); words.empty() || words.front() == '#') {
      return;
    }
    if (columns_ == 0 && trimmed(line, kAround).starts_with('{')) {
      throw InputError(
          fmt::format("{}:{}: found JSON, as `evenkeel sense --json` writes; expected "
                      "one number a line, or CSV with a header",
                      path_, line_));
    }
    if (columns_ == 0) {
      columns_ = fields.size();
      place_ = columns_ - 1;
      if (take_header(fields)) {
        return;
      }
    }
    take_sample(fields);
  }

  Series finish() {
    if (series_.samples.empty() && problems_.empty()) {
      problems_.add({path_}, "no sample; expected one number a line, or CSV with a header");
    }
    problems_.throw_if_any();
    return std::move(series_);
  }

 private:
  bool take_header(const std::vector<std::string_view>& fields) {
    const bool is_header =
        std::ranges::none_of(fields, is_numeric) && !std::ranges::all_of(fields, is_unknown);
    if (!column_.empty()) {
      const auto found = std::ranges::find(fields, column_);
      if (!is_header || found == fields.end()) {
        throw InputError(fmt::format("{}: no column '{}'; known: {}{}", path_, column_,
                                     is_header ? join(fields) : "none, there is no header",
                                     is_header ? suggestion(column_, fields) : ""));
      }
      place_ = static_cast<std::size_t>(found - fields.begin());
    }
    if (is_header) {
      series_.name = fields[place_];
    }
    return is_header;
  }

  void take_sample(const std::vector<std::string_view>& fields) {
    if (fields.size() != columns_) {
      complain(fmt::format("found {} fields, expected {} as on the first line", fields.size(),
                           columns_));
    } else if (is_unknown(fields[place_])) {
      ++series_.unknown;
      series_.record.emplace_back();
    } else if (const std::optional<double> value = number(fields[place_])) {
      series_.samples.push_back(*value);
      series_.record.push_back(value);
    } else {
      complain(fmt::format("found '{}', expected a number of at most {:g}, or nothing if unknown",
                           fields[place_].substr(0, 40), kLargest));
    }
  }

  void complain(const std::string& text) { problems_.add({path_, line_}, text); }

  const std::string& path_;
  const std::string& column_;
  int line_ = 0;
  std::size_t columns_ = 0;
  std::size_t place_ = 0;
  Series series_;
  Problems problems_;
};

}  // namespace

Series read_series(std::string_view text, const std::string& path, const std::string& column) {
  Reader reader(path, column);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    reader.take(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return reader.finish();
}

}  // namespace evenkeel::forecast
