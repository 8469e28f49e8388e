// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Quantities as people write them, "100Mbps" or "512MiB", and back. Inside, everything is SI.
#pragma once

#include <string>
#include <string_view>

namespace evenkeel {

/// What a quantity measures. Each has one SI unit in which its values are kept.
enum class Dimension { kPure, kSeconds, kBytes, kBytesPerSecond };

/// The value of \p text in SI: "20ms" is 0.02, "2GiB" is 2147483648, "100Mbps" is 12.5e6.
///
/// Number and unit may be parted by blanks. A unit is demanded except for zero and for pure
/// numbers, which take none. Units of rate: bit/s as bps, kbps, Mbps, Gbps; byte/s as B/s, kB/s,
/// MiB/s, ... k, M, G, T are powers of 1000; Ki, Mi, Gi, Ti of 1024. Case matters.
///
/// \throws InputError if it is not a finite number and a unit of \p dimension, naming those that
///         are allowed and the nearest
double parse_quantity(std::string_view text, Dimension dimension);

/// Shortest text that parse_quantity reads back to the same value: "0.02s", "512MiB",
/// "12500000B/s".
///
/// Bytes are written with the largest binary unit that divides them.
std::string format_quantity(double value, Dimension dimension);

/// For people, three digits: "512 MiB", "1.50 GiB", "17 B". \param bytes [byte]
std::string human_bytes(double bytes);

/// For people, three digits: "83.2 ms", "12.0 s", "2 min 05 s", "3 h 04 min". \param seconds [s]
std::string human_seconds(double seconds);

/// For people, three digits: "950", "12.3 k", "12.3 M", "1.20 G". \param count [1]
std::string human_count(double count);

}  // namespace evenkeel
