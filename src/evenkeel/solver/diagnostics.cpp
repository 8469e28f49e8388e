// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Integrals over the composite grid: each place counted once, on its finest level.
#include "evenkeel/solver/diagnostics.hpp"

#include <algorithm>
#include <cmath>

namespace evenkeel::solver {
namespace {

using geometry::Box;

/// A sum with the rounding errors kept apart.                                  (Neumaier 1974)
class Sum {
 public:
  void add(double value) {
    const double next = sum_ + value;
    lost_ += std::abs(sum_) >= std::abs(value) ? (sum_ - next) + value : (value - next) + sum_;
    sum_ = next;
  }
  double value() const { return sum_ + lost_; }

 private:
  double sum_ = 0.0;
  double lost_ = 0.0;
};

/// Collective. Sum over ranks, in rank order.
double sum_over_ranks(const comm::Communicator& communicator, double mine) {
  Sum sum;
  for (const double value : communicator.gather_all(mine)) {
    sum.add(value);
  }
  return sum.value();
}

template <int D>
double cell_volume(const hierarchy::Mesh<D>& mesh, int level) {
  double volume = 1.0;
  for (const double side : mesh.spacing(level)) {
    volume *= side;
  }
  return volume;
}

/// Calls fn(patch, cell) for every local cell that no finer level covers.
template <int D, class Fn>
void for_each_cell(const hierarchy::Hierarchy<D>& hierarchy, int level, const Fn& fn) {
  for (const storage::Patch<D>& patch : hierarchy.level(level).patches()) {
    for (const Box<D>& part : uncovered(hierarchy, level, patch.box)) {
      storage::for_each_row(part, [&](geometry::Index<D> cell, std::int32_t count) {
        for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
          fn(patch, cell);
        }
      });
    }
  }
}

/// Sums of one component's errors on this rank.
struct ErrorSums {
  Sum first;
  Sum second;
  double largest = 0.0;
};

template <int D>
bool add_errors(const hierarchy::Hierarchy<D>& hierarchy, const Application<D>& application,
                double time, std::vector<ErrorSums>& sums) {
  std::vector<double> exact(sums.size());
  bool is_known = true;
  for (int level = 0; level <= hierarchy.finest(); ++level) {
    const auto spacing = hierarchy.mesh().spacing(level);
    const double volume = cell_volume(hierarchy.mesh(), level);
    for_each_cell(hierarchy, level, [&](const storage::Patch<D>& patch, const auto& cell) {
      is_known =
          is_known && application.exact(hierarchy.mesh().center(level, cell), spacing, time, exact);
      for (std::size_t c = 0; is_known && c < sums.size(); ++c) {
        const double error = std::abs(patch.state.view()(static_cast<int>(c), cell) - exact[c]);
        sums[c].first.add(volume * error);
        sums[c].second.add(volume * error * error);
        sums[c].largest = std::max(sums[c].largest, error);
      }
    });
  }
  return is_known;
}

/// Collective. Integral of fn(value) of one component.
template <int D, class Fn>
double integral(const hierarchy::Hierarchy<D>& hierarchy, int component, const Fn& fn) {
  Sum sum;
  for (int level = 0; level <= hierarchy.finest(); ++level) {
    Sum cells;
    for_each_cell(hierarchy, level, [&](const storage::Patch<D>& patch, const auto& cell) {
      cells.add(fn(patch.state.view()(component, cell)));
    });
    sum.add(cells.value() * cell_volume(hierarchy.mesh(), level));
  }
  return sum_over_ranks(hierarchy.communicator(), sum.value());
}

}  // namespace

template <int D>
geometry::BoxList<D> uncovered(const hierarchy::Hierarchy<D>& hierarchy, int level,
                               const Box<D>& box) {
  if (level >= hierarchy.finest()) {
    return {box};
  }
  const hierarchy::Level<D>& finer = hierarchy.level(level + 1);
  const int ratio = hierarchy.mesh().ratio;
  geometry::BoxList<D> covered;
  finer.search().for_each(box.refine(ratio), [&](std::int32_t hit) {
    covered.push_back(finer.layout().boxes[static_cast<std::size_t>(hit)].coarsen(ratio));
  });
  return geometry::difference<D>({box}, covered);
}

