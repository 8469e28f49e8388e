// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What source terms cost where, for owners and for the trace.
#pragma once

#include <span>
#include <vector>

#include "evenkeel/hierarchy/hierarchy.hpp"
#include "evenkeel/io/case_file.hpp"
#include "evenkeel/runtime/cost_ledger.hpp"
#include "evenkeel/runtime/source_price.hpp"
#include "evenkeel/solver/integrator.hpp"
#include "evenkeel/workload/trace.hpp"

namespace evenkeel::runtime {

/// Counts of source terms and their price, as far as this run has a use for them.
template <int D>
class SourceCosts {
 public:
  /// All outlive this object.
  SourceCosts(hierarchy::Hierarchy<D>& hierarchy, const solver::Application<D>& application,
              const io::Case& settings);

  /// Whether owners are to be found by what source terms cost.
  bool weigh_blocks() const { return weigh_blocks_; }
  /// Whether any of this run has been counted.
  bool has_counted() const { return has_counted_; }

  /// Hears of a step and prices its work. Not collective.
  void add(solver::StepReport& report);

  /// Takes what patches have counted, before they are replaced. Not collective.
  void collect();

  /// A new regrid of the base: what has been collected is told.
  void clear() { ledger_.clear(); }

  /// Collective. \see SourcePrice::measure
  double measure_price() { return price_.measure(hierarchy_->communicator()); }
  double price() const { return price_.price(); }
  /// From a checkpoint.
  void restore(double price) { price_.restore(price); }

  /// Collective. \see block_costs
  std::vector<double> of_blocks(int granularity) const;

  /// Collective. Empty where the trace has no use for it. \see CostLedger::box_costs
  std::vector<std::vector<double>> of_boxes(std::span<const geometry::BoxList<D>> boxes) const;

  /// Seconds per update become those of ordinary cells, as far as source terms cost more.
  /// Collective.
  void price(workload::TraceHeader& header);

 private:
  hierarchy::Hierarchy<D>* hierarchy_;
  bool has_source_;
  bool weigh_blocks_;
  bool is_traced_;
  bool has_counted_ = false;
  SourcePrice price_;
  CostLedger<D> ledger_;  ///< since the last regrid of the base
};

}  // namespace evenkeel::runtime
