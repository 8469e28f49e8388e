// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reading of traces.
#include "evenkeel/workload/trace.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/text.hpp"
#include "evenkeel/geometry/box_search.hpp"
#include "evenkeel/geometry/dimensions.hpp"
#include "evenkeel/workload/trace_box.hpp"

namespace evenkeel::workload {
namespace {

using geometry::Box;
using geometry::BoxList;
using geometry::BoxSearch;
using nlohmann::json;

constexpr std::array<std::string_view, 14> kHeaderKeys{
    "evenkeel_trace",     "dim",         "ratio",           "base",
    "max_levels",         "periodic",    "kernel",          "components",
    "bytes_per_cell",     "ghost",       "regrid_interval", "subcycle",
    "seconds_per_update", "source_price"};
constexpr std::array<std::string_view, 5> kRegridKeys{"regrid", "step", "time", "levels", "cost"};
constexpr std::int32_t kLargestCell = 1 << 29;

/// What is wrong with a line that makes no sense at \p byte, counted from 1.
std::string_view unfinished(std::string_view text, std::size_t byte) {
  const std::string_view until = text.substr(0, byte);
  return until.ends_with('N') || until.ends_with('I') || until.ends_with("na")
             ? "NaN and Infinity are no numbers of JSON"
             : "not a complete JSON object; is the line cut short?";
}

/// One line of a trace: looks up members and notes what is wrong with them.
class Record {
 public:
  Record(std::string_view path, std::int64_t line, const std::string& text,
         std::span<const std::string_view> known)
      : line_(line), problems_(path) {
    try {
      object_ = json::parse(text);
    } catch (const json::parse_error& error) {
      problems_.add(line_, static_cast<std::int64_t>(error.byte), unfinished(text, error.byte));
      problems_.throw_if_any();
    } catch (const json::exception& error) {  // a number that no double holds
      problems_.add(line_, 0, error.what());
      problems_.throw_if_any();
    }
    if (!object_.is_object()) {
      fault("expected a JSON object");
      problems_.throw_if_any();
    }
    for (const auto& [key, value] : object_.items()) {
      const std::string near = suggestion(key, known);  // other keys are of versions to come
      if (std::find(known.begin(), known.end(), key) == known.end() && !near.empty()) {
        fault(fmt::format("unknown key \"{}\"; known: {}{}", key, join(known), near));
      }
    }
  }

  void fault(std::string_view message) { problems_.add(line_, 0, message); }
  bool is_good() const { return problems_.empty(); }
  void throw_if_any() const { problems_.throw_if_any(); }
  bool has(const char* key) const { return object_.contains(key); }

  /// The member \p key, or null and a fault.
  const json& member(const char* key) {
    static const json kNull;
    if (!has(key)) {
      fault(fmt::format("no \"{}\"", key));
      return kNull;
    }
    return object_[key];
  }

  /// A whole number in [min, max]; min and a fault if it is not there or not one.
  std::int64_t integer(const char* key, std::int64_t min, std::int64_t max) {
    const json& value = member(key);
    const bool fits = value.is_number_integer() &&
                      (!value.is_number_unsigned() ||
                       value.get<std::uint64_t>() <= static_cast<std::uint64_t>(max)) &&
                      value.get<std::int64_t>() >= min && value.get<std::int64_t>() <= max;
    if (!fits && has(key)) {
      fault(fmt::format("\"{}\" is {}; expected a whole number in [{}, {}]", key, value.dump(), min,
                        max));
    }
    return fits ? value.get<std::int64_t>() : min;
  }

  bool flag(const char* key) {
    const json& value = member(key);
    if (!value.is_boolean()) {
      fault(fmt::format("\"{}\" is {}; expected true or false", key, value.dump()));
    }
    return value.is_boolean() && value.get<bool>();
  }

  /// A number >= 0; 0 and a fault if it is none.
  double number(const char* key) {
    const json& value = member(key);
    const bool fits = value.is_number() && value.get<double>() >= 0.0;
    if (!fits) {
      fault(fmt::format("\"{}\" is {}; expected a number >= 0", key, value.dump()));
    }
    return fits ? value.get<double>() : 0.0;
  }

  int small(const char* key, int min, int max) { return static_cast<int>(integer(key, min, max)); }

  /// A list of non-negative numbers called \p name in messages.
  std::vector<double> numbers(const json& list, std::string_view name) {
    std::vector<double> values;
    for (const json& value : list.is_array() ? list : json::array()) {
      if (value.is_number() && value.get<double>() >= 0.0) {
        values.push_back(value.get<double>());
      }
    }
    if (!list.is_array() || values.size() != list.size()) {
      fault(fmt::format("\"{}\" is not a list of numbers >= 0", name));
    }
    return values;
  }

