// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Asks the environment, for a command that does not start MPI.
#include <cstdlib>
#include <string_view>
#include <utility>

#include "evenkeel/cli/command.hpp"

namespace evenkeel::cli {
namespace {

/// Whether mpirun or srun has started others before this process.
bool is_later_rank() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}) {
    if (const char* rank = std::getenv(name)) {
      return std::string_view(rank) != "0";
    }
  }
  return false;
}

}  // namespace

Action once(std::function<int()> act) {
  return [act = std::move(act)](int&, char**&) { return is_later_rank() ? kDone : act(); };
}

}  // namespace evenkeel::cli
