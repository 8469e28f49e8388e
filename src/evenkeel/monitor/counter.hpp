// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Rates from counters.
#pragma once

#include <map>
#include <optional>

namespace evenkeel::monitor {

/// Turns the values of a counter into its rate of growth. A counter that goes backwards (a restart,
/// a wrong file, an overflow), or faster than anything here counts, gives nothing once, and is used
/// again from there.
class Counter {
 public:
  /// Growth per second since the call before. \param now [s]
  std::optional<double> rate(std::optional<double> count, double now) {
    const bool grows = count && count_ && *count >= *count_ && now > time_;
    constexpr double kFastest = 1e13;  // [1/s] bytes of a link of 80 Tbit/s
    auto rate = grows ? std::optional((*count - *count_) / (now - time_)) : std::nullopt;
    if (rate && *rate > kFastest) {
      rate.reset();
    }
    if (!count || !count_ || *count < *count_ || now > time_) {
      count_ = count;
      time_ = now;
    }
    return rate;
  }

 private:
  std::optional<double> count_;
  double time_ = 0.0;
};

/// A counter whose source looks at it but now and then: its rate is that between the last two looks
/// that found it grown, for half a minute.
class SeldomCounter {
 public:
  /// \see Counter
  std::optional<double> rate(std::optional<double> count, double now) {
    constexpr double kLasts = 30.0;  // [s] net-snmp looks every 3 to 15
    if (!count || count != last_ || now - grown_ > kLasts) {
      rate_ = counter_.rate(count, now);
      grown_ = now;
      last_ = count;
    }
    return rate_;
  }

 private:
  Counter counter_;
  std::optional<double> last_;
  std::optional<double> rate_;
  double grown_ = 0.0;
};

/// Counters of the parts of a whole, by name: the times of a processor by mode.
template <class Name>
class PartCounters {
 public:
  /// What each of \p counts has in the growth of all since the call before. Empty while nothing
  /// has grown, or one of them has no rate: without it the others would look too large.
  std::map<Name, double> fractions(const std::map<Name, double>& counts, double now) {
    double all = 0.0;
    bool all_known = true;
    std::map<Name, double> parts;
    for (const auto& [name, count] : counts) {
      const std::optional<double> rate = counters_[name].rate(count, now);
      all_known = all_known && rate;
      all += parts[name] = rate.value_or(0.0);
    }
    if (!all_known || all <= 0.0) {
      return {};
    }
    for (auto& [name, part] : parts) {
      part /= all;
    }
    return parts;
  }

 private:
  std::map<Name, Counter> counters_;
};

}  // namespace evenkeel::monitor
