// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// memory_proactive: work moves from nodes short of memory to nodes that have plenty.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "evenkeel/core/error.hpp"
#include "evenkeel/machine/capacity.hpp"
#include "evenkeel/machine/capacity_metric.hpp"
#include <Eigen/Dense>

namespace evenkeel::machine {
namespace {

constexpr std::array kParams = {
    ParamSpec{.name = "part",
              .unit = "1",
              .fallback = 0.5,
              .min = 0.0,
              .max = 1.0,
              .help = "of the work of nodes short of memory that moves away, P_1"},
    ParamSpec{.name = "low",
              .unit = "byte",
              .fallback = -1.0,
              .min = -1.0,
              .max = kUnbounded,
              .help = "free memory below which a node gives, MT_1; -1: a tenth of its memory"},
    ParamSpec{.name = "high",
              .unit = "byte",
              .fallback = -1.0,
              .min = -1.0,
              .max = kUnbounded,
              .help = "free memory above which a node takes, MT_2; -1: three tenths of its memory"},
    ParamSpec{.name = "per_work",
              .unit = "byte",
              .fallback = 0.0,
              .min = 0.0,
              .max = 1e12,
              .help = "memory that a unit of work takes, a_1; 0: fitted to the memory in history, "
                      "or where there is none, 138.13 as published"},
    ParamSpec{.name = "work",
              .unit = "1",
              .fallback = 0.0,
              .min = 0.0,
              .max = kUnbounded,
              .help = "work of all nodes together; 0: the sum of theirs"}};

struct Settings {
  double part;
  double low;
  double high;
  double per_work;
  double work;
};

constexpr double kPublished = 0.1348959 * 1024.0;  ///< a_1 [byte]                   (ibid., eq. 10)

/// a_1 of AM = a_0 + a_1 W by least squares, or as published.
double fitted_per_work(const std::vector<StepSample>& history) {
  std::vector<double> work;
  std::vector<double> memory;
  for (const StepSample& step : history) {
    if (step.memory) {
      work.push_back(step.work);
      memory.push_back(*step.memory);
    }
  }
  const auto rows = static_cast<Eigen::Index>(work.size());
  Eigen::MatrixX2d terms = Eigen::MatrixX2d::Ones(rows, 2);
  terms.col(1) = Eigen::VectorXd::Map(work.data(), rows);
  const auto solver = terms.colPivHouseholderQr();
  if (rows < 2 || solver.rank() < 2) {
    return kPublished;
  }
  const Eigen::Vector2d fitted = solver.solve(Eigen::VectorXd::Map(memory.data(), rows));
  return fitted[1] > 0.0 ? fitted[1] : kPublished;
}

/// What one node has and may have.
struct Store {
  std::size_t node;
  double free;
  double low;
  double high;
};

class MemoryProactive final : public CapacityMetric {
 public:
  explicit MemoryProactive(const Settings& settings) : settings_(settings) {}

  Shares shares(const Sample& sample) const override {
    if (!is_known(sample, &NodeSample::memory_available)) {
      throw InputError("memory_proactive needs memory_available; it is known of no node");
    }
    Shares result;
    const std::vector<Store> stores = stores_of(sample, result.unknown);
    std::vector<double> work = work_of(sample, result.unknown);
    const double per_work =
        settings_.per_work > 0.0 ? settings_.per_work : fitted_per_work(sample.history);
    const double left = move_work(stores, per_work, work);
    result.share = normalise(work);
    result.detail = {{"work", work}, {"left_with_donors", {left}}, {"per_work", {per_work}}};
    return result;
  }

 private:
  std::vector<Store> stores_of(const Sample& sample, std::vector<std::string>& unknown) const {
    const std::vector<double> free =
        known_or_mean(sample, &NodeSample::memory_available, "memory_available", 0.0, unknown);
    std::vector<std::string> ignored;
    const bool needed = settings_.low < 0.0 || settings_.high < 0.0;
    const double most = *std::ranges::max_element(free);
    const std::vector<double> total = known_or_mean(
        sample, &NodeSample::memory_total, "memory_total", most, needed ? unknown : ignored);
    std::vector<Store> stores;
    for (std::size_t k = 0; k < free.size(); ++k) {
      stores.push_back({k, free[k], settings_.low < 0.0 ? 0.1 * total[k] : settings_.low,
                        settings_.high < 0.0 ? 0.3 * total[k] : settings_.high});
    }
    return stores;
  }

  std::vector<double> work_of(const Sample& sample, std::vector<std::string>& unknown) const {
    if (settings_.work == 0.0 && is_known(sample, &NodeSample::work)) {
      return known_or_mean(sample, &NodeSample::work, "work", 1.0, unknown);
    }
    if (settings_.work > 0.0 || !is_known(sample, &NodeSample::load)) {
      std::vector<double> work = current_shares(sample);
      for (double& each : work) {
        each *= settings_.work > 0.0 ? settings_.work : 1.0;
      }
      return work;
    }
    return known_or_mean(sample, &NodeSample::load, "load", 1.0, unknown);
  }

  /// Moves \p work; returns what stayed because every receiver is full.
  double move_work(const std::vector<Store>& stores, double per_work,
                   std::vector<double>& work) const {
    std::vector<Store> donors;
    std::vector<Store> receivers;
    double of_donors = 0.0;
    for (const Store& store : stores) {
      if (store.free < store.low) {
        donors.push_back(store);
        of_donors += work[store.node];
      } else if (store.free > store.high) {
        receivers.push_back(store);
      }
    }
    if (of_donors == 0.0 || receivers.empty()) {
      return 0.0;
    }
    // Who has least room first: what he cannot take goes to the next.
    std::ranges::stable_sort(receivers, {},
                             [](const Store& store) { return store.free - store.low; });
    const double each = settings_.part * of_donors / static_cast<double>(receivers.size());
    double carry = 0.0;
    double moved = 0.0;
    for (const Store& store : receivers) {
      const double want = each + carry;
      const double room = std::floor(std::max(0.0, (store.free - store.low) / per_work));
      const double taken = std::min(want, room);
      work[store.node] += taken;
      moved += taken;
      carry = want - taken;
    }
    for (const Store& store : donors) {
      work[store.node] -= work[store.node] / of_donors * moved;
    }
    return carry;
  }

  Settings settings_;
};

}  // namespace

void register_memory_proactive(Registry<CapacityMetric>& registry) {
  registry.add({.name = "memory_proactive",
                .summary = "work moves from nodes short of memory to nodes that have plenty",
                .source = "Chandra & Parashar 2007, eq. 10-12",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<MemoryProactive>(
                      Settings{params["part"], params["low"], params["high"], params["per_work"],
                               params["work"]});
                }});
}

}  // namespace evenkeel::machine
