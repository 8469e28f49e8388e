// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Parsers that expect the worst.
#include "evenkeel/monitor/metrics_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "evenkeel/core/error.hpp"
#include "evenkeel/monitor/scan.hpp"

namespace evenkeel::monitor {
namespace {

constexpr std::size_t kMaxMetrics = 100'000;

[[noreturn]] void refuse(const char* expected, std::string_view found) {
  constexpr std::size_t kShown = 60;
  throw SystemError(fmt::format("expected {}, found '{}'", expected, found.substr(0, kShown)));
}

bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == ':';
  });
}

/// Length of {…} at the start of \p text, quotes and escapes minded; npos if it does not end.
std::size_t length_of_labels(std::string_view text) {
  bool quoted = false;
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (text[at] == '\\' && quoted) {
      ++at;
    } else if (text[at] == '"') {
      quoted = !quoted;
    } else if (text[at] == '}' && !quoted) {
      return at + 1;
    }
  }
  return std::string_view::npos;
}

/// nlohmann's recursion ends where the stack does; nobody nests deeper than this.
bool is_shallow(std::string_view json) {
  constexpr int kDeepest = 32;
  int depth = 0;
  return std::ranges::all_of(json, [&depth](char c) {
    depth += (c == '[' || c == '{') ? 1 : (c == ']' || c == '}') ? -1 : 0;
    return depth <= kDeepest;
  });
}

/// [seconds, "value"]
Metric query_sample(std::string name, const nlohmann::json& pair, double now) {
  if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number() || !pair[1].is_string()) {
    refuse("[time, \"value\"]", pair.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
  }
  Metric metric;
  metric.name = std::move(name);
  metric.value = to_number(pair[1].get<std::string>());
  metric.age = std::max(0.0, now - pair[0].get<double>());
  return metric;
}

std::string text_of(const nlohmann::json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

/// "n1:9100.up" of the labels of a query's sample; "n1:9100." where it has no name.
std::string name_of(const nlohmann::json& labels) {
  std::string name = text_of(labels, "__name__");
  const std::string instance = text_of(labels, "instance");
  return instance.empty() ? name : instance + "." + name;
}

/// The other labels, as an exporter writes them.
std::string labels_of(const nlohmann::json& labels) {
  std::string text;
  for (const auto& [key, value] : labels.items()) {
    if (key != "__name__" && key != "instance" && value.is_string()) {
      text += fmt::format("{}{}={}", text.empty() ? "" : ",", key, value.dump());
    }
  }
  return text;
}

void read_ganglia_host(const pugi::xml_node& host, std::vector<Metric>& metrics) {
  for (const pugi::xml_node& each : host.children("METRIC")) {
    Metric metric;
    metric.name = each.attribute("NAME").value();
    metric.labels = host.attribute("NAME").value();
    metric.unit = each.attribute("UNITS").value();
    metric.value = to_number(each.attribute("VAL").value());
    // What never changes is sent every 20 minutes: as long as its host speaks, it holds.
    const bool is_constant = std::string_view(each.attribute("SLOPE").value()) == "zero";
    const auto age = to_number((is_constant ? host : each).attribute("TN").value());
    metric.age = age && *age >= 0.0 ? *age : 0.0;
    if (metrics.size() >= kMaxMetrics) {
      throw SystemError("more than 100000 metrics");
    }
    metrics.push_back(std::move(metric));
  }
}

void read_ganglia_clusters(const pugi::xml_node& around, std::vector<Metric>& metrics) {
  for (const pugi::xml_node& cluster : around.children("CLUSTER")) {
    for (const pugi::xml_node& host : cluster.children("HOST")) {
      read_ganglia_host(host, metrics);
    }
  }
}

/// Takes {…} off the start of \p rest and gives what is inside. \param line  for messages
std::string_view take_labels(std::string_view& rest, std::string_view line) {
  const std::size_t length = length_of_labels(rest);
  if (length == rest.npos) {
    refuse("labels that end", line);
  }
  const std::string_view labels = rest.substr(1, length - 2);
  rest.remove_prefix(length);
  return labels;
}

/// NAME{LABELS} VALUE [TIME]
Metric exposed_sample(std::string_view line) {
  Metric metric;
  std::string_view rest = line;
  metric.name = line.substr(0, line.find_first_of("{ \t"));
  rest.remove_prefix(metric.name.size());
  if (rest.starts_with('{')) {
    metric.labels = take_labels(rest, line);
  }
  const std::string_view value = take_word(rest);
  take_word(rest);  // a time of the exporter's own clock
  if (!is_name(metric.name) || value.empty() || !take_word(rest).empty()) {
    refuse("NAME{LABELS} VALUE", line);
  }
  metric.value = to_number(value);  // NaN and Inf are legal and not known
  return metric;
}

/// What an answer to a query says, if it says that all went well.
nlohmann::json data_of_answer(std::string_view json) {
  if (!is_shallow(json)) {
    refuse("an answer to a query", json);
  }
  auto answer = nlohmann::json::parse(json, nullptr, false);
  if (!answer.is_object() || !answer.contains("status")) {
    refuse("an answer to a query", json);
  }
  if (text_of(answer, "status") != "success") {
    throw SystemError("the Prometheus server reports: " + text_of(answer, "error"));
  }
  const auto data = answer.find("data");
  if (data == answer.end() || !data->is_object() || !data->contains("result")) {
    refuse("data with a result", json);
  }
  return std::move(*data);
}

}  // namespace

