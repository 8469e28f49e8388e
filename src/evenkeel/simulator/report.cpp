// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// JSON, CSV and trace events.
#include "evenkeel/simulator/report.hpp"

#include <array>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include "evenkeel/manager/plan_json.hpp"

namespace evenkeel::simulator {
namespace {

/// Sums over levels, shape [ranks].
std::vector<double> by_rank(const Tally& tally, std::initializer_list<std::span<const double>> of) {
  std::vector<double> sums(tally.ranks(), 0.0);
  for (const std::span<const double> table : of) {
    for (std::size_t cell = 0; cell < table.size(); ++cell) {
      sums[cell / tally.levels] += table[cell];
    }
  }
  return sums;
}

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) /
         static_cast<double>(std::max<std::size_t>(1, values.size()));
}

constexpr std::size_t kColumns = 6;

}  // namespace

JsonLine to_json(const ReplayName& name, const ReplayResult& result) {
  const Tally& tally = result.tally;
  JsonLine line;
  line.add("kernel", name.kernel)
      .add("method", name.method)
      .add("policy", name.policy)
      .add("capacity_source", name.capacity)
      .add("backend", name.backend)
      .add("platform", name.platform)
      .add("ranks", tally.ranks())
      .add("steps", result.steps)
      .add("cells_final", result.cells_final)
      .add("cell_updates", result.cell_updates())
      .add("wall_s", result.before + result.wall)
      .add("before_s", result.before)
      .add("compute_s", by_rank(tally, {tally.compute}))
      .add("wait_s", by_rank(tally, {tally.wait}))
      .add("comm_s", by_rank(tally, {tally.ghost, tally.interlevel}))
      .add("updates", result.updates)
      .add("regrid_s", mean(tally.regrid))
      .add("partition_s", mean(tally.partition))
      .add("migrate_s", mean(tally.migrate))
      .add("sense_s", mean(tally.sense))
      .add("io_s", mean(tally.page))
      .add("regrids", result.regrids)
      .add("repartitions", result.repartitions)
      .add("migrated_bytes", result.moved_bytes)
      .add("message_bytes", result.message_bytes)
      .add("peak_rss_bytes", result.memory)
      .add("imbalance_mean", result.imbalance_mean)
      .add("imbalance_max", result.imbalance_max)
      .add("capacity", result.capacity)
      .add("delivered_efficiency", result.delivered_efficiency())
      .add("lost_s", result.lost);
  return line;
}

PhasesFile::PhasesFile(const std::filesystem::path& path, const ReplayPart& part)
    : file_(path, part.resumes()), ranks_(part.ranks), step_(part.from) {
  if (!part.resumes()) {
    file_.write("step,rank,level,compute,ghost,interlevel,wait,migrate,partition\n");
  }
}

void PhasesFile::write(std::int64_t step, const Tally& tally) {
  before_.resize(tally.compute.size() * kColumns, 0.0);
  for (std::size_t cell = 0; cell < tally.compute.size() && step > step_; ++cell) {
    const std::size_t rank = cell / tally.levels;
    const std::size_t level = cell % tally.levels;
    const bool base = level == 0;
    const std::array<double, kColumns> now{tally.compute[cell],
                                           tally.ghost[cell],
                                           tally.interlevel[cell],
                                           tally.wait[cell],
                                           base ? tally.migrate[rank] : 0.0,
                                           base ? tally.partition[rank] : 0.0};
    file_.write(fmt::format("{},{},{}", step_, ranks_[rank], level));
    for (std::size_t column = 0; column < kColumns; ++column) {
      double& before = before_[cell * kColumns + column];
      file_.write(fmt::format(",{:.9g}", now[column] - before));
      before = now[column];
    }
    file_.write("\n");
  }
  step_ = step;
}

DecisionsFile::DecisionsFile(const std::filesystem::path& path, const ReplayPart& part)
    : file_(path, part.resumes()) {}

void DecisionsFile::write(const Chance& chance) {
  JsonLine line;
  line.add("t", chance.time)
      .add("step", chance.step)
      .append(manager::to_json(*chance.plan))
      .add("migrated_bytes", chance.moved_bytes);
  file_.write(line.text() + "\n");
}

}  // namespace evenkeel::simulator
