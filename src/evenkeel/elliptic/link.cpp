// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Every other cell of a grid, or all of them on every rank.
#include "evenkeel/elliptic/link.hpp"

#include "evenkeel/elliptic/black_box.hpp"
#include "evenkeel/elliptic/stencil.hpp"

namespace evenkeel::elliptic {
namespace {

constexpr int tag(int number, bool down) {
  return kFirstTag + 500 + 2 * number + (down ? 1 : 0);
}

template <int D>
class Halving final : public Link<D> {
 public:
  Halving(Frame<D>& frame, const hierarchy::Level<D>& finer, CoarseGrid<D>& coarser,
          std::span<const int> points)
      : coarser_(&coarser), points_(points), rest_(frame, finer.number(), finer.layout(), 1) {
    for (std::size_t p = 0; p < rest_.patches(); ++p) {
      weights_.emplace_back(frame.pool, weight_box<D>(rest_.box(p)), kWeights<D>);
    }
  }

  std::span<const int> points() const override { return points_; }

  void set_operator(const GhostedLevel<D>& stencil) override {
    for (std::size_t p = 0; p < rest_.patches(); ++p) {
      const FullStencil<D> from{stencil.view(p), points_};
      set_weights<D>(from, weights_[p].view());
      coarsen<D>(from, weights_[p].view(), coarser_->stencil.view(p), coarser_->stencil.box(p));
    }
  }

  void restrict_rest(bool has_ghosts) override {
    if (!has_ghosts) {
      rest_.fill_ghosts();
    }
    for (std::size_t p = 0; p < rest_.patches(); ++p) {
      restrict_by<D>(weights_[p].view(), rest_.view(p), coarser_->rhs.view(p),
                     coarser_->values.box(p));
    }
  }

  void prolong_add(const hierarchy::Level<D>& values) override {
    for (std::size_t p = 0; p < rest_.patches(); ++p) {
      interpolate_by<D>(weights_[p].view(), coarser_->values.view(p), values.state_views()[p],
                        rest_.box(p));
    }
  }

  const hierarchy::Level<D>& rest() const override { return rest_.level; }

 private:
  CoarseGrid<D>* coarser_;
  std::span<const int> points_;
  GhostedLevel<D> rest_;
  std::vector<storage::Array<D>> weights_;
};

template <int D>
class Gathering final : public Link<D> {
 public:
  Gathering(Frame<D>& frame, const hierarchy::Level<D>& finer, CoarseGrid<D>& coarser,
            std::span<const int> points)
      : coarser_(&coarser),
        points_(points),
        rest_(finer.number(), finer.layout(), frame.communicator->rank()),
        part_(finer.number(), finer.layout(), frame.communicator->rank()),
        down_(*frame.communicator, kPoints<D>, tag(finer.number(), true),
              telemetry::Phase::kRestrict),
        up_(*frame.communicator, 1, tag(finer.number(), false), telemetry::Phase::kProlong) {
    make_values(frame, rest_, 1);
    make_values(frame, part_, 0);
    const geometry::Index<D> here{};
    const hierarchy::LevelLayout<D>& parts = finer.layout();
    const hierarchy::LevelLayout<D>& whole = coarser.rhs.level.layout();
    std::vector<hierarchy::Target<D>> targets;
    for (int rank = 0; rank < frame.communicator->size(); ++rank) {
      targets.push_back({whole.boxes.front(), rank, rank, -1});
    }
    down_.add_group({parts.boxes, parts.owners, &finer.search()}, targets, {&here, 1});
    down_.seal();
    targets.clear();
    for (std::size_t p = 0; p < part_.patches().size(); ++p) {
      targets.push_back(
          {part_.patches()[p].box, frame.communicator->rank(), static_cast<std::int64_t>(p), -1});
    }
    up_.add_group({whole.boxes, whole.owners, &coarser.rhs.level.search()}, targets, {&here, 1});
    up_.seal();
  }

  std::span<const int> points() const override { return points_; }

  void set_operator(const GhostedLevel<D>& stencil) override {
    pass(down_, stencil.level, coarser_->stencil.level, static_cast<int>(points_.size()));
  }

  void restrict_rest(bool) override { pass(down_, rest_, coarser_->rhs.level, 1); }

  void take(const hierarchy::Level<D>& values) override {
    pass(down_, values, coarser_->values.level, 1);
  }

  void give_back(const hierarchy::Level<D>& values) override {
    pass(up_, coarser_->values.level, values, 1);
  }

  void prolong_add(const hierarchy::Level<D>& values) override {
    pass(up_, coarser_->values.level, part_, 1);
    for (std::size_t p = 0; p < part_.patches().size(); ++p) {
      add<D>(part_.state_views()[p], values.state_views()[p], part_.patches()[p].box);
    }
  }

  const hierarchy::Level<D>& rest() const override { return rest_; }

 private:
  static void pass(hierarchy::CopyPlan<D>& plan, const hierarchy::Level<D>& from,
                   const hierarchy::Level<D>& to, int components) {
    const hierarchy::SourceValues<D> source{from.state_views()};
    const auto target = to.state_views();
    plan.begin({&source, 1}, {&target, 1}, hierarchy::Copies::kAll, components);
    plan.finish({&target, 1});
  }

  CoarseGrid<D>* coarser_;
  std::span<const int> points_;
  hierarchy::Level<D> rest_;
  hierarchy::Level<D> part_;  ///< of the whole grid's values
  hierarchy::CopyPlan<D> down_;
  hierarchy::CopyPlan<D> up_;
};

}  // namespace

template <int D>
std::unique_ptr<Link<D>> halving(Frame<D>& frame, const hierarchy::Level<D>& finer,
                                 CoarseGrid<D>& coarser, std::span<const int> points) {
  return std::make_unique<Halving<D>>(frame, finer, coarser, points);
}

template <int D>
std::unique_ptr<Link<D>> gathering(Frame<D>& frame, const hierarchy::Level<D>& finer,
                                   CoarseGrid<D>& coarser, std::span<const int> points) {
  return std::make_unique<Gathering<D>>(frame, finer, coarser, points);
}

#define EVENKEEL_INSTANTIATE(D)                                                                    \
  template std::unique_ptr<Link<D>> halving(Frame<D>&, const hierarchy::Level<D>&, CoarseGrid<D>&, \
                                            std::span<const int>);                                 \
  template std::unique_ptr<Link<D>> gathering(Frame<D>&, const hierarchy::Level<D>&,               \
                                              CoarseGrid<D>&, std::span<const int>)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::elliptic
