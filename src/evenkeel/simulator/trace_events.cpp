// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The JSON of trace events.
#include "evenkeel/simulator/trace_events.hpp"

#include <cerrno>

#include <fmt/format.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/json_line.hpp"

namespace evenkeel::simulator {
namespace {

constexpr std::string_view kTail = "\n]}\n";

}  // namespace

TraceEvents::TraceEvents(const std::filesystem::path& path, bool goes_on) : first_(!goes_on) {
  if (goes_on) {
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - kTail.size());
  }
  file_.open(path, goes_on ? std::ios::app : std::ios::trunc);
  if (!file_) {
    throw system_error("write", path, errno);
  }
  if (!goes_on) {
    file_ << "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[";
  }
}

TraceEvents::~TraceEvents() {
  file_ << kTail;
}

void TraceEvents::write(std::string_view object) {
  file_ << (first_ ? "\n" : ",\n") << object;
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
