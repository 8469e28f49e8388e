// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Work, messages and memory of ranks.
#include "evenkeel/simulator/step_model.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "evenkeel/geometry/box_search.hpp"

namespace evenkeel::simulator {
namespace {

double rounds(double ranks) {
  return std::ceil(std::log2(std::max(1.0, ranks)));
}

/// The ways a tree over all ranks takes: many inside of sites, few between them.
struct TreeWays {
  Link inside;   ///< the longest latency and the least bandwidth of hosts' links
  Link between;  ///< the same of trunks; nothing with one site
  double ranks;  ///< of the largest site
  double sites;
};

TreeWays ways_of(const Platform& platform, std::span<const Place> places) {
  constexpr Link kNone{.bandwidth = 1e300, .latency = 0.0};
  TreeWays ways{kNone, kNone, 0.0, 0.0};
  std::map<std::size_t, double> ranks;  // of each site
  for (std::size_t rank = 0; rank < places.size(); ++rank) {
    const std::size_t host = places[rank].host;
    const std::size_t other =
        places[rank > 0 ? rank - 1 : std::min<std::size_t>(1, places.size() - 1)].host;
    const std::size_t site = platform.hosts[host].site;
    if (platform.hosts[other].site == site) {
      const Link way = platform.route(other, host);
      ways.inside.latency = std::max(ways.inside.latency, way.latency);
      ways.inside.bandwidth = std::min(ways.inside.bandwidth, way.bandwidth);
    } else {
      const Link way = platform.trunk(platform.hosts[other].site, site);
      ways.between.latency = std::max(ways.between.latency, way.latency);
      ways.between.bandwidth = std::min(ways.between.bandwidth, way.bandwidth);
    }
    ways.ranks = std::max(ways.ranks, ++ranks[site]);
  }
  ways.sites = static_cast<double>(ranks.size());
  return ways;
}

/// Of an all-gather among \p ranks, each with \p bytes.
double gather_among(const Link& link, double ranks, double bytes) {
  return rounds(ranks) * link.latency + (ranks - 1.0) * bytes / link.bandwidth;
}

/// What passes the links of hosts one way in an exchange.
class SharedLink {
 public:
  void add(std::size_t host, double bytes) { bytes_[host].push_back(bytes); }

  /// What has passed when a message of \p bytes is through, if all began together.
  double bytes_before(std::size_t host, double bytes) const {
    double sum = 0.0;
    for (const double each : bytes_.at(host)) {
      sum += std::min(each, bytes);
    }
    return sum;
  }

 private:
  std::map<std::size_t, std::vector<double>> bytes_;  ///< by host
};

std::vector<partition::Link> merged(const partition::LevelTraffic& traffic) {
  std::map<std::pair<int, int>, double> flow;
  for (const auto* part : {&traffic.ghosts, &traffic.coarse}) {
    for (const partition::Link& link : *part) {
      flow[{link.from, link.to}] += link.cells;
    }
  }
  std::vector<partition::Link> links;
  for (const auto& [way, cells] : flow) {
    links.push_back({way.first, way.second, 1.0, cells});
  }
  return links;
}

}  // namespace

double CostModel::flop_per_update(std::size_t level) const {
  return seconds_per_update[std::min(level, seconds_per_update.size() - 1)] * reference_speed;
}

template <int D>
Dealt<D> deal_out(const std::vector<geometry::BoxList<D>>& boxes,
                  const workload::OwnerMap<D>& owners, int ratio) {
  Dealt<D> dealt(boxes.size());
  std::int32_t to_base = 1;
  for (std::size_t level = 0; level < boxes.size(); ++level) {
    for (const geometry::Box<D>& box : boxes[level]) {
      workload::split_by_owner(box, to_base, owners, dealt[level]);
    }
    to_base *= ratio;
  }
  return dealt;
}

template <int D>
std::vector<partition::Link> moved(const Dealt<D>& before, const Dealt<D>& after) {
  std::map<std::pair<int, int>, double> flow;
  for (std::size_t level = 0; level < std::min(before.size(), after.size()); ++level) {
    const geometry::BoxList<D> old = workload::plain<D>(before[level]);
    const geometry::BoxSearch<D> search(old);
    for (const workload::OwnedBox<D>& now : after[level]) {
      search.for_each(now.box, [&](std::int32_t index) {
        const workload::OwnedBox<D>& was = before[level][static_cast<std::size_t>(index)];
        if (was.owner != now.owner) {
          flow[{was.owner, now.owner}] += static_cast<double>(was.box.intersect(now.box).volume());
        }
      });
    }
  }
  std::vector<partition::Link> links;
  for (const auto& [way, cells] : flow) {
    links.push_back({way.first, way.second, 1.0, cells});
  }
  return links;
}

std::vector<double> held_cells(const RankTables& tables, std::size_t ranks) {
  const std::span<const double> cells(tables.cells);
  const std::size_t levels = cells.size() / ranks;
  std::vector<double> held;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    const auto own = cells.subspan(rank * levels, levels);
    held.push_back(std::reduce(own.begin(), own.end()));
  }
  return held;
}

