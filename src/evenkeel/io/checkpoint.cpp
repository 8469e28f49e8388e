// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Writes and reads checkpoints; see checkpoint.hpp for the layout.
#include "evenkeel/io/checkpoint.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/hash.hpp"
#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/geometry/box_search.hpp"
#include "evenkeel/io/checksum.hpp"
#include "evenkeel/io/fab_reader.hpp"
#include "evenkeel/io/level_files.hpp"
#include "evenkeel/io/publish.hpp"
#include "evenkeel/io/verify.hpp"

namespace evenkeel::io {
namespace {

namespace fs = std::filesystem;

template <int D>
geometry::Box<D> box_of(const Piece& piece) {
  geometry::Box<D> box;
  std::copy_n(piece.lo.begin(), D, box.lo.begin());
  std::copy_n(piece.hi.begin(), D, box.hi.begin());
  return box;
}

// --- Writing

template <int D>
Manifest make_manifest(const hierarchy::Hierarchy<D>& hierarchy, const RunState& state) {
  const hierarchy::Mesh<D>& mesh = hierarchy.mesh();
  Manifest manifest;
  manifest.dim = D;
  manifest.state = state;
  manifest.ranks = hierarchy.communicator().size();
  manifest.cells.assign(mesh.cells.begin(), mesh.cells.end());
  manifest.lower.assign(mesh.lower.begin(), mesh.lower.end());
  manifest.upper.assign(mesh.upper.begin(), mesh.upper.end());
  manifest.periodic.assign(mesh.periodic.begin(), mesh.periodic.end());
  manifest.ratio = mesh.ratio;
  manifest.max_levels = mesh.max_levels;
  return manifest;
}

template <int D>
void add_pieces(const hierarchy::Level<D>& level, const LevelRecord& record, Manifest& manifest) {
  const hierarchy::LevelLayout<D>& layout = level.layout();
  for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
    Piece piece;
    piece.level = level.number();
    std::ranges::copy(layout.boxes[i].lo, piece.lo.begin());
    std::ranges::copy(layout.boxes[i].hi, piece.hi.begin());
    piece.owner = layout.owners[i];
    piece.file = fab_file(level.number(), record.places[i].file);
    piece.offset = record.places[i].offset;
    piece.bytes = record.places[i].bytes;
    piece.hash = record.hashes[i];
    manifest.pieces.push_back(std::move(piece));
  }
}

void write_manifest(const fs::path& dir, const Manifest& manifest) {
  const fs::path folder = dir / "evenkeel";
  std::error_code error;
  fs::create_directory(folder, error);
  if (error) {
    throw system_error("create", folder, error.value());
  }
  const std::string text = to_json(manifest);
  write_file(folder / "manifest.json", text);
  write_file(folder / "manifest.xxh3", hash_hex(hash_text(text)) + "\n");
}

/// Removes what killed runs have left, and checkpoints older than the \p keep newest, counted down
/// from \p newest. What cannot be removed is tried again at the next checkpoint.
///
/// \returns why older checkpoints are still there
std::vector<std::string> remove_old(const fs::path& run_dir, const fs::path& newest, int keep) {
  for (const fs::path& unfinished : list_checkpoints(run_dir, kUnfinished)) {
    std::error_code ignored;
    fs::remove_all(unfinished, ignored);
  }
  std::vector<fs::path> all = list_checkpoints(run_dir);
  // Later ones, of a run that was continued from an earlier step, are not this run's to remove.
  all.erase(all.begin(), std::ranges::find(all, newest.filename(), &fs::path::filename));
  std::vector<std::string> faults;
  for (std::size_t i = static_cast<std::size_t>(std::max(1, keep)); i < all.size(); ++i) {
    try {
      remove_directory(all[i]);
    } catch (const SystemError& error) {
      faults.emplace_back(error.what());
    }
  }
  return faults;
}

// --- Reading

template <int D>
Checkpoint<D> to_checkpoint(const fs::path& dir, Manifest manifest) {
  if (manifest.dim != D) {
    throw InputError(
        fmt::format("{}: has {} dimensions, the case has {}", dir.string(), manifest.dim, D));
  }
  Checkpoint<D> checkpoint{dir, {}, {}, {}};
  hierarchy::Mesh<D>& mesh = checkpoint.mesh;
  std::ranges::copy(manifest.cells, mesh.cells.begin());
  std::ranges::copy(manifest.lower, mesh.lower.begin());
  std::ranges::copy(manifest.upper, mesh.upper.begin());
  std::ranges::transform(manifest.periodic, mesh.periodic.begin(),
                         [](std::int64_t value) { return value != 0; });
  mesh.ratio = manifest.ratio;
  mesh.max_levels = manifest.max_levels;
  checkpoint.levels.resize(static_cast<std::size_t>(manifest.levels()));
  for (const Piece& piece : manifest.pieces) {
    auto& level = checkpoint.levels[static_cast<std::size_t>(piece.level)];
    level.boxes.push_back(box_of<D>(piece));
    level.owners.push_back(piece.owner);
  }
  for (std::size_t l = 0; l < checkpoint.levels.size(); ++l) {
    if (!geometry::disjoint(checkpoint.levels[l].boxes)) {
      throw InputError(fmt::format("{}: boxes of level {} overlap", dir.string(), l));
    }
  }
  checkpoint.manifest = std::move(manifest);
  return checkpoint;
}

/// Which box of the checkpoint goes to which local patch.
struct Transfer {
  std::size_t piece;
  std::size_t patch;

