// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reads experiments key by key.
#include "evenkeel/simulator/grid_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/text.hpp"
#include "evenkeel/core/toml_keys.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/simulator/information_service.hpp"
#include "evenkeel/simulator/swf.hpp"
#include "evenkeel/simulator/workload_model.hpp"

namespace evenkeel::simulator {
namespace {

class Reader {
 public:
  explicit Reader(std::filesystem::path path)
      : path_(std::move(path)),
        toml_(path_.string()),
        super_place_{path_.string()},
        bounds_place_{path_.string()} {}

  GridExperiment read() {
    GridExperiment& experiment = found_;
    const std::string contents = read_input(path_);
    GridSetup& setup = experiment.setup;
    toml_.read(
        contents,
        {{"super_scheduler", plugin<SuperScheduler>(experiment.super_scheduler)},
         {"super",
          [&](const toml::node& node) {
            super_place_ = toml_.place_of(node.source());
            numbers(experiment.super_params)(node);
          }},
         {"resource_information", plugin<InformationService>(setup.resource_information)},
         {"application_information", plugin<InformationService>(setup.application_information)},
         {"staleness", quantity(setup.staleness, Dimension::kSeconds)},
         {"samr", [&](const toml::node& node) { samr(node, setup); }},
         {"site", [&](const toml::node& node) { sites(node, setup); }}});
    check_super_scheduler();
    int processors = 0;
    for (const GridSite& site : setup.sites) {
      processors += site.processors;
    }
    if (setup.sites.empty()) {
      toml_.problems().add(Location{path_.string()}, "has no [[site]]");
    } else if (setup.samr.trace.empty()) {
      toml_.problems().add(Location{path_.string()}, "has no samr.trace");
    } else if (setup.least > setup.most || setup.most > processors) {
      toml_.problems().add(
          bounds_place_,
          fmt::format("samr.least {} <= samr.most {} <= {} processors of all sites must "
                      "hold",
                      setup.least, setup.most, processors));
    }
    toml_.problems().throw_if_any();
    return std::move(experiment);
  }

 private:
  using Take = TomlKeys::Take;

  void check_super_scheduler() {
    Registry<SuperScheduler> supers;
    register_builtin(supers);
    if (!supers.entries().contains(found_.super_scheduler)) {
      return;  // which is known by then
    }
    try {
      supers.make(found_.super_scheduler, found_.super_params);
    } catch (const InputError& error) {
      toml_.problems().add(super_place_,
                           fmt::format("super: {} has {}", found_.super_scheduler, error.what()));
    }
  }

  static Take text(std::string& value) {
    return [&value](const toml::node& node) {
      if (!node.is_string()) {
        throw InputError("expected text");
      }
      value = **node.as_string();
    };
  }

  /// The name of a plug-in.
  template <class Interface>
  static Take plugin(std::string& value) {
    return [&value](const toml::node& node) {
      text(value)(node);
      Registry<Interface> registry;
      register_builtin(registry);
      registry.find(value);
    };
  }

  static Take quantity(double& value, Dimension dimension) {
    return [&value, dimension](const toml::node& node) {
      std::string word;
      text(word)(node);
      value = parse_quantity(word, dimension);
      if (value < 0.0) {
        throw InputError("expected 0 or more");
      }
    };
  }

  static double finite(const toml::node& node) {
    const std::optional<double> number = node.value<double>();
    if (!number || !std::isfinite(*number)) {
      throw InputError("expected a finite number");
    }
    return *number;
  }

  static Take positive(double& value) {
    return [&value](const toml::node& node) {
      const double number = finite(node);
      if (number <= 0.0) {
        throw InputError("expected a number above 0");
      }
      value = number;
    };
  }

  template <class Integer>
  static Take count(Integer& value) {
    return [&value](const toml::node& node) {
      constexpr std::int64_t kMost = 1'000'000'000;
      const std::optional<std::int64_t> number = node.value<std::int64_t>();
      if (!number || *number < 1 || *number > kMost) {
        throw InputError("expected a whole number, 1 or more");
      }
      value = static_cast<Integer>(*number);
    };
  }

  /// A table of numbers by name; whom they are for knows their ranges.
  static Take numbers(ParamValues& values) {
    return [&values](const toml::node& node) {
      for (const auto& [key, value] : table_of(node)) {
        values[std::string(key.str())] = finite(value);
      }
    };
  }

