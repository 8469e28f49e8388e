// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reads and cleans job logs.
#include "evenkeel/simulator/swf.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/line_reader.hpp"
#include "evenkeel/core/text.hpp"

namespace evenkeel::simulator {
namespace {

constexpr std::size_t kFields = 18;
constexpr std::size_t kReasons = 10;
constexpr double kLargestId = 1e15;  ///< a double tells it from the next one

using Fields = std::array<double, kFields>;

/// The numbers of \p line, or nothing if there are not just so many.
std::optional<Fields> numbers_of(std::string_view line) {
  Fields numbers{};
  for (double& number : numbers) {
    line = trimmed(line);
    const std::string_view word = line.substr(0, line.find_first_of(kBlanks));
    const std::optional<double> value = parse<double>(word);
    if (!value || !std::isfinite(*value)) {
      return {};
    }
    number = *value;
    line.remove_prefix(word.size());
  }
  return trimmed(line).empty() ? std::optional(numbers) : std::nullopt;
}

/// What is wrong with a job; "" if it can run.
std::string fault_of(const Job& job, int processors) {
  if (!(job.run > 0.0)) {
    return fmt::format("runs for {} s", job.run);
  }
  if (job.processors <= 0) {
    return fmt::format("has {} processors", job.processors);
  }
  if (job.processors > processors) {
    return fmt::format("wants {} of {} processors", job.processors, processors);
  }
  return job.submit < 0.0 ? "was never submitted" : "";
}

Job job_of(const Fields& fields) {
  Job job{.id = static_cast<std::int64_t>(fields[0]), .submit = fields[1], .run = fields[3]};
  constexpr double kMost = 1e9;
  const double processors = fields[7] > 0.0 ? fields[7] : fields[4];
  job.processors = static_cast<int>(std::clamp(processors, -1.0, kMost));
  job.request = fields[8] > 0.0 ? fields[8] : job.run;
  job.run = std::min(job.run, job.request);
  return job;
}

}  // namespace

Workload parse_swf(std::string_view text, const std::string& file, int processors) {
  Problems problems(file);
  Workload load;
  std::vector<std::pair<Job, double>> jobs;
  std::int64_t number = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    ++number;
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos || line[first] == ';') {
      continue;
    }
    const std::optional<Fields> fields = numbers_of(line);
    if (!fields || std::abs(fields->front()) > kLargestId) {
      problems.add(number, 0,
                   "expected 18 numbers (Standard Workload Format), the first up to 1e15");
      continue;
    }
    const Job job = job_of(*fields);
    const std::string fault = fault_of(job, processors);
    if (fault.empty()) {
      jobs.emplace_back(job, (*fields)[2]);
    } else if (++load.dropped <= kReasons) {
      load.reasons.push_back(fmt::format("{}:{}: job {} {}", file, number, job.id, fault));
    }
  }
  if (jobs.empty() && problems.empty()) {
    problems.add(0, 0, fmt::format("has no job that {} processors can run", processors));
  }
  problems.throw_if_any();
  std::ranges::sort(jobs, {},
                    [](const auto& each) { return std::pair(each.first.submit, each.first.id); });
  for (const auto& [job, wait] : jobs) {
    load.jobs.push_back(job);
    load.logged_wait.push_back(wait);
  }
  return load;
}

Workload read_swf(const std::filesystem::path& path, int processors) {
  std::string text;
  LineReader file(path);
  for (std::string line; file.next(line);) {
    text += line + "\n";
  }
  return parse_swf(text, path.string(), processors);
}

}  // namespace evenkeel::simulator
