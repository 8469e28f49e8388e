// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Readers of cases, of settings and of quantities in them.
#include <memory>
#include <stdexcept>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/runtime/setup.hpp"
#include "tests/fuzz/readers.hpp"

namespace evenkeel::fuzz {
namespace {

/// A good case, resolved, is the same good case.
void expect_same(const std::string& resolved, const runtime::Plugins& plugins) {
  try {
    const auto again = runtime::check_case("resolved.toml", resolved, {}, plugins, 3);
    if (again.settings.resolved() == resolved) {
      return;
    }
  } catch (const InputError& error) {
    throw std::logic_error(error.what());
  }
  throw std::logic_error("resolved, it is another case");
}

Reader case_reader() {
  const auto plugins = std::make_shared<runtime::Plugins>(runtime::Plugins::builtin());
  return {
      {"kernel = \"rm2d\"\n[domain]\ncells = [128, 32]\nlower = [0.0, 0.0]\nupper = [4.0, 1.0]\n"
       "[mesh]\nmax_levels = 3\nratio = 2\nmax_box = 32\nflag = \"gradient\"\n"
       "flag_component = \"density\"\nflag_threshold = [0.1, 0.2]\n[time]\nsteps = 60\n",
       "kernel = \"tp2d\"\n[kernel]\nproblem = \"rotation\"\nsigma = 0.1\n[time]\nend = 1.0\n"
       "cfl = 0.4\nsubcycle = false\n[partition]\nmethod = \"ccp\"\nsticky_epsilon = 0.1\n"
       "granularity = 4\ncurve = \"morton\"\n[manage]\npolicy = \"cost_benefit\"\n"
       "capacity = \"given\"\nsense_interval = \"20ms\"\nthreshold = 0.1\n"
       "[machine]\ncapacities = [1, 2, 3]\ninject = [1, 0.5, 0.1]\n"
       "[memory]\nbudget = \"2GiB\"\n[output]\nplot_interval = 20\ntrace = true\n",
       "kernel = \"sod\"\ntime.end = 0.2\ndomain.boundary_lower = [\"outflow\"]\n"},
      [plugins](const std::string& text) {
        const auto checked = runtime::check_case("case.toml", text, {}, *plugins, 3);
        expect_same(checked.settings.resolved(), *plugins);
      }};
}

Reader override_reader() {
  const auto plugins = std::make_shared<runtime::Plugins>(runtime::Plugins::builtin());
  return {{"mesh.max_levels=3", "kernel=tp2d", "domain.cells=[64,64]", "manage.sense_interval=1s",
           "partition.method=\"gpa\"", "time.subcycle=false", "kernel.sigma=0.1"},
          [plugins](const std::string& text) {
            (void)runtime::check_case("case.toml", "kernel = \"tp2d\"\ntime.steps = 3\n", {text},
                                      *plugins, 3);
          }};
}

Reader quantity_reader() {
  return {{"20ms", "512MiB", "100Mbps", "1.5 h", "3", "0"}, [](const std::string& text) {
            int refused = 0;
            for (const Dimension dimension : {Dimension::kPure, Dimension::kSeconds,
                                              Dimension::kBytes, Dimension::kBytesPerSecond}) {
              try {
                (void)parse_quantity(text, dimension);
              } catch (const InputError&) {
                ++refused;
              }
            }
            if (refused == 4) {
              throw InputError("no quantity");
            }
          }};
}

}  // namespace

Readers case_readers() {
  return {{"case", case_reader}, {"override", override_reader}, {"quantity", quantity_reader}};
}

}  // namespace evenkeel::fuzz
