// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One step of one level: ghosts filled before every stage, then its patches advanced.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "evenkeel/hierarchy/hierarchy.hpp"
#include "evenkeel/solver/application.hpp"
#include "evenkeel/solver/boundary.hpp"
#include "evenkeel/solver/brake.hpp"
#include "evenkeel/solver/prolong.hpp"

namespace evenkeel::solver {

/// A time, and where it lies in the present step of the next coarser level; or a stage of a step
/// that begins there.
struct Moment {
  double time = 0.0;   ///< [time]; the stage's own
  double theta = 1.0;  ///< of the step's start: 0 at the start of the coarser step, 1 at its end
  double share = 0.0;  ///< length of the step in units of the coarser one
  int stage = 0;
};

/// A step of one level.
struct LevelInterval {
  Moment start{};
  double dt = 0.0;      ///< [time]
  double share = 1.0;   ///< dt in units of the coarser level's step
  bool is_last = true;  ///< ends with the coarse step of the base level
  bool meets = false;   ///< ends with the step of the coarser level, whose averages come next
  bool saves = false;   ///< values are saved for a retry before they change
  /// When the next step of the level begins, if nothing but finer levels changes values till then.
  std::optional<Moment> next{};
};

/// The worst cell of a step that went wrong.
template <int D>
struct Violation {
  double severity = 0.0;  ///< dt * rate / limit; infinite where values are not numbers; 0: none
  int level = 0;
  geometry::Box<D> box{};  ///< of the patch
  geometry::Index<D> cell{};
  double value = 0.0;  ///< dt * rate of that cell alone, after the step
};

/// What one step of one level was like on this rank.
template <int D>
struct LevelResult {
  double rate = 0.0;  ///< [1/time] largest signal rate before the step
  std::int64_t updates = 0;
  double source_work = 0.0;  ///< what source terms cost [plain cell updates]
  double seconds = 0.0;      ///< [s] wall time in the kernel
  Violation<D> worst{};      ///< severity above 1 where the step went wrong
};

/// Fills ghosts of levels and advances them. Keeps no values of its own.
template <int D>
class LevelStepper {
 public:
  /// Not collective. All arguments outlive this object.
  ///
  /// \param speed  \see Brake
  LevelStepper(hierarchy::Hierarchy<D>& hierarchy, const Application<D>& application,
               const Boundaries<D>& boundaries, double speed = 1.0);
  LevelStepper(const LevelStepper&) = delete;
  LevelStepper& operator=(const LevelStepper&) = delete;

  /// A level's values with the plan that fills their ghosts.
  struct Filled {
    hierarchy::Level<D>* level = nullptr;
    hierarchy::GhostPlan<D>* plan = nullptr;
    int components = 0;  ///< how many are filled, from the first on; 0: all
    hierarchy::Copies which = hierarchy::Copies::kAll;
    /// Ghosts from the coarser level are made of what its stages left, by these weights.
    bool follows = false;
    hierarchy::TimeWeights weights{};
    int reach = 0;  ///< interpolated ghosts lie so near their patch; 0: wherever there are some
    int spare = 0;  ///< components of copies within the level that no stage reads; 0: as of others

    storage::View<D> some(const storage::View<D>& view) const {
      return components == 0 ? view : view.first(components);
    }
  };

  /// Fills all ghost cells of \p level; those interpolated where they lie within \p reach cells of
  /// their patch, if that is not 0. Collective.
  void fill(int level, const Moment& now, int reach = 0) {
    Filled filled{&hierarchy_->level(level), &hierarchy_->ghosts(level)};
    filled.reach = reach;
    fill(filled, now);
  }

  /// Fills all ghost cells that stages read, and of the others the first \p components, which flags
  /// are judged by. Collective.
  void fill_for_flags(int level, const Moment& now, int components) {
    Filled filled{&hierarchy_->level(level), &hierarchy_->ghosts(level)};
    filled.spare = components;
    fill(filled, now);
  }

  /// Fills all ghost cells of a copy of a level, from the hierarchy's next coarser level.
  /// Collective.
  void fill(const Filled& copy, const Moment& now);

  /// Tells that ghosts of \p level have been filled for a step that begins at \p now: if the
  /// next thing done is that step, its first stage does not fill them again. Not collective.
  void note_filled(int level, const Moment& now);

  /// Takes that back: values have changed. Not collective.
  void forget_filled() { filled_level_ = -1; }