 private:
  std::int64_t line_;
  Problems problems_;
  json object_;
};

void parse_axes(Record& record, TraceHeader& header) {
  const auto axes = static_cast<std::size_t>(header.dimension);
  const json& base = record.member("base");
  const json& periodic = record.member("periodic");
  for (std::size_t d = 0; d < axes; ++d) {
    const bool whole = base.size() == axes && base.is_array() && base[d].is_number_integer();
    if (!whole || base[d].get<std::int64_t>() < 1 || base[d].get<std::int64_t>() > kLargestCell) {
      record.fault(fmt::format("\"base\" is not {} cell counts >= 1", axes));
      break;
    }
    header.base[d] = base[d].get<std::int32_t>();
  }
  for (std::size_t d = 0; d < axes; ++d) {
    if (periodic.size() != axes || !periodic.is_array() || !periodic[d].is_boolean()) {
      record.fault(fmt::format("\"periodic\" is not {} of true or false", axes));
      break;
    }
    header.periodic[d] = periodic[d].get<bool>();
  }
}

/// Notes levels whose cells no box could have.
void check_levels(Record& record, const TraceHeader& header) {
  std::int64_t longest = std::ranges::max(header.base);
  for (int level = 1; level < header.max_levels && longest <= kLargestCell; ++level) {
    longest *= header.ratio;
  }
  if (longest > kLargestCell) {
    record.fault(
        fmt::format("\"max_levels\" is {}; cells of the finest level would be more than {} "
                    "along an axis",
                    header.max_levels, kLargestCell));
  }
}

TraceHeader parse_header(Record& record) {
  TraceHeader header;
  record.integer("evenkeel_trace", 1, 1);
  header.dimension = record.small("dim", 1, 3);
  header.ratio = record.small("ratio", 2, 16);
  header.max_levels = record.small("max_levels", 1, 30);
  header.components = record.small("components", 0, std::numeric_limits<int>::max());
  header.bytes_per_cell = record.small("bytes_per_cell", 0, std::numeric_limits<int>::max());
  header.ghost = record.small("ghost", 0, 1024);
  header.regrid_interval = record.small("regrid_interval", 0, std::numeric_limits<int>::max());
  if (const json& kernel = record.member("kernel"); kernel.is_string()) {
    header.kernel = kernel.get<std::string>();
  } else if (record.has("kernel")) {
    record.fault("\"kernel\" is not a string");
  }
  parse_axes(record, header);
  check_levels(record, header);
  if (record.has("subcycle")) {
    header.subcycle = record.flag("subcycle");
  }
  if (record.has("seconds_per_update")) {
    header.seconds_per_update =
        record.numbers(record.member("seconds_per_update"), "seconds_per_update");
  }
  if (record.has("source_price")) {
    header.source_price = record.number("source_price");
  }
  return header;
}

/// The box with the bounds \p bounds, or a fault and nothing.
std::optional<Box<3>> parse_box(const json& bounds, int dimension, Record& record) {
  const auto axes = static_cast<std::size_t>(dimension);
  if (!bounds.is_array() || bounds.size() != 2 * axes) {
    record.fault(fmt::format("box {} does not have {} bounds", bounds.dump(), 2 * axes));
    return std::nullopt;
  }
  Box<3> box{{0, 0, 0}, {1, 1, 1}};
  for (std::size_t i = 0; i < 2 * axes; ++i) {
    const bool whole = bounds[i].is_number_integer();
    const std::int64_t cell = whole ? bounds[i].get<std::int64_t>() : kLargestCell;
    if (cell <= -kLargestCell || cell >= kLargestCell) {
      record.fault(fmt::format("box {} has a bound that is not a cell", bounds.dump()));
      return std::nullopt;
    }
    (i < axes ? box.lo[i] : box.hi[i - axes]) =
        static_cast<std::int32_t>(cell + (i < axes ? 0 : 1));
  }
  if (box.is_empty()) {
    record.fault(fmt::format("box {} has an upper bound below the lower one", bounds.dump()));
    return std::nullopt;
  }
  return box;
}

/// Notes boxes of \p level that overlap or leave the level below (for level 0: the base).
void check_level(std::size_t level, const TraceRegrid& regrid, const TraceHeader& header,
                 Record& record) {
  const BoxList<3>& boxes = regrid.levels[level];
  const BoxList<3> base{{{0, 0, 0}, {header.base[0], header.base[1], header.base[2]}}};
  const BoxSearch<3> below(level == 0 ? base : regrid.levels[level - 1]);
  const BoxSearch<3> same(boxes);
  std::vector<std::int32_t> hits;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    same.find(boxes[i], hits);
    for (const std::int32_t hit : hits) {
      if (static_cast<std::size_t>(hit) > i) {
        record.fault(fmt::format("level {}: box {} overlaps box {}", level,
                                 shown(boxes[static_cast<std::size_t>(hit)], header.dimension),
                                 shown(boxes[i], header.dimension)));
      }
    }
    if (!below.covers(boxes[i].coarsen(level == 0 ? 1 : header.ratio))) {
      record.fault(fmt::format("level {}: box {} is not inside {}", level,
                               shown(boxes[i], header.dimension),
                               level == 0 ? "the base" : "the level below"));
    }
  }
}

void parse_levels(const TraceHeader& header, Record& record, TraceRegrid& regrid) {
  const json& levels = record.member("levels");
  if (!levels.is_array() || levels.empty() ||
      levels.size() > static_cast<std::size_t>(header.max_levels)) {
    record.fault(fmt::format("\"levels\" is not a list of 1 to {} levels", header.max_levels));
    return;
  }
  for (const json& boxes : levels) {
    BoxList<3> level;
    if (!boxes.is_array()) {
      record.fault(fmt::format("level {} is not a list of boxes", regrid.levels.size()));
    } else {
      for (const json& bounds : boxes) {
        level.push_back(parse_box(bounds, header.dimension, record).value_or(Box<3>{}));
      }
    }
    regrid.levels.push_back(level);
  }
  for (std::size_t level = 0; level < regrid.levels.size() && record.is_good(); ++level) {
    check_level(level, regrid, header, record);
  }
}

void parse_cost(Record& record, TraceRegrid& regrid) {
  if (!record.has("cost")) {
    return;
  }
  const json& cost = record.member("cost");
  const std::size_t levels = regrid.levels.size();
  if (!cost.is_array() || cost.size() != levels) {
    record.fault(
        fmt::format("\"cost\" does not have one list for each of {} levels, "
                    "with one number per box",
                    levels));
    return;
  }
  for (std::size_t level = 0; level < levels; ++level) {
    const std::string name = fmt::format("cost of level {}", level);
    regrid.cost.push_back(record.numbers(cost[level], name));
    if (const std::size_t boxes = regrid.levels[level].size();
        cost[level].is_array() && cost[level].size() != boxes) {
      record.fault(fmt::format("\"{}\" has {} numbers for {} boxes; expected one number per box",
                               name, cost[level].size(), boxes));
    }
  }
}

}  // namespace

