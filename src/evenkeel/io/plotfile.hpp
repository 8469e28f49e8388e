// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Plot files in AMReX's layout, for yt, ParaView and VisIt.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "evenkeel/hierarchy/hierarchy.hpp"

namespace evenkeel::io {

/// What is made of the state, cell by cell.
struct DerivedQuantity {
  std::string name;  ///< without blanks
  /// Sets \p out for a row of cells. \param values  shape [components], each the row's values
  std::function<void(std::span<const double* const> values, std::span<double> out)> make;
};

/// What a plot file says beside the values.
struct PlotInfo {
  double time = 0.0;
  std::int64_t step = 0;
  std::vector<std::int64_t> level_steps;  ///< shape [levels]; empty: \p step for every level
  std::vector<std::string> components;    ///< names of the state's components, without blanks
  std::vector<DerivedQuantity> derived;   ///< what else is to be written of the state
  double capacity_share = 1.0;            ///< of this rank
  bool subcycles = true;                  ///< finer levels make more steps than coarser ones
};

/// Writes all levels to the directory \p dir: the state, what is derived of it, then the components
/// rank, cost and capacity_share, which are constant on a patch. Its cost is in cell updates per
/// base-level step: cells, times the refinement ratio to the base where levels subcycle.
///
/// Collective over the hierarchy's communicator. Written to DIR.tmp, then renamed; an older plot
/// file of that name is replaced. A one-dimensional run also gets DIR.csv: x, level, dx and all
/// components of the cells that no finer level covers, in order of x. One file per level and rank
/// up to 64 ranks, which then share files.
///
/// \throws SystemError on every rank if some rank cannot write; nothing is left behind
template <int D>
void write_plotfile(const std::filesystem::path& dir, const hierarchy::Hierarchy<D>& hierarchy,
                    const PlotInfo& info);

}  // namespace evenkeel::io
