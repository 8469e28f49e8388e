// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Fine values from coarse ones: the choice between the ways.
#include "evenkeel/solver/prolong.hpp"

namespace evenkeel::solver {

template <int D>
void prolong(const Application<D>& application, const storage::View<D>& coarse,
             const storage::View<D>& fine, const geometry::Box<D>& region, int ratio,
             Scratch& scratch) {
  switch (application.transfer()) {
    case Transfer::kCellAverage:
      return prolong_linear(application, coarse, fine, region, ratio, scratch);
    case Transfer::kSmoothAverage:
      return prolong_smooth(application, coarse, fine, region, ratio, scratch);
    case Transfer::kPointValue:
      return prolong_quintic(coarse, fine, region, ratio, scratch);
  }
}

template void prolong(const Application<1>&, const storage::View<1>&, const storage::View<1>&,
                      const geometry::Box<1>&, int, Scratch&);
template void prolong(const Application<2>&, const storage::View<2>&, const storage::View<2>&,
                      const geometry::Box<2>&, int, Scratch&);
template void prolong(const Application<3>&, const storage::View<3>&, const storage::View<3>&,
                      const geometry::Box<3>&, int, Scratch&);

}  // namespace evenkeel::solver
