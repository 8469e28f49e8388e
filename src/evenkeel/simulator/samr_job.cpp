// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Partitions the grids of each regrid among the processors there are, and plays the steps.
#include "evenkeel/simulator/samr_job.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "evenkeel/core/error.hpp"
#include "evenkeel/geometry/dimensions.hpp"
#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/simulator/backend.hpp"
#include "evenkeel/simulator/cost_params.hpp"
#include "evenkeel/simulator/rank_work.hpp"
#include "evenkeel/simulator/regrid_ops.hpp"
#include "evenkeel/simulator/regrids.hpp"
#include "evenkeel/workload/box_cost.hpp"
#include "evenkeel/workload/grid_unit_list.hpp"
#include "evenkeel/workload/unit_owners.hpp"

namespace evenkeel::simulator {
namespace {

/// Of one coarse step on the grids of \p regrid. [flop]
double work_of(const workload::TraceHeader& header, const workload::TraceRegrid& regrid,
               const CostModel& cost) {
  const BoxWeights weights = workload::cell_weights(header, regrid);
  double work = 0.0;
  double steps = 1.0;
  for (std::size_t level = 0; level < regrid.levels.size(); ++level) {
    double cells = 0.0;
    for (std::size_t i = 0; i < regrid.levels[level].size(); ++i) {
      cells += static_cast<double>(regrid.levels[level][i].volume()) *
               (weights.empty() ? 1.0 : weights[level][i]);
    }
    work += steps * cells * cost.flop_per_update(level);
    steps *= cost.substeps;
  }
  return work;
}

double peak_of(const std::string& path, const CostModel& cost) {
  workload::TraceReader trace(path);
  workload::TraceRegrid regrid;
  double peak = 0.0;
  while (trace.next(regrid)) {
    peak = std::max(peak, work_of(trace.header(), regrid, cost));
  }
  return peak;
}

template <int D>
class SamrJobIn final : public SamrJob {
 public:
  SamrJobIn(const SamrOptions& options, const Platform& platform)
      : platform_(platform),
        trace_(options.trace),
        regrids_(trace_, options.steps),
        cost_(cost_model(trace_.header(), options.cost)),
        peak_(peak_of(options.trace, cost_)) {
    Registry<partition::Partitioner> partitioners;
    partition::register_builtin(partitioners);
    method_ = partitioners.make(options.method);
    Registry<Backend> backends;
    register_builtin(backends);
    backend_ = backends.make("phase");
    domain_.hi = geometry::narrow<D>(trace_.header().base);
    for (std::size_t host = 0; host < platform.hosts.size(); ++host) {
      everywhere_.push_back({host, platform.hosts[host].speed});
    }
    done_ = !regrids_.advance();
  }

  bool is_done() const override { return done_; }
  double load() const override { return work() / peak_; }

  SamrInterval play(std::span<const std::size_t> hosts) override {
    std::vector<Place> places;
    for (const std::size_t host : hosts) {
      places.push_back({host, platform_.hosts[host].speed});
    }
    const std::vector<geometry::BoxList<D>> boxes = workload::level_boxes<D>(regrids_.now());
    const BoxWeights weights = workload::cell_weights(trace_.header(), regrids_.now());
    const workload::UnitList units = units_of(boxes, weights);
    const partition::Owners owners = assign(units, hosts);
    Dealt<D> dealt = deal_out<D>(boxes, workload::OwnerMap<D>(domain_, units, owners), cost_.ratio);
    const RankTables tables =
        rank_tables<D>(dealt, dealt_weights<D>(boxes, weights, dealt), places.size(), cost_);
    const StepModel model(
        cost_, platform_, places,
        partition::level_traffic(dealt, cost_.ratio, cost_.ghost, cost_.periodic_axes<D>()),
        tables);
    RegridOps regrid(cost_, platform_, places);
    regrid.regrid({held_cells(tables, places.size()),
                   cost_.partition_per_unit * static_cast<double>(units.size()) +
                       cost_.partition_per_rank * static_cast<double>(places.size())});
    SamrInterval interval = steps(regrid.segment(), model, places);
    interval.seconds += move(dealt, hosts, interval.moved_bytes);
    interval.work = work() * static_cast<double>(regrids_.steps());
    remember(units, owners, hosts);
    done_ = !regrids_.advance();
    return interval;
  }

