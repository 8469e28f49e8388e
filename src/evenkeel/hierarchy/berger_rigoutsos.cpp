// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Clustering by signatures, one generation of boxes at a time.
#include "evenkeel/hierarchy/berger_rigoutsos.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace evenkeel::hierarchy {
namespace {

using Signature = std::span<const std::int64_t>;

constexpr std::int64_t kLeastJump = 2;    // as AMReX's CUT_THRESH
constexpr std::int32_t kLeastOffset = 2;  // planes between an inflection and the end

SignatureCut find_hole(Signature signature) {
  const auto planes = static_cast<std::int32_t>(signature.size());
  SignatureCut cut;
  for (std::int32_t i = 0; i < planes; ++i) {
    if (signature[static_cast<std::size_t>(i)] == 0 &&
        (cut.kind == SignatureCut::Kind::kNone ||
         std::abs(2 * i + 1 - planes) < std::abs(2 * cut.at + 1 - planes))) {
      cut = {SignatureCut::Kind::kHole, i};
    }
  }
  return cut;
}

SignatureCut find_inflection(Signature signature) {
  const auto planes = static_cast<std::int32_t>(signature.size());
  const auto second_difference = [&](std::int32_t plane) {
    const auto i = static_cast<std::size_t>(plane);
    return signature[i + 1] - 2 * signature[i] + signature[i - 1];
  };
  SignatureCut cut;
  std::int64_t steepest = kLeastJump;
  for (std::int32_t i = kLeastOffset; i <= planes - kLeastOffset; ++i) {
    const std::int64_t below = second_difference(i - 1);
    const std::int64_t here = second_difference(i);
    const std::int64_t jump = std::abs(here - below);
    const bool changes_sign = (below < 0 && here > 0) || (below > 0 && here < 0);
    const bool nearer = cut.kind == SignatureCut::Kind::kInflection && jump == steepest &&
                        std::abs(2 * i - planes) < std::abs(2 * cut.at - planes);
    if (changes_sign && (jump > steepest || nearer)) {
      cut = {SignatureCut::Kind::kInflection, i};
      steepest = jump;
    }
  }
  return cut;
}

/// A box and the blocks of this rank inside it: entries first .. last of a list.
template <int D>
struct Candidate {
  geometry::Box<D> box;
  std::size_t first = 0;
  std::size_t last = 0;
};

template <int D>
class Clustering {
 public:
  Clustering(std::span<const TileBlock<D>> blocks, const geometry::Box<D>& domain,
             double efficiency)
      : efficiency_(efficiency), blocks_(blocks.begin(), blocks.end()) {
    candidates_.push_back({domain, 0, blocks_.size()});
  }

  bool is_done() const { return candidates_.empty(); }
  geometry::BoxList<D> take_boxes() { return std::move(accepted_); }

  /// The signatures of all candidates on this rank, one after the other, axis by axis.
  std::span<std::int64_t> count() {
    std::size_t planes = 0;
    for (const Candidate<D>& candidate : candidates_) {
      for (std::size_t d = 0; d < D; ++d) {
        planes += static_cast<std::size_t>(candidate.box.side(d));
      }
    }
    signatures_.assign(planes, 0);
    std::int64_t* signature = signatures_.data();
    for (const Candidate<D>& candidate : candidates_) {
      signature = count_one(candidate, signature);
    }
    return signatures_;
  }

  /// Accepts or cuts every candidate, given the signatures over all ranks.
  void decide() {
    std::vector<Candidate<D>> parents;
    parents.swap(candidates_);
    next_blocks_.clear();
    const std::int64_t* signature = signatures_.data();
    for (Candidate<D>& candidate : parents) {
      std::array<Signature, static_cast<std::size_t>(D)> axes;
      for (std::size_t d = 0; d < D; ++d) {
        axes[d] = {signature, static_cast<std::size_t>(candidate.box.side(d))};
        signature += candidate.box.side(d);
      }
      decide_one(candidate, axes);
    }
    blocks_.swap(next_blocks_);
  }

 private:
  using Axes = std::array<Signature, static_cast<std::size_t>(D)>;

  std::int64_t* count_one(const Candidate<D>& candidate, std::int64_t* signature) const {
    for (std::size_t d = 0; d < D; ++d) {
      for (std::size_t b = candidate.first; b < candidate.last; ++b) {
        const TileBlock<D>& block = blocks_[b];
        // Planes of the block outside the box are empty.
        const std::int32_t offset = block.at[d] - candidate.box.lo[d];
        const std::int32_t begin = std::max(0, -offset);
        const std::int32_t end = std::min(TileBlock<D>::kSide, candidate.box.side(d) - offset);
        for (std::int32_t plane = begin; plane < end; ++plane) {
          const auto p = static_cast<std::size_t>(plane);
          signature[offset + plane] +=
              std::popcount(block.tiles & kTilesBelow<D>[d][p + 1] & ~kTilesBelow<D>[d][p]);
        }
      }
      signature += candidate.box.side(d);
    }
    return signature;
  }

