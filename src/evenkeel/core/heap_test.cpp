// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Faults of memory that is touched first, and after it was freed.
#include "evenkeel/core/heap.hpp"

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <sys/resource.h>

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
}

}  // namespace
}  // namespace evenkeel
