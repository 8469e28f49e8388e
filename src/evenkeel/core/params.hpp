// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Named parameters of a plug-in: declared once, checked once.
#pragma once

#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace evenkeel {

inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// Declares one parameter a plug-in accepts. Printed by `evenkeel list` and `evenkeel explain`.
///
/// A parameter is a number, or, where \p choices is not empty, one of those words.
struct ParamSpec {
  std::string_view name;
  std::string_view unit;  ///< "1" for a pure number, "" for a choice
  double fallback = 0.0;  ///< used when the user gives no value; for a choice, its index
  double min = -kUnbounded;
  double max = kUnbounded;
  std::string_view help = {};
  std::span<const std::string_view> choices = {};
  bool is_whole = false;  ///< a number without a fraction; from 0 to 1: true and false, too

  /// Whether values that are whole fit integers of 64 bits.
  bool fits_integers() const { return !is_whole || (-1e15 <= min && max <= 1e15); }
};

/// What a user gave for one parameter: a number, or a word of a choice.
using ParamValue = std::variant<double, std::string>;
using ParamValues = std::map<std::string, ParamValue>;

/// Values for the parameters of one plug-in, complete and in range.
class Params {
 public:
  /// Checks \p given against \p specs and fills in what is missing.
  ///
  /// \throws InputError naming every unknown name (with the nearest known one), wrong type, value
  ///         outside [min, max] or word that is not a choice, all of them in one message.
  Params(std::span<const ParamSpec> specs, const ParamValues& given);

  /// Value of a declared number, in the unit its ParamSpec names; index of the word for a choice.
  double operator[](std::string_view name) const;

  /// The word chosen. \pre \p name was declared with choices
  std::string_view choice(std::string_view name) const;

  /// Names that have another value than their default, and that nobody has asked for so far.
  std::vector<std::string> unread() const;

 private:
  struct Value {
    double number;
    std::string_view word;
    double fallback;
    mutable bool is_read = false;
  };
  const Value& value(std::string_view name) const;

  std::map<std::string, Value, std::less<>> values_;
};

}  // namespace evenkeel
