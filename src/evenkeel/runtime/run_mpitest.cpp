// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What only some hosts lack ends a run on all of them.
/// ranks: 2
#include "evenkeel/runtime/run.hpp"

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/runtime/setup.hpp"

namespace evenkeel::runtime {
namespace {

namespace fs = std::filesystem;

/// A working directory of each rank, as ranks on different hosts have.
class Runs : public ::testing::Test {
 protected:
  Runs() : before_(fs::current_path()), world_(MPI_COMM_WORLD) {
    std::string name = fs::temp_directory_path() / "evenkeel-run-XXXXXX";
    directory_ = mkdtemp(name.data());
    fs::current_path(directory_);
  }
  ~Runs() override {
    world_.barrier();
    fs::current_path(before_);
    fs::remove_all(directory_);
  }

  fs::path before_;
  fs::path directory_;
  comm::Communicator world_;
};

TEST_F(Runs, EndOnAllRanksWhereOneHasNotTheMachine) {
  write_file("case.toml",
             std::string_view("kernel = \"sod\"\ntime.steps = 1\n[machine]\nfile = \"m.xml\"\n"));
  if (world_.rank() == 0) {
    write_file("m.xml", std::string_view("<machinemodel><node type=\"SINGLE_COMPUTING\" "
                                         "nodenum=\"0\" name=\"a\" parent=\"-1\" "
                                         "benchmark=\"1\"/></machinemodel>"));
  }
  RunRequest request;
  request.case_path = "case.toml";
  std::string complaint;
  try {
    run(request, Plugins::builtin(), world_);
  } catch (const InputError& error) {
    complaint = error.what();
  }

  EXPECT_THAT(complaint, testing::HasSubstr("rank 1: case.toml with all keys:"));
  EXPECT_THAT(complaint, testing::HasSubstr("machine.file: cannot open m.xml"));
  EXPECT_FALSE(fs::exists("case.run1"));
}

}  // namespace
}  // namespace evenkeel::runtime
