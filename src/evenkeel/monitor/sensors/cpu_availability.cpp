// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// cpu_availability: what share of a processor a process gets here, a new one and a running one.
#include <algorithm>
#include <array>
#include <cmath>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/monitor/counter.hpp"
#include "evenkeel/monitor/kept_file.hpp"
#include "evenkeel/monitor/scan.hpp"
#include "evenkeel/monitor/sensor.hpp"

namespace evenkeel::monitor {
namespace {

constexpr std::array kParams = {
    ParamSpec{.name = "smoothing",
              .unit = "1",
              .fallback = 0.5,
              .min = 0.01,
              .max = 1.0,
              .help = "weight of the newest length of the run queue"},
    ParamSpec{.name = "spin",
              .unit = "s",
              .fallback = 0.0,
              .min = 0.0,
              .max = 1.5,
              .help = "length of the trial that corrects the bias; 0: none (NWS took 1.5)"},
    ParamSpec{.name = "spin_every",
              .unit = "s",
              .fallback = 300.0,
              .min = 1.0,
              .max = 86400.0,
              .help = "time between trials"}};

/// What /proc/stat says of all processors together since the last look.
struct Machine {
  double processors = 0.0;
  double running = 0.0;  ///< processes that want to run, this one left out
  double user = 0.0;     ///< fractions of the time of one processor, times processors
  double system = 0.0;
  double idle = 0.0;
};

class CpuAvailability final : public Sensor {
 public:
  explicit CpuAvailability(const Params& params)
      : smoothing_(params["smoothing"]), spin_(params["spin"]), spin_every_(params["spin_every"]) {}

  void aim(const Target& target) override {
    for (const char* name : {"stat", "loadavg", "self/schedstat"}) {
      files_.emplace_back(target.root / "proc" / name);
    }
  }

  void read(std::size_t, double now, std::vector<Reading>& readings) override {
    asked_for_ = 0.0;
    const std::optional<Machine> machine = look(now);
    if (machine) {
      queue_ += smoothing_ * (machine->running - queue_);
    }
    const std::optional<double> expected =
        machine ? std::optional(for_new(*machine)) : std::nullopt;
    if (expected && spin_ > 0.0 && now >= next_spin_) {
      next_spin_ = now + spin_every_;
      bias_ = obtained_by_spinning() - *expected;
    }
    readings.push_back(
        {"new_process", "1",
         expected ? std::optional(std::clamp(*expected + bias_, 0.0, 1.0)) : expected, 0.0, 1.0});
    readings.push_back({"running_process", "1", for_running(now), 0.0, 1.0});
    std::string_view load_text = files_[1].read();
    const std::optional<double> load = to_number(take_word(load_text));
    readings.push_back({"by_load", "1",
                        load && *load >= 0.0 && processors_ > 0.0
                            ? std::optional(std::min(1.0, processors_ / (*load + 1.0)))
                            : std::nullopt,
                        0.0, 1.0});
  }

  double asked_for() const override { return asked_for_; }

 private:
  /// idle + user/(rp+1) + w sys/(rp+1), of all processors, but no more than one.
  ///                                                   (Wolski, Spring, Hayes 1999, vmstat method)
  double for_new(const Machine& machine) const {
    const double shared = machine.user + machine.user / machine.processors * machine.system;
    return std::min(1.0, machine.idle + shared / (queue_ + 1.0));
  }

  /// Time this process ran of the time it wanted to: what it slept by itself is not held against
  /// the machine.
  std::optional<double> for_running(double now) try {
    std::string_view text = files_[2].read();
    const std::optional<double> ran = ran_.rate(to_number(take_word(text)), now);
    const std::optional<double> waited = waited_.rate(to_number(take_word(text)), now);
    if (!ran || !waited || *ran + *waited <= 0.0) {
      return std::nullopt;
    }
    return *ran / (*ran + *waited);
  } catch (const SystemError&) {
    return std::nullopt;  // not every kernel counts it
  }

  /// Reads /proc/stat. Nothing at first, and when counters go backwards.
  std::optional<Machine> look(double now) {
    std::string_view text = files_[0].read();
    Machine machine;
    std::array<double, 8> ticks{};
    while (!text.empty()) {
      std::string_view line = take_line(text);
      const std::string_view key = take_word(line);
      if (key == "cpu") {
        for (double& each : ticks) {
          each = to_number(take_word(line)).value_or(0.0);
        }
      } else if (key.starts_with("cpu")) {
        machine.processors += 1.0;
      } else if (key == "procs_running") {
        machine.running = std::max(0.0, to_number(take_word(line)).value_or(1.0) - 1.0);
      }
    }
    processors_ = machine.processors;
    const auto user = user_.rate(ticks[0] + ticks[1], now);
    const auto system = system_.rate(ticks[2] + ticks[5] + ticks[6], now);
    const auto all = all_.rate(
        ticks[0] + ticks[1] + ticks[2] + ticks[3] + ticks[4] + ticks[5] + ticks[6] + ticks[7], now);
    const auto idle = idle_.rate(ticks[3] + ticks[4], now);
    if (!user || !system || !idle || !all || *all <= 0.0 || machine.processors == 0.0) {
      return std::nullopt;
    }
    const double scale = machine.processors / *all;
    machine.user = *user * scale;
    machine.system = *system * scale;
    machine.idle = *idle * scale;
    return machine;
  }

  double obtained_by_spinning() {
    const double start = wall_seconds();
    const double cpu = thread_cpu_seconds();
    while (wall_seconds() < start + spin_) {
    }
    asked_for_ = thread_cpu_seconds() - cpu;
    return asked_for_ / (wall_seconds() - start);
  }

  double smoothing_;
  double spin_;
  double spin_every_;
  std::vector<KeptFile> files_;
  Counter user_, system_, idle_, all_, ran_, waited_;
  double queue_ = 0.0;
  double processors_ = 0.0;
  double bias_ = 0.0;
  double next_spin_ = 0.0;
  double asked_for_ = 0.0;  ///< spun in the last look [s]
};

}  // namespace

void register_cpu_availability(Registry<Sensor>& registry) {
  registry.add(
      {.name = "cpu_availability",
       .summary = "share of a processor that a new and that a running process gets",
       .source = "Wolski, Spring, Hayes 1999 (NWS availableCpu, currentCpu)",
       .params = kParams,
       .make = [](const Params& params) { return std::make_unique<CpuAvailability>(params); }});
}

}  // namespace evenkeel::monitor
