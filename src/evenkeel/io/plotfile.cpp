// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Plot files, and the table beside those of one-dimensional runs.
#include "evenkeel/io/plotfile.hpp"

#include <algorithm>
#include <iterator>
#include <span>

#include <fmt/format.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/io/level_files.hpp"
#include "evenkeel/io/publish.hpp"

namespace evenkeel::io {
namespace {

namespace fs = std::filesystem;

/// rank, cost and capacity_share of the local patches.
template <int D>
PatchConstants constants_of(const hierarchy::Hierarchy<D>& hierarchy, const PlotInfo& info) {
  const auto cost = [&hierarchy](int level, std::size_t patch) {
    return static_cast<double>(hierarchy.level(level).patches()[patch].box.volume() *
                               hierarchy.mesh().total_ratio(level));
  };
  return {3, [cost, &hierarchy, &info](int level, std::size_t patch, int number) {
            const double rank = hierarchy.communicator().rank();
            return number == 0 ? rank : number == 1 ? cost(level, patch) : info.capacity_share;
          }};
}

/// One line per cell of this rank that no finer level covers: x, level, dx, all components.
std::vector<double> open_cells(const hierarchy::Hierarchy<1>& hierarchy,
                               const PatchConstants& constants) {
  std::vector<double> lines;
  for (const auto& level : hierarchy.levels()) {
    geometry::BoxList<1> covered;
    if (level->number() < hierarchy.finest()) {
      covered = hierarchy.level(level->number() + 1).layout().boxes;
      std::ranges::transform(covered, covered.begin(), [&](const geometry::Box<1>& box) {
        return box.coarsen(hierarchy.mesh().ratio);
      });
    }
    const double dx = hierarchy.mesh().spacing(level->number())[0];
    const std::span<const storage::Patch<1>> patches = std::as_const(*level).patches();
    for (std::size_t p = 0; p < patches.size(); ++p) {
      const storage::View<1> values = patches[p].state.view();
      for (const geometry::Box<1>& part : geometry::difference<1>({patches[p].box}, covered)) {
        for (geometry::Index<1> cell = part.lo; cell[0] < part.hi[0]; ++cell[0]) {
          lines.insert(lines.end(), {hierarchy.mesh().center(level->number(), cell)[0],
                                     static_cast<double>(level->number()), dx});
          for (int c = 0; c < values.components; ++c) {
            lines.push_back(values(c, cell));
          }
          for (int c = 0; c < constants.count; ++c) {
            lines.push_back(constants.value(level->number(), p, c));
          }
        }
      }
    }
  }
  return lines;
}

void write_table(const fs::path& path, const hierarchy::Hierarchy<1>& hierarchy,
                 const PatchConstants& constants, const std::vector<std::string>& components) {
  const std::vector<double> mine = open_cells(hierarchy, constants);
  const std::vector<double> all =
      hierarchy.communicator().gather_all(std::span<const double>(mine));
  hierarchy.communicator().all_or_none([&] {
    if (hierarchy.communicator().rank() != 0) {
      return;
    }
    const std::size_t width = 3 + components.size();
    std::vector<std::span<const double>> lines;
    for (std::size_t at = 0; at < all.size(); at += width) {
      lines.emplace_back(all.data() + at, width);
    }
    std::ranges::sort(lines, {}, [](std::span<const double> line) { return line[0]; });
    std::string text = fmt::format("x,level,dx,{}\n", fmt::join(components, ","));
    for (const std::span<const double> line : lines) {
      fmt::format_to(std::back_inserter(text), "{:.17g}\n", fmt::join(line, ","));
    }
    write_file(path, text);
  });
}

}  // namespace

template <int D>
void write_plotfile(const fs::path& dir, const hierarchy::Hierarchy<D>& hierarchy,
                    const PlotInfo& info) {
  EVENKEEL_EXPECT(info.components.size() == static_cast<std::size_t>(hierarchy.shape().components));
  const comm::Communicator& group = hierarchy.communicator();
  const PatchConstants constants = constants_of(hierarchy, info);
  HeaderInfo header{info.time, info.level_steps, info.components};
  header.level_steps.resize(hierarchy.levels().size(), info.step);
  header.components.insert(header.components.end(), {"rank", "cost", "capacity_share"});
  publish_directory(group, dir, [&](const fs::path& made) {
    const std::vector<LevelRecord> records = write_level_files(made, hierarchy, constants, false);
    group.all_or_none([&] {
      if (group.rank() == 0) {
        write_headers(made, hierarchy, records, header);
      }
    });
  });
  if constexpr (D == 1) {
    fs::path table = dir;
    table += ".csv";
    write_table(table, hierarchy, constants, header.components);
  }
}

template void write_plotfile(const fs::path&, const hierarchy::Hierarchy<1>&, const PlotInfo&);
template void write_plotfile(const fs::path&, const hierarchy::Hierarchy<2>&, const PlotInfo&);
template void write_plotfile(const fs::path&, const hierarchy::Hierarchy<3>&, const PlotInfo&);

}  // namespace evenkeel::io
