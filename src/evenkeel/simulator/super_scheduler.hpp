// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The interface of rules by which an adaptive job gets processors of several sites.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "evenkeel/core/registry.hpp"
#include "evenkeel/simulator/local_scheduler.hpp"

namespace evenkeel::simulator {

/// One site, as the information services tell.
struct SiteView {
  int free = 0;        ///< processors nobody uses, as last told
  int held = 0;        ///< by the job
  int wanted = 0;      ///< of those held, on which local jobs would start at once
  double speed = 1.0;  ///< of one processor [flop/s]
  int reserved = 0;    ///< processors promised to the job
  const FreeProfile* promises = nullptr;  ///< for rules that look ahead
};

struct GridView {
  std::span<const SiteView> sites;
  bool started = false;
  double load = 1.0;     ///< of the job now, as a share of its peak
  int least = 1;         ///< processors it needs to run at all
  int most = 1;          ///< processors for its peak
  double now = 0.0;      ///< [s]
  double request = 0.0;  ///< how long it asks for [s]
  bool has_reservation = false;
  bool reservation_is_due = false;  ///< its processors are free for it
};

/// Processors that the job is to hold from now on, and whether it runs on them.
struct Grant {
  std::vector<int> processors;  ///< [sites]; a site gives no more than it has free
  bool start = false;
  std::optional<double> reserve_at = {};  ///< the processors are not held but promised [s]
};

/// Asked whenever something happens while the job waits, and at its regrids. A pure function.
class SuperScheduler {
 public:
  virtual ~SuperScheduler() = default;
  virtual Grant decide(const GridView& grid) const = 0;

  /// Whether it wants to know what sites promise, which takes time to find out.
  virtual bool looks_ahead() const { return false; }
};

/// Adds every rule in super_schedulers/. Generated from the file names there.
void register_builtin(Registry<SuperScheduler>& registry);

/// Processors held now, [sites].
std::vector<int> held_of(const GridView& grid);

/// Places of the sites, those of the fastest processors first.
std::vector<std::size_t> fastest_first(const GridView& grid);

/// Processors for the peak from \p time on as sites promise them, of the fastest sites first; fewer
/// where there are fewer. [sites]
std::vector<int> promised_at(const GridView& grid, double time);

/// What a rule does that reserves processors for the peak once: asks \p time from when, waits,
/// starts, keeps them.
Grant reserve_once(const GridView& grid, const std::function<double()>& time);

/// Adds free processors to \p processors, of the fastest sites first, until there are \p wanted in
/// all or no more; none where local jobs wait for held ones.
void take_free(const GridView& grid, int wanted, std::vector<int>& processors);

}  // namespace evenkeel::simulator
