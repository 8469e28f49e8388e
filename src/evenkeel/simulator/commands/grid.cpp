// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel grid`: jobs on one site, or an adaptive job among those of several.
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/json_line.hpp"
#include "evenkeel/core/output_path.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/simulator/commands/command.hpp"
#include "evenkeel/simulator/grid_file.hpp"
#include "evenkeel/simulator/grid_report.hpp"
#include "evenkeel/simulator/job_queue.hpp"
#include "evenkeel/simulator/swf.hpp"
#include "evenkeel/simulator/workload_model.hpp"

namespace evenkeel::simulator {
namespace {

struct GridRequest {
  std::string experiment;  ///< file, or empty: one site
  std::string workload = "lublin";
  WorkloadShape shape;
  std::string scheduler = "easy";
  std::string jobs;
  std::vector<std::string> of_one_site;  ///< options given that an experiment does not take
  std::string out;                       ///< folder of an experiment's files, or empty
  bool json = false;
};

Workload workload_of(const GridRequest& request) {
  if (request.workload != "lublin") {
    return read_swf(request.workload, request.shape.processors);
  }
  Workload load;
  load.jobs = make_workload(request.shape);
  return load;
}

/// Of a workload or an experiment.
void tell_dropped(const auto& jobs) {
  for (const std::string& reason : jobs.reasons) {
    std::cerr << "dropped: " << reason << "\n";
  }
  if (jobs.dropped > jobs.reasons.size()) {
    std::cerr << fmt::format("dropped: {} jobs in all\n", jobs.dropped);
  }
}

int run_site(const GridRequest& request) {
  Registry<LocalScheduler> schedulers;
  register_builtin(schedulers);
  const std::unique_ptr<LocalScheduler> scheduler = schedulers.make(request.scheduler);
  if (!request.jobs.empty()) {
    require_writable(request.jobs);
  }
  const Workload load = workload_of(request);
  tell_dropped(load);
  JobQueue queue(load.jobs, request.shape.processors, *scheduler);
  while (queue.next_event()) {
    queue.step();
  }
  check_schedule(queue.jobs(), request.shape.processors);
  if (!request.jobs.empty()) {
    write_file(request.jobs, jobs_csv({queue.jobs()}, {"0"}));
  }
  const QueueFigures figures = figures_of(queue.jobs(), request.shape.processors);
  if (request.json) {
    JsonLine line;
    line.add("jobs", queue.jobs().size())
        .add("dropped", load.dropped)
        .add("scheduler", request.scheduler)
        .add("processors", request.shape.processors)
        .add("mean_wait", figures.mean_wait)
        .add("mean_response", figures.mean_response)
        .add("mean_bounded_slowdown", figures.mean_bounded_slowdown)
        .add("utilization", figures.utilization);
    std::cout << line.text() << "\n";
    return 0;
  }
  std::cout << fmt::format(
      "{} jobs on {} processors under {}: utilization {:.1f} %\n"
      "mean wait {}, response {}, bounded slowdown {:.2f}\n",
      queue.jobs().size(), request.shape.processors, request.scheduler, 100.0 * figures.utilization,
      human_seconds(figures.mean_wait), human_seconds(figures.mean_response),
      figures.mean_bounded_slowdown);
  return 0;
}

/// Local jobs of all sites together.
struct LocalFigures {
  std::size_t jobs = 0;
  QueueFigures mean;
};

LocalFigures local_figures(const std::vector<std::vector<Job>>& jobs, const GridSetup& setup) {
  LocalFigures all;
  double processors = 0.0;
  for (std::size_t site = 0; site < jobs.size(); ++site) {
    const QueueFigures figures = figures_of(jobs[site], setup.sites[site].processors);
    const auto count = static_cast<double>(jobs[site].size());
    all.mean.mean_wait += count * figures.mean_wait;
    all.mean.mean_response += count * figures.mean_response;
    all.mean.mean_bounded_slowdown += count * figures.mean_bounded_slowdown;
    all.mean.utilization += setup.sites[site].processors * figures.utilization;
    processors += setup.sites[site].processors;
    all.jobs += jobs[site].size();
  }
  const auto count = static_cast<double>(all.jobs);
  all.mean.mean_wait /= count;
  all.mean.mean_response /= count;
  all.mean.mean_bounded_slowdown /= count;
  all.mean.utilization /= processors;
  return all;
}

void print_grid(const GridResult& result, const GridResult& baseline, const LocalFigures& local,
                const LocalFigures& alone, const std::string& name) {
  std::cout << fmt::format("{:<14} {:>12} {:>12} {:>12} {:>12} {:>8}\n", "adaptive job", "wait",
                           "execution", "response", "processors", "eta");
  const auto row = [&](std::string_view label, const GridResult& of) {
    std::cout << fmt::format("{:<14} {:>12} {:>12} {:>12} {:>12.1f} {:>8.2f}\n", label,
                             human_seconds(of.start - of.submit), human_seconds(of.execution()),
                             human_seconds(of.end - of.submit), of.mean_processors(),
                             baseline.processor_time / of.processor_time);
  };
  row(name, result);
  row("baseline", baseline);
  std::cout << fmt::format(
      "{} local jobs: mean wait {}, without the adaptive job {}; their utilization {:.1f} %\n",
      local.jobs, human_seconds(local.mean.mean_wait), human_seconds(alone.mean.mean_wait),
      100.0 * local.mean.utilization);
}

int run_experiment(const GridRequest& request) {
  const GridExperiment experiment = read_grid(request.experiment);
  const GridSetup& setup = experiment.setup;
  tell_dropped(experiment);
  Registry<SuperScheduler> supers;
  register_builtin(supers);
  const std::string& name = experiment.super_scheduler;
  const GridResult result = run_grid(setup, *supers.make(name, experiment.super_params));
  const GridResult baseline =
      name == "baseline" ? result : run_grid(setup, *supers.make("baseline"));
  const LocalFigures local = local_figures(result.jobs, setup);
  const LocalFigures alone = local_figures(run_local(setup), setup);
  JsonLine line;
  line.add("super_scheduler", name)
      .add("jobs", local.jobs)
      .add("dropped", experiment.dropped)
      .add("mean_wait", local.mean.mean_wait)
      .add("mean_wait_alone", alone.mean.mean_wait)
      .add("mean_response", local.mean.mean_response)
      .add("mean_bounded_slowdown", local.mean.mean_bounded_slowdown)
      .add("utilization", local.mean.utilization)
      .add("utilization_alone", alone.mean.utilization)
      .add("samr", samr_json(result, baseline));
  if (!request.out.empty()) {
    write_outputs(request.out, setup, result);
    write_file(std::filesystem::path(request.out) / "summary.json", line.text() + "\n");
  }
  if (request.json) {
    std::cout << line.text() << "\n";
  } else {
    print_grid(result, baseline, local, alone, name);
  }
  return 0;
}

int run(const GridRequest& request) {
  if (!request.experiment.empty()) {
    if (!request.of_one_site.empty()) {
      throw InputError(
          fmt::format("{} is of one site, not of an experiment; {} names sites and jobs",
                      request.of_one_site.front(), request.experiment));
    }
    return run_experiment(request);
  }
  if (request.shape.processors < 1) {
    throw InputError("expected an experiment file, or --processors N of one site");
  }
  if (!request.out.empty()) {
    throw InputError("--out is of an experiment; --jobs FILE writes the jobs of one site");
  }
  return run_site(request);
}

/// What says which jobs one site gets, by name.
std::vector<std::pair<std::string, Option>> add_site(Command& command, GridRequest& request) {
  request.shape.processors = 0;
  std::vector<std::pair<std::string, Option>> options;
  const auto add = [&](const std::string& name, auto& value, const std::string& help) {
    return options.emplace_back(name, command.add_option(name, value, help)).second;
  };
  add("--workload", request.workload, "log in SWF, plain or .gz; or lublin");
  add("--processors", request.shape.processors, "of the site").range(1, 1'000'000);
  add("--scheduler", request.scheduler, "fcfs, easy or conservative");
  add("--model-jobs", request.shape.jobs, "of the model").range(1, 100'000'000);
  add("--load", request.shape.load, "divides the times between arrivals").range(0.001, 1000.0);
  add("--seed", request.shape.seed, "of the model");
  add("--jobs", request.jobs, "write what became of every job (CSV)");
  return options;
}

}  // namespace

void add_grid(Command& program, Action& action) {
  auto request = std::make_shared<GridRequest>();
  Command command = program.add_subcommand("grid", "simulate jobs on one or several sites");
  command.footer(
      "Example:\n  evenkeel grid four_sites.toml --out four\n"
      "  evenkeel grid --workload lublin --model-jobs 10000 --load 1.1 --processors 128\n"
      "  evenkeel grid --workload LOG.swf.gz --processors 100 --scheduler easy");
  command.add_option("experiment", request->experiment, "sites and an adaptive job (TOML)");
  command.add_option("--out", request->out,
                     "folder for jobs.csv, phases.csv, summary.json, timeline.json");
  const std::vector<std::pair<std::string, Option>> of_one_site = add_site(command, *request);
  command.add_flag("--json", request->json, "one JSON object");
  command.callback([request, of_one_site, &action] {
    for (const auto& [name, option] : of_one_site) {
      if (option.is_given()) {
        request->of_one_site.push_back(name);
      }
    }
    action = [request] { return run(*request); };
  });
}

}  // namespace evenkeel::simulator
