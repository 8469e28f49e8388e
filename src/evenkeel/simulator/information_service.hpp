// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The interface of services that tell schedulers of a grid what happens elsewhere, and how late.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "evenkeel/core/registry.hpp"

namespace evenkeel::simulator {

/// Tells what it has heard, more or less late: free processors of sites (a GIS) or what an
/// application needs (an AIS).                                              (Li 2005, chapter 6)
///
/// Times of calls never descend; of one moment what is heard comes before who asks.
class InformationService {
 public:
  virtual ~InformationService() = default;

  /// From \p now on \p values hold, always as many.
  virtual void hear(double now, std::span<const double> values) = 0;

  /// What somebody is told who asks at \p now; nothing where nothing has been heard. [values]
  virtual std::vector<double> tell(double now) = 0;
};

/// Adds every service in information_services/. Generated from the file names there.
void register_builtin(Registry<InformationService>& registry);

/// The age that news may have, as services declare it. [s]
inline constexpr ParamSpec kStaleness{.name = "staleness",
                                      .unit = "s",
                                      .fallback = 0.0,
                                      .min = 0.0,
                                      .help = "age that news may have"};

/// Makes the service called \p name, with \p staleness where it has any. [s]
///
/// \throws InputError if there is no such service
std::unique_ptr<InformationService> make_service(std::string_view name, double staleness);

}  // namespace evenkeel::simulator
