// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Scoring of members and selectors.
#include "evenkeel/forecast/mixture.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "evenkeel/core/error.hpp"

namespace evenkeel::forecast {
namespace {

/// How fast members that err more lose their say in a blend: at twice the squared error 1/16.
constexpr double kSharpness = 4.0;

}  // namespace

Mixture::Mixture(std::vector<Member> members, MixtureSettings settings)
    : members_(std::move(members)), settings_(std::move(settings)), epoch_(settings_.horizon) {
  EVENKEEL_EXPECT(!members_.empty() && !settings_.windows.empty());
  const std::size_t memory = std::max<std::size_t>(1, std::ranges::max(settings_.windows));
  scores_.assign(members_.size(), Score(memory));
  for (const Criterion criterion : {Criterion::kSquared, Criterion::kAbsolute}) {
    for (const std::size_t window : settings_.windows) {
      selectors_.push_back({criterion, window, false, Score(memory)});
      if (settings_.blend) {
        selectors_.push_back({criterion, window, true, Score(memory)});
      }
    }
  }
}

void Mixture::set_horizon(std::size_t horizon) {
  EVENKEEL_EXPECT(horizon >= 1);
  if (horizon != settings_.horizon) {
    settings_.horizon = horizon;
    epoch_ = RecentSamples(horizon);
    pending_.clear();
  }
}

void Mixture::observe(double sample) {
  EVENKEEL_EXPECT(std::isfinite(sample));
  epoch_.push(sample);
  ++samples_;
  if (pending_.size() == settings_.horizon) {
    judge(pending_.front(), epoch_.mean(settings_.horizon));
    pending_.pop_front();
  }
  for (Member& member : members_) {
    member.forecaster->observe(sample);
  }
  for (Selector& selector : selectors_) {
    selector.chosen = best(selector.criterion, selector.window);
  }
  pending_.push_back(predict());
}

void Mixture::judge(const Prediction& said, double found) {
  for (std::size_t member = 0; member < members_.size(); ++member) {
    scores_[member].add(said.member[member] - found);
  }
  for (std::size_t selector = 0; selector < selectors_.size(); ++selector) {
    selectors_[selector].score.add(said.selector[selector] - found);
  }
}

Mixture::Prediction Mixture::predict() const {
  Prediction said;
  for (const Member& member : members_) {
    const double value = member.forecaster->predict_mean(settings_.horizon).value_or(NAN);
    // A plug-in that overflows must not spoil the rest.
    said.member.push_back(std::isfinite(value) ? value : epoch_.last());
  }
  for (const Selector& selector : selectors_) {
    said.selector.push_back(selector.blends ? blend(selector, said.member)
                                            : said.member[selector.chosen]);
  }
  return said;
}

double Mixture::blend(const Selector& selector, const std::vector<double>& predicted) const {
  const auto error = [&](std::size_t member) {
    return scores_[member].mean(selector.criterion, selector.window);
  };
  const double least = error(selector.chosen);
  double sum = 0.0;
  double weights = 0.0;
  for (std::size_t member = 0; member < predicted.size(); ++member) {
    const double found = error(member);
    const double weight = found > least ? std::pow(least / found, kSharpness) : 1.0;
    sum += weight * predicted[member];
    weights += weight;
  }
  return sum / weights;
}

std::size_t Mixture::best(Criterion criterion, std::size_t window) const {
  const auto least = std::ranges::min_element(
      scores_, {}, [&](const Score& score) { return score.mean(criterion, window); });
  return static_cast<std::size_t>(least - scores_.begin());
}

const Mixture::Selector& Mixture::selector_by(Criterion criterion) const {
  const Selector* best = nullptr;
  for (const Selector& selector : selectors_) {
    const bool counts = selector.criterion == criterion;
    if (counts &&
        (best == nullptr || selector.score.mean(criterion) < best->score.mean(criterion))) {
      best = &selector;
    }
  }
  return *best;
}

std::optional<Forecast> Mixture::forecast(Criterion criterion) const {
  if (pending_.empty()) {
    return std::nullopt;
  }
  const Selector& by = selector_by(criterion);
  const double mse = by.score.error(Criterion::kSquared);
  const auto place = static_cast<std::size_t>(&by - selectors_.data());
  return Forecast{.value = pending_.back().selector[place],
                  .error = std::sqrt(mse),
                  .mse = mse,
                  .mae = by.score.error(Criterion::kAbsolute),
                  .method = members_[by.chosen].name,
                  .window = by.window,
                  .is_blend = by.blends};
}

}  // namespace evenkeel::forecast
