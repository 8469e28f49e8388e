// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Shares of the work that unequal processors should get, and what giving them is worth.
#pragma once

#include <span>
#include <vector>

namespace evenkeel::machine {

/// What one processor can offer now. Each >= 0.
struct Resources {
  double cpu = 0.0;        ///< idle fraction times benchmark rate [flop/s]
  double memory = 0.0;     ///< free memory [byte]
  double bandwidth = 0.0;  ///< link bandwidth [byte/s]
};

/// How much an application cares about each resource. Sums to 1.
struct CapacityWeights {
  double cpu = 1.0;
  double memory = 0.0;
  double bandwidth = 0.0;
};

/// Share of the work each processor should get:
///
///   C_k = w_p P_k + w_m M_k + w_b B_k                     (Sinha & Parashar 2002, eq. 1)
///
/// where P_k, M_k, B_k are the resources divided by their sum over processors. A resource nobody
/// has counts as equal shares.
///
/// \param resources  shape [processors], at least one
/// \returns          shape [processors], sums to 1
std::vector<double> relative_capacity(std::span<const Resources> resources,
                                      const CapacityWeights& weights);

/// Equal shares for \p processors.
std::vector<double> equal_capacity(std::size_t processors);

/// \p capacity divided by its sum, however large; equal shares when all of it is zero.
///
/// \param capacity  shape [processors], at least one
/// \throws InputError if an amount is negative or not finite
std::vector<double> normalise(std::span<const double> capacity);

/// What perfect shares save of the time with equal shares, as a fraction of it:
///
///   RC = 1 - P v_min / sum_k v_k                          (Faik 2005, section 4.1, general form)
///
/// The printed two-speed formula is the case of at least one slow processor. 0 for equal speeds.
///
/// \param speed  shape [processors], at least one, >= 0, any common unit, sum > 0
double ideal_relative_change(std::span<const double> speed);

/// Degree of heterogeneity H: population standard deviation of v / max v.  (Faik 2005, section 4.3)
///
/// \param speed  as for ideal_relative_change
double heterogeneity(std::span<const double> speed);

}  // namespace evenkeel::machine
