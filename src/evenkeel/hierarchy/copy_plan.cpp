// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Lists of copies, ordered alike at both ends, and their messages.
#include "evenkeel/hierarchy/copy_plan.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/geometry/periodic.hpp"
#include "evenkeel/hierarchy/booking.hpp"

namespace evenkeel::hierarchy {
namespace {

template <int D>
TimedView<D> timed(const SourceValues<D>& values, std::int32_t source) {
  const auto place = static_cast<std::size_t>(source);
  if (values.before.empty()) {
    return {values.now[place]};
  }
  TimedView<D> view{values.now[place], values.before[place], values.weights, {}};
  for (std::size_t k = 0; k < kMostRates; ++k) {
    if (!values.rates[k].empty()) {
      view.rates[k] = values.rates[k][place];
    }
  }
  return view;
}

}  // namespace

template <int D>
CopyPlan<D>::CopyPlan(const comm::Communicator& communicator, int components, int tag,
                      telemetry::Phase phase)
    : communicator_(&communicator), components_(components), tag_(tag), phase_(phase) {}

template <int D>
std::size_t CopyPlan<D>::add_group(const Sources<D>& sources, std::span<const Target<D>> targets,
                                   std::span<const geometry::Index<D>> shifts) {
  const int rank = communicator_->rank();
  places_ = local_places(sources.owners, rank);
  hull_ = {};
  for (const geometry::Box<D>& box : sources.boxes) {
    hull_ = hull_.hull(box);
  }
  const auto mine = [rank](const Target<D>& target) { return target.owner == rank; };
  const std::size_t group =
      add_group(static_cast<std::size_t>(std::ranges::count_if(targets, mine)));
  const std::size_t before = local_.size();
  std::int32_t slot = 0;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    add_target(sources, targets[i], shifts, mine(targets[i]) ? slot++ : -1);
    if (i == targets.size() / 16) {  // room for the others, if they are like these
      local_.reserve(before + 18 * (local_.size() - before));
    }
  }
  places_ = {};
  return group;
}

template <int D>
std::size_t CopyPlan<D>::add_group(std::size_t local_targets) {
  EVENKEEL_EXPECT(!exchange_.has_value());
  wants_.emplace_back(local_targets);
  return wants_.size() - 1;
}

template <int D>
void CopyPlan<D>::add_target(const Sources<D>& sources, const Target<D>& target,
                             std::span<const geometry::Index<D>> shifts, std::int32_t slot) {
  for (std::size_t s = 0; s < shifts.size(); ++s) {
    const geometry::Box<D> query = target.region.shift(geometry::opposite<D>(shifts[s]));
    if (!query.intersects(hull_)) {
      continue;
    }
    hits_.clear();
    sources.search->for_each(query, [&](std::int32_t hit) {
      if (slot >= 0 || places_[static_cast<std::size_t>(hit)] >= 0) {
        hits_.push_back(hit);
      }
    });
    std::ranges::sort(hits_);
    for (const std::int32_t hit : hits_) {
      const auto source = static_cast<std::size_t>(hit);
      if (hit == target.self && shifts[s] == geometry::Index<D>{}) {
        continue;
      }
      const geometry::Box<D> region = sources.boxes[source].shift(shifts[s]);
      add({region.intersect(target.region), shifts[s], places_[source], slot},
          sources.owners[source], target.owner);
    }
  }
}

template <int D>
void CopyPlan<D>::add(const Copy<D>& copy, int from, int to) {
  const int rank = communicator_->rank();
  const auto group = static_cast<std::int32_t>(wants_.size()) - 1;
  if (to == rank) {
    Wanted& wanted = wants_.back()[static_cast<std::size_t>(copy.target)];
    wanted.cells += copy.region.volume();
    wanted.waits = wanted.waits || from != rank;
    (from == rank ? local_ : receives_).push_back({copy, group, from});
  } else if (from == rank) {
    sends_.push_back({copy, group, to});
  }
}

template <int D>
std::size_t CopyPlan<D>::bytes(const std::vector<Listed>& list, const Range& range) const {
  std::int64_t cells = 0;
  for (std::size_t i = range.first; i < range.last; ++i) {
    cells += list[i].copy.region.volume();
  }
  return static_cast<std::size_t>(cells * components_) * sizeof(double);
}

template <int D>
void CopyPlan<D>::seal(const IsSpare& is_spare) {
  const auto spare = std::ranges::stable_partition(local_, [&](const Listed& listed) {
    return !is_spare || !is_spare(listed.copy, static_cast<std::size_t>(listed.group));
  });
  needed_ = local_.size() - spare.size();
  connect();
}