Exchange to_exchange(std::span<const partition::Link> links, double bytes_per_cell,
                     const Platform& platform, std::span<const Place> places) {
  std::vector<Message> messages;
  messages.reserve(links.size());
  const auto host = [&](int rank) { return places[static_cast<std::size_t>(rank)].host; };
  SharedLink up;
  SharedLink down;
  for (const partition::Link& link : links) {
    const double bytes = link.cells * bytes_per_cell;
    const Link way = platform.route(host(link.from), host(link.to));
    messages.push_back({link.from, link.to, bytes, way.seconds(bytes)});
    if (platform.by_switch(host(link.from), host(link.to))) {
      up.add(host(link.from), bytes);
      down.add(host(link.to), bytes);
    }
  }
  for (Message& message : messages) {
    const std::size_t from = host(message.from);
    const std::size_t to = host(message.to);
    if (platform.by_switch(from, to)) {
      const double latency = platform.route(from, to).latency;
      message.seconds = std::max(
          {message.seconds,
           latency + up.bytes_before(from, message.bytes) / platform.hosts[from].link.bandwidth,
           latency + down.bytes_before(to, message.bytes) / platform.hosts[to].link.bandwidth});
    }
  }
  return {std::move(messages), places.size()};
}

std::vector<double> handling(const CostModel& model, const Exchange& exchange, std::size_t ranks,
                             End end) {
  if (exchange.is_empty() || (model.message_seconds == 0.0 && model.byte_seconds == 0.0)) {
    return {};
  }
  std::vector<double> amount(ranks, 0.0);
  for (const Message& message : exchange.messages()) {
    const int rank = end == End::kSender ? message.from : message.to;
    amount[static_cast<std::size_t>(rank)] +=
        (model.message_seconds + model.byte_seconds * message.bytes) * model.reference_speed;
  }
  return amount;
}

StepModel::StepModel(const CostModel& model, const Platform& platform,
                     std::span<const Place> places,
                     const std::vector<partition::LevelTraffic>& traffic, const RankTables& tables)
    : updates_(tables.cells), work_(tables.work), memory_(places.size(), 0.0) {
  const std::size_t levels = traffic.size();
  const std::size_t ranks = places.size();
  std::vector<LevelOps> ops(levels);
  double steps = 1.0;
  for (std::size_t level = 0; level < levels; ++level) {
    Op fill{.kind = Op::Kind::kExchange,
            .cost = Cost::kGhost,
            .level = level,
            .exchange = to_exchange(merged(traffic[level]), model.bytes_per_cell, platform, places),
            .nap = model.nap};
    Op compute{.level = level, .amount = std::vector<double>(ranks)};
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      const std::size_t entry = rank * levels + level;
      const double flop = model.flop_per_update(level);
      compute.amount[rank] = tables.work[entry] * flop;
      if (!fill.exchange.is_empty()) {
        compute.amount[rank] = tables.waiting[entry] * flop;
        fill.amount.push_back((tables.work[entry] - tables.waiting[entry]) * flop);
      }
      updates_[entry] *= steps;
      work_[entry] *= steps;
      memory_[rank] += tables.cells[entry] * model.bytes_per_cell * model.memory_factor;
    }
    ops[level].pack = keep_handling(model, fill, ranks, End::kSender);
    ops[level].unpack = keep_handling(model, fill, ranks, End::kReceiver);
    ops[level].fill = keep(std::move(fill));
    ops[level].compute = keep(std::move(compute));
    ops[level].average = keep(
        {.kind = Op::Kind::kExchange,
         .cost = Cost::kInterlevel,
         .level = level,
         .exchange = to_exchange(traffic[level].averages, model.bytes_per_cell, platform, places),
         .nap = model.nap});
    const Op& average = *ops[level].average;
    ops[level].pack_averages = keep_handling(model, average, ranks, End::kSender);
    ops[level].unpack_averages = keep_handling(model, average, ranks, End::kReceiver);
    steps *= model.substeps;
  }
  add_paging(model, platform, places, tables.cells, ops);
  advance(0, ops, model.substeps);
  if (model.step_seconds > 0.0) {
    step_.push_back(
        keep({.cost = Cost::kSense,
              .amount = std::vector<double>(ranks, model.step_seconds * model.reference_speed)}));
  }
  if (model.reduce && ranks > 1) {
    step_.push_back(keep({.kind = Op::Kind::kTogether,
                          .cost = Cost::kSense,
                          .amount = {reduce_seconds(platform, places)},
                          .nap = model.nap}));
  }
}