  auto operator<=>(const Transfer&) const = default;
};

template <int D>
std::vector<Transfer> transfers_to(const hierarchy::Level<D>& level,
                                   const geometry::BoxList<D>& boxes, std::size_t first_piece) {
  const geometry::BoxSearch<D> search(boxes);
  std::vector<Transfer> transfers;
  for (std::size_t p = 0; p < level.patches().size(); ++p) {
    const geometry::Box<D>& wanted = level.patches()[p].box;
    std::int64_t missing = wanted.volume();
    search.for_each(wanted, [&](std::int32_t box) {
      const auto found = static_cast<std::size_t>(box);
      missing -= wanted.intersect(boxes[found]).volume();
      transfers.push_back({first_piece + found, p});
    });
    if (missing > 0) {
      throw InputError(fmt::format("the checkpoint lacks {} cells of a patch of level {}", missing,
                                   level.number()));
    }
  }
  std::ranges::sort(transfers);
  return transfers;
}

/// Reads one box and copies it to all patches in \p run, the transfers of that box.
template <int D>
void transfer(FabReader& reader, const Piece& piece, std::span<const Transfer> run,
              hierarchy::Level<D>& level) {
  storage::View<D> from;
  from.box = box_of<D>(piece);
  from.components = 1;
  std::int64_t stride = 1;
  for (std::size_t d = 0; d < D; ++d) {
    from.stride[d] = stride;
    stride *= from.box.side(d);
  }
  const auto fault = reader.read(piece, [&](int component, std::span<const double> values) {
    from.data = const_cast<double*>(values.data());  // a view that is read only
    for (const Transfer& one : run) {
      const storage::Patch<D>& patch = level.patches()[one.patch];
      storage::View<D> to = patch.state.view();
      to.data += component * to.component_stride;
      to.components = 1;
      storage::copy(from, to, from.box.intersect(patch.box));
    }
  });
  if (fault) {
    throw InputError(*fault);
  }
}

template <int D>
void load_level(const Checkpoint<D>& checkpoint, FabReader& reader, std::size_t first_piece,
                hierarchy::Level<D>& level) {
  const auto number = static_cast<std::size_t>(level.number());
  static const geometry::BoxList<D> kNothing;
  const auto& boxes =
      number < checkpoint.levels.size() ? checkpoint.levels[number].boxes : kNothing;
  const std::vector<Transfer> transfers = transfers_to(level, boxes, first_piece);
  for (std::size_t begin = 0; begin < transfers.size();) {
    std::size_t end = begin;
    while (end < transfers.size() && transfers[end].piece == transfers[begin].piece) {
      ++end;
    }
    transfer(reader, checkpoint.manifest.pieces[transfers[begin].piece],
             std::span(transfers).subspan(begin, end - begin), level);
    begin = end;
  }
}

}  // namespace

template <int D>
WrittenCheckpoint write_checkpoint(const fs::path& run_dir,
                                   const hierarchy::Hierarchy<D>& hierarchy, const RunState& state,
                                   int keep) {
  EVENKEEL_EXPECT(state.components.size() ==
                  static_cast<std::size_t>(hierarchy.shape().components));
  const comm::Communicator& group = hierarchy.communicator();
  Manifest manifest = make_manifest(hierarchy, state);
  manifest.checksum = solution_checksum(hierarchy);
  HeaderInfo header{state.time, state.level_steps, state.components};
  header.level_steps.resize(hierarchy.levels().size(), state.step);
  const fs::path dir = run_dir / fmt::format("chk{:05}", state.step);
  publish_directory(group, dir, [&](const fs::path& made) {
    const std::vector<LevelRecord> records = write_level_files(made, hierarchy, {}, true);
    group.all_or_none([&] {
      if (group.rank() != 0) {
        return;
      }
      manifest.headers = write_headers(made, hierarchy, records, header);
      for (std::size_t l = 0; l < records.size(); ++l) {
        add_pieces(*hierarchy.levels()[l], records[l], manifest);
        sync_to_disk(made / ("Level_" + std::to_string(l)));
      }
      write_manifest(made, manifest);
      sync_to_disk(made);
    });
  });
  WrittenCheckpoint written{dir, {}};
  group.all_or_none([&] {
    if (group.rank() == 0) {
      written.faults = remove_old(run_dir, dir, keep);
      try {
        point_link(run_dir / "latest", dir.filename());
      } catch (const SystemError& error) {
        written.faults.push_back(error.what());
      }
    }
  });
  return written;
}