  static const toml::table& table_of(const toml::node& node) {
    if (!node.is_table()) {
      throw InputError("expected a table");
    }
    return *node.as_table();
  }

  /// Files are beside the experiment.
  std::string beside(const std::string& file) const {
    return (path_.parent_path() / file).string();
  }

  /// \p take, once the place of the value is known for what is to be said later.
  Take at(Location& place, Take take) const {
    return [this, &place, take = std::move(take)](const toml::node& node) {
      place = toml_.place_of(node.source());
      take(node);
    };
  }

  /// A trace beside the experiment.
  Take trace(std::string& path) const {
    return [this, &path](const toml::node& node) {
      text(path)(node);
      path = path.empty() ? "" : beside(path);
      if (!path.empty() && !std::filesystem::exists(path)) {
        throw InputError(path + ": no such file");
      }
    };
  }

  void samr(const toml::node& node, GridSetup& setup) {
    SamrOptions& samr = setup.samr;
    std::int64_t steps = 0;
    toml_.take(table_of(node), {{"trace", trace(samr.trace)},
                                {"method", plugin<partition::Partitioner>(samr.method)},
                                {"submit", quantity(setup.submit, Dimension::kSeconds)},
                                {"request", quantity(setup.request, Dimension::kSeconds)},
                                {"least", at(bounds_place_, count(setup.least))},
                                {"most", at(bounds_place_, count(setup.most))},
                                {"steps", count(steps)},
                                {"cost", numbers(samr.cost)}});
    if (steps > 0) {
      samr.steps = steps;
    }
  }

  void sites(const toml::node& node, GridSetup& setup) {
    if (!node.is_array_of_tables()) {
      throw InputError("expected [[site]]");
    }
    for (const toml::node& each : *node.as_array()) {
      setup.sites.push_back(site(*each.as_table(), setup.sites.size()));
    }
  }

  GridSite site(const toml::table& table, std::size_t number) {
    GridSite site{.name = fmt::format("site{}", number)};
    std::string workload = "lublin";
    WorkloadShape shape{.seed = number + 1};
    toml_.take(table,
               {{"name", text(site.name)},
                {"processors", count(site.processors)},
                {"speed", positive(site.speed)},
                {"memory", quantity(site.memory, Dimension::kBytes)},
                {"bandwidth", quantity(site.link.bandwidth, Dimension::kBytesPerSecond)},
                {"latency", quantity(site.link.latency, Dimension::kSeconds)},
                {"uplink_bandwidth", quantity(site.uplink.bandwidth, Dimension::kBytesPerSecond)},
                {"uplink_latency", quantity(site.uplink.latency, Dimension::kSeconds)},
                {"scheduler", plugin<LocalScheduler>(site.scheduler)},
                {"workload", text(workload)},
                {"jobs", count(shape.jobs)},
                {"load", positive(shape.load)},
                {"seed", count(shape.seed)}});
    if (site.link.bandwidth <= 0.0 || site.uplink.bandwidth <= 0.0) {
      toml_.problems().add(toml_.place_of(table.source()), "bandwidths must be above 0");
    }
    shape.processors = site.processors;
    try {
      site.jobs = workload == "lublin" ? make_workload(shape) : logged(workload, site.processors);
    } catch (const InputError& error) {
      const toml::node* const named = table.get("workload");
      toml_.problems().add(toml_.place_of(named != nullptr ? named->source() : table.source()),
                           fmt::format("workload: {}", error.what()));
    }
    return site;
  }

  std::vector<Job> logged(const std::string& workload, int processors) {
    constexpr std::array<std::string_view, 1> kModels = {"lublin"};
    if (!std::filesystem::exists(beside(workload))) {
      throw InputError(fmt::format("no file {}; expected a log, or lublin{}", beside(workload),
                                   suggestion(workload, kModels)));
    }
    Workload load = read_swf(beside(workload), processors);
    found_.dropped += load.dropped;
    std::ranges::move(load.reasons, std::back_inserter(found_.reasons));
    return std::move(load.jobs);
  }

  std::filesystem::path path_;
  TomlKeys toml_;
  GridExperiment found_;
  Location super_place_;
  Location bounds_place_;  ///< of samr.most or samr.least
};

}  // namespace

GridExperiment read_grid(const std::filesystem::path& path) {
  return Reader(path).read();
}

}  // namespace evenkeel::simulator
