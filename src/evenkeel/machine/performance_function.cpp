// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Least squares with columns dropped until the fit is sound.
#include "evenkeel/machine/performance_function.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <Eigen/Dense>

namespace evenkeel::machine {
namespace {

constexpr double kMaxCondition = 1e8;
constexpr double kRounding = 1e-9;  ///< of T, by which it may fall

using Coefficients = std::array<double, PerformanceFunction::kTerms>;
using Columns = std::vector<std::size_t>;

Coefficients terms(double w, double v) {
  return {1.0, w, v, w * v, w * w, v * v, w * w * v, w * v * v, w * w * v * v};
}

double value(const Coefficients& coefficients, double w, double v) {
  const Coefficients term = terms(w, v);
  double sum = 0.0;
  for (std::size_t k = 0; k < term.size(); ++k) {
    sum += coefficients[k] * term[k];
  }
  return sum;
}

/// dT/dW.
double slope(const Coefficients& a, double w, double v) {
  return a[1] + a[3] * v + a[7] * v * v + 2.0 * w * (a[4] + a[6] * v + a[8] * v * v);
}

/// Steps with work in units of the mean.
struct Data {
  std::span<const StepSample> steps;
  double unit;
  std::set<double> works;
  std::set<double> levels;
};

Data data_of(std::span<const StepSample> steps) {
  Data data{steps, 0.0, {}, {}};
  for (const StepSample& step : steps) {
    data.unit += step.work / static_cast<double>(steps.size());
  }
  data.unit = data.unit > 0.0 ? data.unit : 1.0;
  for (const StepSample& step : steps) {
    data.works.insert(step.work / data.unit);
    data.levels.insert(step.level);
  }
  return data;
}

Columns columns_for(const Data& data) {
  Columns columns = {0, 1};
  const bool levels = data.levels.size() >= 3;
  const bool squares = data.works.size() >= 3;
  for (const std::size_t column : {2, 3, 4, 5, 6, 7, 8}) {
    const bool has_level = column != 4;
    const bool has_square = column == 4 || column == 6 || column == 8;
    if ((levels || !has_level) && (squares || !has_square)) {
      columns.push_back(column);
    }
  }
  return columns;
}

/// Coefficients by least squares, after dropping what makes the system ill conditioned.
Coefficients solve(const Data& data, Columns columns) {
  const auto rows = static_cast<Eigen::Index>(data.steps.size());
  while (true) {
    Eigen::MatrixXd matrix(rows, static_cast<Eigen::Index>(columns.size()));
    Eigen::VectorXd seconds(rows);
    for (Eigen::Index row = 0; row < rows; ++row) {
      const StepSample& step = data.steps[static_cast<std::size_t>(row)];
      const Coefficients term = terms(step.work / data.unit, step.level);
      seconds[row] = step.seconds;
      for (Eigen::Index k = 0; k < matrix.cols(); ++k) {
        matrix(row, k) = term[columns[static_cast<std::size_t>(k)]];
      }
    }
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(matrix, Eigen::ComputeThinU | Eigen::ComputeThinV);
    const auto& singular = svd.singularValues();
    const bool sound = rows >= matrix.cols() && singular[0] < kMaxCondition * singular.tail(1)[0];
    if (sound || columns.size() == 1) {
      const Eigen::VectorXd fitted = svd.solve(seconds);
      Coefficients coefficients{};
      for (std::size_t k = 0; k < columns.size(); ++k) {
        coefficients[columns[k]] = fitted[static_cast<Eigen::Index>(k)];
      }
      return coefficients;
    }
    columns.pop_back();
  }
}

/// Whether T is positive and does not fall with W where there are data. Slopes are linear in W: the
/// ends tell.
bool is_plausible(const Data& data, const Coefficients& coefficients) {
  const double least = *data.works.begin();
  const double most = *data.works.rbegin();
  return std::ranges::all_of(data.levels, [&](double level) {
    const double slack = kRounding * std::abs(value(coefficients, most, level));
    const double falls = -slack / std::max(most - least, kRounding);
    return value(coefficients, least, level) >= -slack &&
           slope(coefficients, least, level) >= falls && slope(coefficients, most, level) >= falls;
  });
}

double relative_error(const PerformanceFunction& function, std::span<const StepSample> steps) {
  double missed = 0.0;
  double all = 0.0;
  for (const StepSample& step : steps) {
    missed += std::pow(function(step.work, step.level) - step.seconds, 2);
    all += std::pow(step.seconds, 2);
  }
  return all > 0.0 ? std::sqrt(missed / all) : 0.0;
}

}  // namespace

PerformanceFunction PerformanceFunction::fit(std::span<const StepSample> steps) {
  PerformanceFunction function;
  if (steps.empty()) {
    return function;
  }
  const Data data = data_of(steps);
  function.work_unit_ = data.unit;
  function.least_ = *data.works.begin();
  function.most_ = *data.works.rbegin();
  for (const Columns& columns : {columns_for(data), Columns{0, 1}, Columns{1}}) {
    function.coefficients_ = solve(data, columns);
    const bool enough = data.works.size() > 1 || columns.size() == 1;
    if (enough && is_plausible(data, function.coefficients_)) {
      break;
    }
  }
  function.error_ = relative_error(function, steps);
  return function;
}

double PerformanceFunction::operator()(double work, double level) const {
  const double w = work / work_unit_;
  const double known = std::clamp(w, least_, most_);
  const double rise = std::max(0.0, slope(coefficients_, known, level));
  return std::max(0.0, value(coefficients_, known, level) + rise * (w - known));
}

}  // namespace evenkeel::machine
