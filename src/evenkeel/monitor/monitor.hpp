// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The thread that asks the sensors while the program computes.
#pragma once

#include <memory>
#include <vector>

#include "evenkeel/monitor/prober.hpp"

namespace evenkeel::monitor {

/// One thread for all sensors. It makes no MPI call, lets no exception out and takes the
/// processor for budget of the time at most. A sensor that hangs for ever holds up the other
/// sensors, whose values become unknown, but neither the program nor its end.
class Monitor {
 public:
  explicit Monitor(const ProberSettings& settings);
  /// Stops the thread; one that hangs is left alone after a second.
  ~Monitor();
  Monitor(const Monitor&) = delete;
  Monitor& operator=(const Monitor&) = delete;

  /// \pre \p sensor is aimed; not started yet
  void add(std::string name, std::unique_ptr<Sensor> sensor);

  void start();
  void stop();

  /// \see Prober::foresee, from the next look on
  void foresee(double seconds);

  /// What is known now; after stop() what was known then. Waits for nobody: while a look is in
  /// progress it gives what was known before it, with its age.
  std::vector<Observed> view() const;

  std::vector<ProbeCost> costs() const;

  /// Processor time the thread has used [s].
  double processor_seconds() const;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;  // with the thread, which may outlive this object
};

}  // namespace evenkeel::monitor