/// Makes the messages of what is listed.
template <int D>
void CopyPlan<D>::connect() {
  send_ranges_.clear();
  receive_ranges_.clear();
  std::ranges::stable_sort(sends_, {}, &Listed::peer);
  std::ranges::stable_sort(receives_, {}, &Listed::peer);
  std::vector<comm::Neighbour> neighbours;
  std::size_t send = 0;
  std::size_t receive = 0;
  const auto run_of = [](const std::vector<Listed>& list, std::size_t first, std::int32_t peer) {
    Range range{first, first};
    while (range.last < list.size() && list[range.last].peer == peer) {
      ++range.last;
    }
    return range;
  };
  while (send < sends_.size() || receive < receives_.size()) {
    const std::int32_t peer =
        std::min(send < sends_.size() ? sends_[send].peer : communicator_->size(),
                 receive < receives_.size() ? receives_[receive].peer : communicator_->size());
    send_ranges_.push_back(run_of(sends_, send, peer));
    receive_ranges_.push_back(run_of(receives_, receive, peer));
    send = send_ranges_.back().last;
    receive = receive_ranges_.back().last;
    neighbours.push_back(
        {peer, bytes(sends_, send_ranges_.back()), bytes(receives_, receive_ranges_.back())});
  }
  exchange_.emplace(*communicator_, std::move(neighbours), tag_);
}

template <int D>
CopyPlan<D> CopyPlan<D>::only(std::size_t group, int tag) const {
  CopyPlan part(*communicator_, components_, tag, phase_);
  const auto take = [group](std::span<const Listed> all, std::vector<Listed>& some) {
    std::ranges::copy_if(all, std::back_inserter(some), [group](const Listed& listed) {
      return static_cast<std::size_t>(listed.group) == group;
    });
  };
  take(std::span(local_).first(needed_), part.local_);
  take(sends_, part.sends_);
  take(receives_, part.receives_);
  part.seal();
  return part;
}

template <int D>
std::vector<bool> CopyPlan<D>::sent(std::size_t group, std::size_t count) const {
  std::vector<bool> sent(count, false);
  for (const Listed& listed : sends_) {
    if (static_cast<std::size_t>(listed.group) == group) {
      sent[static_cast<std::size_t>(listed.copy.source)] = true;
    }
  }
  return sent;
}

template <int D>
void CopyPlan<D>::send(std::span<const SourceValues<D>> from, int components) {
  const Booking booking(*communicator_, phase_);
  EVENKEEL_DEBUG(!is_sent_);
  is_sent_ = true;
  copied_ = components == 0 ? components_ : components;
  exchange_->begin();
  for (std::size_t n = 0; n < send_ranges_.size(); ++n) {
    exchange_->send(n, pack(n, from));
  }
}

template <int D>
CopyPlan<D> CopyPlan<D>::part(const Goes& goes, int tag) {
  CopyPlan parted(*communicator_, components_, tag, phase_);
  const auto take = [&goes](std::vector<Listed>& all, std::vector<Listed>& some) {
    const auto going = std::ranges::stable_partition(all, [&goes](const Listed& listed) {
      return !goes(listed.copy, static_cast<std::size_t>(listed.group));
    });
    some.assign(going.begin(), going.end());
    all.erase(going.begin(), going.end());
  };
  take(sends_, parted.sends_);
  take(receives_, parted.receives_);
  for (std::vector<Wanted>& group : wants_) {
    std::ranges::for_each(group, [](Wanted& wanted) { wanted.waits = false; });
  }
  for (const Listed& listed : receives_) {
    wants_[static_cast<std::size_t>(listed.group)][static_cast<std::size_t>(listed.copy.target)]
        .waits = true;
  }
  connect();
  parted.connect();
  return parted;
}

template <int D>
void CopyPlan<D>::join(CopyPlan&& parted) {
  const auto add = [](std::vector<Listed>& all, const std::vector<Listed>& some) {
    all.insert(all.end(), some.begin(), some.end());
  };
  add(sends_, parted.sends_);
  add(receives_, parted.receives_);
  connect();
}

template <int D>
void CopyPlan<D>::drop_sent() {
  if (std::exchange(is_sent_, false)) {
    while (exchange_->next_arrival() >= 0) {
    }
  }
}

