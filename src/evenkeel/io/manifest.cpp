// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reads manifests without trusting them.
#include "evenkeel/io/manifest.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/hash.hpp"
#include "evenkeel/io/fab_layout.hpp"
#include "evenkeel/storage/hdda.hpp"

namespace evenkeel::io {
namespace {

using nlohmann::json;

constexpr std::int64_t kMostCells = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kMostBytes = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMostRanks = std::int64_t{1} << 24;

/// An object of the manifest, and what to call it in messages.
class Object {
 public:
  Object(const json& value, std::string place) : value_(&value), place_(std::move(place)) {
    if (!value.is_object()) {
      fail("", "is not an object");
    }
  }

  [[noreturn]] void fail(std::string_view key, const std::string& what) const {
    throw InputError(place_ + (key.empty() ? "" : ": '" + std::string(key) + "'") + " " + what);
  }

  const json& at(const char* key) const {
    const auto found = value_->find(key);
    if (found == value_->end()) {
      fail(key, "is missing");
    }
    return *found;
  }

  std::int64_t integer(const char* key, std::int64_t least, std::int64_t most) const {
    return integer_of(at(key), key, least, most);
  }

  double number(const char* key) const { return number_of(at(key), key); }

  std::string text(const char* key) const { return text_of(at(key), key); }

  std::uint64_t hash(const char* key) const { return hash_of(at(key), key); }

  std::vector<std::int64_t> integers(const char* key, std::int64_t least, std::int64_t most) const {
    std::vector<std::int64_t> values;
    for (const json& value : list(key)) {
      values.push_back(integer_of(value, key, least, most));
    }
    return values;
  }

  std::vector<double> numbers(const char* key) const {
    std::vector<double> values;
    for (const json& value : list(key)) {
      values.push_back(number_of(value, key));
    }
    return values;
  }

  std::vector<std::string> texts(const char* key) const {
    std::vector<std::string> values;
    for (const json& value : list(key)) {
      values.push_back(text_of(value, key));
    }
    return values;
  }

  const json& list(const char* key) const {
    if (!at(key).is_array()) {
      fail(key, "is not a list");
    }
    return at(key);
  }

  Object object(const char* key) const { return {at(key), place_ + ": '" + key + "'"}; }
  const json& value() const { return *value_; }
  const std::string& place() const { return place_; }

  std::string text_of(const json& value, std::string_view key) const {
    if (!value.is_string()) {
      fail(key, "is not a text");
    }
    return value.get<std::string>();
  }

  std::uint64_t hash_of(const json& value, std::string_view key) const {
    const std::string digits = text_of(value, key);
    std::uint64_t hash = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), hash, 16);
    if (digits.size() != 16 || error != std::errc() || end != digits.data() + 16) {
      fail(key, "is '" + digits + "', not a hash of 16 hexadecimal digits");
    }
    return hash;
  }

 private:
  std::int64_t integer_of(const json& value, std::string_view key, std::int64_t least,
                          std::int64_t most) const {
    const bool fits = value.is_number_integer() &&
                      (!value.is_number_unsigned() ||
                       value.get<std::uint64_t>() <= static_cast<std::uint64_t>(kMostBytes));
    const std::int64_t found = fits ? value.get<std::int64_t>() : least;
    if (!fits || found < least || found > most) {
      fail(key, fmt::format("is {}, not an integer from {} to {}", shown(value), least, most));
    }
    return found;
  }

  double number_of(const json& value, std::string_view key) const {
    if (!value.is_number() || !std::isfinite(value.get<double>())) {
      fail(key, "is " + shown(value) + ", not a number");
    }
    return value.get<double>();
  }

  static std::string shown(const json& value) {
    return value.dump(-1, ' ', true, json::error_handler_t::replace).substr(0, 60);
  }

  const json* value_;
  std::string place_;
};

std::vector<std::int32_t> narrow(const std::vector<std::int64_t>& values) {
  std::vector<std::int32_t> narrowed;
  for (const std::int64_t value : values) {
    narrowed.push_back(static_cast<std::int32_t>(value));
  }
  return narrowed;
}

