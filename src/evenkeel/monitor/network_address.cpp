// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Asks the system for interfaces and ports.
#include "evenkeel/monitor/network_address.hpp"

#include <memory>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace evenkeel::monitor {
namespace {

std::uint32_t number_of(const sockaddr* address) {
  return ntohl(reinterpret_cast<const sockaddr_in*>(address)->sin_addr.s_addr);
}

}  // namespace

std::string host_name() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "";
}

std::vector<NetworkAddress> network_addresses() {
  std::vector<NetworkAddress> found;
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) != 0) {
    return found;
  }
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> all(first, freeifaddrs);
  for (const ifaddrs* each = first; each != nullptr; each = each->ifa_next) {
    const bool is_usable = (each->ifa_flags & IFF_UP) != 0 && (each->ifa_flags & IFF_LOOPBACK) == 0;
    if (is_usable && each->ifa_addr != nullptr && each->ifa_addr->sa_family == AF_INET) {
      const std::uint32_t address = number_of(each->ifa_addr);
      found.push_back({address, address & number_of(each->ifa_netmask)});
    }
  }
  return found;
}

std::string text_of(const NetworkAddress& address) {
  const in_addr number{htonl(address.address)};
  char text[INET_ADDRSTRLEN] = {};
  return inet_ntop(AF_INET, &number, text, sizeof text);
}

}  // namespace evenkeel::monitor
