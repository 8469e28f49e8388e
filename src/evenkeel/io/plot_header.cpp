// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A scanner for AMReX's headers; see fab_layout.hpp for the format.
#include "evenkeel/io/plot_header.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel::io {
namespace {

constexpr std::int32_t kCellsEnd = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

/// Takes words, numbers and lines from the front of a text.
class Scanner {
 public:
  Scanner(std::string_view text, const std::filesystem::path& path)
      : rest_(text), path_(path.string()) {}

  [[noreturn]] void fail(const std::string& expected) const {
    std::string found(rest_.substr(0, std::min<std::size_t>(rest_.find('\n'), 40)));
    for (char& letter : found) {
      letter = std::isprint(static_cast<unsigned char>(letter)) != 0 ? letter : '?';
    }
    throw InputError(fmt::format("{}:{}: expected {}, found '{}'", path_, line_, expected, found));
  }

  /// What is left of the line.
  std::string_view line() {
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos) {
      fail("a line");
    }
    const std::string_view taken = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    ++line_;
    return taken;
  }

  /// Passes over blanks, line ends among them, and then \p word.
  void expect(std::string_view word) {
    skip_blanks();
    if (!rest_.starts_with(word)) {
      fail("'" + std::string(word) + "'");
    }
    rest_.remove_prefix(word.size());
  }

  std::int64_t integer(std::int64_t least, std::int64_t most) {
    skip_blanks();
    const Scanner before = *this;
    const auto value = number_of<std::int64_t>();
    if (!value || *value < least || *value > most) {
      before.fail(fmt::format("an integer from {} to {}", least, most));
    }
    return *value;
  }

  double number() {
    skip_blanks();
    const Scanner before = *this;
    const auto value = number_of<double>();
    if (!value || !std::isfinite(*value)) {
      before.fail("a number");
    }
    return *value;
  }

  /// A word without blanks.
  std::string word() {
    skip_blanks();
    std::size_t end = 0;
    while (end < rest_.size() && std::isgraph(static_cast<unsigned char>(rest_[end])) != 0) {
      ++end;
    }
    if (end == 0) {
      fail("a word");
    }
    std::string taken(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return taken;
  }

 private:
  void skip_blanks() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())) != 0) {
      line_ += rest_.front() == '\n' ? 1 : 0;
      rest_.remove_prefix(1);
    }
  }

  template <class Value>
  std::optional<Value> number_of() {
    Value value{};
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc()) {
      return std::nullopt;
    }
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  std::string_view rest_;
  std::string path_;
  int line_ = 1;
};

using Corner = std::array<std::int32_t, 3>;

/// (1,2,3); unused axes are 0.
Corner scan_index(Scanner& scanner, int dim) {
  Corner index{};
  scanner.expect("(");
  for (std::size_t d = 0; d < static_cast<std::size_t>(dim); ++d) {
    if (d > 0) {
      scanner.expect(",");
    }
    index[d] = static_cast<std::int32_t>(scanner.integer(0, kCellsEnd - 1));
  }
  scanner.expect(")");
  return index;
}

/// ((lo) (hi) (0,0)), closed, made half-open.
PlotBox scan_box(Scanner& scanner, int dim) {
  PlotBox box;
  scanner.expect("(");
  box.lo = scan_index(scanner, dim);
  const Scanner before = scanner;
  box.hi = scan_index(scanner, dim);
  for (std::size_t d = 0; d < 3; ++d) {
    if (box.hi[d] < box.lo[d]) {
      before.fail("an upper corner that is not below the lower one");
    }
    ++box.hi[d];
  }
  for (const std::int32_t type : scan_index(scanner, dim)) {
    if (type != 0) {
      before.fail("values at cell centres");
    }
  }
  scanner.expect(")");
  return box;
}