RunState read_state(const Object& head) {
  RunState state;
  state.step = head.integer("step", 0, kMostBytes);
  state.time = head.number("time");
  state.dt = head.number("dt");
  state.next_dt = head.number("next_dt");
  state.level_steps = head.integers("level_steps", 0, kMostBytes);
  state.kernel = head.text("kernel");
  state.components = head.texts("components");
  state.config = head.text("config");
  if (head.hash("config_hash") != hash_text(state.config)) {
    head.fail("config_hash", "does not fit the text of 'config'");
  }
  const Object identity = head.object("identity");
  for (const auto& [key, value] : identity.value().items()) {
    state.identity[key] = identity.text_of(value, key);
  }
  state.capacities = head.numbers("capacities");
  state.granularity = static_cast<std::int32_t>(head.integer("granularity", 0, kMostCells));
  if (std::ranges::any_of(state.capacities, [](double share) { return !(share >= 0.0); })) {
    head.fail("capacities", "has a share below 0");
  }
  const auto ranks = static_cast<std::int64_t>(state.capacities.size());
  state.unit_owners = narrow(head.integers("unit_owners", 0, ranks - 1));
  state.history = head.text("history");
  return state;
}

void read_mesh(const Object& head, Manifest& manifest) {
  manifest.cells = narrow(head.integers("cells", 1, kMostCells));
  manifest.lower = head.numbers("lower");
  manifest.upper = head.numbers("upper");
  manifest.periodic = head.integers("periodic", 0, 1);
  const auto axes = static_cast<std::size_t>(manifest.dim);
  if (manifest.cells.size() != axes || manifest.lower.size() != axes ||
      manifest.upper.size() != axes || manifest.periodic.size() != axes) {
    head.fail("cells", "and 'lower', 'upper', 'periodic' are not one value per axis");
  }
  manifest.ratio = static_cast<int>(head.integer("ratio", 2, 16));
  manifest.max_levels = static_cast<int>(head.integer("max_levels", 1, 30));
  if (manifest.max_levels > storage::most_levels(manifest.cells, manifest.ratio)) {
    head.fail("max_levels", "is more than the cells of the finest level can be counted for");
  }
}

/// A run goes on with owners as they were by all that is said of them.
void check_owners(const Object& head, const Manifest& manifest) {
  const RunState& state = manifest.state;
  if (state.capacities.empty()) {
    return;  // nobody goes on from it
  }
  if (static_cast<int>(state.capacities.size()) != manifest.ranks) {
    head.fail("capacities",
              fmt::format("has {} shares for {} ranks", state.capacities.size(), manifest.ranks));
  }
  if (state.granularity < 1) {
    head.fail("granularity", "is 0, not at least 1");
  }
}

/// Cells of the box of \p piece, which lies in the domain.
std::int64_t read_box(const Object& line, const Manifest& manifest, Piece& piece) {
  const auto axes = static_cast<std::size_t>(manifest.dim);
  const std::vector<std::int64_t> lo = line.integers("lo", 0, kMostCells);
  const std::vector<std::int64_t> hi = line.integers("hi", 1, kMostCells);
  if (lo.size() != axes || hi.size() != axes) {
    line.fail("lo", "and 'hi' are not one value per axis");
  }
  std::int64_t volume = 1;
  for (std::size_t d = 0; d < axes; ++d) {
    std::int64_t end = manifest.cells[d];
    for (int level = 0; level < piece.level; ++level) {
      end *= manifest.ratio;
    }
    if (lo[d] >= hi[d] || hi[d] > end) {
      line.fail("hi",
                fmt::format("along axis {} is {}, not from {} to {}", d, hi[d], lo[d] + 1, end));
    }
    piece.lo[d] = static_cast<std::int32_t>(lo[d]);
    piece.hi[d] = static_cast<std::int32_t>(hi[d]);
    if (__builtin_mul_overflow(volume, hi[d] - lo[d], &volume)) {
      line.fail("hi", "gives more cells than can be counted");
    }
  }
  return volume;
}

