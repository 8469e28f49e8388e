// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Rows, keys and trace events of grids.
#include "evenkeel/simulator/grid_report.hpp"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <system_error>

#include <fmt/format.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/simulator/trace_events.hpp"

namespace evenkeel::simulator {
namespace {

std::vector<std::string> names_of(const std::vector<GridSite>& sites) {
  std::vector<std::string> names;
  std::ranges::transform(sites, std::back_inserter(names), &GridSite::name);
  return names;
}

std::string phases_csv(const std::vector<GridPhase>& phases,
                       const std::vector<std::string>& sites) {
  std::string text = "start,end,running";
  for (const std::string& site : sites) {
    text += "," + site;
  }
  text += "\n";
  for (const GridPhase& phase : phases) {
    text += fmt::format("{},{},{}", phase.start, phase.end, phase.running ? 1 : 0);
    for (const int processors : phase.processors) {
      text += fmt::format(",{}", processors);
    }
    text += "\n";
  }
  return text;
}

/// The first lane that is free at \p start; it is taken until \p end. [s]
std::size_t lane_for(double start, double end, std::vector<double>& ends) {
  const auto lane = std::ranges::find_if(ends, [&](double each) { return each <= start; });
  const auto place = static_cast<std::size_t>(lane - ends.begin());
  if (lane == ends.end()) {
    ends.push_back(end);
  } else {
    *lane = end;
  }
  return place;
}

void add_jobs(std::vector<Job> jobs, std::size_t site, TraceEvents& events) {
  std::ranges::sort(jobs, {}, &Job::start);
  std::vector<double> ends;
  for (const Job& job : jobs) {
    events.add({fmt::format("job {}: {} processors", job.id, job.processors), site,
                lane_for(job.start, job.end(), ends), job.start, job.end()});
  }
}

void write_timeline(const std::filesystem::path& path, const GridSetup& setup,
                    const GridResult& result) {
  TraceEvents events(path);
  for (std::size_t site = 0; site < setup.sites.size(); ++site) {
    events.name(site, setup.sites[site].name);
    add_jobs(result.jobs[site], site, events);
  }
  const std::size_t samr = setup.sites.size();
  events.name(samr, "adaptive job");
  for (const GridPhase& phase : result.phases) {
    const int all = std::accumulate(phase.processors.begin(), phase.processors.end(), 0);
    events.add({fmt::format("{} {} processors", phase.running ? "on" : "holds", all), samr, 0,
                phase.start, phase.end});
  }
  events.close();
}

}  // namespace

std::string jobs_csv(const std::vector<std::vector<Job>>& jobs,
                     const std::vector<std::string>& sites) {
  std::string text = "id,site,submit,start,end,processors\n";
  for (std::size_t site = 0; site < jobs.size(); ++site) {
    for (const Job& job : jobs[site]) {
      text += fmt::format("{},{},{},{},{},{}\n", job.id, sites[site], job.submit, job.start,
                          job.end(), job.processors);
    }
  }
  return text;
}

JsonLine samr_json(const GridResult& result, const GridResult& baseline) {
  JsonLine line;
  line.add("wait", result.start - result.submit)
      .add("execution", result.execution())
      .add("response", result.end - result.submit)
      .add("processor_time", result.processor_time)
      .add("mean_processors", result.mean_processors())
      .add("migrated_bytes", result.moved_bytes)
      .add("efficiency", baseline.processor_time / result.processor_time)  // Li 2005, eq. 6.3
      .add("efficiency_provision", result.provision() / baseline.provision())
      .add("efficiency_balance", result.balance() / baseline.balance())
      .add("efficiency_rest", result.efficiency() / baseline.efficiency())
      .add("baseline_wait", baseline.start - baseline.submit)
      .add("baseline_execution", baseline.execution())
      .add("baseline_mean_processors", baseline.mean_processors());
  return line;
}

void write_outputs(const std::filesystem::path& folder, const GridSetup& setup,
                   const GridResult& result) {
  if (std::error_code error; !std::filesystem::create_directories(folder, error) && error) {
    throw InputError(
        fmt::format("cannot make {}: {}; give another --out", folder.string(), error.message()));
  }
  const std::vector<std::string> sites = names_of(setup.sites);
  write_file(folder / "jobs.csv", jobs_csv(result.jobs, sites));
  write_file(folder / "phases.csv", phases_csv(result.phases, sites));
  write_timeline(folder / "timeline.json", setup, result);
}

}  // namespace evenkeel::simulator
