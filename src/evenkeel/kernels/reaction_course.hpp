// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How far reacting cells have come, in registers or as the numbers of each cell.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

#include "evenkeel/solver/schemes/stiff_reaction.hpp"

namespace evenkeel::kernels {

/// A cell's way through the interval, or that of each cell of a register.
template <class T>
struct Course {
  solver::Progress<T> progress;
  solver::Range<T> range;
  T kept;  ///< what the reaction does not change, as its rate wants it
};

/// Courses of several cells as doubles: column \p lane belongs to one cell.
template <class T>
class CourseTable {
 public:
  static constexpr std::size_t kCells = sizeof(T) / sizeof(double);

  CourseTable() : rows_{} {}  ///< of nothing, with nothing left
  explicit CourseTable(const Course<T>& courses) { copy(&courses, rows_.data()); }

  Course<T> courses() const {
    Course<T> courses;
    copy(rows_.data(), &courses);
    return courses;
  }
  Course<double> operator[](std::size_t lane) const {
    std::array<double, kMembers> one;
    for (std::size_t n = 0; n < kMembers; ++n) {
      one[n] = rows_[n][lane];
    }
    return std::bit_cast<Course<double>>(one);
  }
  void set(std::size_t lane, const Course<double>& course) {
    const auto one = std::bit_cast<std::array<double, kMembers>>(course);
    for (std::size_t n = 0; n < kMembers; ++n) {
      rows_[n][lane] = one[n];
    }
  }

 private:
  static constexpr std::size_t kMembers = sizeof(Course<double>) / sizeof(double);

  /// By members: one call for all of them would be one of the library.
  static void copy(const void* from, void* to) {
    for (std::size_t n = 0; n < kMembers; ++n) {
      std::memcpy(static_cast<std::byte*>(to) + n * sizeof(T),
                  static_cast<const std::byte*>(from) + n * sizeof(T), sizeof(T));
    }
  }

  alignas(T) std::array<std::array<double, kCells>, kMembers> rows_;
};

}  // namespace evenkeel::kernels
