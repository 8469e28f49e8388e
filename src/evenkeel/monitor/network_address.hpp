// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Where other hosts can reach this one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace evenkeel::monitor {

/// Name of the host this process runs on, as the system says it; "" if it does not.
std::string host_name();

/// An IPv4 address of this host, and the part of it that all hosts of the network have.
/// Both in host order. Copied bytewise between ranks.
struct NetworkAddress {
  std::uint32_t address = 0;
  std::uint32_t network = 0;

  bool operator==(const NetworkAddress&) const = default;
};

/// Those of all interfaces that are up, but the loopback, in the system's order. Empty where there
/// is no network.
std::vector<NetworkAddress> network_addresses();

/// "10.0.0.1"
std::string text_of(const NetworkAddress& address);

}  // namespace evenkeel::monitor
