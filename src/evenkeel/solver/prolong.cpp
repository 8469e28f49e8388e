// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Fine values from coarse ones: the choice between the ways.
#include "evenkeel/solver/prolong.hpp"

namespace evenkeel::solver {

template <int D>
void prolong(const Application<D>& application, const storage::View<D>& coarse,
             std::span<const Refined<D>> parts, int ratio, Scratch& scratch) {
  const Transfer transfer = application.transfer();
  if (transfer == Transfer::kCellAverage) {
    prolong_linear(application, coarse, parts, ratio, scratch);
    return;
  }
  for (const Refined<D>& part : parts) {
    if (transfer == Transfer::kSmoothAverage) {
      prolong_smooth(application, coarse, part.fine, part.region, ratio, scratch);
    } else {
      prolong_quintic(coarse, part, ratio, scratch);
    }
  }
}

template void prolong(const Application<1>&, const storage::View<1>&, std::span<const Refined<1>>,
                      int, Scratch&);
template void prolong(const Application<2>&, const storage::View<2>&, std::span<const Refined<2>>,
                      int, Scratch&);
template void prolong(const Application<3>&, const storage::View<3>&, std::span<const Refined<3>>,
                      int, Scratch&);

}  // namespace evenkeel::solver