  /// Sends what other ranks want for the first stage of a step of \p level that begins together
  /// with one of the coarser level, before that is done: the values are there, and ranks that are
  /// late with one level, early with the other, do not wait for each other in between. On one
  /// rank, and where stages of the coarser level are followed or sources split off, nothing is
  /// done.
  ///
  /// Collective. \pre the next step of \p level is that one, and no ghosts of it are filled before
  void send_early(int level, double time);

  /// All stages of one step of \p level; saves old values where there is room for them.
  ///
  /// Patches whose ghosts come from this rank alone advance while messages travel; those that other
  /// ranks want come as soon as they can, and what is wanted of them is sent before the others
  /// advance. So a rank that is slow for a while is hardly waited for. Numbers that are
  /// not finite are looked for in the first component, which the others reach within a step or two;
  /// in all of them at the end of the base level's step. Collective. No allocation once the scratch
  /// memory has grown.
  LevelResult<D> advance(int level, const LevelInterval& interval);

  /// Whether the last step was one of \p level that has left its averages on the coarser one: on
  /// all that is SyncPlan::covered().
  bool has_averaged(int level) const { return under_level_ == level; }

  /// Interpolates new patches at a regrid: Hierarchy::Prolong. Not collective.
  void prolong_pieces(hierarchy::Level<D>& level, const hierarchy::Fringe<D>& fringe, double time);

  const Surroundings<D>& surroundings(int level) const {
    return surroundings_[static_cast<std::size_t>(level)];
  }
  Scratch& scratch() { return scratch_; }
  Brake& brake() { return brake_; }

  /// Cells of \p level that bodies mask.
  const geometry::BoxList<D>& masked(int level) const {
    return masked_[static_cast<std::size_t>(level)];
  }

  /// Sets masked cells of the patches of \p level to zero. Not collective.
  void clear_masked(int level);

  /// Largest signal rate of a patch, masked cells left out. [1/time]
  double rate(const storage::Patch<D>& patch) const;

 private:
  static constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max();

  /// One stage of one step of one level.
  struct Stage {
    int level = 0;
    int number = 0;
    LevelInterval interval;
    double time = 0.0;  ///< of the ghosts
  };

  /// Which groups of patches a stage advances, of those that are still to come.
  enum class Turn {
    kReadyWanted,  ///< that wait for no other rank and that another rank waits for
    kReady,        ///< that wait for no other rank
    kInner,        ///< of those that wait, the first parts
    kWanted,       ///< that another rank waits for
    kAll
  };

  /// A group whose first part has been advanced.
  struct Begun {
    bool is_begun = false;
    bool is_finite = true;  ///< all new values are, it is known
    double rate = 0.0;      ///< [1/time]
    double seconds = 0.0;   ///< [s]
    std::size_t kept = 0;   ///< where its edges are in kept_
  };

  /// What ghosts are filled for.
  struct GhostTime {
    double time = 0.0;  ///< [time]
    /// [time] by which source terms have gone on in interpolated values, and not in the patch's
    double ahead = 0.0;
  };

