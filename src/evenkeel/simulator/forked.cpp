// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Fork, pipe, wait.
#include "evenkeel/simulator/forked.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <deque>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/complaint.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel::simulator {
namespace {

constexpr int kInputFault = 2;
constexpr int kOtherFault = 1;

struct Child {
  pid_t process = 0;
  int pipe = -1;
};

void send(int pipe, const std::string& text) {
  std::size_t sent = 0;
  while (sent < text.size()) {
    const ssize_t count = write(pipe, text.data() + sent, text.size() - sent);
    if (count < 0 && errno != EINTR) {
      return;  // the parent is gone
    }
    sent += count > 0 ? static_cast<std::size_t>(count) : 0;
  }
}

[[noreturn]] void be_child(int pipe, const std::function<std::string()>& job) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);  // nobody would read what is still to come
  int code = 0;
  std::string text;
  try {
    text = job();
  } catch (const InputError& error) {
    code = kInputFault;
    text = error.what();
  } catch (const std::exception& error) {
    code = kOtherFault;
    text = text_of(error);
  }
  send(pipe, text);
  std::fflush(nullptr);
  _exit(code);
}

Child start(const std::function<std::string()>& job) {
  int ends[2];
  std::fflush(nullptr);
  if (pipe(ends) != 0) {
    throw system_error("open", "a pipe", errno);
  }
  const pid_t process = fork();
  if (process < 0) {
    throw system_error("fork", "a process", errno);
  }
  if (process == 0) {
    close(ends[0]);
    be_child(ends[1], job);
  }
  close(ends[1]);
  return {process, ends[0]};
}

/// All the child says, and how it ended.
std::string collect(const Child& child, int& status) {
  std::string text;
  char buffer[65536];
  for (;;) {
    const ssize_t count = read(child.pipe, buffer, sizeof buffer);
    if (count > 0) {
      text.append(buffer, static_cast<std::size_t>(count));
    } else if (count == 0 || errno != EINTR) {
      break;
    }
  }
  close(child.pipe);
  waitpid(child.process, &status, 0);
  return text;
}

void end_all(const std::deque<Child>& children) {
  for (const Child& child : children) {
    kill(child.process, SIGTERM);
    close(child.pipe);
    waitpid(child.process, nullptr, 0);
  }
}

}  // namespace

void run_forked(std::size_t jobs, std::size_t at_once,
                const std::function<std::string(std::size_t)>& job,
                const std::function<void(std::size_t, const std::string&)>& done) {
  std::deque<Child> running;
  std::size_t next = 0;
  for (std::size_t finished = 0; finished < jobs; ++finished) {
    while (next < jobs && running.size() < at_once) {
      running.push_back(start([&job, next] { return job(next); }));
      ++next;
    }
    int status = 0;
    const std::string text = collect(running.front(), status);
    running.pop_front();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      end_all(running);
      if (WIFEXITED(status) && WEXITSTATUS(status) == kInputFault) {
        throw InputError(text);
      }
      throw SystemError(text.empty() ? "a simulating process ended without a word" : text);
    }
    done(finished, text);
  }
}

}  // namespace evenkeel::simulator