void scan_levels(Scanner& scanner, PlotHeader& header) {
  for (std::size_t l = 0; l < header.levels.size(); ++l) {
    PlotLevel& level = header.levels[l];
    scanner.integer(static_cast<std::int64_t>(l), static_cast<std::int64_t>(l));
    level.declared = static_cast<std::size_t>(scanner.integer(1, kMost));
    scanner.number();
    level.step = scanner.integer(0, kMost);
    for (std::size_t box = 0; box < level.declared; ++box) {
      for (int bound = 0; bound < 2 * header.dim; ++bound) {
        scanner.number();
      }
    }
    level.prefix = scanner.word();
    if (level.prefix.find("..") != std::string::npos || level.prefix.front() == '/') {
      scanner.fail("a path inside the plot file before this place");
    }
  }
}

/// Passes over \p count numbers.
void skip_numbers(Scanner& scanner, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    scanner.number();
  }
}

}  // namespace

PlotHeader parse_plot_header(std::string_view text, const std::filesystem::path& path) {
  Scanner scanner(text, path);
  PlotHeader header;
  scanner.expect("HyperCLaw-V1.1");
  const std::int64_t components = scanner.integer(1, 100'000);
  scanner.line();
  for (std::int64_t c = 0; c < components; ++c) {
    header.components.emplace_back(scanner.line());
  }
  header.dim = static_cast<int>(scanner.integer(1, 3));
  const auto axes = static_cast<std::size_t>(header.dim);
  header.time = scanner.number();
  header.levels.resize(static_cast<std::size_t>(scanner.integer(0, 30)) + 1);
  for (auto* corner : {&header.lower, &header.upper}) {
    for (std::size_t d = 0; d < axes; ++d) {
      (*corner)[d] = scanner.number();
    }
  }
  for (std::size_t l = 1; l < header.levels.size(); ++l) {
    header.ratios.push_back(static_cast<int>(scanner.integer(2, 16)));
  }
  for (PlotLevel& level : header.levels) {
    level.domain = scan_box(scanner, header.dim).hi;
  }
  skip_numbers(scanner, header.levels.size());         // steps, which come again below
  skip_numbers(scanner, header.levels.size() * axes);  // cell sizes
  scanner.integer(0, 0);                               // Cartesian
  scanner.integer(0, 0);                               // no boundary cells
  scan_levels(scanner, header);
  return header;
}

std::vector<PlotBox> parse_cell_header(std::string_view text, const std::filesystem::path& path,
                                       int dim, int components) {
  Scanner scanner(text, path);
  scanner.integer(1, 1);
  scanner.integer(0, 1);
  scanner.integer(components, components);
  scanner.integer(0, 0);  // no ghost cells
  scanner.expect("(");
  const std::int64_t count = scanner.integer(1, kMost);
  scanner.integer(0, 0);
  std::vector<PlotBox> boxes;
  for (std::int64_t i = 0; i < count; ++i) {
    boxes.push_back(scan_box(scanner, dim));
  }
  scanner.expect(")");
  scanner.integer(count, count);
  for (PlotBox& box : boxes) {
    scanner.expect("FabOnDisk:");
    box.file = scanner.word();
    if (box.file.find('/') != std::string::npos) {
      scanner.fail("a file name without folders before this place");
    }
    box.offset = static_cast<std::uint64_t>(scanner.integer(0, kMost));
  }
  return boxes;
}

PlotHeader read_plot_header(const std::filesystem::path& dir) {
  PlotHeader header = parse_plot_header(read_file(dir / "Header"), dir / "Header");
  const auto components = static_cast<int>(header.components.size());
  for (PlotLevel& level : header.levels) {
    const std::filesystem::path path = dir / (level.prefix + "_H");
    level.boxes = parse_cell_header(read_file(path), path, header.dim, components);
    if (level.boxes.size() != level.declared) {
      throw InputError(fmt::format("{}: has {} boxes, {} has {}", path.string(), level.boxes.size(),
                                   (dir / "Header").string(), level.declared));
    }
  }
  return header;
}

}  // namespace evenkeel::io
