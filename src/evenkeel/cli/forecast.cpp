// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel forecast`: the whole forecaster battery on a recorded series.
#include <cmath>
#include <iostream>

#include <fmt/format.h>

#include "evenkeel/cli/command.hpp"
#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/json_line.hpp"
#include "evenkeel/forecast/mixture.hpp"
#include "evenkeel/forecast/series.hpp"

namespace evenkeel::cli {
namespace {

using forecast::Criterion;

struct ForecastOptions {
  std::string path;
  std::string column;
  std::size_t horizon = 1;
  bool json = false;
};

void print_json(const forecast::Series& series, const forecast::Mixture& mixture) {
  std::vector<JsonLine> methods;
  for (std::size_t k = 0; k < mixture.members().size(); ++k) {
    JsonLine method;
    method.add("name", mixture.members()[k].name)
        .add("mse", mixture.score(k).error(Criterion::kSquared))  // null where nothing was scored
        .add("mae", mixture.score(k).error(Criterion::kAbsolute));
    methods.push_back(std::move(method));
  }
  const forecast::Forecast next = *mixture.forecast();
  JsonLine selected;
  selected.add("by_mse", mixture.members()[mixture.best(Criterion::kSquared)].name)
      .add("by_mae", mixture.members()[mixture.best(Criterion::kAbsolute)].name)
      .add("now", next.method)
      .add("blend", next.is_blend)
      .add("mse", next.mse)
      .add("mae", next.mae);
  JsonLine line;
  line.add("samples", series.samples.size())
      .add("unknown", series.unknown)
      .add("methods", methods)
      .add("selected", selected)
      .add("forecast", next.value)
      .add("error", next.error);
  std::cout << line.text() << "\n";
}

/// An error with so many digits.
std::string amount(double error, int digits) {
  return std::isnan(error) ? "unknown" : fmt::format("{:.{}g}", error, digits);
}

void print_errors(std::string_view name, double mse, double mae) {
  std::cout << fmt::format("{:<58} {:>12} {:>12}\n", name, amount(mse, 5), amount(mae, 5));
}

void print_table(const forecast::Series& series, const forecast::Mixture& mixture) {
  std::cout << fmt::format("{} samples of {}{}\n\n", series.samples.size(),
                           series.name.empty() ? "the series" : series.name,
                           series.unknown ? fmt::format(", {} unknown", series.unknown) : "");
  std::cout << fmt::format("{:<58} {:>12} {:>12}\n", "method", "mse", "mae");
  for (std::size_t k = 0; k < mixture.members().size(); ++k) {
    print_errors(mixture.members()[k].name, mixture.score(k).error(Criterion::kSquared),
                 mixture.score(k).error(Criterion::kAbsolute));
  }
  for (const Criterion criterion : {Criterion::kSquared, Criterion::kAbsolute}) {
    const forecast::Forecast by = *mixture.forecast(criterion);
    print_errors(criterion == Criterion::kSquared ? "selected by squared error"
                                                  : "selected by absolute error",
                 by.mse, by.mae);
  }
  const forecast::Forecast next = *mixture.forecast();
  std::cout << fmt::format("\nforecast {:.6g} +- {} by {}{}\n", next.value, amount(next.error, 3),
                           next.is_blend ? "a blend led by " : "", next.method);
}

int try_all(const ForecastOptions& options) {
  const forecast::Series series =
      forecast::read_series(read_input(options.path, kMostWritten), options.path, options.column);
  forecast::Mixture mixture(forecast::builtin_battery(), {.horizon = options.horizon});
  for (const double sample : series.samples) {
    mixture.observe(sample);
  }
  if (options.json) {
    print_json(series, mixture);
  } else {
    print_table(series, mixture);
  }
  return kDone;
}

}  // namespace

void add_forecast(Command& program, Action& action) {
  auto options = std::make_shared<ForecastOptions>();
  Command command = program.add_subcommand("forecast", "try every forecaster on a recorded series");
  command.footer(
      "Every method predicts each sample before it is seen; the forecast is of the method whose\n"
      "errors have been least. Errors of methods are over the whole series; \"error\" is the root\n"
      "mean square error of the forecasts that the selection made.\n"
      "Example:\n  evenkeel forecast tests/series/idle.csv --horizon 4 --json");
  command.add_option("series", options->path, "CSV: one sample a line; a header may name columns")
      .required();
  command.add_option("--column", options->column, "its name in the header; the last one if absent");
  command
      .add_option("--horizon", options->horizon,
                  "forecast the mean of so many samples to come, as until the next regrid")
      .range(1, 10000);
  command.add_flag("--json", options->json, "one JSON object");
  command.callback([options, &action] { action = once([options] { return try_all(*options); }); });
}

}  // namespace evenkeel::cli
