// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a coarse step and a regrid make the ranks do, from boxes and owners.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <initializer_list>
#include <span>
#include <vector>

#include "evenkeel/partition/traffic.hpp"
#include "evenkeel/simulator/platform.hpp"
#include "evenkeel/simulator/segment.hpp"

namespace evenkeel::simulator {

/// Constants of an application on a machine of reference speed.
struct CostModel {
  std::vector<double> seconds_per_update = {1e-7};  ///< [levels]; the last one holds for finer ones
  double reference_speed = 1e9;       ///< of the processor that these seconds are of [flop/s]
  int ratio = 2;                      ///< between levels
  int substeps = 2;                   ///< of a level in one step of the level below
  int ghost = 2;                      ///< [cells]
  std::array<bool, 3> periodic = {};  ///< axes along which the domain repeats
  double bytes_per_cell = 8.0;        ///< of a message
  double memory_factor = 3.0;         ///< bytes kept over bytes of the state
  double partition_per_unit = 2e-7;   ///< of partitioning one grid unit [s]
  double partition_per_rank = 5e-6;   ///< of partitioning for one rank [s]
  double regrid_per_cell = 0.0;       ///< of a regrid, each cell of all levels [s]
  double message_seconds = 0.0;       ///< of a processor for each message, at both ends [s]
  double byte_seconds = 0.0;          ///< of a processor for each byte, at both ends [s]
  double step_seconds = 0.0;          ///< of a processor for each coarse step besides all this [s]
  double nap = 0.0625;                ///< part of each wait by which it ends late, as in a run
  std::int32_t max_box = 32;          ///< side of patches, which wait for messages one by one
  double page_bandwidth = 20e6;       ///< of a system short of memory [byte/s]
  double disk_bandwidth = 200e6;      ///< of the program's own paging [byte/s]
  bool out_of_core = false;           ///< the program pages by itself
  bool reduce = true;                 ///< all agree on the size of each coarse step
  std::size_t gather_group = 0;       ///< ranks that gather first among themselves; 0: none
  double gather_bytes = 200.0;        ///< of one rank's report [byte]

  double flop_per_update(std::size_t level) const;

  template <int D>
  std::array<bool, std::size_t{D}> periodic_axes() const {
    std::array<bool, std::size_t{D}> axes;
    std::copy_n(periodic.begin(), D, axes.begin());
    return axes;
  }
};

/// Grids dealt out: what is needed of them to step and to move on.
template <int D>
using Dealt = partition::OwnedLevels<D>;

/// Boxes of all levels, cut where owners change.
template <int D>
Dealt<D> deal_out(const std::vector<geometry::BoxList<D>>& boxes,
                  const workload::OwnerMap<D>& owners, int ratio);

/// What ranks have on every level, tables of shape [ranks][levels]. \see rank_tables
struct RankTables {
  std::vector<double> cells;
  std::vector<double> work;     ///< cells by what an update of them takes [ordinary cells]
  std::vector<double> waiting;  ///< of that, in patches that need values of other ranks before a
                                ///< step; the others are computed while messages travel
};

/// Cells of all levels together, shape [ranks].
std::vector<double> held_cells(const RankTables& tables, std::size_t ranks);

/// What changes hands between two deals: cells that both hold, on different ranks. A link is one
/// message. [cells]
template <int D>
std::vector<partition::Link> moved(const Dealt<D>& before, const Dealt<D>& after);

/// Links as messages over \p platform. Messages of an exchange that leave a host, or come to one,
/// over its link to the switch share it evenly until the smaller ones are through.
Exchange to_exchange(std::span<const partition::Link> links, double bytes_per_cell,
                     const Platform& platform, std::span<const Place> places);

/// Which end of a message.
enum class End { kSender, kReceiver };

/// What \p exchange takes of processors at that end of its messages, shape [ranks] [flop]; empty:
/// nothing. Who sends does so before, who receives after all has come.
std::vector<double> handling(const CostModel& model, const Exchange& exchange, std::size_t ranks,
                             End end);

/// The ops of one coarse step, level by level as Berger and Oliger recurse: ghosts and coarse data,
/// computing, the finer level, averages.                                        (Li 2005, T2.1)
class StepModel {
 public:
  /// \param traffic  shape [levels]
  StepModel(const CostModel& model, const Platform& platform, std::span<const Place> places,
            const std::vector<partition::LevelTraffic>& traffic, const RankTables& tables);

  const Segment& step() const { return step_; }

  /// Cell updates of a coarse step, shape [ranks][levels].
  const std::vector<double>& updates() const { return updates_; }

  /// The same by what they take, shape [ranks][levels]. [updates of ordinary cells]
  const std::vector<double>& work() const { return work_; }

  /// Memory in use, shape [ranks]. [byte]
  const std::vector<double>& memory() const { return memory_; }

 private:
  struct LevelOps {
    const Op* page = nullptr;
    const Op* pack = nullptr;
    const Op* fill = nullptr;
    const Op* unpack = nullptr;
    const Op* compute = nullptr;
    const Op* pack_averages = nullptr;
    const Op* average = nullptr;
    const Op* unpack_averages = nullptr;
  };

  const Op* keep(Op op);
  const Op* keep_handling(const CostModel& model, const Op& exchange, std::size_t ranks, End end);
  void add(std::initializer_list<const Op*> ops);  ///< to the step, those that do something
  void advance(std::size_t level, const std::vector<LevelOps>& ops, int substeps);
  void add_paging(const CostModel& model, const Platform& platform, std::span<const Place> places,
                  std::span<const double> cells, std::vector<LevelOps>& ops);

  std::deque<Op> ops_;  ///< stays in place as it grows
  Segment step_;
  std::vector<double> updates_;
  std::vector<double> work_;
  std::vector<double> memory_;
};

/// Seconds in which all ranks agree on a number.
double reduce_seconds(const Platform& platform, std::span<const Place> places);

/// Seconds in which every rank learns what each reports: at once, or first in groups, then their
/// leaders, then in groups again.
double gather_seconds(const CostModel& model, const Platform& platform,
                      std::span<const Place> places);

}  // namespace evenkeel::simulator
