// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Makes services by name.
#include "evenkeel/simulator/information_service.hpp"

namespace evenkeel::simulator {

std::unique_ptr<InformationService> make_service(std::string_view name, double staleness) {
  Registry<InformationService> services;
  register_builtin(services);
  const bool ages = !services.find(name).params.empty();
  return services.make(name, ages ? ParamValues{{"staleness", staleness}} : ParamValues{});
}

}  // namespace evenkeel::simulator
