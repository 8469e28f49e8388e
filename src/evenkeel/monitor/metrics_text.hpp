// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What Prometheus exporters, Prometheus servers and Ganglia say.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace evenkeel::monitor {

/// One number of a report. `value` is nothing where it is no finite number.
struct Metric {
  std::string name;    ///< "node_load1"
  std::string labels;  ///< of an exporter: mode="idle",cpu="0"; of Ganglia: the host
  std::string unit;    ///< of Ganglia: "KB", "%"
  std::optional<double> value;
  double age = 0.0;  ///< as the source says [s]

  /// The value of \p label in `labels`; "" without it.
  std::string label(std::string_view wanted) const;
};

/// The samples of a text in Prometheus's exposition format; comments are skipped.
///
///     # HELP words
///     node_cpu_seconds_total{cpu="0",mode="idle"} 1234.5 [milliseconds]
///
/// \throws SystemError if a line is something else, the last one does not end, or there are more
///         than 100 000
std::vector<Metric> parse_exposition(std::string_view text);

/// The vector or scalar that a Prometheus server answers to an instant query. Samples are named
/// after their instance and metric; `labels` are all others.
///
/// \param now  seconds since 1970, to tell ages by
/// \throws SystemError if \p json is something else, or reports an error
std::vector<Metric> parse_query_answer(std::string_view json, double now);

/// What one of several samples of an answer to \p query is called: no two are called alike.
///
///     n1:9100.node_cpu_seconds_total{cpu="0",mode="idle"}
std::string series_name(const Metric& sample, std::string_view query);

/// The metrics of a gmond or gmetad report (GANGLIA_XML); `labels` is the name of the host.
///
/// \throws SystemError if \p xml is something else
std::vector<Metric> parse_ganglia(std::string_view xml);

}  // namespace evenkeel::monitor
