// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel grid`: jobs on one site.
#include <fstream>
#include <iostream>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/json_line.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/simulator/commands/command.hpp"
#include "evenkeel/simulator/job_queue.hpp"
#include "evenkeel/simulator/swf.hpp"
#include "evenkeel/simulator/workload_model.hpp"

namespace evenkeel::simulator {
namespace {

struct GridRequest {
  std::string workload = "lublin";
  WorkloadShape shape;
  std::string scheduler = "easy";
  std::string jobs;
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

void write_jobs(const std::string& path, const std::vector<Job>& jobs) {
  std::string text = "id,site,submit,start,end,processors\n";
  for (const Job& job : jobs) {
    text +=
        fmt::format("{},0,{},{},{},{}\n", job.id, job.submit, job.start, job.end(), job.processors);
  }
  write_file(path, std::string_view(text));
}

int run_site(const GridRequest& request) {
  Registry<LocalScheduler> schedulers;
  register_builtin(schedulers);
  const std::unique_ptr<LocalScheduler> scheduler = schedulers.make(request.scheduler);
  const Workload load = workload_of(request);
  for (const std::string& reason : load.reasons) {
    std::cerr << "dropped: " << reason << "\n";
  }
  if (load.dropped > load.reasons.size()) {
    std::cerr << fmt::format("dropped: {} jobs in all\n", load.dropped);
  }
  JobQueue queue(load.jobs, request.shape.processors, *scheduler);
  while (queue.next_event()) {
    queue.step();
  }
  check_schedule(queue.jobs(), request.shape.processors);
  if (!request.jobs.empty()) {
    write_jobs(request.jobs, queue.jobs());
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

}  // namespace

void add_grid(CLI::App& program, Action& action) {
  auto request = std::make_shared<GridRequest>();
  CLI::App* command = program.add_subcommand("grid", "simulate the jobs of a site");
  command->footer(
      "Example:\n  evenkeel grid --workload KTH-SP2.swf.gz --processors 100 --scheduler easy\n"
      "  evenkeel grid --workload lublin --model-jobs 10000 --load 1.1 --processors 128");
  command->add_option("--workload", request->workload, "log in SWF, plain or .gz; or lublin");
  command->add_option("--processors", request->shape.processors, "of the site")
      ->required()
      ->check(CLI::Range(1, 1'000'000));
  command->add_option("--scheduler", request->scheduler, "fcfs, easy or conservative");
  command->add_option("--model-jobs", request->shape.jobs, "of the model")
      ->check(CLI::Range(1, 100'000'000));
  command->add_option("--load", request->shape.load, "divides the times between arrivals")
      ->check(CLI::Range(0.001, 1000.0));
  command->add_option("--seed", request->shape.seed, "of the model");
  command->add_option("--jobs", request->jobs, "write what became of every job (CSV)");
  command->add_flag("--json", request->json, "one JSON object");
  command->callback([request, &action] { action = [request] { return run_site(*request); }; });
}

}  // namespace evenkeel::simulator
