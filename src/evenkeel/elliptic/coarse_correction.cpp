// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The chain of grids below the base, and one cycle through it.
#include "evenkeel/elliptic/coarse_correction.hpp"

#include <algorithm>

#include "evenkeel/elliptic/full_stencil.hpp"

namespace evenkeel::elliptic {
namespace {

constexpr std::int64_t kFewCells = 16384;  ///< every rank has grids of as many cells whole

/// Ghosts of grids that ranks share: on the way down and on the way up as many as all sweeps take,
/// and two for what is left after them. In 3-D what is computed twice soon takes longer than
/// messages. Not deeper than the domain, whose cells may be ghosts of themselves.
template <int D>
int shared_depth(const Frame<D>& frame, int number) {
  int depth = frame.communicator->size() == 1 ? 1 : D == 3 ? 4 : (kSweeps << D) + 2;
  for (std::size_t d = 0; d < D; ++d) {
    depth = std::min(depth, frame.mesh.domain(number).side(d));
  }
  return depth;
}

/// True where all boxes can be made half as large.
template <int D>
bool halves(const geometry::BoxList<D>& boxes) {
  return std::ranges::all_of(boxes,
                             [](const auto& box) { return box.coarsen(2).refine(2) == box; });
}

template <int D>
hierarchy::LevelLayout<D> halved(hierarchy::LevelLayout<D> layout) {
  for (geometry::Box<D>& box : layout.boxes) {
    box = box.coarsen(2);
  }
  return layout;
}

/// True where the whole grid can still be made coarser.
template <int D>
bool is_divisible(const geometry::Box<D>& domain) {
  for (std::size_t d = 0; d < D; ++d) {
    if (domain.side(d) % 2 != 0 || domain.side(d) < 4) {
      return false;
    }
  }
  return true;
}

}  // namespace

template <int D>
CoarseCorrection<D>::CoarseCorrection(Frame<D>& frame, const hierarchy::Mesh<D>& mesh,
                                      const hierarchy::LevelLayout<D>& base)
    : frame_(&frame), base_(base) {
  geometry::Box<D> domain = mesh.domain(0);
  std::vector<hierarchy::LevelLayout<D>> parts{base};
  while (domain.volume() > kFewCells && is_divisible(domain) && halves(parts.back().boxes)) {
    parts.push_back(halved(parts.back()));
    domain = domain.coarsen(2);
  }
  passes_base_ = parts.size() == 1 && domain.volume() > kFewCells && is_divisible(domain);
  int whole = 0;
  for (; is_divisible(domain); ++whole) {
    domain = domain.coarsen(2);
  }
  base_number_ = static_cast<int>(parts.size()) - 1 + whole;
  frame.mesh = mesh;
  frame.mesh.ratio = 2;
  frame.mesh.cells = domain.hi;
  const hierarchy::Level<D> base_level(base_number_, base, frame.communicator->rank());
  const hierarchy::Level<D>* finer = &base_level;
  const auto append = [&](int number, const hierarchy::LevelLayout<D>& layout, int depth,
                          bool is_gathered) {
    auto grid = std::make_unique<CoarseGrid<D>>(frame, number, layout, depth);
    const bool is_cross =
        stages_.empty() ? !is_gathered || passes_base_ : stages_.size() == 1 && passes_base_;
    const std::span<const int> points = is_cross ? cross_points<D>() : all_points<D>();
    auto link = is_gathered ? gathering(frame, *finer, *grid, points)
                            : halving(frame, *finer, *grid, points);
    finer = &grid->rhs.level;
    const bool is_whole = is_gathered || (!stages_.empty() && stages_.back().is_whole);
    stages_.push_back({std::move(grid), std::move(link), is_gathered, is_whole});
  };
  for (std::size_t k = 1; k < parts.size(); ++k) {
    const int number = base_number_ - static_cast<int>(k);
    append(number, parts[k], k + 1 < parts.size() ? shared_depth(frame, number) : 1, false);
  }
  append(whole, CoarseGrid<D>::whole(frame, whole), 1, true);
  while (whole-- > 0) {
    append(whole, CoarseGrid<D>::whole(frame, whole), 1, false);
  }
  bottom_ = std::make_unique<Bottom<D>>(frame, *stages_.back().grid);
}

template <int D>
void CoarseCorrection<D>::set_operator(const Grid<D>& base) {
  const std::span<const int> points = stages_.front().from_finer->points();
  GhostedLevel<D> own(*frame_, base_number_, base_, 2, static_cast<int>(points.size()));
  for (std::size_t p = 0; p < own.patches(); ++p) {
    expand<D>(base.stencil(p), {own.view(p), points});
  }
  own.fill_ghosts();
  stages_.front().from_finer->set_operator(own);
  for (std::size_t k = 1; k < stages_.size(); ++k) {
    stages_[k - 1].grid->stencil.fill_ghosts();
    stages_[k].from_finer->set_operator(stages_[k - 1].grid->stencil);
  }
}

/// The grid before one that is gathered leaves that to it; the base, where only its boxes keep it
/// from being halved, is smoothed as it would be else: boxes must not show in the solution.
template <int D>
bool CoarseCorrection<D>::smooths(std::size_t stage) const {
  return !stages_[stage + 1].is_gathered && !(stage == 0 && passes_base_);
}

template <int D>
void CoarseCorrection<D>::go_down(std::size_t stage, double& seconds, bool has_ghosts) {
  stages_[stage].from_finer->restrict_rest(has_ghosts);
  CoarseGrid<D>& one = *stages_[stage].grid;
  double& spent = charged(stages_[stage], seconds);
  if (stage + 1 == stages_.size()) {
    bottom_->solve();
    return;
  }
  one.clear();
  if (smooths(stage)) {
    one.rhs.fill_ghosts();
    one.smooth(kSweeps, true, spent);
  }
  if (stage == 0 && passes_base_) {
    one.pass_on(stages_[stage + 1].from_finer->rest());
  } else {
    one.find_rest(stages_[stage + 1].from_finer->rest(), spent);
  }
}

template <int D>
void CoarseCorrection<D>::go_up(std::size_t stage, double& seconds) {
  CoarseGrid<D>& one = *stages_[stage].grid;
  stages_[stage + 1].from_finer->prolong_add(one.values.level);
  one.note_changed();
  if (smooths(stage)) {
    one.smooth(kSweeps, false, charged(stages_[stage], seconds));
  }
  one.need_ghosts(1);
}

template <int D>
void CoarseCorrection<D>::correct(Grid<D>& base, double& seconds, bool has_ghosts) {
  for (std::size_t stage = 0; stage < stages_.size(); ++stage) {
    go_down(stage, seconds, stage == 0 ? has_ghosts : stages_[stage - 1].grid->is_deep());
  }
  stages_.back().grid->values.fill_ghosts();
  Link<D>& to_base = *stages_.front().from_finer;
  if (passes_base_) {
    to_base.take(base.values);
  }
  for (std::size_t stage = stages_.size() - 1; stage-- > 0;) {
    go_up(stage, seconds);
  }
  passes_base_ ? to_base.give_back(base.values) : to_base.prolong_add(base.values);
}

template class CoarseCorrection<1>;
template class CoarseCorrection<2>;
template class CoarseCorrection<3>;

}  // namespace evenkeel::elliptic
