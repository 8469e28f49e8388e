// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sentences about settings without effect, or unsafe.
#include "evenkeel/runtime/setting_warnings.hpp"

#include <cmath>

#include <fmt/format.h>

#include "evenkeel/io/case_schema.hpp"
#include "evenkeel/runtime/machine_checks.hpp"
#include "evenkeel/runtime/setup.hpp"

namespace evenkeel::runtime {
namespace {

using io::Case;

/// "" where features stay inside of what is refined for them, or nobody knows how far they go.
template <int D>
std::string of_buffer(const Case& settings, const solver::Application<D>& application) {
  const bool is_rebuilt =
      settings.number("mesh.max_levels") > 1.0 && settings.number("mesh.regrid_interval") > 0.0;
  const bool is_known = application.stages() > 0 && application.bounds_motion() &&
                        settings.number("time.fixed_dt") == 0.0;
  if (!is_rebuilt || !is_known) {
    return "";
  }
  const double buffer = settings.number("mesh.buffer");
  const double cfl = settings.number("time.cfl");
  const double steps =
      steps_between_regrids(settings, application, settings.number("mesh.regrid_interval"));
  const double safe = safe_buffer(cfl, steps);
  if (buffer >= safe) {
    return "";
  }
  const std::string wider =
      safe <= io::find_key("mesh.buffer")->max ? fmt::format("set mesh.buffer = {} or ", safe) : "";
  return fmt::format(
      "mesh.buffer is {}, but features may move time.cfl * steps = {} * {:.3g} = {:.3g} cells "
      "between regrids of a level, out of what is refined for them: {}lower mesh.regrid_interval",
      buffer, cfl, steps, cfl * steps, wider);
}

/// Of regions that ask for levels which there are not.
void add_of_regions(const Case& settings, std::vector<std::string>& warnings) {
  const std::int64_t finest = settings.integer("mesh.max_levels") - 1;
  for (const std::string& name : settings.names("mesh.region")) {
    const std::string key = fmt::format("mesh.region.{}.least_level", name);
    if (settings.has(key) && settings.integer(key) > finest) {
      warnings.push_back(fmt::format("{} is {}, but mesh.max_levels = {} makes {} the finest", key,
                                     settings.integer(key), finest + 1, finest));
    }
  }
}

}  // namespace

template <int D>
double steps_between_regrids(const Case& settings, const solver::Application<D>& application,
                             double interval) {
  const double ratio = settings.number("mesh.ratio");
  if (!settings.flag("time.subcycle")) {
    return interval / ratio;
  }
  const bool with_base_only = application.make_coupling(application.boundaries()) != nullptr;
  return with_base_only ? interval * std::pow(ratio, settings.number("mesh.max_levels") - 2.0)
                        : interval;
}

double safe_buffer(double cfl, double interval) {
  constexpr double kRounding = 1e-9;
  return std::ceil(cfl * interval - kRounding);
}

template double steps_between_regrids(const Case&, const solver::Application<1>&, double);
template double steps_between_regrids(const Case&, const solver::Application<2>&, double);
template double steps_between_regrids(const Case&, const solver::Application<3>&, double);

std::vector<std::string> setting_warnings(const Case& settings,
                                          const kernels::ApplicationPlugin& kernel) {
  std::vector<std::string> all = passed_over(settings);
  all.push_back(
      std::visit([&](const auto& application) { return of_buffer(settings, *application); },
                 kernel.application));
  std::erase(all, "");
  for (const std::string& name : kernel.idle) {
    all.push_back(fmt::format(
        "kernel.{} is passed over: {} has no use for it with its other parameters as they are",
        name, settings.text("kernel.name")));
  }
  add_of_regions(settings, all);
  return all;
}

}  // namespace evenkeel::runtime