  /// Cuts empty planes off both ends. \returns flagged tiles
  static std::int64_t shrink(geometry::Box<D>& box, Axes& axes) {
    std::int64_t flagged = 0;
    for (const std::int64_t count : axes[0]) {
      flagged += count;
    }
    for (std::size_t d = 0; flagged > 0 && d < D; ++d) {
      while (axes[d].front() == 0) {
        axes[d] = axes[d].subspan(1);
        ++box.lo[d];
      }
      while (axes[d].back() == 0) {
        axes[d] = axes[d].first(axes[d].size() - 1);
        --box.hi[d];
      }
    }
    return flagged;
  }

  void decide_one(Candidate<D>& candidate, Axes& axes) {
    const std::int64_t flagged = shrink(candidate.box, axes);
    if (flagged == 0) {
      return;
    }
    const auto volume = static_cast<double>(candidate.box.volume());
    if (static_cast<double>(flagged) >= efficiency_ * volume) {
      accepted_.push_back(candidate.box);
      return;
    }
    SignatureCut best;
    std::size_t axis = 0;
    std::int32_t least = 0;
    for (std::size_t d = 0; d < D; ++d) {
      const SignatureCut cut = find_cut(axes[d]);
      const std::int32_t smaller = std::min(cut.at, candidate.box.side(d) - cut.at);
      // Of equal cuts the last axis, which leaves rows long.
      if (cut.kind < best.kind || (cut.kind == best.kind && smaller >= least)) {
        best = cut;
        axis = d;
        least = smaller;
      }
    }
    cut_in_two(candidate, axis, candidate.box.lo[axis] + best.at);
  }

  void cut_in_two(const Candidate<D>& candidate, std::size_t axis, std::int32_t at) {
    const auto [low, high] = geometry::split(candidate.box, axis, at);
    for (const geometry::Box<D>& box : {low, high}) {
      const std::size_t first = next_blocks_.size();
      const bool is_low = box.hi[axis] == at;
      for (std::size_t b = candidate.first; b < candidate.last; ++b) {
        const TileBlock<D>& block = blocks_[b];
        const auto end =
            static_cast<std::size_t>(std::clamp(at - block.at[axis], 0, TileBlock<D>::kSide));
        const std::uint64_t below = kTilesBelow<D>[axis][end];
        const std::uint64_t tiles = block.tiles & (is_low ? below : ~below);
        if (tiles != 0) {
          next_blocks_.push_back({block.at, tiles});
        }
      }
      candidates_.push_back({box, first, next_blocks_.size()});
    }
  }

  double efficiency_;
  std::vector<TileBlock<D>> blocks_;
  std::vector<TileBlock<D>> next_blocks_;
  std::vector<Candidate<D>> candidates_;
  std::vector<std::int64_t> signatures_;
  geometry::BoxList<D> accepted_;
};

}  // namespace

SignatureCut find_cut(Signature signature) {
  SignatureCut cut = find_hole(signature);
  if (cut.kind == SignatureCut::Kind::kNone) {
    cut = find_inflection(signature);
  }
  const auto planes = static_cast<std::int32_t>(signature.size());
  if (cut.kind == SignatureCut::Kind::kNone && planes > 1) {
    cut = {SignatureCut::Kind::kBisection, planes / 2};
  }
  return cut;
}

template <int D>
geometry::BoxList<D> cluster_tiles(std::span<const TileBlock<D>> blocks,
                                   const geometry::Box<D>& domain, double efficiency,
                                   const comm::Communicator* sharers) {
  Clustering<D> clustering(blocks, domain, efficiency);
  while (!clustering.is_done()) {
    const std::span<std::int64_t> signatures = clustering.count();
    if (sharers != nullptr) {
      sharers->sum_in_place(signatures);
    }
    clustering.decide();
  }
  return clustering.take_boxes();
}

#define EVENKEEL_INSTANTIATE(D)                \
  template geometry::BoxList<D> cluster_tiles( \
      std::span<const TileBlock<D>>, const geometry::Box<D>&, double, const comm::Communicator*);
EVENKEEL_INSTANTIATE(1)
EVENKEEL_INSTANTIATE(2)
EVENKEEL_INSTANTIATE(3)

}  // namespace evenkeel::hierarchy
