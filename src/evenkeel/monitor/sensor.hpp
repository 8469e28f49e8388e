// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The interface every sensor implements.
#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evenkeel/core/registry.hpp"

namespace evenkeel::monitor {

/// One value as its source gave it.
struct Reading {
  std::string quantity;  ///< "cpu_idle", "eth0.packets_in"
  std::string unit;      ///< SI; "1" for fractions and counts; "1/s" for rates of counts
  std::optional<double> value = {};  ///< nothing: the source does not know, or not yet
  double least = 0.0;                ///< values outside [least, most] are lies
  double most = std::numeric_limits<double>::max();
  double age = 0.0;       ///< how old the source itself says the value is [s]
  std::string host = {};  ///< that it is of, where the source tells of many
};

/// Where a sensor looks. What a sensor has no use for stays empty.
struct Target {
  std::filesystem::path root = "/";     ///< of the file system that local sources are read from
  std::string address = {};             ///< "127.0.0.1:161" of a remote source; a path for `replay`
  std::string community = "public";     ///< word that lets one in, for `snmp`
  std::vector<std::string> names = {};  ///< OIDs, metrics, queries, peers; empty: the sensor's own
};

/// Reads some quantities of one source. Used by one thread; never throws anything but errors of
/// core, never waits longer than its own time limit.
///
/// A sensor has one or several probes: pieces that are read on their own, each as often as it
/// changes.
class Sensor {
 public:
  virtual ~Sensor() = default;

  /// Says where to look. Called once, before anything else.
  ///
  /// \throws InputError if \p target lacks what this sensor needs, or cannot be understood
  virtual void aim(const Target& target) = 0;

  virtual std::size_t probes() const { return 1; }

  /// Appends what the source says now. Values that need two looks (rates) are nothing at first.
  ///
  /// \param now  steady time [s]
  /// \throws SystemError if the source is not there, too slow, too large or makes no sense; the
  ///         next call tries again
  virtual void read(std::size_t probe, double now, std::vector<Reading>& readings) = 0;

  /// Whether it reads this machine, in microseconds, rather than ask another.
  virtual bool is_local() const { return true; }

  /// Another machine that it tells of; empty: this one, or each reading says which.
  virtual std::string host() const { return {}; }

  /// Whether the last read() looked afresh, rather than tell what was known: it was not its turn.
  virtual bool has_looked() const { return true; }

  /// Processor time of the last read() that whoever named the sensor asked for: no budget counts it
  /// [s].
  virtual double asked_for() const { return 0.0; }

  /// Whether it is asked where no sensor is named: it is local, and makes nothing up.
  virtual bool reads_host() const { return is_local(); }

  /// Whether its address is the path of a file.
  virtual bool reads_file() const { return false; }
};

/// Adds every sensor in sensors/. Generated from the file names there.
void register_builtin(Registry<Sensor>& registry);

}  // namespace evenkeel::monitor
