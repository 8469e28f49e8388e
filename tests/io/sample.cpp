// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Writes small plot files with known values: io_sample FOLDER, on any number of ranks.
#include <filesystem>

#include "evenkeel/comm/launch.hpp"
#include "evenkeel/io/plotfile.hpp"
#include "evenkeel/io/test_hierarchy.hpp"

namespace {

using namespace evenkeel;

template <int D>
void write_sample(const comm::Communicator& world, const std::filesystem::path& dir) {
  const auto hierarchy = io::testing::empty_hierarchy<D>(world, 4, 1);
  io::testing::fill(*hierarchy);
  io::PlotInfo info;
  info.time = 0.1;
  info.step = 10;
  info.level_steps = {10, 20, 40};
  info.components = {"density", "pressure"};
  info.capacity_share = 0.75 - 0.5 * world.rank();
  io::write_plotfile(dir, *hierarchy, info);
}

}  // namespace

int main(int argc, char** argv) {
  const comm::Session session(argc, argv);
  const comm::Communicator world(MPI_COMM_WORLD);
  const std::filesystem::path folder = argv[1];
  write_sample<1>(world, folder / "plt1d");
  write_sample<2>(world, folder / "plt2d");
  write_sample<3>(world, folder / "plt3d");
}
