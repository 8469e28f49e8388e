// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Plot files, and the table beside those of one-dimensional runs.
#include "evenkeel/io/plotfile.hpp"

#include <algorithm>
#include <array>
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

/// What is derived, then rank, cost and capacity_share.
template <int D>
FurtherComponents<D> further_of(const hierarchy::Hierarchy<D>& hierarchy, const PlotInfo& info) {
  const int derived = static_cast<int>(info.derived.size());
  return {derived + 3, [derived, &hierarchy, &info](int level, const storage::Patch<D>& patch,
                                                    int number, std::span<double> values) {
            if (number < derived) {
              storage::fill_by_rows(patch.state.view(), patch.box, values,
                                    info.derived[static_cast<std::size_t>(number)].make);
              return;
            }
            const std::int64_t cost =
                patch.box.volume() * (info.subcycles ? hierarchy.mesh().total_ratio(level) : 1);
            const std::array<double, 3> constants{
                static_cast<double>(hierarchy.communicator().rank()), static_cast<double>(cost),
                info.capacity_share};
            std::ranges::fill(values, constants[static_cast<std::size_t>(number - derived)]);
          }};
}

/// Shape [further][cells].
std::vector<std::vector<double>> further_values(const FurtherComponents<1>& further, int level,
                                                const storage::Patch<1>& patch) {
  std::vector<std::vector<double>> all;
  for (int number = 0; number < further.count; ++number) {
    further.fill(level, patch, number,
                 all.emplace_back(static_cast<std::size_t>(patch.box.volume())));
  }
  return all;
}

/// One line per cell of this rank that no finer level covers: x, level, dx, all components.
std::vector<double> open_cells(const hierarchy::Hierarchy<1>& hierarchy,
                               const FurtherComponents<1>& further) {
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
    for (const storage::Patch<1>& patch : std::as_const(*level).patches()) {
      const storage::View<1> values = patch.state.view();
      const std::vector<std::vector<double>> beside =
          further_values(further, level->number(), patch);
      for (const geometry::Box<1>& part : geometry::difference<1>({patch.box}, covered)) {
        for (geometry::Index<1> cell = part.lo; cell[0] < part.hi[0]; ++cell[0]) {
          lines.insert(lines.end(), {hierarchy.mesh().center(level->number(), cell)[0],
                                     static_cast<double>(level->number()), dx});
          for (int c = 0; c < values.components; ++c) {
            lines.push_back(values(c, cell));
          }
          for (const std::vector<double>& component : beside) {
            lines.push_back(component[static_cast<std::size_t>(cell[0] - patch.box.lo[0])]);
          }
        }
      }
    }
  }
  return lines;
}

void write_table(const fs::path& path, const hierarchy::Hierarchy<1>& hierarchy,
                 const FurtherComponents<1>& further, const std::vector<std::string>& components) {
  const std::vector<double> mine = open_cells(hierarchy, further);
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
  const FurtherComponents<D> further = further_of(hierarchy, info);
  HeaderInfo header{info.time, info.level_steps, info.components};
  header.level_steps.resize(hierarchy.levels().size(), info.step);
  std::ranges::transform(info.derived, std::back_inserter(header.components),
                         &DerivedQuantity::name);
  header.components.insert(header.components.end(), {"rank", "cost", "capacity_share"});
  publish_directory(group, dir, [&](const fs::path& made) {
    const std::vector<LevelRecord> records = write_level_files(made, hierarchy, further, false);
    group.all_or_none([&] {
      if (group.rank() == 0) {
        write_headers(made, hierarchy, records, header);
      }
    });
  });
  if constexpr (D == 1) {
    fs::path table = dir;
    table += ".csv";
    write_table(table, hierarchy, further, header.components);
  }
}

template void write_plotfile(const fs::path&, const hierarchy::Hierarchy<1>&, const PlotInfo&);
template void write_plotfile(const fs::path&, const hierarchy::Hierarchy<2>&, const PlotInfo&);
template void write_plotfile(const fs::path&, const hierarchy::Hierarchy<3>&, const PlotInfo&);

}  // namespace evenkeel::io