template <int D>
Checkpoint<D> read_checkpoint(const comm::Communicator& communicator, const fs::path& dir) {
  std::vector<char> text;
  communicator.all_or_none([&] {
    if (communicator.rank() == 0) {
      const std::string json = read_manifest_text(dir);
      text.assign(json.begin(), json.end());
    }
  });
  communicator.broadcast(text, 0);
  Checkpoint<D> checkpoint;
  communicator.all_or_none([&] {
    checkpoint =
        to_checkpoint<D>(dir, parse_manifest({text.data(), text.size()}, manifest_path(dir)));
  });
  return checkpoint;
}

template <int D>
void expect_same_case(const Checkpoint<D>& checkpoint, const RunState& state,
                      const hierarchy::Mesh<D>& mesh, const Settings& defaults) {
  Problems problems;
  const auto compare = [&](const std::string& key, const std::string& then,
                           const std::string& now) {
    if (then != now) {
      problems.add(fmt::format("{}: '{}' is {} in the checkpoint and {} in the case",
                               checkpoint.dir.string(), key, then, now));
    }
  };
  const auto compare_all = [&](const char* key, const auto& then, const auto& now) {
    if (then != now) {  // not by their texts: -0 is 0
      compare(key, fmt::format("[{}]", fmt::join(then, ", ")),
              fmt::format("[{}]", fmt::join(now, ", ")));
    }
  };
  const hierarchy::Mesh<D>& old = checkpoint.mesh;
  const RunState& was = checkpoint.state();
  compare("kernel", was.kernel, state.kernel);
  compare("components", fmt::format("{}", fmt::join(was.components, " ")),
          fmt::format("{}", fmt::join(state.components, " ")));
  compare_all("domain.cells", old.cells, mesh.cells);
  compare_all("domain.lower", old.lower, mesh.lower);
  compare_all("domain.upper", old.upper, mesh.upper);
  compare_all("periodic axes", old.periodic, mesh.periodic);
  compare("mesh.ratio", std::to_string(old.ratio), std::to_string(mesh.ratio));
  compare("mesh.max_levels", std::to_string(old.max_levels), std::to_string(mesh.max_levels));
  Settings then = was.identity;
  then.insert(defaults.begin(), defaults.end());
  Settings both = then;
  both.insert(state.identity.begin(), state.identity.end());
  const auto value = [](const Settings& settings, const std::string& key) {
    const auto found = settings.find(key);
    return found == settings.end() ? std::string("not set") : found->second;
  };
  for (const auto& [key, ignored] : both) {
    compare(key, value(then, key), value(state.identity, key));
  }
  problems.throw_if_any();
}

template <int D>
void load_values(const Checkpoint<D>& checkpoint, hierarchy::Hierarchy<D>& hierarchy) {
  EVENKEEL_EXPECT(checkpoint.state().components.size() ==
                  static_cast<std::size_t>(hierarchy.shape().components));
  hierarchy.communicator().all_or_none([&] {
    FabReader reader(checkpoint.dir, checkpoint.manifest);
    std::size_t first_piece = 0;
    for (int level = 0; level <= hierarchy.finest(); ++level) {
      load_level(checkpoint, reader, first_piece, hierarchy.level(level));
      if (static_cast<std::size_t>(level) < checkpoint.levels.size()) {
        first_piece += checkpoint.levels[static_cast<std::size_t>(level)].boxes.size();
      }
    }
  });
  if (solution_checksum(hierarchy) != checkpoint.manifest.checksum) {
    throw InputError(checkpoint.dir.string() +
                     ": the values read are not those that were written: boxes or pieces are "
                     "missing in the manifest");
  }
}

#define EVENKEEL_INSTANTIATE(D)                                                                    \
  template WrittenCheckpoint write_checkpoint(const fs::path&, const hierarchy::Hierarchy<D>&,     \
                                              const RunState&, int);                               \
  template Checkpoint<D> read_checkpoint(const comm::Communicator&, const fs::path&);              \
  template void expect_same_case(const Checkpoint<D>&, const RunState&, const hierarchy::Mesh<D>&, \
                                 const Settings&);                                                 \
  template void load_values(const Checkpoint<D>&, hierarchy::Hierarchy<D>&);
EVENKEEL_INSTANTIATE(1)
EVENKEEL_INSTANTIATE(2)
EVENKEEL_INSTANTIATE(3)
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::io
