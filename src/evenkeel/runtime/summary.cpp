// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sums and sentences of a run's summary.
#include "evenkeel/runtime/summary.hpp"

#include <algorithm>
#include <fstream>
#include <functional>

#include <fmt/format.h>
#include <sys/resource.h>
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

double total(const Summary& summary, Phase phase) {
  double sum = 0.0;
  for (const RankTotals& rank : summary.ranks) {
    sum += rank.account.wall_of(phase);
  }
  return sum;
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

double percent(double part, double whole) {
  return whole > 0.0 ? 100.0 * part / whole : 0.0;
}

}  // namespace

std::int64_t Summary::cell_updates() const {
  std::int64_t sum = 0;
  for (const RankTotals& rank : ranks) {
    sum += rank.account.counters.cell_updates;
  }
  return sum;
}

double Summary::cpu_s() const {
  double sum = 0.0;
  for (const RankTotals& rank : ranks) {
    sum += rank.cpu_s;
  }
  return sum;
}

double Summary::sensor_s() const {
  double sum = 0.0;
  for (const RankTotals& rank : ranks) {
    sum += rank.sensor_s;
  }
  return sum;
}

double Summary::delivered_efficiency() const {
  double rates = 0.0;
  for (const RankTotals& rank : ranks) {
    const double busy = rank.account.wall_of(Phase::kCompute);
    rates += busy > 0.0 ? static_cast<double>(rank.account.counters.cell_updates) / busy : 0.0;
  }
  return rates > 0.0 && wall_s > 0.0 ? static_cast<double>(cell_updates()) / (wall_s * rates) : 0.0;
}

JsonLine Summary::json() const {
  const auto wall_of = [&](Phase phase) {
    return per_rank(*this, [=](const RankTotals& r) { return r.account.wall_of(phase); });
  };
  const auto sum_of = [&](auto member) {
    double sum = 0.0;
    for (const RankTotals& rank : ranks) {
      sum += std::invoke(member, rank);
    }
    return sum;
  };
  std::int64_t migrated = 0;
  for (const RankTotals& rank : ranks) {
    migrated += rank.account.counters.bytes_migrated;
  }
  JsonLine line;
  line.add("kernel", kernel)
      .add("ranks", ranks.size())
      .add("steps", steps)
      .add("time", time)
      .add("cells_final", cells_final)
      .add("cell_updates", cell_updates())
      .add("wall_s", wall_s)
      .add("cpu_s", cpu_s())
      .add("updates_per_cpu_s", cpu_s() > 0.0 ? static_cast<double>(cell_updates()) / cpu_s() : 0.0)
      .add("compute_s", wall_of(Phase::kCompute))
      .add("compute_cpu_s",
           per_rank(*this, [](const RankTotals& r) { return r.account.cpu_of(Phase::kCompute); }))
      .add("wait_s", wall_of(Phase::kWait))
      .add("comm_s", per_rank(*this, communication))
      .add("updates", per_rank(*this, [](const RankTotals& r) {
             return static_cast<double>(r.account.counters.cell_updates);
           }));
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
    line.add(key, mean(*this, phase));
  }
  line.add("regrids", regrids)
      .add("repartitions", repartitions)
      .add("sensor_s", sensor_s())
      .add("sensor_fraction", cpu_s() > 0.0 ? sensor_s() / cpu_s() : 0.0)
      .add("migrated_bytes", migrated)
      .add("peak_rss_bytes", per_rank(*this, [](const RankTotals& r) { return r.peak_rss; }))
      .add("state_bytes", sum_of(&RankTotals::state_bytes))
      .add("state_ghost_bytes", sum_of(&RankTotals::state_ghost_bytes))
      .add("storage_peak_bytes", sum_of(&RankTotals::storage_peak_bytes))
      .add("imbalance_mean", imbalance_mean)
      .add("imbalance_max", imbalance_max)
      .add("capacity", capacity)
      .add("delivered_efficiency", delivered_efficiency())
      .add("conservation", map_json(conservation))
      .add("monitors", map_json(monitors))
      .add("error", map_json(error));
  return line;
}

std::string Summary::text() const {
  double all = 0.0;
  double busy_cpu = cpu_s();
  for (const RankTotals& rank : ranks) {
    all += rank.account.total_wall();
  }
  double management = total(*this, Phase::kRegrid) + total(*this, Phase::kPartition) +
                      total(*this, Phase::kMigrate) + total(*this, Phase::kSense);
  double exchange = 0.0;
  for (const RankTotals& rank : ranks) {
    exchange += communication(rank);
  }
  std::string text = fmt::format(
      "{} steps of {} on {} ranks in {}: {} cell updates, {}/s per CPU\n", steps, kernel,
      ranks.size(), human_seconds(wall_s), human_count(static_cast<double>(cell_updates())),
      human_count(busy_cpu > 0.0 ? static_cast<double>(cell_updates()) / busy_cpu : 0.0));
  text += fmt::format(
      "time: {:.1f} % computing, {:.1f} % levels and ghosts, {:.1f} % regridding, "
      "{:.1f} % waiting, {:.1f} % files, {:.1f} % other\n",
      percent(total(*this, Phase::kCompute), all), percent(exchange, all), percent(management, all),
      percent(total(*this, Phase::kWait), all), percent(total(*this, Phase::kIo), all),
      percent(total(*this, Phase::kOther), all));
  text += fmt::format(
      "balance: imbalance {:.1f} % mean, {:.1f} % at worst; delivered efficiency "
      "{:.3f}; {} regrids, {} repartitions\n",
      100.0 * imbalance_mean, 100.0 * imbalance_max, delivered_efficiency(), regrids, repartitions);
  if (sensor_s() > 0.0) {
    text += fmt::format("sensing: {} of processor time in sensors, {:.3f} % of all\n",
                        human_seconds(sensor_s()), percent(sensor_s(), cpu_s()));
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

double resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  double size = 0.0;
  double resident = 0.0;
  statm >> size >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

RankTotals rank_totals(const telemetry::PhaseClock& clock, const telemetry::Account& start,
                       double cpu_start) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  RankTotals totals;
  totals.account = clock.account() - start;
  totals.cpu_s = process_cpu_seconds() - cpu_start;
  totals.peak_rss = 1024.0 * static_cast<double>(usage.ru_maxrss);
  return totals;
}

}  // namespace evenkeel::runtime
