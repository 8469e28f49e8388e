// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Packs patches component by component, hashes and writes them.
#include "evenkeel/io/level_files.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <system_error>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/hash.hpp"
#include "evenkeel/io/raw_file.hpp"

namespace evenkeel::io {
namespace {

namespace fs = std::filesystem;

/// What this rank wrote of one level.
struct LocalRecord {
  FabExtremes extremes;               ///< shape [local patches][components]
  std::vector<std::uint64_t> hashes;  ///< shape [local patches]
};

/// Writes one box and notes what it wrote.
class FabWriter {
 public:
  FabWriter(RawFile& file, std::uint64_t offset, LocalRecord& record)
      : writer_(file, offset), record_(&record) {}

  void begin(const std::string& header) {
    hasher_ = Hasher();
    put(std::as_bytes(std::span(header)));
  }

  void add(std::span<const double> component) {
    double least = std::numeric_limits<double>::infinity();
    double greatest = -least;
    for (const double value : component) {
      least = value < least ? value : least;
      greatest = value > greatest ? value : greatest;
    }
    record_->extremes.least.push_back(least);
    record_->extremes.greatest.push_back(greatest);
    put(std::as_bytes(component));
  }

  void end() { record_->hashes.push_back(hasher_.value()); }
  void flush() { writer_.flush(); }

 private:
  void put(std::span<const std::byte> bytes) {
    hasher_.add(bytes);
    writer_.write(bytes);
  }

  SequentialWriter writer_;
  LocalRecord* record_;
  Hasher hasher_;
};

template <int D>
void pack(const storage::Patch<D>& patch, int component, std::vector<double>& out) {
  out.clear();
  storage::for_each_row(patch.box, [&](const geometry::Index<D>& cell, std::int32_t cells) {
    const double* row = patch.state.view().row(component, cell);
    out.insert(out.end(), row, row + cells);
  });
}

template <int D>
LocalRecord write_level(const fs::path& dir, const hierarchy::Level<D>& level,
                        std::span<const FabPlace> places, const FurtherComponents<D>& further,
                        bool sync) {
  LocalRecord record;
  const std::span<const storage::Patch<D>> patches = level.patches();
  if (patches.empty()) {
    return record;
  }
  const auto& first = places[static_cast<std::size_t>(patches.front().index)];
  RawFile file(dir / fab_file(level.number(), first.file), RawFile::Mode::kWrite);
  FabWriter writer(file, first.offset, record);
  std::vector<double> values;
  for (const storage::Patch<D>& patch : patches) {
    const int components = patch.state.view().components;
    writer.begin(fab_header(patch.box, components + further.count));
    for (int component = 0; component < components; ++component) {
      pack(patch, component, values);
      writer.add(values);
    }
    for (int number = 0; number < further.count; ++number) {
      further.fill(level.number(), patch, number, values);
      writer.add(values);
    }
    writer.end();
  }
  writer.flush();
  if (sync) {
    file.sync();
  }
  file.close();
  return record;
}

/// Values per patch from all ranks, put into the order of the layout.
template <int D, class Value>
std::vector<Value> in_layout_order(const hierarchy::Hierarchy<D>& hierarchy,
                                   const hierarchy::LevelLayout<D>& layout,
                                   std::span<const Value> local, std::size_t per_box) {
  std::vector<std::size_t> counts;
  const std::vector<Value> all = hierarchy.communicator().gather_all(local, &counts);
  std::vector<std::size_t> next(counts.size(), 0);
  for (std::size_t rank = 1; rank < counts.size(); ++rank) {
    next[rank] = next[rank - 1] + counts[rank - 1];
  }
  std::vector<Value> ordered;
  ordered.reserve(all.size());
  for (const int owner : layout.owners) {
    std::size_t& from = next[static_cast<std::size_t>(owner)];
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(from);
    ordered.insert(ordered.end(), begin, begin + static_cast<std::ptrdiff_t>(per_box));
    from += per_box;
  }
  return ordered;
}

void make_level_folders(const fs::path& dir, int levels) {
  for (int level = 0; level < levels; ++level) {
    const fs::path folder = dir / ("Level_" + std::to_string(level));
    std::error_code error;
    fs::create_directory(folder, error);
    if (error) {
      throw system_error("create", folder, error.value());
    }
  }
}

}  // namespace

template <int D>
std::vector<LevelRecord> write_level_files(const fs::path& dir,
                                           const hierarchy::Hierarchy<D>& hierarchy,
                                           const FurtherComponents<D>& further, bool sync) {
  const comm::Communicator& group = hierarchy.communicator();
  const int components = hierarchy.shape().components + further.count;
  group.all_or_none([&] {
    if (group.rank() == 0) {
      make_level_folders(dir, hierarchy.finest() + 1);
    }
  });
  std::vector<LevelRecord> records;
  std::vector<LocalRecord> local;
  for (const auto& level : hierarchy.levels()) {
    records.push_back({place_fabs(level->layout(), components, group.size()), {}, {}});
  }
  group.all_or_none([&] {
    for (const auto& level : hierarchy.levels()) {
      local.push_back(write_level<D>(dir, *level, records[local.size()].places, further, sync));
    }
  });
  const auto per_box = static_cast<std::size_t>(components);
  for (std::size_t l = 0; l < records.size(); ++l) {
    const auto& layout = hierarchy.level(static_cast<int>(l)).layout();
    const auto gather = [&](const std::vector<double>& mine) {
      return in_layout_order<D, double>(hierarchy, layout, mine, per_box);
    };
    records[l].extremes.least = gather(local[l].extremes.least);
    records[l].extremes.greatest = gather(local[l].extremes.greatest);
    records[l].hashes = in_layout_order<D, std::uint64_t>(hierarchy, layout, local[l].hashes, 1);
  }
  return records;
}

template <int D>
std::map<std::string, std::uint64_t> write_headers(const fs::path& dir,
                                                   const hierarchy::Hierarchy<D>& hierarchy,
                                                   const std::vector<LevelRecord>& records,
                                                   const HeaderInfo& info) {
  std::map<std::string, std::uint64_t> hashes;
  const auto write = [&](const std::string& name, const std::string& text) {
    write_file(dir / name, text);
    hashes[name] = hash_text(text);
  };
  const int components = static_cast<int>(info.components.size());
  std::vector<const geometry::BoxList<D>*> boxes;
  for (const auto& level : hierarchy.levels()) {
    boxes.push_back(&level->layout().boxes);
    const LevelRecord& record = records[static_cast<std::size_t>(level->number())];
    write("Level_" + std::to_string(level->number()) + "/Cell_H",
          cell_header<D>(*boxes.back(), components, record.places, record.extremes));
  }
  write("Header", plot_header<D>(hierarchy.mesh(), boxes, info));
  return hashes;
}

#define EVENKEEL_INSTANTIATE(D)                                                            \
  template std::vector<LevelRecord> write_level_files(                                     \
      const fs::path&, const hierarchy::Hierarchy<D>&, const FurtherComponents<D>&, bool); \
  template std::map<std::string, std::uint64_t> write_headers(                             \
      const fs::path&, const hierarchy::Hierarchy<D>&, const std::vector<LevelRecord>&,    \
      const HeaderInfo&);
EVENKEEL_INSTANTIATE(1)
EVENKEEL_INSTANTIATE(2)
EVENKEEL_INSTANTIATE(3)
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::io
