// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Checkpoints: written whole or not at all, read on any number of ranks.
///
/// A checkpoint RUNDIR/chk00100 is a plot file of the state alone (plotfile.hpp) and
///
///     evenkeel/manifest.json   what the run needs to go on; place and XXH3-64 of every box
///     evenkeel/manifest.xxh3   XXH3-64 of manifest.json, 16 hexadecimal digits
///
/// RUNDIR/latest is a symbolic link to the newest. A directory without the ending .tmp was complete
/// and on disk when it got its name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/hierarchy/hierarchy.hpp"
#include "evenkeel/io/manifest.hpp"

namespace evenkeel::io {

/// What write_checkpoint() has done.
struct WrittenCheckpoint {
  std::filesystem::path dir;
  std::vector<std::string> faults;  ///< why older ones are still there, or no link; on rank 0 alone
};

/// Writes \p run_dir/chk<step>, points \p run_dir/latest to it, and removes all but the \p keep
/// newest up to this one (at least one), with all unfinished ones.
///
/// Collective over the hierarchy's communicator. \p state is the same on every rank.
/// \throws SystemError on every rank if some rank cannot write; older checkpoints stay
template <int D>
WrittenCheckpoint write_checkpoint(const std::filesystem::path& run_dir,
                                   const hierarchy::Hierarchy<D>& hierarchy, const RunState& state,
                                   int keep);

/// A checkpoint that has been opened, without its values.
template <int D>
struct Checkpoint {
  std::filesystem::path dir;
  Manifest manifest;
  hierarchy::Mesh<D> mesh;
  std::vector<hierarchy::LevelLayout<D>> levels;  ///< boxes, and the ranks that owned them

  const RunState& state() const { return manifest.state; }
};

/// Collective: rank 0 reads, all ranks get the same.
///
/// \throws InputError if it is damaged or of another dimension   \throws SystemError if it cannot
/// be
///         read; both on every rank
template <int D>
Checkpoint<D> read_checkpoint(const comm::Communicator& communicator,
                              const std::filesystem::path& dir);

/// Not collective. Kernel, components and identity of \p state and the mesh are those that the case
/// to be resumed has.
///
/// \param defaults  of keys that the identity of the checkpoint lacks: the program that wrote it
/// did
///                  not have them, or wrote them only where the case did
/// \throws InputError with a line per key that differs: both values
template <int D>
void expect_same_case(const Checkpoint<D>& checkpoint, const RunState& state,
                      const hierarchy::Mesh<D>& mesh, const Settings& defaults);

/// Fills the valid cells of all patches from the checkpoint, bit for bit, whatever the layout.
///
/// Collective over the hierarchy's communicator. Every rank reads the boxes that meet its patches,
/// each once, and compares their hashes.
/// \pre components are as many as the checkpoint's
/// \throws InputError naming file, box, offset and both hashes if a box is damaged, or if the
///         checkpoint lacks cells of a patch   \throws SystemError if a file cannot be read
template <int D>
void load_values(const Checkpoint<D>& checkpoint, hierarchy::Hierarchy<D>& hierarchy);

}  // namespace evenkeel::io
