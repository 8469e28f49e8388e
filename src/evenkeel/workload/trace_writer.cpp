// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Writing of traces.
#include <cerrno>
#include <fstream>
#include <limits>
#include <span>
#include <system_error>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/workload/trace.hpp"
#include "evenkeel/workload/trace_box.hpp"

namespace evenkeel::workload {
namespace {

/// The header as a line.
std::string line_of(const TraceHeader& header) {
  const std::span axes(header.base.data(), static_cast<std::size_t>(header.dimension));
  const std::vector<bool> periodic(header.periodic.begin(),
                                   header.periodic.begin() + header.dimension);
  nlohmann::ordered_json line{{"evenkeel_trace", 1},
                              {"dim", header.dimension},
                              {"ratio", header.ratio},
                              {"base", std::vector<std::int32_t>(axes.begin(), axes.end())},
                              {"max_levels", header.max_levels},
                              {"periodic", periodic},
                              {"kernel", header.kernel},
                              {"components", header.components},
                              {"bytes_per_cell", header.bytes_per_cell},
                              {"ghost", header.ghost},
                              {"regrid_interval", header.regrid_interval},
                              {"subcycle", header.subcycle}};
  if (!header.seconds_per_update.empty()) {
    line["seconds_per_update"] = header.seconds_per_update;
  }
  if (header.source_price != 1.0) {
    line["source_price"] = header.source_price;
  }
  return line.dump();
}

}  // namespace

TraceWriter::TraceWriter(const std::filesystem::path& path, const TraceHeader& header,
                         OpenMode mode)
    : dimension_(header.dimension), file_(path, mode) {
  if (std::filesystem::file_size(path) > 0) {
    return;
  }
  file_.append(line_of(header));
}

void TraceWriter::write(const TraceRegrid& regrid) {
  std::string line = fmt::format(R"({{"regrid":{},"step":{},"time":{},"levels":[)", regrid.regrid,
                                 regrid.step, nlohmann::json(regrid.time).dump());
  for (std::size_t level = 0; level < regrid.levels.size(); ++level) {
    line += level > 0 ? ",[" : "[";
    for (std::size_t i = 0; i < regrid.levels[level].size(); ++i) {
      line += i > 0 ? "," : "";
      line += shown(regrid.levels[level][i], dimension_);
    }
    line += "]";
  }
  line += "]";
  if (!regrid.cost.empty()) {
    line += ",\"cost\":" + nlohmann::json(regrid.cost).dump();
  }
  file_.append(line + "}");
}

void replace_header(const std::filesystem::path& path, const TraceHeader& header) {
  const std::filesystem::path fresh = path.string() + ".tmp";
  std::ifstream before(path, std::ios::binary);
  if (!before) {
    throw system_error("read", path, errno);
  }
  before.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  std::ofstream after(fresh, std::ios::binary);
  after << line_of(header) << '\n';
  if (before.peek() != std::ifstream::traits_type::eof()) {
    after << before.rdbuf();
  }
  after.close();
  try {
    if (before.bad() || !after) {
      throw system_error("write", path, errno);
    }
    sync_to_disk(fresh);
    std::filesystem::rename(fresh, path);
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(fresh, ignored);
    throw;
  }
}

}  // namespace evenkeel::workload
