// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Writes manifests.
#include <span>
#include <vector>

#include "evenkeel/core/hash.hpp"
#include "evenkeel/core/json_line.hpp"
#include "evenkeel/io/manifest.hpp"

namespace evenkeel::io {
namespace {

template <class Value>
std::vector<std::int64_t> wide(std::span<const Value> values) {
  return {values.begin(), values.end()};
}

JsonLine piece_json(const Piece& piece, int dim) {
  const auto axes = static_cast<std::size_t>(dim);
  JsonLine line;
  line.add("level", piece.level)
      .add("lo", std::span<const std::int64_t>(wide(std::span(piece.lo).first(axes))))
      .add("hi", std::span<const std::int64_t>(wide(std::span(piece.hi).first(axes))))
      .add("owner", piece.owner)
      .add("file", piece.file)
      .add("offset", piece.offset)
      .add("bytes", piece.bytes)
      .add("hash", hash_hex(piece.hash));
  return line;
}

JsonLine head_json(const Manifest& manifest) {
  const RunState& state = manifest.state;
  JsonLine identity;
  for (const auto& [key, value] : state.identity) {
    identity.add(key, value);
  }
  JsonLine headers;
  for (const auto& [file, hash] : manifest.headers) {
    headers.add(file, hash_hex(hash));
  }
  using Integers = std::span<const std::int64_t>;
  JsonLine line;
  line.add("evenkeel_checkpoint", 1)
      .add("dim", manifest.dim)
      .add("step", state.step)
      .add("time", state.time)
      .add("dt", state.dt)
      .add("next_dt", state.next_dt)
      .add("level_steps", Integers(state.level_steps))
      .add("kernel", state.kernel)
      .add("components", std::span<const std::string>(state.components))
      .add("identity", identity)
      .add("config", state.config)
      .add("config_hash", hash_hex(hash_text(state.config)))
      .add("cells", Integers(wide(std::span(manifest.cells))))
      .add("lower", std::span<const double>(manifest.lower))
      .add("upper", std::span<const double>(manifest.upper))
      .add("periodic", Integers(manifest.periodic))
      .add("ratio", manifest.ratio)
      .add("max_levels", manifest.max_levels)
      .add("ranks", manifest.ranks)
      .add("capacities", std::span<const double>(state.capacities))
      .add("granularity", state.granularity)
      .add("unit_owners", Integers(wide(std::span(state.unit_owners))))
      .add("history", state.history)
      .add("solution_checksum", hash_hex(manifest.checksum))
      .add("headers", headers);
  return line;
}

}  // namespace

std::string to_json(const Manifest& manifest) {
  std::string text = head_json(manifest).text();
  text.pop_back();
  text += ", \"boxes\": [";
  for (std::size_t i = 0; i < manifest.pieces.size(); ++i) {
    text += (i == 0 ? "\n" : ",\n") + piece_json(manifest.pieces[i], manifest.dim).text();
  }
  return text + "\n]}\n";
}

}  // namespace evenkeel::io
