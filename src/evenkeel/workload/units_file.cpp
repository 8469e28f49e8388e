// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reading and writing of files of units, owners and capacities.
#include "evenkeel/workload/units_file.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/geometry/dimensions.hpp"
#include "evenkeel/workload/table.hpp"

namespace evenkeel::workload {
namespace {

constexpr std::int64_t kLargestCount = std::int64_t{1} << 52;
constexpr std::int64_t kCellsEnd = std::int64_t{1} << 30;
constexpr int kMaxLevels = 16;

/// Columns of a units file: `dimension` indices, `levels` counts, perhaps a cost.
struct Columns {
  int dimension = 0;
  int levels = 0;
  bool has_cost = false;
};

Columns columns_of(Table& table) {
  Columns columns{.dimension = table.dimension()};
  const Line& header = table.header();
  const auto axes = static_cast<std::size_t>(columns.dimension);
  for (std::size_t i = axes; i < header.fields.size(); ++i) {
    const Field& field = header.fields[i];
    if (field.text == fmt::format("n{}", columns.levels) && !columns.has_cost) {
      ++columns.levels;
    } else if (field.text == "cost" && i + 1 == header.fields.size()) {
      columns.has_cost = true;
    } else {
      table.problems().add(
          header.number, field.column,
          fmt::format("column '{}'; expected i[,j[,k]],n0[,n1,...][,cost]", field.text));
    }
  }
  if (columns.dimension == 0 || columns.levels == 0 || columns.levels > kMaxLevels) {
    table.problems().add(header.number, 0,
                         fmt::format("expected a header i[,j[,k]],n0[,n1,...][,cost] with at most "
                                     "{} levels",
                                     kMaxLevels));
  }
  table.problems().throw_if_any();
  return columns;
}

struct Row {
  std::int64_t line;
  std::int64_t column;
  Block block;
  std::vector<std::int64_t> cells;
  double cost;
  std::uint64_t key = 0;
};

std::vector<Row> rows_of(Table& table, const Columns& columns) {
  std::vector<Row> rows;
  const auto axes = static_cast<std::size_t>(columns.dimension);
  for (const Line& line : table.rows()) {
    if (!table.is_whole(line)) {
      continue;
    }
    Row row{.line = line.number,
            .column = line.fields[0].column,
            .block = table.block(line, columns.dimension),
            .cells = {},
            .cost = columns.has_cost ? table.number(line, line.fields.size() - 1) : 1.0};
    for (std::size_t level = 0; level < static_cast<std::size_t>(columns.levels); ++level) {
      row.cells.push_back(table.count(line, axes + level, kLargestCount));
    }
    rows.push_back(std::move(row));
  }
  if (table.rows().empty()) {
    table.problems().add(0, 0, "has a header but no units");
  }
  table.problems().throw_if_any();
  return rows;
}

/// Gives each row its key on a curve over the hull of the blocks.
template <int D>
void set_keys(std::vector<Row>& rows, geometry::CurveKind kind) {
  geometry::Index<D> blocks = geometry::uniform<D>(1);
  for (const Row& row : rows) {
    for (std::size_t d = 0; d < D; ++d) {
      blocks[d] = std::max(blocks[d], row.block[d] + 1);
    }
  }
  const geometry::Curve<D> curve(blocks, kind);
  for (Row& row : rows) {
    row.key = curve.key(geometry::narrow<D>(row.block));
  }
}

void sort_along_curve(std::vector<Row>& rows, int dimension, geometry::CurveKind kind,
                      Problems& problems) {
  if (dimension == 1) {
    set_keys<1>(rows, kind);
  } else if (dimension == 2) {
    set_keys<2>(rows, kind);
  } else {
    set_keys<3>(rows, kind);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.key < b.key; });
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (rows[i].key == rows[i - 1].key) {
      problems.add(rows[i].line, rows[i].column,
                   fmt::format("the same block as on line {}", rows[i - 1].line));
    }
  }
  problems.throw_if_any();
}

/// Least side whose block holds \p cells.
std::int32_t side_for(std::int64_t cells, int dimension) {
  auto side = std::llround(std::pow(static_cast<double>(cells), 1.0 / dimension));
  const auto volume = [dimension](std::int64_t length) {
    return std::pow(static_cast<double>(length), dimension);
  };
  side += volume(side) < static_cast<double>(cells) ? 1 : 0;
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(side, 1, 1 << 30));
}