std::string Metric::label(std::string_view wanted) const {
  std::string_view rest = labels;
  while (true) {
    const std::size_t open = rest.find("=\"");
    if (open == rest.npos) {
      return "";
    }
    std::string_view key = rest.substr(0, open);
    key = take_word(key, ',');
    rest.remove_prefix(open + 2);
    std::string text;
    std::size_t at = 0;
    for (; at < rest.size() && rest[at] != '"'; ++at) {
      at += rest[at] == '\\' && at + 1 < rest.size() ? 1 : 0;
      text.push_back(rest[at]);
    }
    if (key == wanted) {
      return text;
    }
    rest.remove_prefix(std::min(at + 1, rest.size()));
  }
}

std::vector<Metric> parse_exposition(std::string_view text) {
  if (!text.empty() && text.back() != '\n') {
    refuse("lines that end", text.substr(text.rfind('\n') + 1));  // it broke off
  }
  std::vector<Metric> metrics;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (line.empty() || line.front() == '#' || line == "\r") {
      continue;
    }
    metrics.push_back(exposed_sample(line));
    if (metrics.size() > kMaxMetrics) {
      throw SystemError("more than 100000 metrics");
    }
  }
  return metrics;
}

std::vector<Metric> parse_query_answer(std::string_view json, double now) {
  const nlohmann::json data = data_of_answer(json);
  const nlohmann::json& result = data.at("result");
  if (text_of(data, "resultType") == "scalar") {
    return {query_sample("", result, now)};
  }
  if (text_of(data, "resultType") != "vector" || !result.is_array()) {
    refuse("a vector or a scalar", json);
  }
  std::vector<Metric> metrics;
  for (const nlohmann::json& each : result) {
    if (!each.is_object() || !each.contains("value")) {
      refuse("samples with a value", json);
    }
    const auto labels = each.find("metric");
    const bool named = labels != each.end() && labels->is_object();
    metrics.push_back(query_sample(named ? name_of(*labels) : "", each.at("value"), now));
    metrics.back().labels = named ? labels_of(*labels) : "";
  }
  return metrics;
}

std::string series_name(const Metric& sample, std::string_view query) {
  const bool is_named = !sample.name.empty() && sample.name.back() != '.';
  return fmt::format("{}{}{}", sample.name, is_named ? "" : query,
                     sample.labels.empty() ? "" : "{" + sample.labels + "}");
}

std::vector<Metric> parse_ganglia(std::string_view xml) {
  pugi::xml_document document;
  const auto parsed =
      document.load_buffer(xml.data(), xml.size(), pugi::parse_default, pugi::encoding_utf8);
  const pugi::xml_node report = document.document_element();
  if (!parsed || std::string_view(report.name()) != "GANGLIA_XML") {
    refuse("<GANGLIA_XML>", xml);
  }
  std::vector<Metric> metrics;
  read_ganglia_clusters(report, metrics);
  for (const pugi::xml_node& grid : report.children("GRID")) {
    read_ganglia_clusters(grid, metrics);
  }
  return metrics;
}

}  // namespace evenkeel::monitor
