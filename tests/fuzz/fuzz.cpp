// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Feeds damaged files to everything that reads files: bad input must be called so, nothing else.
///
///     fuzz READER COUNT [SEED]      COUNT inputs; "fuzz READER N SEED" repeats the same ones
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/error.hpp"
#include "tests/fuzz/mutate.hpp"
#include "tests/fuzz/readers.hpp"

namespace evenkeel::fuzz {
namespace {

/// The input being read, for the last words of a crash.
const std::string* current = nullptr;

extern "C" void last_words(int signal) {
  constexpr std::string_view kSaid = "the reader crashed on this input:\n";
  [[maybe_unused]] ssize_t ignored = write(STDERR_FILENO, kSaid.data(), kSaid.size());
  ignored = write(STDERR_FILENO, current->data(), current->size());
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// What became of the inputs.
struct Tally {
  std::int64_t good = 0;
  std::int64_t bad = 0;      ///< called bad input, as it should be
  std::int64_t strange = 0;  ///< any other exception
  double slowest = 0.0;      ///< [s]
};

void feed(const Reader& reader, const std::string& text, Tally& tally) {
  const double start = wall_seconds();
  try {
    reader.read(text);
    ++tally.good;
  } catch (const InputError&) {
    ++tally.bad;
  } catch (const SystemError&) {
    ++tally.bad;
  } catch (const std::exception& error) {
    ++tally.strange;
    fmt::print(stderr, "not an input error: {}\n{}\n", error.what(), text);
  }
  tally.slowest = std::max(tally.slowest, wall_seconds() - start);
}

Readers all_readers() {
  Readers all = case_readers();
  all.merge(file_readers());
  all.merge(machine_readers());
  return all;
}

int feed_many(const std::string& name, const std::function<Reader()>& make, std::int64_t count,
              std::uint64_t seed) {
  const Reader reader = make();
  for (const std::string& text : reader.seeds) {
    current = &text;
    reader.read(text);  // good texts are good
  }
  Mutator mutator(reader.seeds, seed);
  Tally tally;
  for (std::int64_t n = 0; n < count; ++n) {
    const std::string text = mutator.next();
    current = &text;
    feed(reader, text, tally);
  }
  fmt::print("{}: {} inputs, {} still good, {} called bad, {} other errors; slowest {:.3g} s\n",
             name, count, tally.good, tally.bad, tally.strange, tally.slowest);
  return tally.strange > 0 || tally.bad == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

int run(int argc, char** argv) {
  const Readers readers = all_readers();
  if (argc < 3 || !readers.contains(argv[1])) {
    fmt::print(stderr, "usage: fuzz READER COUNT [SEED]\nreaders:");
    for (const auto& [name, ignored] : readers) {
      fmt::print(stderr, " {}", name);
    }
    fmt::print(stderr, "\n");
    return EXIT_FAILURE;
  }
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL}) {
    std::signal(signal, last_words);
  }
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  constexpr rlim_t kMemory = rlim_t{2} << 30;  // an input of a page must not ask for more
  const rlimit limit{kMemory, kMemory};
  setrlimit(RLIMIT_AS, &limit);
#endif
  return feed_many(argv[1], readers.at(argv[1]), std::atoll(argv[2]),
                   argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1);
}

}  // namespace
}  // namespace evenkeel::fuzz

int main(int argc, char** argv) {
  return evenkeel::fuzz::run(argc, argv);
}