UnitList units_from(const std::vector<Row>& rows, const Columns& columns, int ratio,
                    Problems& problems) {
  UnitList units;
  units.dimension = columns.dimension;
  units.levels = columns.levels;
  units.ratio = ratio;
  std::int64_t cells = 0;
  std::int32_t end = 0;
  for (const Row& row : rows) {
    cells = std::max(cells, row.cells[0]);
    end = std::max(end, *std::max_element(row.block.begin(), row.block.end()) + 1);
  }
  units.granularity = side_for(cells, columns.dimension);
  const double finest = std::pow(ratio, units.levels - 1);
  if (static_cast<double>(end) * units.granularity * finest > static_cast<double>(kCellsEnd)) {
    problems.add(
        0, 0,
        fmt::format("{} blocks of {} cells along an axis, each {:g} on the finest level; at "
                    "most {} cells fit",
                    end, units.granularity, finest, kCellsEnd));
    problems.throw_if_any();
  }
  for (const Row& row : rows) {
    double weight = row.cost;
    for (const std::int64_t count : row.cells) {
      units.cells.push_back(count);
      units.load.push_back(static_cast<double>(count) * weight);
      weight *= ratio;
    }
    units.key.push_back(row.key);
    units.memory.push_back(
        static_cast<double>(std::accumulate(row.cells.begin(), row.cells.end(), std::int64_t{0})));
    Block lo{0, 0, 0};
    Block hi{1, 1, 1};
    for (std::size_t d = 0; d < static_cast<std::size_t>(columns.dimension); ++d) {
      lo[d] = row.block[d] * units.granularity;
      hi[d] = lo[d] + units.granularity;
    }
    units.lo.push_back(lo);
    units.hi.push_back(hi);
  }
  if (!std::isfinite(units.total_load())) {
    problems.add(0, 0, "the costs of all units add up to more than numbers can hold");
    problems.throw_if_any();
  }
  return units;
}

/// The block of a unit, its lower corner counted in granularity.
Block block_of(const UnitList& units, std::size_t unit) {
  Block block{};
  for (std::size_t d = 0; d < static_cast<std::size_t>(units.dimension); ++d) {
    block[d] = units.lo[unit][d] / units.granularity;
  }
  return block;
}

std::string header_of(const UnitList& units) {
  const auto axes = static_cast<std::size_t>(units.dimension);
  return fmt::format("{},owner", fmt::join(kAxisNames.begin(), kAxisNames.begin() + axes, ","));
}

}  // namespace

UnitList read_units(const std::string& path, int ratio, geometry::CurveKind curve) {
  const std::string text = read_input(path);
  Table table(path, text);
  const Columns columns = columns_of(table);
  std::vector<Row> rows = rows_of(table, columns);
  sort_along_curve(rows, columns.dimension, curve, table.problems());
  return units_from(rows, columns, ratio, table.problems());
}

std::vector<int> read_owners(const std::string& path, const UnitList& units, int parts) {
  const std::string text = read_input(path);
  Table table(path, text);
  std::string header;
  for (const Field& field : table.header().fields) {
    header += (header.empty() ? "" : ",") + std::string(field.text);
  }
  if (header != header_of(units)) {
    table.problems().add(table.header().number, 0,
                         fmt::format("header '{}'; expected '{}'", header, header_of(units)));
    table.problems().throw_if_any();
  }
  std::map<Block, std::size_t> unit_at;
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    unit_at[block_of(units, unit)] = unit;
  }
  std::vector<int> owners(units.size(), -1);
  for (const Line& row : table.rows()) {
    if (!table.is_whole(row)) {
      continue;
    }
    const auto found = unit_at.find(table.block(row, units.dimension));
    const auto owner =
        static_cast<int>(table.count(row, static_cast<std::size_t>(units.dimension), parts - 1));
    if (found == unit_at.end()) {
      table.problems().add(row.number, row.fields[0].column, "no unit has this block");
    } else if (owners[found->second] >= 0) {
      table.problems().add(row.number, row.fields[0].column, "a second owner for this block");
    } else {
      owners[found->second] = owner;
    }
  }
  const auto missing = std::count(owners.begin(), owners.end(), -1);
  if (missing > 0 && table.problems().empty()) {
    table.problems().add(0, 0, fmt::format("{} of {} units have no owner", missing, owners.size()));
  }
  table.problems().throw_if_any();
  return owners;
}

void write_owners(const std::string& path, const UnitList& units, const std::vector<int>& owners) {
  std::string text = header_of(units) + "\n";
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    const Block block = block_of(units, unit);
    text += fmt::format("{},{}\n", fmt::join(block.begin(), block.begin() + units.dimension, ","),
                        owners[unit]);
  }
  write_file(path, text);
}

std::vector<double> parse_capacities(std::string_view text, std::string_view place) {
  Problems problems(place);
  std::vector<double> shares;
  for (const Line& line : lines_of(text)) {
    for (const Field& field : line.fields) {
      const std::optional<double> value = parse_number(field.text);
      if (!value) {
        problems.add(line.number, field.column,
                     fmt::format("'{}'; expected a capacity >= 0", field.text));
      }
      shares.push_back(value.value_or(0.0));
    }
  }
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  if (problems.empty() && !(sum > 0.0 && std::isfinite(sum))) {
    problems.add(0, 0, "expected at least one capacity above zero");
  }
  problems.throw_if_any();
  for (double& share : shares) {
    share /= sum;
  }
  return shares;
}

std::vector<double> read_capacities(const std::string& path) {
  return parse_capacities(read_input(path), path);
}

}  // namespace evenkeel::workload
