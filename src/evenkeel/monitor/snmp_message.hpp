// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// SNMP version 2c: as much of it as asking for numbers takes.  (RFC 1905, RFC 3416; X.690 BER)
///
///     SEQUENCE { INTEGER version 1, OCTET STRING community,
///       [0] GetRequest | [2] Response | [5] GetBulkRequest {
///         INTEGER request-id,
///         INTEGER error-status | non-repeaters, INTEGER error-index | max-repetitions,
///         SEQUENCE OF SEQUENCE { OBJECT IDENTIFIER, value } } }
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace evenkeel::monitor {

/// A numeric object identifier: 1.3.6.1.2.1.1.3.0
using Oid = std::vector<std::uint32_t>;

/// \throws InputError if \p text is no object identifier of 2 to 128 numbers
Oid parse_oid(std::string_view text);

/// Asks for the values of \p oids.
std::string encode_get(std::string_view community, std::int32_t request, std::span<const Oid> oids);

/// Asks for up to \p count objects that follow \p oid.
std::string encode_get_bulk(std::string_view community, std::int32_t request, const Oid& oid,
                            std::int32_t count);

struct SnmpValue {
  Oid oid;
  std::optional<double> value;  ///< nothing: no such object, or no number
};

/// The objects of the response to \p request, as the agent ordered them. Numbers in texts count as
/// numbers.
///
/// \throws SystemError if \p message is no such response or reports an error
std::vector<SnmpValue> decode_response(std::string_view message, std::int32_t request);

}  // namespace evenkeel::monitor
