// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What source terms cost where, for owners and for the trace.
#include "evenkeel/runtime/block_costs.hpp"
#include "evenkeel/runtime/main_loop.hpp"

namespace evenkeel::runtime {

template <int D>
bool MainLoop<D>::weighs_blocks() const {
  return application_->has_source() && world_->size() > 1 && settings_.flag("partition.cell_costs");
}

template <int D>
void MainLoop<D>::keep_costs() {
  if (weighs_blocks() || (application_->has_source() && settings_.flag("output.trace"))) {
    costs_.collect(hierarchy_);
  }
}

/// Tells placement what source terms have cost where, as far as they have run.
template <int D>
void MainLoop<D>::weigh_blocks() {
  if (!weighs_blocks() || integrator_.clock().step == first_step_) {
    return;
  }
  if (!settings_.flag("manage.deterministic")) {
    JsonLine found;
    publish(telemetry::kind::kWeigh,
            std::move(found.add("source_price", source_price_.measure(*world_))));
  }
  placement_.weigh_blocks(block_costs<D>(*world_, mesh_, placement_.granularity(), costs_.tiles(),
                                         source_price_.price()));
}

template <int D>
std::vector<std::vector<double>> MainLoop<D>::box_costs() const {
  const bool counts = application_->has_source() && settings_.flag("output.trace");
  const bool has_counted = integrator_.clock().step > first_step_;
  return counts && has_counted ? costs_.box_costs(*world_, mesh_, placement_.boxes())
                               : std::vector<std::vector<double>>();
}

template <int D>
void MainLoop<D>::price_sources(workload::TraceHeader& header) {
  if (!application_->has_source() || !settings_.flag("output.trace")) {
    return;
  }
  header.source_price = source_price_.measure(*world_);
  const std::vector<double> means = source_price_.mean_costs(*world_);
  for (std::size_t level = 0; level < header.seconds_per_update.size(); ++level) {
    header.seconds_per_update[level] /= level < means.size() ? means[level] : 1.0;
  }
}

#define EVENKEEL_INSTANTIATE(D)                                             \
  template bool MainLoop<D>::weighs_blocks() const;                         \
  template void MainLoop<D>::keep_costs();                                  \
  template void MainLoop<D>::weigh_blocks();                                \
  template std::vector<std::vector<double>> MainLoop<D>::box_costs() const; \
  template void MainLoop<D>::price_sources(workload::TraceHeader&)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::runtime