  Filled for_stages(int level) const;
  void begin_fill(const Filled& filled, const Moment& now);
  void finish_fill(const Filled& filled);
  /// Interpolated and physical ghosts of the patches that wait, or of those that do not.
  void fill_edges(const Filled& filled, bool waiting, const GhostTime& ghosts);
  void fill_piece(const Filled& filled, std::size_t piece, const GhostTime& ghosts);
  void refine_piece(int level, const storage::View<D>& coarse, std::span<const Refined<D>> parts,
                    double time);
  void follow_piece(const Filled& filled, std::size_t piece);
  Filled finer(const Stage& stage) const;
  void begin_leaving(const Stage& stage);
  void finish_leaving(const Stage& stage);
  hierarchy::TimeWeights weights_of(const Moment& now) const;
  hierarchy::SourceValues<D> coarse_values(const Filled& filled, const Moment& now) const;
  Moment moment(const LevelInterval& interval, int number) const;
  std::optional<Moment> next_fill(const Stage& stage) const;
  bool ends_before_averages(const Stage& stage) const;
  bool finer_changes(const Stage& stage) const;
  const std::vector<bool>* wanted(const Stage& stage) const;
  void send(int level, const Moment& next, bool finer_changes);
  void send_wanted(const Stage& stage);
  bool has_all(const Filled& filled);
  void advance_stage(const Stage& stage, const Moment& now, bool fills, LevelResult<D>& result);
  void advance_ready(const Stage& stage, const Filled& filled, LevelResult<D>& result);
  void advance_inner(const Stage& stage, const Filled& filled, LevelResult<D>& result);
  void advance_rest(const Stage& stage, LevelResult<D>& result);
  void advance_patches(const Stage& stage, Turn turn, LevelResult<D>& result) {
    advance_until(stage, turn, kForever, result);
  }
  bool advance_until(const Stage& stage, Turn turn, std::int64_t end, LevelResult<D>& result);
  bool takes(const Stage& stage, Turn turn, std::size_t group) const;
  void account(const Stage& stage, std::span<const std::size_t> group, double seconds,
               LevelResult<D>& result);
  void advance_group(const Stage& stage, std::span<const std::size_t> group,
                     LevelResult<D>& result);
  void begin_parts(const Stage& stage, std::size_t position, Begun& begun);
  void finish_parts(const Stage& stage, std::size_t position, Begun& begun);
  void advance_part(const Stage& stage, std::size_t position, std::size_t part, Begun& begun);
  StageStep<D> part_step(const Stage& stage, std::size_t position, const geometry::Box<D>& box,
                         bool is_begun);
  void take_turn(const Stage& stage, Turn turn, std::size_t group, LevelResult<D>& result);
  void look_at_messages();
  void react_first(const Stage& stage, storage::Patch<D>& patch) const;
  /// \param is_begun  some part of the patch has been advanced
  StageStep<D> stage_step(const Stage& stage, std::size_t position, std::size_t slot,
                          bool is_begun = false);
  void judge(const Stage& stage, const storage::Patch<D>& patch, double rate,
             LevelResult<D>& result) const;
  Violation<D> worst_cell(const Stage& stage, const storage::Patch<D>& patch,
                          double severity) const;
  void begin_step(int level, bool saves);
  void find_under(int level, const LevelInterval& interval);
  void keep_start(const Stage& stage, const storage::Patch<D>& patch, bool is_begun,
                  StageStep<D>& step) const;

  hierarchy::Hierarchy<D>* hierarchy_;
  const Application<D>* application_;
  std::vector<Surroundings<D>> surroundings_;  ///< shape [max_levels]
  std::vector<geometry::BoxList<D>> masked_;   ///< shape [max_levels]
  Scratch scratch_;
  Brake brake_;
  int stage_components_ = 0;  ///< whose ghosts a stage reads; 0: all
  bool splits_ = false;       ///< source terms off the step
  bool keeps_start_ = false;  ///< of the step that they are split off
  bool follows_ = false;      ///< ghosts are made of what stages of the coarser level leave
  int filled_level_ = -1;     ///< \see note_filled; -1: none
  Moment filled_at_{};
  std::function<void()> look_;         ///< look_at_messages(), where there may be some
  std::int64_t looked_ = 0;            ///< [ns] when
  std::vector<double> stage_seconds_;  ///< [max_levels] that a stage of the last step computed

  std::vector<Refined<D>> refined_;  ///< of the fringe piece being filled

  // What the level being advanced is averaged on, patch by patch.
  int under_level_ = -1;  ///< -1: it is not
  std::vector<storage::View<D>> under_;
  std::vector<std::size_t> under_start_;  ///< [patches + 1]

  // Of the stage being advanced.
  const hierarchy::PatchGroups<D>* groups_ = nullptr;
  bool is_whole_ = false;                      ///< no group waits
  const std::vector<bool>* wanted_ = nullptr;  ///< \see wanted()
  std::vector<bool> done_;                     ///< [groups]
  std::vector<Begun> begun_;                   ///< [groups]
  std::vector<double> kept_;  ///< new values of the edges of parts, or the old ones meanwhile

  // Of the group being advanced.
  std::vector<StageStep<D>> steps_;
  std::vector<storage::View<D>> under_part_;     ///< what a part of a patch is averaged on
  std::vector<hierarchy::FaceStrip<D>> strips_;  ///< where a finer level begins beside it
  hierarchy::FluxRecorder<D> recorder_;          ///< of those
  std::vector<double> rates_;
  bool is_finite_ = false;                   ///< all new values are, it is known
  std::vector<storage::View<D>> registers_;  ///< [patches][registers]
};

/// True when every value of \p box is a finite number, in the first \p components components.
/// Not collective.
template <int D>
bool all_finite(const storage::View<D>& values, const geometry::Box<D>& box, int components);

}  // namespace evenkeel::solver
