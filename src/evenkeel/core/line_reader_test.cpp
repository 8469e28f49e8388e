// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Lines of plain, compressed and damaged files.
#include "evenkeel/core/line_reader.hpp"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel {
namespace {

using ::testing::ElementsAre;
namespace fs = std::filesystem;

class LineReaderTest : public ::testing::Test {
 protected:
  ~LineReaderTest() override { fs::remove(path_); }

  void compress(const std::string& text) const {
    const gzFile file = gzopen(path_.c_str(), "wb");
    gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
    gzclose(file);
  }

  std::vector<std::string> lines() const {
    LineReader reader(path_);
    std::vector<std::string> all;
    for (std::string line; reader.next(line);) {
      all.push_back(line);
    }
    return all;
  }

  fs::path path_ = fs::path(::testing::TempDir()) / "evenkeel_line_reader_test";
};

TEST_F(LineReaderTest, PlainLinesComeWithoutNewline) {
  write_file(path_, "one\n\nlast");

  EXPECT_THAT(lines(), ElementsAre("one", "", "last"));
}

TEST_F(LineReaderTest, CompressedLinesComeAsPlainOnes) {
  const std::string large(100'000, 'x');
  compress("one\n" + large + "\nlast\n");

  EXPECT_THAT(lines(), ElementsAre("one", large, "last"));
}

TEST_F(LineReaderTest, CutCompressedFileIsAnInputError) {
  std::string text;
  for (int number = 0; number < 10'000; ++number) {
    text += std::to_string(number * number) + "\n";
  }
  compress(text);
  fs::resize_file(path_, fs::file_size(path_) / 2);

  EXPECT_THROW(lines(), InputError);
}

TEST_F(LineReaderTest, DirectoryIsAnInputError) {
  EXPECT_THAT([] { LineReader{::testing::TempDir()}; },
              testing::ThrowsMessage<InputError>(testing::HasSubstr("is a directory")));
}

TEST_F(LineReaderTest, MissingFileIsAnInputError) {
  EXPECT_THROW(LineReader(path_ / "none"), InputError);
}

}  // namespace
}  // namespace evenkeel