template <int D>
std::size_t header_size(const Piece& piece, int components) {
  geometry::Box<D> box;
  std::copy_n(piece.lo.begin(), D, box.lo.begin());
  std::copy_n(piece.hi.begin(), D, box.hi.begin());
  return fab_header(box, components).size();
}

std::size_t header_size(const Piece& piece, int dim, int components) {
  return dim == 1   ? header_size<1>(piece, components)
         : dim == 2 ? header_size<2>(piece, components)
                    : header_size<3>(piece, components);
}

Piece read_piece(const Object& line, const Manifest& manifest) {
  Piece piece;
  piece.level = static_cast<int>(line.integer("level", 0, manifest.max_levels - 1));
  const std::int64_t volume = read_box(line, manifest, piece);
  piece.owner = static_cast<int>(line.integer("owner", 0, manifest.ranks - 1));
  piece.file = line.text("file");
  int file = 0;
  const std::string stem = fab_file(piece.level, 0).substr(0, fab_file(piece.level, 0).size() - 5);
  if (piece.file.starts_with(stem)) {
    std::from_chars(piece.file.data() + stem.size(), piece.file.data() + piece.file.size(), file);
  }
  if (file < 0 || piece.file != fab_file(piece.level, file)) {
    line.fail("file", "is '" + piece.file + "', not one like " + fab_file(piece.level, 0));
  }
  piece.offset = static_cast<std::uint64_t>(line.integer("offset", 0, kMostBytes / 2));
  const auto components = static_cast<int>(manifest.state.components.size());
  const auto header = static_cast<std::int64_t>(header_size(piece, manifest.dim, components));
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(volume, std::int64_t{8} * components, &bytes) ||
      bytes > kMostBytes / 2 - header) {
    line.fail("hi", "gives more bytes than can be counted");
  }
  bytes += header;
  piece.bytes = static_cast<std::uint64_t>(line.integer("bytes", bytes, bytes));
  piece.hash = line.hash("hash");
  return piece;
}

json parse_json(std::string_view text, const std::string& place) {
  try {
    return json::parse(text);
  } catch (const json::exception& error) {
    throw InputError(place + ": " + error.what());
  }
}

}  // namespace

Manifest parse_manifest(std::string_view text, const std::filesystem::path& path) {
  const json whole = parse_json(text, path.string());
  const Object head(whole, path.string());
  head.integer("evenkeel_checkpoint", 1, 1);
  Manifest manifest;
  manifest.dim = static_cast<int>(head.integer("dim", 1, 3));
  manifest.state = read_state(head);
  if (manifest.state.components.empty() || manifest.state.components.size() > 100'000) {
    head.fail("components", "is empty or longer than 100000");
  }
  read_mesh(head, manifest);
  manifest.ranks = static_cast<int>(head.integer("ranks", 1, kMostRanks));
  check_owners(head, manifest);
  manifest.checksum = head.hash("solution_checksum");
  const Object headers = head.object("headers");
  for (const auto& [file, hash] : headers.value().items()) {
    manifest.headers[file] = headers.hash_of(hash, file);
  }
  for (const json& box : head.list("boxes")) {
    const Object line(box, fmt::format("{}: box {}", path.string(), manifest.pieces.size()));
    const Piece piece = read_piece(line, manifest);
    if (piece.level < manifest.levels() - 1 || piece.level > manifest.levels()) {
      line.fail("level", fmt::format("is {} after level {}: levels must ascend without a gap",
                                     piece.level, manifest.levels() - 1));
    }
    manifest.pieces.push_back(piece);
  }
  return manifest;
}

std::string read_manifest_text(const std::filesystem::path& dir) {
  const std::filesystem::path path = manifest_path(dir);
  const std::string text = read_file(path);
  const std::string expected = read_file(dir / "evenkeel" / "manifest.xxh3");
  if (const std::string found = hash_hex(hash_text(text)); found + "\n" != expected) {
    throw InputError(path.string() + ": has the hash " + found + ", expected " + expected);
  }
  return text;
}

Manifest read_manifest(const std::filesystem::path& dir) {
  return parse_manifest(read_manifest_text(dir), manifest_path(dir));
}

}  // namespace evenkeel::io