 private:
  /// Of a coarse step now. [flop]
  double work() const { return work_of(trace_.header(), regrids_.now(), cost_); }

  workload::UnitList units_of(const std::vector<geometry::BoxList<D>>& boxes,
                              const BoxWeights& weights) const {
    workload::UnitOptions options{.ratio = cost_.ratio, .subcycle = trace_.header().subcycle};
    const std::vector<double> cost =
        workload::block_weights<D>(domain_, options.granularity, cost_.ratio, boxes, weights);
    options.block_cost = cost;
    options.cost_levels = boxes.size();
    return workload::build_units<D>(domain_, boxes, options);
  }

  partition::Owners assign(const workload::UnitList& units, std::span<const std::size_t> hosts) {
    std::vector<double> capacity;
    std::vector<int> place(platform_.hosts.size(), workload::kNoOwner);
    for (const std::size_t host : hosts) {
      place[host] = static_cast<int>(capacity.size());
      capacity.push_back(platform_.hosts[host].speed);
    }
    std::vector<int> before = workload::owners_of(units, homes_);
    for (int& owner : before) {
      owner = owner == workload::kNoOwner ? owner : place[static_cast<std::size_t>(owner)];
    }
    return method_->assign({units, capacity, before});
  }

  SamrInterval steps(const Segment& regrid, const StepModel& model, std::span<const Place> places) {
    Tally tally(places.size(), static_cast<std::size_t>(trace_.header().max_levels));
    bool asked = false;
    backend_->play(
        platform_, places,
        [&](const Tally&) {
          return std::exchange(asked, true) ? Stretch{}
                                            : Stretch{&regrid, &model.step(), regrids_.steps()};
        },
        tally);
    SamrInterval interval{.seconds = std::ranges::max(tally.now)};
    for (std::size_t rank = 0; rank < places.size(); ++rank) {
      double busy = 0.0;
      for (std::size_t level = 0; level < tally.levels; ++level) {
        busy += tally.compute[rank * tally.levels + level];
      }
      interval.longest = std::max(interval.longest, busy);
      interval.used_speed += busy > 0.0 ? places[rank].speed : 0.0;
    }
    return interval;
  }

  /// Seconds to move what has a new home; all messages set off together.
  double move(Dealt<D>& dealt, std::span<const std::size_t> hosts, double& bytes) {
    for (auto& level : dealt) {
      for (workload::OwnedBox<D>& owned : level) {
        owned.owner = static_cast<int>(hosts[static_cast<std::size_t>(owned.owner)]);
      }
    }
    const Exchange moves =
        to_exchange(moved<D>(dealt_, dealt), cost_.bytes_per_cell, platform_, everywhere_);
    bytes += moves.bytes();
    dealt_ = std::move(dealt);
    return moves.is_empty() ? 0.0
                            : std::ranges::max(moves.messages(), {}, &Message::seconds).seconds;
  }

  void remember(const workload::UnitList& units, const partition::Owners& owners,
                std::span<const std::size_t> hosts) {
    std::vector<int> homes = owners;
    for (int& home : homes) {
      home = static_cast<int>(hosts[static_cast<std::size_t>(home)]);
    }
    homes_.emplace(domain_, units, homes);
  }

  const Platform& platform_;
  std::vector<Place> everywhere_;  ///< one on each host
  workload::TraceReader trace_;
  Regrids regrids_;
  CostModel cost_;
  double peak_;
  std::unique_ptr<partition::Partitioner> method_;
  std::unique_ptr<Backend> backend_;
  geometry::Box<D> domain_;
  bool done_ = false;
  std::optional<workload::OwnerMap<D>> homes_;  ///< hosts of the blocks
  Dealt<D> dealt_;                              ///< owners are hosts
};

}  // namespace

std::unique_ptr<SamrJob> make_samr_job(const SamrOptions& options, const Platform& platform) {
  if (!std::filesystem::exists(options.trace)) {
    throw InputError(options.trace + ": no such file");
  }
  switch (workload::TraceReader(options.trace).header().dimension) {
    case 1:
      return std::make_unique<SamrJobIn<1>>(options, platform);
    case 2:
      return std::make_unique<SamrJobIn<2>>(options, platform);
    default:
      return std::make_unique<SamrJobIn<3>>(options, platform);
  }
}

}  // namespace evenkeel::simulator
