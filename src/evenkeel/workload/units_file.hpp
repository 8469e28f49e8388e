// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Text files a user gives to `evenkeel partition`: units, owners, capacities.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "evenkeel/geometry/curve.hpp"
#include "evenkeel/workload/unit_list.hpp"

namespace evenkeel::workload {

/// Reads a units file: CSV with a header `i[,j[,k]],n0[,n1,...][,cost]`, one unit a line: block
/// index, cells of each level, and a factor on the load (1 if absent).
///
/// The side of a block [base cells] is the D-th root of the largest n0, rounded up.
/// \throws InputError if \p path cannot be read, or with every fault as file:line:column:
///         unknown columns, wrong number of fields, negative or missing counts, duplicate blocks
UnitList read_units(const std::string& path, int ratio,
                    geometry::CurveKind curve = geometry::CurveKind::hilbert);

/// Reads an owners file, CSV `i[,j[,k]],owner`, for \p units. Shape [units], in their order.
/// \throws InputError if \p path cannot be read, or with every fault as file:line:column:
///         also blocks that are not units, units without a line, owners outside [0, parts)
std::vector<int> read_owners(const std::string& path, const UnitList& units, int parts);

/// Writes an owners file for \p units. \throws SystemError if it cannot be written
void write_owners(const std::string& path, const UnitList& units, const std::vector<int>& owners);

/// Relative capacities from a file with one number a line, or from a comma list; \p place names it
/// in messages. Normalised to sum 1; zero gets nothing.
/// \throws InputError with every fault as place:line:column: negative, not a number, or all zero
std::vector<double> parse_capacities(std::string_view text, std::string_view place);

/// parse_capacities of the file \p path. \throws InputError if it cannot be read, too
std::vector<double> read_capacities(const std::string& path);

}  // namespace evenkeel::workload