template <int D>
void CopyPlan<D>::begin(std::span<const SourceValues<D>> from,
                        std::span<const std::span<const storage::View<D>>> to, Copies which,
                        int components, int spare) {
  const Booking booking(*communicator_, phase_);
  if (!is_sent_) {
    send(from, components);
  }
  is_sent_ = false;
  const std::span<const Listed> local(local_);
  for (const Listed& listed : local.first(needed_)) {
    copy_local(listed, from, to, copied_);
  }
  if (which == Copies::kAll) {
    for (const Listed& listed : local.subspan(needed_)) {
      copy_local(listed, from, to, listed.group == 0 && spare > 0 ? spare : copied_);
    }
  }
}

template <int D>
void CopyPlan<D>::copy_local(const Listed& listed, std::span<const SourceValues<D>> from,
                             std::span<const std::span<const storage::View<D>>> to,
                             int components) const {
  const Copy<D>& copy = listed.copy;
  const auto group = static_cast<std::size_t>(listed.group);
  const SourceValues<D>& values = from[group];
  const storage::View<D>& target = to[group][static_cast<std::size_t>(copy.target)];
  if (values.before.empty()) {
    copy_region(values.now[static_cast<std::size_t>(copy.source)], target, copy.region, copy.shift,
                components);
  } else {
    copy_region(timed(values, copy.source), target.first(components), copy.region, copy.shift);
  }
}

template <int D>
void CopyPlan<D>::finish(std::span<const std::span<const storage::View<D>>> to) {
  const Booking booking(*communicator_, phase_);
  for (int n = exchange_->next_arrival(); n >= 0; n = exchange_->next_arrival()) {
    unpack(static_cast<std::size_t>(n), to);
  }
}

template <int D>
bool CopyPlan<D>::take_arrived(std::span<const std::span<const storage::View<D>>> to,
                               double patience) {
  const Booking booking(*communicator_, phase_);
  const double end = wall_seconds() + patience;
  const auto next = [&] { return exchange_->arrival_within(end - wall_seconds()); };
  std::optional<int> n = next();
  for (; n && *n >= 0; n = next()) {
    unpack(static_cast<std::size_t>(*n), to);
  }
  return n.has_value();
}

template <int D>
std::size_t CopyPlan<D>::pack(std::size_t neighbour, std::span<const SourceValues<D>> from) {
  auto* const buffer = reinterpret_cast<double*>(exchange_->outgoing(neighbour).data());
  double* out = buffer;
  for (std::size_t i = send_ranges_[neighbour].first; i < send_ranges_[neighbour].last; ++i) {
    const Copy<D>& copy = sends_[i].copy;
    copy_region(timed(from[static_cast<std::size_t>(sends_[i].group)], copy.source),
                packed_view(out, copy.region, copied_), copy.region, copy.shift);
    out += copy.region.volume() * copied_;
  }
  return static_cast<std::size_t>(out - buffer) * sizeof(double);
}

template <int D>
void CopyPlan<D>::unpack(std::size_t neighbour,
                         std::span<const std::span<const storage::View<D>>> to) {
  // Only read: a view has no const form.
  auto* in =
      const_cast<double*>(reinterpret_cast<const double*>(exchange_->incoming(neighbour).data()));
  for (std::size_t i = receive_ranges_[neighbour].first; i < receive_ranges_[neighbour].last; ++i) {
    const Copy<D>& copy = receives_[i].copy;
    const auto group = static_cast<std::size_t>(receives_[i].group);
    copy_region({packed_view(in, copy.region, copied_)},
                to[group][static_cast<std::size_t>(copy.target)].first(copied_), copy.region, {});
    in += copy.region.volume() * copied_;
  }
}

template <int D>
std::int64_t CopyPlan<D>::local_cells() const {
  std::int64_t cells = 0;
  for (const Listed& listed : local_) {
    cells += listed.copy.region.volume();
  }
  return cells;
}

template <int D>
std::int64_t CopyPlan<D>::sent_bytes() const {
  return static_cast<std::int64_t>(bytes(sends_, {0, sends_.size()}));
}

template <int D>
std::int64_t CopyPlan<D>::received_bytes() const {
  return static_cast<std::int64_t>(bytes(receives_, {0, receives_.size()}));
}

template <int D>
std::int64_t CopyPlan<D>::messages() const {
  return std::ranges::count_if(send_ranges_, [](const Range& r) { return r.last > r.first; });
}

template class CopyPlan<1>;
template class CopyPlan<2>;
template class CopyPlan<3>;

}  // namespace evenkeel::hierarchy
