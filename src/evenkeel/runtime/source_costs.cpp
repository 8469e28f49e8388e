// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Who has a use for which counts.
#include "evenkeel/runtime/source_costs.hpp"

#include "evenkeel/runtime/block_costs.hpp"

namespace evenkeel::runtime {

template <int D>
SourceCosts<D>::SourceCosts(hierarchy::Hierarchy<D>& hierarchy,
                            const solver::Application<D>& application, const io::Case& settings)
    : hierarchy_(&hierarchy),
      has_source_(application.has_source()),
      weigh_blocks_(has_source_ && hierarchy.communicator().size() > 1 &&
                    settings.flag("partition.cell_costs")),
      is_traced_(has_source_ && settings.flag("output.trace")) {}

template <int D>
void SourceCosts<D>::add(solver::StepReport& report) {
  has_counted_ = true;
  if (has_source_) {
    price_.add(report);
    price_.apply_to(report);
  }
}

template <int D>
void SourceCosts<D>::collect() {
  if (weigh_blocks_ || is_traced_) {
    ledger_.collect(*hierarchy_);
  }
}

template <int D>
std::vector<double> SourceCosts<D>::of_blocks(int granularity) const {
  return block_costs<D>(hierarchy_->communicator(), hierarchy_->mesh(), granularity,
                        ledger_.tiles(), price_.price());
}

template <int D>
std::vector<std::vector<double>> SourceCosts<D>::of_boxes(
    std::span<const geometry::BoxList<D>> boxes) const {
  return is_traced_ && has_counted_
             ? ledger_.box_costs(hierarchy_->communicator(), hierarchy_->mesh(), boxes)
             : std::vector<std::vector<double>>();
}

template <int D>
void SourceCosts<D>::price(workload::TraceHeader& header) {
  if (!is_traced_) {
    return;
  }
  header.source_price = measure_price();
  const std::vector<double> means = price_.mean_costs(hierarchy_->communicator());
  for (std::size_t level = 0; level < header.seconds_per_update.size(); ++level) {
    header.seconds_per_update[level] /= level < means.size() ? means[level] : 1.0;
  }
}

template class SourceCosts<1>;
template class SourceCosts<2>;
template class SourceCosts<3>;

}  // namespace evenkeel::runtime
