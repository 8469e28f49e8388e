// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Platforms in files: the part of SimGrid's XML that stars of hosts need, or our machine XML.
///
///     <platform version="4.1">
///       <zone id="world" routing="Full">
///         <zone id="site0" routing="Cluster">
///           <host id="a" speed="1Gf" core="4"><prop id="memory" value="8GiB"/></host>
///           <link id="a-link" bandwidth="125MBps" latency="50us"/>
///           <host_link id="a" up="a-link" down="a-link"/>
///         </zone>
///         <cluster id="site1" prefix="n" suffix="" radical="0-15" speed="2Gf" bw="1Gbps"
///         lat="50us"/> <link id="wan" bandwidth="10MBps" latency="10ms"/> <zoneRoute src="site0"
///         dst="site1" gw_src=".." gw_dst=".."><link_ctn id="wan"/></zoneRoute>
///       </zone>
///     </platform>
///
/// A zone with hosts is a site; a host's property `site` overrides it. `quota` is the part of each
/// core that its system lets us have, `quota_period` how often it pays ("100ms"; without:
/// steadily). In Full zones <route> gives the way between two hosts. The link up and the link down
/// of a host are taken to be alike.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "evenkeel/simulator/platform.hpp"

namespace evenkeel::simulator {

/// The platform that \p text describes, in either language.
///
/// \param file  for messages and as the platform's name
/// \throws InputError with file:line for everything that is wrong: zero speeds, bandwidths below 0,
///         hosts and sites without a way to the others, links nobody declared, unknown elements
Platform parse_platform(std::string_view text, const std::string& file);

/// \throws InputError as parse_platform does, or if the file cannot be read
Platform read_platform(const std::filesystem::path& path);

/// SimGrid's XML of a platform, which parse_platform and SimGrid read back.
std::string to_xml(Platform platform);

}  // namespace evenkeel::simulator
