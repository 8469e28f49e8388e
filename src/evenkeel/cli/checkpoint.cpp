// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel checkpoint`: is it whole, and what is in it.
#include <filesystem>
#include <iostream>

#include <fmt/format.h>

#include "evenkeel/cli/command.hpp"
#include "evenkeel/core/complaint.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/json_line.hpp"
#include "evenkeel/io/manifest.hpp"
#include "evenkeel/io/verify.hpp"

namespace evenkeel::cli {
namespace {

namespace fs = std::filesystem;

struct CheckpointOptions {
  std::string directory;
  bool json = false;
};

/// Checkpoints have all that plot files have: one that has lost the rest is told by its name.
bool is_plotfile(const fs::path& directory) {
  const std::string name = fs::canonical(directory).filename();
  return fs::exists(directory / "Header") && !fs::exists(directory / "evenkeel") &&
         !name.starts_with("chk");
}

/// A run directory stands for its newest checkpoint.
///
/// \throws InputError if there is no such directory, or no checkpoint in it
fs::path checkpoint_in(const fs::path& directory) {
  if (!fs::is_directory(directory)) {
    throw InputError(directory.string() + " is no checkpoint directory");
  }
  std::error_code none;  // a link that leads nowhere is for others to name
  if (fs::exists(directory / "evenkeel" / "manifest.json", none) || none) {
    return directory;
  }
  const std::vector<fs::path> found = io::list_checkpoints(directory);
  if (!found.empty()) {
    return found.front();
  }
  if (!fs::exists(directory / "evenkeel") && !fs::exists(directory / "Header")) {
    throw InputError(directory.string() + " holds no checkpoint");
  }
  if (is_plotfile(directory)) {
    throw InputError(directory.string() + " is a plot file, no checkpoint");
  }
  return directory;
}

int verify(const CheckpointOptions& options) {
  const fs::path directory = checkpoint_in(options.directory);
  const std::vector<std::string> faults = io::verify(directory);
  if (options.json) {
    JsonLine line;
    line.add("checkpoint", directory.string()).add("whole", faults.empty()).add("faults", faults);
    std::cout << line.text() << "\n";
  } else {
    for (const std::string& fault : faults) {
      std::cout << fault << "\n";
    }
    std::cout << directory.string() << (faults.empty() ? ": whole\n" : ": damaged\n");
  }
  return faults.empty() ? kDone : kFailed;
}

/// How much each level of a checkpoint has.
struct LevelSizes {
  std::vector<std::int64_t> cells;
  std::vector<std::int64_t> boxes;
};

LevelSizes level_sizes(const io::Manifest& manifest) {
  const auto levels = static_cast<std::size_t>(manifest.levels());
  LevelSizes sizes{std::vector<std::int64_t>(levels), std::vector<std::int64_t>(levels)};
  for (const io::Piece& piece : manifest.pieces) {
    std::int64_t volume = 1;
    for (std::size_t d = 0; d < 3; ++d) {
      volume *= piece.hi[d] - piece.lo[d];
    }
    sizes.cells[static_cast<std::size_t>(piece.level)] += volume;
    ++sizes.boxes[static_cast<std::size_t>(piece.level)];
  }
  return sizes;
}

std::string checksum_text(const io::Manifest& manifest) {
  return fmt::format("{:016x}", manifest.checksum);
}

JsonLine to_json(const fs::path& directory, const io::Manifest& manifest) {
  const LevelSizes sizes = level_sizes(manifest);
  JsonLine line;
  line.add("checkpoint", directory.string())
      .add("kernel", manifest.state.kernel)
      .add("step", manifest.state.step)
      .add("time", manifest.state.time)
      .add("dim", manifest.dim)
      .add("ranks", manifest.ranks)
      .add("components", manifest.state.components)
      .add("cells", sizes.cells)
      .add("boxes", sizes.boxes)
      .add("capacities", manifest.state.capacities)
      .add("checksum", checksum_text(manifest));
  return line;
}

void print(const fs::path& directory, const io::Manifest& manifest) {
  std::cout << fmt::format("{}: {} at step {}, time {:.9g}, written by {} ranks\n",
                           directory.string(), manifest.state.kernel, manifest.state.step,
                           manifest.state.time, manifest.ranks);
  const LevelSizes sizes = level_sizes(manifest);
  for (std::size_t level = 0; level < sizes.cells.size(); ++level) {
    std::cout << fmt::format("  level {}: {} cells in {} boxes\n", level, sizes.cells[level],
                             sizes.boxes[level]);
  }
  std::cout << fmt::format("  checksum {}\n", checksum_text(manifest));
}

int info(const CheckpointOptions& options) {
  const fs::path directory = checkpoint_in(options.directory);
  const io::Manifest manifest = io::read_manifest(directory);
  if (options.json) {
    std::cout << to_json(directory, manifest).text() << "\n";
  } else {
    print(directory, manifest);
  }
  return kDone;
}

void add_reader(Command& parent, Action& action, const char* name, const char* help,
                int (*run)(const CheckpointOptions&)) {
  auto options = std::make_shared<CheckpointOptions>();
  Command command = parent.add_subcommand(name, help);
  command.footer(fmt::format("Example:\n  evenkeel checkpoint {} shock.run/latest", name));
  command.add_option("dir", options->directory, "a checkpoint, or a run directory: its newest")
      .required();
  command.add_flag("--json", options->json, "one JSON object");
  command.callback(
      [options, run, &action] { action = once([options, run] { return run(*options); }); });
}

}  // namespace

void add_checkpoint(Command& program, Action& action) {
  Command command = program.add_subcommand("checkpoint", "verify or describe a checkpoint");
  command.footer("Example:\n  evenkeel checkpoint verify shock.run/latest");
  command.require_subcommand();
  add_reader(command, action, "verify", "read every byte and compare hashes; exit 1 on damage",
             verify);
  add_reader(command, action, "info",
             "what is in it, with a checksum that ranks and boxes do not change", info);
}

}  // namespace evenkeel::cli
