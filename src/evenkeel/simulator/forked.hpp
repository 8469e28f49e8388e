// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Jobs in processes of their own, a few at a time: SimGrid knows one engine per process.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace evenkeel::simulator {

/// Runs job(k) for k in [0, jobs), at most \p at_once at a time, and hands what each returns to
/// done(k, text), in the order of k.
///
/// \throws InputError, or SystemError, with the message of the first job that threw one, or what
///         done threw; the other jobs are ended
void run_forked(std::size_t jobs, std::size_t at_once,
                const std::function<std::string(std::size_t)>& job,
                const std::function<void(std::size_t, const std::string&)>& done);

}  // namespace evenkeel::simulator
