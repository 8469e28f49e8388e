// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Checks the words of a request before anything is played.
#include "evenkeel/simulator/commands/replay_check.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "evenkeel/core/complaint.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/named_by.hpp"
#include "evenkeel/core/output_path.hpp"
#include "evenkeel/core/setting.hpp"
#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/simulator/backend.hpp"
#include "evenkeel/simulator/commands/replay_settings.hpp"
#include "evenkeel/simulator/cost_params.hpp"
#include "evenkeel/simulator/senses.hpp"

namespace evenkeel::simulator {
namespace {

/// Parameters of those of \p names that \p registry has must be able to have what \p setting says.
template <class Interface>
void check_fits(const Registry<Interface>& registry, const std::vector<std::string>& names,
                const Setting& setting) {
  for (const std::string& name : names) {
    if (registry.entries().contains(name)) {
      named_by(name, [&] { Params(registry.find(name).params, {{setting.name, setting.value}}); });
    }
  }
}

void check_setting(const std::string& text, const ReplayRequest& request) {
  sort_settings({text});
  const Setting setting = parse_setting(text);
  const bool is_of_cells = setting.group == "partition" && setting.name == "cell_costs";
  named_by("-s " + text, [&] {
    if (setting.group == "cost") {
      Params(cost_params(), {{setting.name, setting.value}});
    } else if (setting.group == "manage") {
      check_fits(builtin<manager::Policy>(), request.policies, setting);
    } else if (!is_of_cells) {
      check_fits(builtin<partition::Partitioner>(), request.methods, setting);
    }
  });
}

/// Finds what is wrong with words of a request, all at once.
class RequestCheck {
 public:
  explicit RequestCheck(const ReplayRequest& request) : request_(request) {}

  void check() {
    if (!std::filesystem::exists(request_.trace)) {
      problems_.add(request_.trace + ": no such file");
    }
    names<partition::Partitioner>("--method", request_.methods);
    names<manager::Policy>("--policy", request_.policies);
    names<Backend>("--backend", {request_.backend});
    for (const std::string& word : request_.capacities) {
      attempt([&] { source_of(word); });
    }
    for (const std::string& text : request_.settings) {
      attempt([&] { check_setting(text, request_); });
    }
    if (const std::string& file = request_.octants; !file.empty()) {
      attempt([&] { octants_of(file); });
    }
    where();
    outputs();
    problems_.throw_if_any();
  }

 private:
  template <class Check>
  void attempt(const Check& check) {
    try {
      check();
    } catch (const InputError& error) {
      problems_.add(error.what());
    }
  }

  template <class Interface>
  void names(std::string_view option, const std::vector<std::string>& words) {
    const auto registry = builtin<Interface>();
    for (const std::string& word : words) {
      attempt([&] { named_by(option, [&] { registry.find(word); }); });
    }
  }

  void where() {
    if (request_.platforms.empty() && request_.ranks.empty()) {
      problems_.add("expected --platform FILE or --ranks N");
    }
  }

  void outputs() {
    for (const std::string& path : {request_.phases, request_.timeline, request_.decisions}) {
      if (!path.empty()) {
        attempt([&] { require_writable(path); });
      }
    }
  }

  const ReplayRequest& request_;
  Problems problems_;
};

}  // namespace

void check_request(const ReplayRequest& request) {
  RequestCheck(request).check();
  if (!request.shares.empty() && std::ranges::count(request.capacities, "given") == 0) {
    tell_passed_over("--shares", "--capacity is not 'given'");
  }
}

}  // namespace evenkeel::simulator
