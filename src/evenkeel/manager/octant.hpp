// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// ARMaDA: the octant of states an application is in, and which partitioner suits it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evenkeel/core/json_line.hpp"
#include "evenkeel/machine/measured_rate.hpp"
#include "evenkeel/workload/grid_state.hpp"

namespace evenkeel::manager {

/// A corner of the cube of states.                          (Steensland, Chandra, Parashar 2002)
struct Octant {
  bool communicates = false;  ///< communication outweighs computation
  bool scattered = false;     ///< refinement is in many places
  bool dynamic = false;       ///< it moves much from regrid to regrid

  bool operator==(const Octant&) const = default;
};

/// 1 to 8: I communicates, II is scattered too, III and IV compute instead; V to VIII are the same
/// four with high dynamics.
int number_of(const Octant& octant);
Octant octant_of(int number);

/// "VII (computation, localised, high dynamics)"
std::string to_text(const Octant& octant);

/// The Roman number.
std::string_view roman(int number);

/// What to do in an octant.
struct OctantChoice {
  std::vector<std::string> methods;   ///< the first, unless the one in force is among the others
  std::int32_t granularity = kUsual;  ///< side of a grid unit: kUsual is partition.granularity

  static constexpr std::int32_t kUsual = 4;
};

/// Rules from figures of grids to partitioners.
///
/// By ratios, as published: an axis turns over when the growth of its metric changes,
///
///   Mratio_r = M_r M_(r-2) / M_(r-1)^2,      above 1 + delta / weight, below 1 - delta / weight
///                                                      (Chandra and Parashar 2007, eq. 4)
/// By values: communication where CCratio is below the machine's balance, scattered where boxes
/// fill less than 0.35 of their hull or are more than 8, dynamic where more than 0.3 of the refined
/// cells have changed; within a tenth of these nothing turns over. The first three regrids go by
/// values.
struct OctantRules {
  double delta = 0.05;
  std::array<double, 3> weights{1.0, 1.0, 1.0};  ///< of CCratio, Adapt, Dynamics
  std::int64_t dwell = 2;                        ///< regrids an octant stays, at least
  bool by_values = false;                        ///< always, and not by ratios
  std::array<OctantChoice, 8> octants{};         ///< I to VIII
};

/// Where users name rules: published_rules().
inline constexpr std::string_view kPublishedOctants = "armada";

/// The table of the octant approach: what its rules for the three axes have in common.
OctantRules published_rules();

/// Rules from a data file; keys that are not there are as published.
///
/// \param file  for messages
/// \throws InputError with every fault, its place and what is allowed
OctantRules parse_octant_rules(std::string_view text, const std::string& file);

/// What is remembered of an application's states.
struct Character {
  std::int64_t regrids = 0;        ///< looked at
  int octant = 0;                  ///< 1 to 8; 0: never looked
  std::int64_t since = 0;          ///< regrids that it has been this one
  std::string method = {};         ///< partitioner in its place; empty: the one a run begins with
  std::array<double, 3> last{};    ///< CCratio, Adapt, Dynamics of the last regrid
  std::array<double, 3> before{};  ///< and of the one before
  std::array<double, 3> ratio{1.0, 1.0, 1.0};  ///< of each, now
};

/// What a machine and a domain ask of the side of grid units.
struct UnitNeeds {
  std::int32_t usual = OctantChoice::kUsual;  ///< as the user has it [base cells]
  std::int32_t least = 1;                     ///< ghost cells, say [base cells]
  double base_cells = 0.0;
  int dimension = 2;
  std::size_t ranks = 1;
};

/// Side of units in an octant [base cells], halved while ranks have less than 16 of them each: with
/// so few no partitioner evens out the work. Not published.
std::int32_t side_of_units(const OctantChoice& choice, const UnitNeeds& needs);

/// Cell updates a rank makes while it could send one ghost cell; nothing while no rank is timed.
///
/// \param bandwidth  of all ranks together [byte/s]
std::optional<double> machine_balance(std::span<const machine::RankRate> rates, double bandwidth,
                                      double bytes_per_cell);

/// The state at this regrid and the partitioner for it. A pure function; cost: O(1).
///
/// \param balance  see machine_balance(); nothing: computation outweighs communication
Character characterise(const workload::GridState& now, std::optional<double> balance,
                       const OctantRules& rules, const Character& before);

/// Fields of events.
JsonLine to_json(const Character& character);

}  // namespace evenkeel::manager
