// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The errors this library reports, and the checks that raise them.
///
/// Ladder, first that applies:
///   static_assert   known at compile time
///   std::optional   absence is normal and documented
///   EVENKEEL_EXPECT     caller broke a precondition; always checked
///   EVENKEEL_DEBUG      the same inside a hot loop; checked when NDEBUG is off
///   throw           input, file, operating system or peer failed
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace evenkeel {

/// Base of everything this library throws on purpose.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The user asked for something impossible; the message says what is possible.
struct InputError : Error {
  using Error::Error;
};

/// A place in a file that a person can edit. Lines and columns start at 1; 0 is unknown.
struct Location {
  std::string file;
  std::int64_t line = 0;
  std::int64_t column = 0;
};

/// "file:line:column", without the parts that are unknown; "" without a file.
std::string to_text(const Location& place);

/// Collects what is wrong with some input, so that the user reads it at once: the first 20 lines,
/// and how many more there are.
class Problems {
 public:
  /// \param file  whose lines problems are at that name no file; "": none
  explicit Problems(std::string_view file = {}) : file_(file) {}

  /// Adds the line "file:line:column: text". \p text of several lines becomes several problems.
  void add(const Location& place, std::string_view text);

  /// Adds a problem of the file at \p line and \p column; 0 for a whole line, or the whole file.
  void add(std::int64_t line, std::int64_t column, std::string_view text) {
    add({file_, line, column}, text);
  }

  /// Adds a line without a place.
  void add(std::string_view text) { add(Location{}, text); }

  /// Adds all of \p others.
  void add(const Problems& others);

  bool empty() const { return count_ == 0; }

  /// \throws InputError with one line per problem, in the order they were added
  void throw_if_any() const;

 private:
  std::string file_;
  std::string text_;  ///< of the lines that are shown
  int count_ = 0;     ///< of all lines
};

/// A file, socket or system call failed.
struct SystemError : Error {
  using Error::Error;
};

/// The numbers stopped making sense: NaN, negative density, CFL above one.
struct InstabilityError : Error {
  using Error::Error;
};

/// Prints what was expected, where, and stops the process.
[[noreturn]] void contract_violation(const char* expression, const char* file, int line);

}  // namespace evenkeel

#define EVENKEEL_EXPECT(condition) \
  ((condition) ? void() : ::evenkeel::contract_violation(#condition, __FILE__, __LINE__))

#ifdef NDEBUG
#define EVENKEEL_DEBUG(condition) void(sizeof(condition))
#else
#define EVENKEEL_DEBUG(condition) EVENKEEL_EXPECT(condition)
#endif
