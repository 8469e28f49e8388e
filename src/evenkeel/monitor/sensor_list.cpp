// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Takes the words apart.
#include "evenkeel/monitor/sensor_list.hpp"

#include <algorithm>
#include <utility>

#include "evenkeel/monitor/scan.hpp"

namespace evenkeel::monitor {
namespace {

/// Where the first \p end stands that is in no brackets and no quotes, as those of queries; else
/// the end of \p text.
std::size_t end_of_part(std::string_view text, char end) {
  int depth = 0;
  bool is_quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char each = text[at];
    if (each == end && depth <= 0 && !is_quoted) {
      return at;
    }
    is_quoted = is_quoted != (each == '"');
    const auto is_one_of = [each](std::string_view some) { return some.find(each) != some.npos; };
    depth += is_quoted ? 0 : is_one_of("([{") ? 1 : is_one_of(")]}") ? -1 : 0;
  }
  return text.size();
}

/// Takes what stands before the first \p end off \p text.
std::string_view take_until(std::string_view& text, char end) {
  const std::size_t at = end_of_part(text, end);
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return taken;
}

std::string_view unquoted(std::string_view text) {
  const bool is_quoted = text.size() > 1 && text.front() == '"' && text.back() == '"';
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

/// \p path as an address: in quotes where it has signs that mean something in the words of sensors.
std::string as_address(const std::filesystem::path& path) {
  const std::string text = path;
  return text.find_first_of(",=([{)]}") == text.npos ? text : '"' + text + '"';
}

std::vector<NamedSensor> make_all(std::span<const std::string> texts) {
  if (texts.empty()) {
    return make_all(local_sensors());
  }
  Registry<Sensor> registry;
  register_builtin(registry);
  std::vector<NamedSensor> made;
  for (const std::string& text : texts) {
    made.push_back(make_sensor(registry, text));
  }
  return made;
}

}  // namespace

std::vector<std::string> local_sensors() {
  Registry<Sensor> registry;
  register_builtin(registry);
  std::vector<std::string> names;
  for (const std::string_view name : registry.names()) {
    if (registry.make(name)->reads_host()) {
      names.emplace_back(name);
    }
  }
  return names;
}

NamedSensor make_sensor(const Registry<Sensor>& registry, std::string_view text) {
  std::string_view head = take_until(text, ',');
  NamedSensor made{std::string(take_until(head, '=')), nullptr};
  Target target;
  target.address = unquoted(head);
  ParamValues values;
  while (!text.empty()) {
    std::string_view value = take_until(text, ',');
    const std::string key(take_until(value, '='));
    const std::optional<double> number = to_number(value);
    if (key == "name") {
      target.names.emplace_back(value);
    } else if (key == "community") {
      target.community = value;
    } else if (key == "root") {
      target.root = value;
    } else {
      values[key] = number ? ParamValue(*number) : ParamValue(std::string(value));
    }
  }
  try {
    made.sensor = registry.make(made.name, values);
    if (made.sensor->reads_host() && !target.address.empty()) {
      throw InputError("reads this host and takes no address; found '" + target.address + "'");
    }
    made.sensor->aim(target);
  } catch (const InputError& error) {
    throw InputError("sensor " + made.name + ": " + error.what());
  }
  if (!target.address.empty()) {
    made.name += "@" + target.address;
  }
  return made;
}

std::string with_file(
    const std::string& text,
    const std::function<std::filesystem::path(const std::filesystem::path&)>& change) {
  std::string_view rest = text;
  std::string_view head = take_until(rest, ',');
  const std::string name(take_until(head, '='));
  Registry<Sensor> registry;
  register_builtin(registry);
  const bool has_file =
      !head.empty() && registry.entries().contains(name) && registry.make(name)->reads_file();
  if (!has_file) {
    return text;
  }
  const std::string address = as_address(change(unquoted(head)));
  return name + "=" + address + (rest.empty() ? "" : "," + std::string(rest));
}

void add_sensors(Prober& prober, std::span<const std::string> texts) {
  for (NamedSensor& each : make_all(texts)) {
    prober.add(std::move(each.name), std::move(each.sensor));
  }
}

void add_sensors(Monitor& monitor, std::span<const std::string> texts) {
  for (NamedSensor& each : make_all(texts)) {
    monitor.add(std::move(each.name), std::move(each.sensor));
  }
}

}  // namespace evenkeel::monitor