template <int D>
std::vector<BoxList<D>> level_boxes(const TraceRegrid& regrid) {
  std::vector<BoxList<D>> levels;
  for (const BoxList<3>& boxes : regrid.levels) {
    std::ranges::transform(boxes, std::back_inserter(levels.emplace_back()),
                           [](const Box<3>& box) { return geometry::narrow<D>(box); });
  }
  return levels;
}

template <int D>
BoxList<3> widen(const BoxList<D>& boxes) {
  BoxList<3> wide;
  std::ranges::transform(boxes, std::back_inserter(wide), geometry::widen<D>);
  return wide;
}

template std::vector<BoxList<1>> level_boxes<1>(const TraceRegrid&);
template std::vector<BoxList<2>> level_boxes<2>(const TraceRegrid&);
template std::vector<BoxList<3>> level_boxes<3>(const TraceRegrid&);
template BoxList<3> widen<1>(const BoxList<1>&);
template BoxList<3> widen<2>(const BoxList<2>&);
template BoxList<3> widen<3>(const BoxList<3>&);

TraceReader::TraceReader(const std::filesystem::path& path) : path_(path.string()), file_(path) {
  std::string text;
  file_.next(text);
  Record record(path_, ++line_, text, kHeaderKeys);
  if (!record.has("evenkeel_trace")) {  // of its other keys there is nothing to be said
    throw InputError(path_ +
                     ":1: is no trace: no \"evenkeel_trace\" in its first line; a run writes "
                     "trace.ndjson, `evenkeel trace` makes one up");
  }
  header_ = parse_header(record);
  record.throw_if_any();
}

bool TraceReader::next(TraceRegrid& regrid) {
  std::string text;
  if (!file_.next(text)) {
    return false;
  }
  Record record(path_, ++line_, text, kRegridKeys);
  regrid = TraceRegrid{};
  regrid.regrid = record.integer("regrid", 0, std::numeric_limits<std::int64_t>::max());
  regrid.step = record.integer("step", 0, std::numeric_limits<std::int64_t>::max());
  if (regrid.step < step_) {
    record.fault(
        fmt::format("step {} comes before step {} of the regrid above", regrid.step, step_));
  }
  step_ = regrid.step;
  if (const json& time = record.member("time"); time.is_number()) {
    regrid.time = time.get<double>();
  } else if (record.has("time")) {
    record.fault("\"time\" is not a number");
  }
  parse_levels(header_, record, regrid);
  parse_cost(record, regrid);
  record.throw_if_any();
  return true;
}

}  // namespace evenkeel::workload
