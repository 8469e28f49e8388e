// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// cgroup: quota, throttling, pressure and memory of the own control group, versions 1 and 2.
#include <algorithm>
#include <array>
#include <map>

#include "evenkeel/core/error.hpp"
#include "evenkeel/monitor/control_group.hpp"
#include "evenkeel/monitor/counter.hpp"
#include "evenkeel/monitor/cpu_quota.hpp"
#include "evenkeel/monitor/kept_file.hpp"
#include "evenkeel/monitor/scan.hpp"
#include "evenkeel/monitor/sensor.hpp"

namespace evenkeel::monitor {
namespace {

namespace fs = std::filesystem;

using Value = std::optional<double>;

Value times(Value value, double factor) {
  return value ? Value(*value * factor) : std::nullopt;
}

/// The first of several files that there is.
class FirstFile {
 public:
  FirstFile(const std::vector<fs::path>& folders, const char* name) {
    for (const fs::path& folder : folders) {
      std::error_code ignored;
      if (fs::exists(folder / name, ignored)) {
        file_.emplace_back(folder / name);
        return;
      }
    }
  }

  /// Its content; nothing if there is none.
  std::string_view read() { return file_.empty() ? std::string_view() : file_.front().read(); }

  explicit operator bool() const { return !file_.empty(); }

 private:
  std::vector<KeptFile> file_;  // none or one
};

/// The files of one control group, as they were found.
struct GroupFiles {
  explicit GroupFiles(const fs::path& root)
      : cpu(group_folders(root, "cpu")),
        memory(group_folders(root, "memory")),
        cpu_stat(cpu, "cpu.stat"),
        cpu_usage(group_folders(root, "cpuacct"), "cpuacct.usage"),
        cpu_pressure(cpu, "cpu.pressure"),
        memory_pressure(memory, "memory.pressure"),
        machine_pressure({root / "proc/pressure"}, "cpu"),
        machine_memory_pressure({root / "proc/pressure"}, "memory") {
    for (const fs::path& folder : cpu) {
      std::error_code ignored;
      if (fs::exists(folder / "cpu.max", ignored)) {
        quotas.emplace_back(folder / "cpu.max");
      } else if (fs::exists(folder / "cpu.cfs_quota_us", ignored)) {
        quotas.emplace_back(folder / "cpu.cfs_quota_us");
        periods.emplace(quotas.size() - 1, folder / "cpu.cfs_period_us");
      }
    }
    for (const fs::path& folder : memory) {
      constexpr std::array kNames{std::pair{"memory.max", "memory.current"},
                                  std::pair{"memory.limit_in_bytes", "memory.usage_in_bytes"}};
      for (const auto& [limit, used] : kNames) {
        groups.push_back({FirstFile({folder}, limit), FirstFile({folder}, used),
                          FirstFile({folder}, "memory.stat")});
      }
    }
  }

  std::vector<fs::path> cpu;
  std::vector<fs::path> memory;
  FirstFile cpu_stat, cpu_usage, cpu_pressure, memory_pressure, machine_pressure,
      machine_memory_pressure;
  struct MemoryGroup {
    FirstFile limit, used, stat;
  };
  std::vector<MemoryGroup> groups;  ///< this process's own and those around it, the own first
  std::vector<KeptFile> quotas;
  std::map<std::size_t, KeptFile> periods;  ///< of version 1, by position in `quotas`
};

class Cgroup final : public Sensor {
 public:
  void aim(const Target& target) override {
    root_ = target.root;
    membership_.emplace_back(root_ / "proc/self/cgroup");
  }

  std::size_t probes() const override { return 4; }

  void read(std::size_t probe, double now, std::vector<Reading>& readings) override {
    follow_membership();
    try {
      constexpr std::array kProbes = {&Cgroup::read_quota, &Cgroup::read_use,
                                      &Cgroup::read_pressure, &Cgroup::read_memory};
      (this->*kProbes[probe])(now, readings);
    } catch (const SystemError&) {
      files_.reset();  // the group may be another one now
      throw;
    }
  }

 private:
  /// Finds the files again when this process has been moved to another group.
  void follow_membership() {
    std::string groups;
    try {
      groups = membership_.front().read();
    } catch (const SystemError&) {
      groups.clear();  // no control groups here
    }
    if (!files_ || groups != groups_) {
      files_.emplace(root_);
      groups_ = groups;
    }
  }

