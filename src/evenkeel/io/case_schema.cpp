// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The table of case-file keys.
#include "evenkeel/io/case_schema.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <ranges>

namespace evenkeel::io {
namespace {

using enum KeyType;

constexpr std::string_view kCurves[] = {"hilbert", "morton"};
constexpr std::string_view kFlagKinds[] = {"kernel",  "jump",       "gradient",
                                           "loehner", "richardson", "value"};
constexpr std::string_view kBoundaryKinds[] = {"periodic", "outflow", "reflect", "inflow",
                                               "outgoing"};
constexpr std::string_view kOutOfCore[] = {"auto", "off"};

constexpr double kLargest = 1e300;  ///< of what nothing can be without bound

constexpr KeySpec kKeys[] = {
    {"kernel.name", kText, "", "", 0, 0,
     "the problem to solve; `kernel = \"NAME\"` at the top of the file says the same",
     "Li 2005, T3.1"},

    {"domain.cells", kIntegers, "cell", "", 1, 1 << 24,
     "base-level cells along each axis; the kernel's choice if absent"},
    {"domain.lower", kNumbers, "length", "", -kUnbounded, kUnbounded,
     "lower corner of the domain; the kernel's choice if absent"},
    {"domain.upper", kNumbers, "length", "", -kUnbounded, kUnbounded,
     "upper corner of the domain; the kernel's choice if absent"},
    {"domain.boundary_lower", kTexts, "", "", 0, 0,
     "what lies beyond the lower face of each axis, in place of the kernel's choice", "",
     kBoundaryKinds},
    {"domain.boundary_upper", kTexts, "", "", 0, 0,
     "what lies beyond the upper face of each axis, in place of the kernel's choice", "",
     kBoundaryKinds},

    {"mesh.max_levels", kInteger, "1", "", 1, 12,
     "levels, base included; the kernel's choice if absent", "Berger and Oliger 1984"},
    {"mesh.ratio", kInteger, "1", "2", 2, 4, "refinement factor in space and time",
     "Li 2005, 2.4.1"},
    {"mesh.regrid_interval", kInteger, "step", "", 0, 1e6,
     "steps of each level between its regrids; 0: the first hierarchy stays; the kernel's choice, "
     "mostly 4, if absent",
     "Chandra 2007, 4"},
    {"mesh.buffer", kInteger, "cell", "", 0, 64,
     "cells by which flags are dilated; ceil(cfl * regrid_interval) is safe; the kernel's choice "
     "if absent",
     "Berger and Oliger 1984"},
    {"mesh.efficiency", kNumber, "1", "0.8", 0.05, 1.0, "least flagged share of a new box",
     "Berger and Rigoutsos 1991"},
    {"mesh.max_box", kInteger, "cell", "0", 0, 65536,
     "greatest side of a patch; 0: 128 in 1-D and 2-D, 32 in 3-D", "AMReX, max_grid_size"},
    {"mesh.min_box", kInteger, "cell", "4", 2, 256,
     "least side of a new box; corners are multiples", "AMReX, blocking_factor"},
    {"mesh.nesting", kInteger, "cell", "0", 0, 64,
     "parent cells around a level; 0: what the scheme's ghost cells need",
     "Berger and Colella 1989"},
    {"mesh.flag", kText, "", "kernel", 0, 0, "how cells are chosen for refinement",
     "Berger and Oliger 1984; Loehner 1987", kFlagKinds},
    {"mesh.flag_component", kText, "", "", 0, 0,
     "the value looked at, a component or what the kernel makes of them, as \"pressure\"; the "
     "kernel's choice if absent"},
    {"mesh.flag_threshold", kNumbers, "1", "", 0, kUnbounded,
     "by level, the last one for all deeper levels; if absent the kernel's, of its own flags only, "
     "and 0.8 for loehner"},
    {"mesh.flag_keep", kNumber, "1", "", 0, 1,
     "share of the threshold above which cells that are refined stay so; if absent 0.25 for "
     "loehner, else 1",
     "Loehner 1987"},
    {"mesh.region.NAME.lower", kNumbers, "length", "", -kUnbounded, kUnbounded,
     "lower corner of a region in which refinement is asked for or forbidden; the domain's if "
     "absent; NAME is any of letters, digits, _ and -",
     "Berger and LeVeque 1998"},
    {"mesh.region.NAME.upper", kNumbers, "length", "", -kUnbounded, kUnbounded,
     "upper corner of the region; the domain's if absent"},
    {"mesh.region.NAME.least_level", kInteger, "1", "", 0, 11,
     "cells of coarser levels in the region are refined, whatever their values; the base is 0"},
    {"mesh.region.NAME.most_level", kInteger, "1", "", 0, 11,
     "cells of this level in the region are not flagged; of several regions the deepest counts, "
     "and a least_level before any"},
    {"mesh.region.NAME.from", kNumber, "time", "", -kUnbounded, kUnbounded,
     "regrids from this time on follow the region; all if absent"},
    {"mesh.region.NAME.until", kNumber, "time", "", -kUnbounded, kUnbounded,
     "regrids from this time on follow it no more; all do if absent"},

    {"time.steps", kInteger, "step", "", 0, 1e15, "coarse steps to make"},
    {"time.end", kNumber, "time", "", 0, kUnbounded, "time to reach"},
    {"time.cfl", kNumber, "1", "", 1e-6, 1.0,
     "part of the largest stable step that is taken; the kernel's choice if absent",
     "Courant, Friedrichs, Lewy 1928"},
    {"time.subcycle", kBoolean, "", "true", 0, 1,
     "finer levels take smaller steps; false: all take the finest level's",
     "Berger and Oliger 1984"},
    {"time.fixed_dt", kNumber, "time", "0", 0, kLargest, "coarse step; 0: from cfl"},

    {"partition.method", kText, "", "ccp", 0, 0, "who gets what; see `evenkeel list partitioners`",
     "Pinar, Tabak, Aykanat 2008"},
    {"partition.also", kTexts, "", "", 0, 0,
     "further partitioners, with their own defaults, that every decision weighs beside the method"},
    {"partition.octants", kText, "", "", 0, 0,
     "rules that choose the partitioner by the state of the application: \"armada\", as published, "
     "or a file like examples/octants/octants.toml, read again when it changes; the method begins",
     "Chandra and Parashar 2007, eq. 1-4"},
    {"partition.granularity", kInteger, "cell", "4", 1, 4096,
     "side of a grid unit in base cells; larger where the domain has too many", "Li 2005, 5.4"},
    {"partition.curve", kText, "", "hilbert", 0, 0, "order of the grid units", "Skilling 2004",
     kCurves},
    {"partition.cell_costs", kBoolean, "", "true", 0, 1,
     "cells whose source terms cost more, as counted in the last steps, weigh more"},

    {"manage.policy", kText, "", "cost_benefit", 0, 0,
     "when to repartition; see `evenkeel list policies`", "after Sinha & Parashar 2002, section 5"},
    {"manage.capacity", kText, "", "measured", 0, 0,
     "what shares follow: measured (cell updates per second of each rank), given numbers, equal, "
     "or "
     "a metric of `evenkeel list capacities`",
     "Sinha & Parashar 2002, eq. 1"},
    {"manage.sense_interval", kSeconds, "s", "0s", 0, 1e9,
     "how often capacities are looked at; 0: automatic, when a look promises more than it takes",
     "Sinha & Parashar 2002, table 3"},
    {"manage.sensors", kTexts, "", "", 0, 0,
     "what one rank of each host asks while the run goes on, as `evenkeel sense --sensor`: "
     "\"snmp=10.0.0.1:161\"; all local sensors and SNMP of the networks of machine.file if absent, "
     "none if empty",
     "Faik et al. 2004, 3.2"},
    {"manage.deterministic", kBoolean, "", "false", 0, 1,
     "decide from counted work alone, never from clocks: repeatable runs"},

    {"machine.file", kText, "", "", 0, 0,
     "DRUM's XML with ratings, processors and networks of the hosts, by their names; see "
     "`evenkeel machine`",
     "Teresco et al. 2005, figure 3"},
    {"machine.weights", kNumbers, "1", "", 0, 1e6,
     "of processor, memory and bandwidth in manage.capacity = \"weighted\"; of the first and last "
     "in "
     "\"drum_power\"",
     "Sinha & Parashar 2002, eq. 1"},
    {"machine.capacities", kNumbers, "1", "", 0, kLargest,
     "relative capacity of each rank; used with manage.capacity = \"given\"",
     "Sinha & Parashar 2002, eq. 1"},
    {"machine.capacity_file", kText, "", "", 0, 0, "the same from a file, one number a line"},
    {"machine.inject", kNumbers, "1", "", 0.001, 1.0,
     "makes rank k run at this part of its speed by sleeping after patches: an uneven machine "
     "where there is none"},

    {"memory.budget", kBytes, "byte", "0", 0, kUnbounded,
     "memory one rank may use; beyond it the run writes a checkpoint and stops; 0: no limit"},
    {"memory.budgets", kByteSizes, "byte", "", 0, kUnbounded,
     "the same for each rank, in place of memory.budget; 0: no limit"},
    {"memory.out_of_core", kText, "", "auto", 0, 0,
     "what to do when memory is short; paging is not in this version, so both words stop the run "
     "with a checkpoint",
     "", kOutOfCore},

    {"output.plot_interval", kInteger, "step", "0", 0, 1e15,
     "coarse steps between plot files, one at the start and one at the end; 0: none"},
    {"output.derived", kTexts, "", "", 0, 0,
     "what else plot files have of the state, as [\"pressure\"]; if absent nothing"},
    {"output.checkpoint_interval", kInteger, "step", "0", 0, 1e15,
     "coarse steps between checkpoints; 0: only on request"},
    {"output.keep", kInteger, "1", "2", 1, 1000, "checkpoints kept, newest first"},
    {"output.trace", kBoolean, "", "true", 0, 1, "record the hierarchy of every regrid for replay"},
};

/// Of letters, digits, _ and -: what TOML needs no quotes for.
bool is_word(std::string_view part) {
  return !part.empty() && std::ranges::all_of(part, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-';
  });
}

/// Whether \p name has the parts of \p pattern, and any word where that has NAME.
bool fits(std::string_view pattern, std::string_view name) {
  const auto same = [](const auto& wanted, const auto& part) {
    const std::string_view found(part.begin(), part.end());
    const bool is_any = std::string_view(wanted.begin(), wanted.end()) == "NAME";
    return is_any ? is_word(found) : std::ranges::equal(wanted, part);
  };
  return std::ranges::equal(std::views::split(pattern, '.'), std::views::split(name, '.'), same);
}

}  // namespace

