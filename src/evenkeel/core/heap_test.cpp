// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Faults of memory that is touched first, and after it was freed.
#include "evenkeel/core/heap.hpp"

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

namespace evenkeel {
namespace {

constexpr std::size_t kBytes = std::size_t{64} << 20;
constexpr std::size_t kPage = 4096;

/// Faults that it takes to touch each page of a new block, which is freed.
long faults() {
  const auto count = [] {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return used.ru_minflt;
  };
  const long before = count();
  auto* const block = static_cast<volatile char*>(std::malloc(kBytes));
  follow_heap();
  for (std::size_t i = 0; i < kBytes; i += kPage) {
    block[i] = 1;
  }
  const long after = count();
  std::free(const_cast<char*>(block));
  return after - before;
}

bool has_large_pages() {
  std::string line;
  std::getline(std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled") >> std::ws, line);
  return !line.empty() && line.find("[never]") == std::string::npos;
}

TEST(Heap, IsOfLargePagesAndKeepsWhatIsFreed) {
#if !defined(__GLIBC__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "not the malloc of glibc";
#endif
  constexpr auto kPages = static_cast<long>(kBytes / kPage);
  keep_heap();

  const long first = faults();
  if (has_large_pages()) {
    EXPECT_LT(first, kPages / 4);
  }
  EXPECT_LT(faults(), kPages / 100);

  trim_heap();
  const long after_trimming = faults();
  EXPECT_GT(after_trimming, 0) << "what is free has gone";
  if (has_large_pages()) {
    EXPECT_LT(after_trimming, kPages / 4);
  }
}

/// [byte]
double resident() {
  long all = 0;
  long pages = 0;
  std::ifstream("/proc/self/statm") >> all >> pages;
  return static_cast<double>(pages) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

TEST(Heap, GivesBackWhatIsFreeBelowWhatIsNot) {
#if !defined(__GLIBC__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "not the malloc of glibc";
#endif
  constexpr std::size_t kBlock = std::size_t{64} << 10;  // of the heap, not of its own pages
  std::vector<std::unique_ptr<std::string>> blocks;
  for (std::size_t bytes = 0; bytes < kBytes; bytes += kBlock) {
    blocks.push_back(std::make_unique<std::string>(kBlock, 'x'));
  }
  blocks.erase(blocks.begin(), blocks.end() - 1);
  const double before = resident();
  trim_heap();

  EXPECT_LT(resident(), before - 0.5 * static_cast<double>(kBytes));
}

}  // namespace
}  // namespace evenkeel
