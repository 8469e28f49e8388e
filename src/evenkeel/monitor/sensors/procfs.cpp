// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// procfs: processor time, load, memory, traffic and faults as Linux tells them.
#include <array>
#include <map>

#include "evenkeel/core/error.hpp"
#include "evenkeel/monitor/counter.hpp"
#include "evenkeel/monitor/kept_file.hpp"
#include "evenkeel/monitor/scan.hpp"
#include "evenkeel/monitor/sensor.hpp"

namespace evenkeel::monitor {
namespace {

/// Fractions of processor time since the last look, from the first line of /proc/stat.
class CpuTimes {
 public:
  void read(std::string_view text, std::vector<Reading>& readings) {
    constexpr std::size_t kFields = 8;  // user nice system idle iowait irq softirq steal
    std::string_view line = text.empty() ? text : take_line(text);
    if (take_word(line) != "cpu") {
      throw SystemError("/proc/stat does not open with 'cpu'");
    }
    std::array<double, kFields> ticks{};
    double total = 0.0;
    double grown = 0.0;
    bool backwards = false;
    for (std::size_t field = 0; field < kFields; ++field) {
      ticks[field] = to_number(take_word(line)).value_or(0.0);
      total += ticks[field];
      // Idle and iowait may step back a little by themselves (proc(5)); that is no growth.
      const double growth = ticks[field] - ticks_[field];
      backwards = backwards || growth < -0.01 * total;
      change_[field] = std::max(growth, 0.0);
      grown += change_[field];
    }
    const bool known = has_last_ && !backwards && grown > 0.0;
    const auto add = [&](const char* name, double part) {
      readings.push_back({name, "1", known ? std::optional(part / grown) : std::nullopt, 0.0, 1.0});
    };
    add("cpu_user", change_[0] + change_[1]);
    add("cpu_system", change_[2] + change_[5] + change_[6]);
    add("cpu_idle", change_[3] + change_[4]);
    add("cpu_steal", change_[7]);
    if (backwards || grown > 0.0) {
      ticks_ = ticks;
      has_last_ = true;
    }
  }

 private:
  std::array<double, 8> ticks_{};
  std::array<double, 8> change_{};
  bool has_last_ = false;
};

/// Rates of every interface of /proc/net/dev but the loopback.
class Traffic {
 public:
  void read(std::string_view text, double now, std::vector<Reading>& readings) {
    while (!text.empty()) {
      std::string_view line = take_line(text);
      const std::size_t colon = line.find(':');
      std::string_view head = line.substr(0, colon);
      const std::string_view name = take_word(head);
      if (colon == line.npos || name == "lo") {
        continue;
      }
      line.remove_prefix(colon + 1);
      read_interface(std::string(name), line, now, readings);
    }
  }

 private:
  void read_interface(const std::string& name, std::string_view numbers, double now,
                      std::vector<Reading>& readings) {
    constexpr std::size_t kInterfaces = 64;  // thousands of virtual ones are no news
    if (!counters_.contains(name) && counters_.size() >= kInterfaces) {
      return;
    }
    std::array<std::optional<double>, 10> field;
    for (std::optional<double>& each : field) {
      each = to_number(take_word(numbers));
    }
    std::array<Counter, 4>& counter = counters_[name];
    const auto add = [&](std::size_t n, const char* what, const char* unit, std::size_t column) {
      readings.push_back({name + what, unit, counter[n].rate(field[column], now)});
    };
    add(0, ".bytes_in", "byte/s", 0);
    add(1, ".packets_in", "1/s", 1);
    add(2, ".bytes_out", "byte/s", 8);
    add(3, ".packets_out", "1/s", 9);
  }

  std::map<std::string, std::array<Counter, 4>> counters_;
};

class Procfs final : public Sensor {
 public:
  void aim(const Target& target) override {
    for (const char* name : {"stat", "loadavg", "meminfo", "net/dev", "vmstat"}) {
      files_.emplace_back(target.root / "proc" / name);
    }
  }

  std::size_t probes() const override { return files_.size(); }

  void read(std::size_t probe, double now, std::vector<Reading>& readings) override {
    std::string_view text = files_[probe].read();
    switch (probe) {
      case 0:
        cpu_.read(text, readings);
        break;
      case 1:
        readings.push_back({"load_1min", "1", to_number(take_word(text))});
        break;
      case 2:
        read_memory(text, readings);
        break;
      case 3:
        traffic_.read(text, now, readings);
        break;
      default:
        readings.push_back({"faults", "1/s", faults_.rate(number_after(text, "pgfault"), now)});
        readings.push_back(
            {"major_faults", "1/s", major_faults_.rate(number_after(text, "pgmajfault"), now)});
    }
  }

 private:
  static void read_memory(std::string_view text, std::vector<Reading>& readings) {
    constexpr double kKibibyte = 1024.0;
    const auto bytes = [&](std::string_view key) {
      const std::optional<double> kib = number_after(text, key);
      return kib ? std::optional(*kib * kKibibyte) : std::nullopt;
    };
    const std::optional<double> total = bytes("MemTotal:");
    readings.push_back({"memory_total", "byte", total, 1.0});
    Reading available{"memory_available", "byte", bytes("MemAvailable:")};
    available.most = total.value_or(available.most);
    readings.push_back(available);
  }

  std::vector<KeptFile> files_;
  CpuTimes cpu_;
  Traffic traffic_;
  Counter faults_;
  Counter major_faults_;
};

}  // namespace

void register_procfs(Registry<Sensor>& registry) {
  registry.add({.name = "procfs",
                .summary = "processor time, load, memory, traffic and faults of this machine",
                .source = "Linux proc(5); Sinha & Parashar 2002, section 4.2 (what NWS watches)",
                .make = [](const Params&) { return std::make_unique<Procfs>(); }});
}

}  // namespace evenkeel::monitor