template <int D>
double total(const hierarchy::Hierarchy<D>& hierarchy, int component) {
  return integral(hierarchy, component, [](double value) { return value; });
}

template <int D>
double total_magnitude(const hierarchy::Hierarchy<D>& hierarchy, int component) {
  return integral(hierarchy, component, [](double value) { return std::abs(value); });
}

template <int D>
std::optional<std::vector<ErrorNorms>> error_norms(const hierarchy::Hierarchy<D>& hierarchy,
                                                   const Application<D>& application, double time) {
  const comm::Communicator& communicator = hierarchy.communicator();
  std::vector<ErrorSums> sums(application.components().size());
  const bool is_known = application.knows_exact() && add_errors(hierarchy, application, time, sums);
  if (communicator.min(is_known ? 1.0 : 0.0) < 0.5) {
    return std::nullopt;
  }
  double domain = 1.0;
  for (std::size_t d = 0; d < D; ++d) {
    domain *= hierarchy.mesh().upper[d] - hierarchy.mesh().lower[d];
  }
  std::vector<ErrorNorms> norms;
  for (const ErrorSums& mine : sums) {
    const double mean = sum_over_ranks(communicator, mine.first.value()) / domain;
    const double square = sum_over_ranks(communicator, mine.second.value()) / domain;
    const double largest = communicator.max(mine.largest);  // of errors that are numbers
    norms.push_back({mean, std::sqrt(square), std::isnan(mean) ? mean : largest});
  }
  return norms;
}

template <int D>
std::vector<double> monitored(const hierarchy::Hierarchy<D>& hierarchy,
                              const Application<D>& application) {
  std::vector<double> densities(application.monitors().size());
  std::vector<Sum> sums(densities.size());
  for (int level = 0; level <= hierarchy.finest(); ++level) {
    const hierarchy::Mesh<D>& mesh = hierarchy.mesh();
    const Place<D> place{level, mesh.lower, mesh.spacing(level)};
    const double volume = cell_volume(mesh, level);
    for_each_cell(hierarchy, level, [&](const storage::Patch<D>& patch, const auto& cell) {
      application.measure(patch.state.view(), cell, place, densities);
      for (std::size_t m = 0; m < sums.size(); ++m) {
        sums[m].add(volume * densities[m]);
      }
    });
  }
  std::vector<double> integrals;
  for (const Sum& mine : sums) {
    integrals.push_back(sum_over_ranks(hierarchy.communicator(), mine.value()));
  }
  return integrals;
}

template double total(const hierarchy::Hierarchy<1>&, int);
template double total(const hierarchy::Hierarchy<2>&, int);
template double total(const hierarchy::Hierarchy<3>&, int);
template double total_magnitude(const hierarchy::Hierarchy<1>&, int);
template double total_magnitude(const hierarchy::Hierarchy<2>&, int);
template double total_magnitude(const hierarchy::Hierarchy<3>&, int);
template std::optional<std::vector<ErrorNorms>> error_norms(const hierarchy::Hierarchy<1>&,
                                                            const Application<1>&, double);
template std::optional<std::vector<ErrorNorms>> error_norms(const hierarchy::Hierarchy<2>&,
                                                            const Application<2>&, double);
template std::optional<std::vector<ErrorNorms>> error_norms(const hierarchy::Hierarchy<3>&,
                                                            const Application<3>&, double);
template std::vector<double> monitored(const hierarchy::Hierarchy<1>&, const Application<1>&);
template std::vector<double> monitored(const hierarchy::Hierarchy<2>&, const Application<2>&);
template std::vector<double> monitored(const hierarchy::Hierarchy<3>&, const Application<3>&);
template geometry::BoxList<1> uncovered(const hierarchy::Hierarchy<1>&, int,
                                        const geometry::Box<1>&);
template geometry::BoxList<2> uncovered(const hierarchy::Hierarchy<2>&, int,
                                        const geometry::Box<2>&);
template geometry::BoxList<3> uncovered(const hierarchy::Hierarchy<3>&, int,
                                        const geometry::Box<3>&);

}  // namespace evenkeel::solver