  /// The least quota of the group and those around it, as cpu_quota() gives it.
  void read_quota(double, std::vector<Reading>& readings) {
    Value least;
    for (std::size_t n = 0; n < files_->quotas.size(); ++n) {
      std::string_view text = files_->quotas[n].read();
      const Value quota = to_number(take_word(text));
      const auto period_file = files_->periods.find(n);
      if (period_file != files_->periods.end()) {
        text = period_file->second.read();
      }
      if (const Value here = quota_of(quota, to_number(take_word(text)))) {
        least = std::min(least.value_or(*here), *here);
      }
    }
    readings.push_back({"cpu_quota", "1", least});
  }

  void read_use(double now, std::vector<Reading>& readings) {
    constexpr double kNano = 1e-9;
    constexpr double kMicro = 1e-6;
    const std::string_view stat = files_->cpu_stat.read();
    Value throttled = times(number_after(stat, "throttled_usec"), kMicro);
    throttled = throttled ? throttled : times(number_after(stat, "throttled_time"), kNano);
    Value used = times(number_after(stat, "usage_usec"), kMicro);
    if (!used) {
      std::string_view text = files_->cpu_usage.read();
      used = times(to_number(take_word(text)), kNano);
    }
    readings.push_back({"cpu_throttled", "1", throttled_.rate(throttled, now)});
    readings.push_back({"cpu_used", "1", used_.rate(used, now), 0.0, 1e5});
  }

  void read_pressure(double now, std::vector<Reading>& readings) {
    const auto total = [](FirstFile& own, FirstFile& machine) {
      std::string_view text = own ? own.read() : machine.read();
      return pressure_total(text.empty() ? text : take_line(text));
    };
    const Value cpu = total(files_->cpu_pressure, files_->machine_pressure);
    const Value memory = total(files_->memory_pressure, files_->machine_memory_pressure);
    // A little more than all of the time may pass between two looks of two clocks.
    readings.push_back({"cpu_pressure", "1", cpu_pressure_.rate(cpu, now), 0.0, 1.5});
    readings.push_back({"memory_pressure", "1", memory_pressure_.rate(memory, now), 0.0, 1.5});
  }

  /// Seconds that some task waited, from "some avg10=0.00 avg60=0.00 avg300=0.00 total=123" [us].
  static Value pressure_total(std::string_view line) {
    constexpr std::string_view kKey = "total=";
    const std::size_t at = line.find(kKey);
    return at == line.npos ? std::nullopt : times(to_number(line.substr(at + kKey.size())), 1e-6);
  }

  /// Without files that the system keeps in memory only while there is room.
  static Value used_by(FirstFile& used, FirstFile& stat) {
    std::string_view text = used.read();
    const Value all = to_number(take_word(text));
    const std::string_view kept = stat.read();
    Value files = number_after(kept, "total_inactive_file");  // version 1: with groups below
    files = files ? files : number_after(kept, "inactive_file");
    return all ? Value(std::max(0.0, *all - files.value_or(0.0))) : all;
  }

  /// Of the groups around this process the one with the least left.
  void read_memory(double, std::vector<Reading>& readings) {
    constexpr double kUnlimited = 1e18;  // version 1 says 2^63 less a page
    Value limit;
    Value used;
    for (GroupFiles::MemoryGroup& group : files_->groups) {
      const Value taken = used_by(group.used, group.stat);
      used = used ? used : taken;
      std::string_view text = group.limit.read();
      const Value here = to_number(take_word(text));
      const bool is_limit = here && *here < kUnlimited;
      if (is_limit && (!limit || *here - taken.value_or(0.0) < *limit - used.value_or(0.0))) {
        limit = here;
        used = taken ? taken : used;
      }
    }
    readings.push_back({"memory_limit", "byte", limit});
    readings.push_back({"memory_used", "byte", used});
  }

  fs::path root_;
  std::vector<KeptFile> membership_;  // one, once aimed
  std::string groups_;
  std::optional<GroupFiles> files_;
  Counter throttled_;
  Counter used_;
  Counter cpu_pressure_;
  Counter memory_pressure_;
};

}  // namespace

void register_cgroup(Registry<Sensor>& registry) {
  registry.add({.name = "cgroup",
                .summary = "quota, throttling, pressure and memory of the own control group",
                .source = "Linux cgroups(7), PSI; no quota is nothing, never zero",
                .make = [](const Params&) { return std::make_unique<Cgroup>(); }});
}

}  // namespace evenkeel::monitor
