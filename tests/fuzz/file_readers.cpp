// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Readers of files about grid units, traces and checkpoints.
#include <memory>
#include <stdexcept>

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include "evenkeel/io/fab_layout.hpp"
#include "evenkeel/io/manifest.hpp"
#include "evenkeel/runtime/run_memory.hpp"
#include "evenkeel/workload/trace.hpp"
#include "evenkeel/workload/units_file.hpp"
#include "tests/fuzz/readers.hpp"

namespace evenkeel::fuzz {
namespace {

/// A file in memory with a path, for readers that want one.
class MemoryFile {
 public:
  MemoryFile()
      : descriptor_(memfd_create("fuzz", 0)), path_(fmt::format("/proc/self/fd/{}", descriptor_)) {
    if (descriptor_ < 0) {
      throw std::runtime_error("cannot make a file in memory");
    }
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  const std::string& with(const std::string& text) {
    if (ftruncate(descriptor_, 0) != 0 ||
        pwrite(descriptor_, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
      throw std::runtime_error("cannot write to a file in memory");
    }
    return path_;
  }

 private:
  int descriptor_;
  std::string path_;
};

Reader units_reader() {
  const auto file = std::make_shared<MemoryFile>();
  return {{"i,j,n0,n1,cost\n0,0,16,64,1.0\n1,0,16,0,2.5\n0,1,16,32,0\n1,1,16,0,1e3\n",
           "i,n0\n0,4\n1,4\n2,4\n", "i,j,k,n0,n1,n2\n0,0,0,64,512,4096\n0,0,1,64,0,0\n"},
          [file](const std::string& text) { (void)workload::read_units(file->with(text), 2); }};
}

Reader owners_reader() {
  const auto file = std::make_shared<MemoryFile>();
  const auto units = std::make_shared<workload::UnitList>(
      workload::read_units(file->with("i,j,n0\n0,0,16\n1,0,16\n0,1,16\n1,1,16\n"), 2));
  return {{"i,j,owner\n0,0,0\n1,0,1\n0,1,2\n1,1,1\n"}, [file, units](const std::string& text) {
            (void)workload::read_owners(file->with(text), *units, 3);
          }};
}

Reader capacities_reader() {
  return {{"1,2,3", "0.5\n0.25\n0.25\n", "16e6\n0\n"},
          [](const std::string& text) { (void)workload::parse_capacities(text, "capacities"); }};
}

Reader trace_reader() {
  const auto file = std::make_shared<MemoryFile>();
  const std::string header =
      R"({"evenkeel_trace":1,"dim":2,"ratio":2,"base":[32,16],"max_levels":3,"periodic":[false,)"
      R"(true],"kernel":"rm2d","components":5,"bytes_per_cell":40,"ghost":2,"regrid_interval":4})"
      "\n";
  return {{header +
               R"({"regrid":0,"step":0,"time":0.0,"levels":[[[0,0,31,15]],[[8,8,23,15],)"
               R"([24,0,31,7]],[[16,16,31,31]]]})"
               "\n" +
               R"({"regrid":1,"step":4,"time":0.5,"levels":[[[0,0,31,15]]],"cost":[[2.5]]})"
               "\n",
           header + R"({"regrid":0,"step":0,"time":1e-3,"levels":[[[0,0,15,15],[16,0,31,15]]]})"
                    "\n"},
          [file](const std::string& text) {
            workload::TraceReader reader(file->with(text));
            workload::TraceRegrid regrid;
            while (reader.next(regrid)) {
            }
          }};
}

std::string memory_text() {
  runtime::RunMemory memory;
  memory.manager.capacity = {0.25, 0.75};
  memory.manager.load = {1.0, 2.0};
  memory.sums = {{"density", 1.0}};
  return runtime::to_json(memory);
}

Reader manifest_reader() {
  io::Manifest manifest;
  manifest.dim = 2;
  manifest.state.step = 8;
  manifest.state.kernel = "rm2d";
  manifest.state.components = {"density", "energy"};
  manifest.state.config = "kernel = \"rm2d\"\n";
  manifest.state.identity = {{"kernel.mach", "1.5"}};
  manifest.state.level_steps = {8, 16};
  manifest.state.capacities = {0.25, 0.75};
  manifest.state.granularity = 4;
  manifest.state.unit_owners = {0, 1};
  manifest.state.history = memory_text();
  manifest.ranks = 2;
  manifest.cells = {8, 4};
  manifest.lower = {0.0, 0.0};
  manifest.upper = {2.0, 1.0};
  manifest.periodic = {0, 1};
  manifest.max_levels = 2;
  manifest.headers = {{"Header", 7}};
  for (int level = 0; level < 2; ++level) {
    io::Piece piece;
    piece.level = level;
    piece.hi = {8, 4, 1};
    piece.file = io::fab_file(level, 0);
    piece.bytes = io::fab_header<2>({{0, 0}, {8, 4}}, 2).size() + 8 * 2 * 32;
    manifest.pieces.push_back(piece);
  }
  return {{io::to_json(manifest)},
          [](const std::string& text) { (void)io::parse_manifest(text, "manifest.json"); }};
}

Reader memory_reader() {
  return {{memory_text()}, [](const std::string& text) { (void)runtime::memory_from_json(text); }};
}

}  // namespace

Readers file_readers() {
  return {{"units", units_reader}, {"owners", owners_reader},     {"capacities", capacities_reader},
          {"trace", trace_reader}, {"manifest", manifest_reader}, {"memory", memory_reader}};
}

}  // namespace evenkeel::fuzz
