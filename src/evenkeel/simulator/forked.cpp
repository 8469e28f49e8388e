// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Fork, pipe, wait.
#include "evenkeel/simulator/forked.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <deque>
#include <utility>

#include <fcntl.h>
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

/// Both ends of a pipe, as long as they are open.
class Pipe {
 public:
  enum End : std::size_t { kOut, kIn };

  Pipe() {
    if (pipe2(ends_.data(), O_CLOEXEC) != 0) {
      throw system_error("open", "a pipe", errno);
    }
  }
  ~Pipe() {
    close_end(kOut);
    close_end(kIn);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int end(End which) const { return ends_[which]; }
  void close_end(End which) {
    if (ends_[which] >= 0) {
      close(std::exchange(ends_[which], -1));
    }
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

/// A process that does a job and tells; it ends with this.
class Child {
 public:
  explicit Child(const std::function<std::string()>& job) {
    std::fflush(nullptr);
    process_ = fork();
    if (process_ < 0) {
      throw system_error("fork", "a process", errno);
    }
    if (process_ == 0) {
      pipe_.close_end(Pipe::kOut);
      be_child(pipe_.end(Pipe::kIn), job);
    }
    pipe_.close_end(Pipe::kIn);
  }
  ~Child() {
    if (process_ > 0) {
      kill(process_, SIGTERM);
      waitpid(process_, nullptr, 0);
    }
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// All it says, and how it ended.
  std::string collect(int& status);

 private:
  Pipe pipe_;
  pid_t process_ = 0;
};

std::string Child::collect(int& status) {
  std::string text;
  std::array<char, 65536> buffer;
  for (;;) {
    const ssize_t count = read(pipe_.end(Pipe::kOut), buffer.data(), buffer.size());
    if (count > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(count));
    } else if (count == 0 || errno != EINTR) {
      break;
    }
  }
  const pid_t process = std::exchange(process_, 0);
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return text;
}

}  // namespace

void run_forked(std::size_t jobs, std::size_t at_once,
                const std::function<std::string(std::size_t)>& job,
                const std::function<void(std::size_t, const std::string&)>& done) {
  std::deque<Child> running;
  std::size_t next = 0;
  for (std::size_t finished = 0; finished < jobs; ++finished) {
    while (next < jobs && running.size() < at_once) {
      running.emplace_back([&job, next] { return job(next); });
      ++next;
    }
    int status = 0;
    const std::string text = running.front().collect(status);
    running.pop_front();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      if (WIFEXITED(status) && WEXITSTATUS(status) == kInputFault) {
        throw InputError(text);
      }
      throw SystemError(text.empty() ? "a simulating process ended without a word" : text);
    }
    done(finished, text);
  }
}

}  // namespace evenkeel::simulator