const Op* StepModel::keep(Op op) {
  ops_.push_back(std::move(op));
  return &ops_.back();
}

const Op* StepModel::keep_handling(const CostModel& model, const Op& exchange, std::size_t ranks,
                                   End end) {
  std::vector<double> flop = handling(model, exchange.exchange, ranks, end);
  return flop.empty()
             ? nullptr
             : keep({.cost = exchange.cost, .level = exchange.level, .amount = std::move(flop)});
}

/// Where a rank holds more than its share of the host's memory, each step of a level moves the part
/// of its data that has no room out and in again.
void StepModel::add_paging(const CostModel& model, const Platform& platform,
                           std::span<const Place> places, std::span<const double> cells,
                           std::vector<LevelOps>& ops) {
  const double bandwidth = model.out_of_core ? model.disk_bandwidth : model.page_bandwidth;
  for (std::size_t level = 0; level < ops.size(); ++level) {
    Op page{.kind = Op::Kind::kDelay, .cost = Cost::kPage, .level = level};
    page.amount.assign(places.size(), 0.0);
    for (std::size_t rank = 0; rank < places.size(); ++rank) {
      const Host& host = platform.hosts[places[rank].host];
      const double room = host.memory / host.cores;
      if (room > 0.0 && memory_[rank] > room) {
        const double bytes =
            cells[rank * ops.size() + level] * model.bytes_per_cell * model.memory_factor;
        page.amount[rank] = 2.0 * bytes * (1.0 - room / memory_[rank]) / bandwidth;
      }
    }
    if (std::ranges::max(page.amount) > 0.0) {
      ops[level].page = keep(std::move(page));
    }
  }
}

void StepModel::add(std::initializer_list<const Op*> ops) {
  for (const Op* op : ops) {
    if (op != nullptr && !(op->kind == Op::Kind::kExchange && op->exchange.is_empty())) {
      step_.push_back(op);
    }
  }
}

void StepModel::advance(std::size_t level, const std::vector<LevelOps>& ops, int substeps) {
  const LevelOps& mine = ops[level];
  add({mine.page, mine.pack, mine.fill, mine.unpack, mine.compute});
  if (level + 1 < ops.size()) {
    for (int substep = 0; substep < substeps; ++substep) {
      advance(level + 1, ops, substeps);
    }
    const LevelOps& finer = ops[level + 1];
    add({finer.pack_averages, finer.average, finer.unpack_averages});
  }
}

double reduce_seconds(const Platform& platform, std::span<const Place> places) {
  const TreeWays ways = ways_of(platform, places);
  return 2.0 *
         (rounds(ways.ranks) * ways.inside.latency + rounds(ways.sites) * ways.between.latency);
}

double gather_seconds(const CostModel& model, const Platform& platform,
                      std::span<const Place> places) {
  if (places.size() == 1) {
    return 0.0;
  }
  const TreeWays ways = ways_of(platform, places);
  const double bytes = model.gather_bytes;
  // Between sites each one's reports travel together.
  const double trunks = gather_among(ways.between, ways.sites, bytes * ways.ranks);
  if (model.gather_group == 0) {
    return gather_among(ways.inside, static_cast<double>(places.size()), bytes) + trunks;
  }
  const double group = std::min(ways.ranks, static_cast<double>(model.gather_group));
  const double groups = std::ceil(ways.ranks / group);
  // Leaders pass on what is no longer than one report: sums and the leader's own decision.
  return 2.0 * gather_among(ways.inside, group, bytes) + gather_among(ways.inside, groups, bytes) +
         gather_among(ways.between, ways.sites, bytes * groups);
}

#define EVENKEEL_INSTANTIATE(D)                                           \
  template Dealt<D> deal_out<D>(const std::vector<geometry::BoxList<D>>&, \
                                const workload::OwnerMap<D>&, int);       \
  template std::vector<partition::Link> moved<D>(const Dealt<D>&, const Dealt<D>&)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::simulator
