// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What all libraries are asked, and what is kept from them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::adapters {

/// A problem as libraries can take it: every part has capacity, there is load, and there are more
/// units than parts.
struct Task {
  const workload::UnitList& units;
  std::vector<double> share;  ///< [parts] > 0, sums to 1
  std::vector<double> load;   ///< [units] sum over levels; 1 for all where nothing has load

  std::size_t parts() const { return share.size(); }
};

/// Answers what no library can be asked - parts without capacity, one part, no more units than
/// parts (the heaviest unit then goes to the fastest part) - and leaves the rest to one.
class LibraryPartitioner : public partition::Partitioner {
 public:
  partition::Owners assign(const partition::Problem& problem) const final;

 private:
  /// A part of \p task for every unit.
  /// \throws SystemError if the library fails
  virtual std::vector<int> divide(const Task& task) const = 0;
};

/// Units that share faces, in compressed rows; every edge is in the rows of both its ends.
struct Graph {
  std::vector<int> first;      ///< [units + 1]
  std::vector<int> other;      ///< [edges] ascending in each row
  std::vector<double> weight;  ///< [edges] see partition::Faces
};

/// Cost: O(units + faces).
Graph face_graph(const workload::UnitList& units);

/// \p weights as whole numbers for libraries that count in 32 bits: as they are where they are
/// whole and sum to at most \p limit, else scaled so that they sum to about that. None that is
/// positive becomes zero.
std::vector<std::int32_t> whole_numbers(std::span<const double> weights, double limit);

/// \p numbers in the width a library counts in, or back in ours.
template <class To, class From>
std::vector<To> in_width(const std::vector<From>& numbers) {
  return std::vector<To>(numbers.begin(), numbers.end());
}

}  // namespace evenkeel::adapters
