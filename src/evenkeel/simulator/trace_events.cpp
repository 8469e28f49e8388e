// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The JSON of trace events.
#include "evenkeel/simulator/trace_events.hpp"

#include <fmt/format.h>

#include "evenkeel/core/json_line.hpp"

namespace evenkeel::simulator {
namespace {

constexpr std::string_view kTail = "\n]}\n";

/// Takes off the end of what has been written, so that it can go on.
const std::filesystem::path& reopened(const std::filesystem::path& path) {
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - kTail.size());
  return path;
}

}  // namespace

TraceEvents::TraceEvents(const std::filesystem::path& path, bool goes_on)
    : file_(goes_on ? reopened(path) : path, goes_on), first_(!goes_on) {
  if (!goes_on) {
    file_.write("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[");
  }
}

void TraceEvents::close() {
  file_.write(kTail);
  file_.close();
}

void TraceEvents::write(std::string_view object) {
  file_.write(first_ ? "\n" : ",\n");
  file_.write(object);
  first_ = false;
}

void TraceEvents::add(const TraceEvent& event) {
  write(fmt::format(
      "{{\"name\":\"{}\",\"ph\":\"X\",\"pid\":{},\"tid\":{},\"ts\":{:.3f},\"dur\":{:.3f}}}",
      event.name, event.process, event.thread, 1e6 * event.from, 1e6 * (event.to - event.from)));
}

void TraceEvents::name(std::size_t process, std::string_view name) {
  JsonLine arguments;
  arguments.add("name", name);
  write(fmt::format("{{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":{},\"args\":{}}}", process,
                    arguments.text()));
}

}  // namespace evenkeel::simulator