std::span<const KeySpec> case_keys() {
  return kKeys;
}

const KeySpec* find_key(std::string_view name) {
  const auto found =
      std::ranges::find_if(kKeys, [&](const KeySpec& key) { return fits(key.name, name); });
  return found == std::end(kKeys) ? nullptr : &*found;
}

std::string_view table_of(std::string_view key) {
  return key.substr(0, key.find('.'));
}

std::vector<std::string_view> names_in(std::string_view table) {
  std::vector<std::string_view> names;
  for (const KeySpec& key : kKeys) {
    if (table_of(key.name) == table) {
      names.push_back(key.name.substr(table.size() + 1));
    }
  }
  return names;
}

bool is_table(std::string_view name) {
  const auto parts = std::ranges::count(name, '.') + 1;
  return std::ranges::any_of(kKeys, [&](const KeySpec& key) {
    std::size_t end = 0;
    for (auto part = parts; part > 0 && end != std::string_view::npos; --part) {
      end = key.name.find('.', end + 1);
    }
    return end != std::string_view::npos && fits(key.name.substr(0, end), name);
  });
}

bool takes_plugin_parameters(std::string_view table) {
  return table == "kernel" || table == "partition" || table == "manage";
}

std::string_view type_name(KeyType type) {
  constexpr std::array<std::string_view, 10> kNames = {"text",
                                                       "true or false",
                                                       "integer",
                                                       "number",
                                                       "duration",
                                                       "memory size",
                                                       "list of integers",
                                                       "list of numbers",
                                                       "list of memory sizes",
                                                       "list of texts"};
  return kNames[static_cast<std::size_t>(type)];
}

}  // namespace evenkeel::io
