// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sums and sentences of a run's summary.
#include "evenkeel/runtime/summary.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>

#include <fmt/format.h>
#include <unistd.h>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/units.hpp"

namespace evenkeel::runtime {
namespace {

using telemetry::Phase;

template <class Fn>
std::vector<double> per_rank(const Summary& summary, Fn&& value) {
  std::vector<double> values;
  std::ranges::transform(summary.ranks, std::back_inserter(values), value);
  return values;
}

template <class Fn>
auto sum_of(const Summary& summary, const Fn& value) {
  std::decay_t<std::invoke_result_t<Fn, const RankTotals&>> sum{};
  for (const RankTotals& rank : summary.ranks) {
    sum += std::invoke(value, rank);
  }
  return sum;
}

double total(const Summary& summary, Phase phase) {
  return sum_of(summary, [=](const RankTotals& rank) { return rank.account.wall_of(phase); });
}

/// Time that is neither computing, waiting nor one of the rare phases: exchange and level transfer.
double communication(const RankTotals& rank) {
  const telemetry::Account& a = rank.account;
  return a.wall_of(Phase::kGhost) + a.wall_of(Phase::kProlong) + a.wall_of(Phase::kRestrict) +
         a.wall_of(Phase::kReflux);
}

double mean(const Summary& summary, Phase phase) {
  return total(summary, phase) /
         static_cast<double>(std::max<std::size_t>(1, summary.ranks.size()));
}

JsonLine map_json(const std::map<std::string, double>& values) {
  JsonLine object;
  for (const auto& [name, value] : values) {
    object.add(name, value);
  }
  return object;
}

double ratio(double part, double whole) {
  return whole > 0.0 ? part / whole : 0.0;
}

double percent(double part, double whole) {
  return 100.0 * ratio(part, whole);
}

double updates(const RankTotals& rank) {
  return static_cast<double>(rank.account.counters.cell_updates);
}

void add_work(const Summary& summary, JsonLine& line) {
  const auto wall_of = [&](Phase phase) {
    return per_rank(summary, [=](const RankTotals& r) { return r.account.wall_of(phase); });
  };
  line.add("kernel", summary.kernel)
      .add("ranks", summary.ranks.size())
      .add("steps", summary.steps)
      .add("time", summary.time)
      .add("cells_final", summary.cells_final)
      .add("cell_updates", summary.cell_updates())
      .add("wall_s", summary.wall_s)
      .add("cpu_s", summary.cpu_s())
      .add("updates_per_cpu_s", ratio(static_cast<double>(summary.cell_updates()), summary.cpu_s()))
      .add("compute_s", wall_of(Phase::kCompute))
      .add("compute_cpu_s",
           per_rank(summary, [](const RankTotals& r) { return r.account.cpu_of(Phase::kCompute); }))
      .add("wait_s", wall_of(Phase::kWait))
      .add("comm_s", per_rank(summary, communication))
      .add("updates", per_rank(summary, updates));
}

/// Of all other phases, means over ranks.
void add_phases(const Summary& summary, JsonLine& line) {
  for (const auto& [key, phase] : {std::pair{"regrid_s", Phase::kRegrid},
                                   {"partition_s", Phase::kPartition},
                                   {"migrate_s", Phase::kMigrate},
                                   {"sense_s", Phase::kSense},
                                   {"io_s", Phase::kIo},
                                   {"ghost_s", Phase::kGhost},
                                   {"prolong_s", Phase::kProlong},
                                   {"restrict_s", Phase::kRestrict},
                                   {"reflux_s", Phase::kReflux},
                                   {"other_s", Phase::kOther}}) {
    line.add(key, mean(summary, phase));
  }
}

void add_management(const Summary& summary, JsonLine& line) {
  line.add("regrids", summary.regrids)
      .add("repartitions", summary.repartitions)
      .add("sensor_s", summary.sensor_s())
      .add("sensor_fraction", ratio(summary.sensor_s(), summary.cpu_s()))
      .add("state_s", summary.state_s())
      .add("state_fraction", ratio(summary.state_s(), summary.cpu_s()))
      .add("migrated_bytes", sum_of(summary, [](const RankTotals& rank) {
             return rank.account.counters.bytes_migrated;
           }));
}

void add_memory(const Summary& summary, JsonLine& line) {
  line.add("peak_rss_bytes", per_rank(summary, [](const RankTotals& r) { return r.peak_rss; }))
      .add("state_bytes", sum_of(summary, &RankTotals::state_bytes))
      .add("state_ghost_bytes", sum_of(summary, &RankTotals::state_ghost_bytes))
      .add("storage_peak_bytes", sum_of(summary, &RankTotals::storage_peak_bytes));
}

void add_outcome(const Summary& summary, JsonLine& line) {
  line.add("imbalance_mean", summary.imbalance_mean)
      .add("imbalance_max", summary.imbalance_max)
      .add("capacity", summary.capacity)
      .add("delivered_efficiency", summary.delivered_efficiency())
      .add("conservation", map_json(summary.conservation))
      .add("monitors", map_json(summary.monitors))
      .add("error", map_json(summary.error));
}

std::string times_text(const Summary& summary) {
  const double all =
      sum_of(summary, [](const RankTotals& rank) { return rank.account.total_wall(); });
  const auto share = [&](std::initializer_list<Phase> phases) {
    double sum = 0.0;
    for (const Phase phase : phases) {
      sum += total(summary, phase);
    }
    return percent(sum, all);
  };
  return fmt::format(
      "time: {:.1f} % computing, {:.1f} % levels and ghosts, {:.1f} % regridding, "
      "{:.1f} % waiting, {:.1f} % files, {:.1f} % other\n",
      share({Phase::kCompute}), percent(sum_of(summary, communication), all),
      share({Phase::kRegrid, Phase::kPartition, Phase::kMigrate, Phase::kSense}),
      share({Phase::kWait}), share({Phase::kIo}), share({Phase::kOther}));
}

}  // namespace

std::int64_t Summary::cell_updates() const {
  return sum_of(*this, [](const RankTotals& rank) { return rank.account.counters.cell_updates; });
}

double Summary::cpu_s() const {
  return sum_of(*this, &RankTotals::cpu_s);
}

double Summary::sensor_s() const {
  return sum_of(*this, &RankTotals::sensor_s);
}

double Summary::state_s() const {
  return sum_of(*this, &RankTotals::state_s);
}

double Summary::delivered_efficiency() const {
  const double rates = sum_of(*this, [](const RankTotals& rank) {
    return ratio(updates(rank), rank.account.wall_of(Phase::kCompute));
  });
  return ratio(static_cast<double>(cell_updates()), wall_s * rates);
}

JsonLine Summary::json() const {
  JsonLine line;
  add_work(*this, line);
  add_phases(*this, line);
  add_management(*this, line);
  add_memory(*this, line);
  add_outcome(*this, line);
  return line;
}

std::string Summary::text() const {
  const auto work = static_cast<double>(cell_updates());
  std::string text = fmt::format(
      "{} steps of {} on {} ranks in {}: {} cell updates, {}/s per CPU\n", steps, kernel,
      ranks.size(), human_seconds(wall_s), human_count(work), human_count(ratio(work, cpu_s())));
  text += times_text(*this);
  text += fmt::format(
      "balance: imbalance {:.1f} % mean, {:.1f} % at worst; delivered efficiency "
      "{:.3f}; {} regrids, {} repartitions\n",
      100.0 * imbalance_mean, 100.0 * imbalance_max, delivered_efficiency(), regrids, repartitions);
  if (std::ranges::any_of(ranks, &RankTotals::has_sensors)) {
    text += fmt::format("sensing: {} of processor time in sensors, {:.3f} % of all\n",
                        human_seconds(sensor_s()), percent(sensor_s(), cpu_s()));
  }
  if (state_s() > 0.0) {
    text += fmt::format("octants: {} to tell states of the application, {:.4f} % of all\n",
                        human_seconds(state_s()), percent(state_s(), cpu_s()));
  }
  for (const auto& [name, drift] : conservation) {
    text += fmt::format("conservation: {} {:+.2e} relative\n", name, drift);
  }
  for (const auto& [name, value] : monitors) {
    text += fmt::format("monitor: {} {:.2e}\n", name, value);
  }
  for (const auto& [name, norm] : error) {
    text += fmt::format("error: {} {:.4e}\n", name, norm);
  }
  return text;
}

double relative_drift(double before, double now, double magnitude) {
  const double scale = std::max(std::abs(before), magnitude);
  return scale > 0.0 ? (now - before) / scale : 0.0;
}

double resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  double size = 0.0;
  double resident = 0.0;
  statm >> size >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double peak_resident_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kilobytes = 0.0;
    if (word == "VmHWM:" && status >> kilobytes) {
      return 1024.0 * kilobytes;
    }
  }
  return resident_bytes();
}

RankTotals rank_totals(const telemetry::PhaseClock& clock, const telemetry::Account& start,
                       double cpu_start) {
  RankTotals totals;
  totals.account = clock.account() - start;
  totals.cpu_s = process_cpu_seconds() - cpu_start;
  totals.peak_rss = peak_resident_bytes();
  return totals;
}

}  // namespace evenkeel::runtime
