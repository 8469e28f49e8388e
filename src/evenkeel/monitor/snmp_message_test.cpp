// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// SNMP messages against bytes worked by hand from X.690.
#include "evenkeel/monitor/snmp_message.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::monitor {
namespace {

using testing::ElementsAre;

std::string bytes(std::initializer_list<int> values) {
  std::string text;
  for (const int value : values) {
    text.push_back(static_cast<char>(value));
  }
  return text;
}

/// A response to request 7 with one object 1.3.6.1 and \p value.
std::string response(const std::string& value, int status = 0, int kind = 0xa2) {
  const auto wrap = [](int tag, const std::string& content) {
    return bytes({tag, static_cast<int>(content.size())}) + content;
  };
  const std::string object = bytes({0x06, 3, 0x2b, 6, 1});
  const std::string list = wrap(0x30, wrap(0x30, object + value));
  const std::string pdu = bytes({2, 1, 7, 2, 1, status, 2, 1, 0}) + list;
  return wrap(0x30, bytes({2, 1, 1, 4, 1, 'c'}) + wrap(kind, pdu));
}

TEST(SnmpMessage, AsksAsX690Says) {
  const std::vector<Oid> oids{{1, 3, 6, 1, 2021}};

  EXPECT_EQ(encode_get("public", 7, oids),
            bytes({0x30, 44, 0x02, 1, 1, 0x04, 6, 'p', 'u', 'b', 'l', 'i', 'c'}) +
                bytes({0xa0, 31, 0x02, 4, 0, 0, 0, 7, 0x02, 4, 0, 0, 0, 0, 0x02, 4, 0, 0, 0, 0}) +
                bytes({0x30, 11, 0x30, 9, 0x06, 5, 0x2b, 6, 1, 0x8f, 0x65, 0x05, 0}));
}

TEST(SnmpMessage, ReadsNumbersOfAllKinds) {
  const auto number = [](std::initializer_list<int> value) {
    return decode_response(response(bytes(value)), 7).front().value;
  };

  EXPECT_EQ(number({0x02, 1, 0xff}), -1.0);
  EXPECT_EQ(number({0x02, 2, 0x01, 0x00}), 256.0);
  EXPECT_EQ(number({0x41, 5, 0, 0xff, 0xff, 0xff, 0xff}), 4294967295.0);
  EXPECT_EQ(number({0x46, 9, 0, 0x80, 0, 0, 0, 0, 0, 0, 0}), 9223372036854775808.0);
  EXPECT_EQ(number({0x04, 4, '0', '.', '2', '5'}), 0.25);
  EXPECT_EQ(number({0x44, 7, 0x9f, 0x78, 0x04, 0x3f, 0x80, 0, 0}), 1.0);
  EXPECT_EQ(number({0x81, 0}), std::nullopt);  // noSuchInstance
  EXPECT_EQ(number({0x04, 2, 'h', 'i'}), std::nullopt);
  EXPECT_THAT(decode_response(response(bytes({0x02, 1, 5})), 7).front().oid,
              ElementsAre(1, 3, 6, 1));
}

TEST(SnmpMessage, RefusesWhatIsNoAnswer) {
  const std::string good = response(bytes({0x02, 1, 5}));
  for (std::size_t length = 0; length < good.size(); ++length) {
    EXPECT_THROW(decode_response(good.substr(0, length), 7), SystemError) << length;
  }
  EXPECT_THROW(decode_response(good, 8), SystemError);
  EXPECT_THROW(decode_response(response(bytes({0x02, 1, 5}), 2), 7), SystemError);
  EXPECT_THROW(decode_response(response(bytes({0x02, 1, 5}), 0, 0xa0), 7), SystemError);
  EXPECT_THROW(decode_response(bytes({0x30, 0x84, 0xff, 0xff, 0xff, 0xff}), 7), SystemError);
}

TEST(SnmpMessage, ReadsObjectIdentifiers) {
  EXPECT_THAT(parse_oid("1.3.6.1.2.1"), ElementsAre(1, 3, 6, 1, 2, 1));
  EXPECT_THAT(parse_oid(".1.3.4294967295"), ElementsAre(1, 3, 4294967295U));
  for (const char* bad : {"", ".", "1", "1.", "1..3", "1.x", "9.9.9", "1.40", "1.3.4294967296"}) {
    EXPECT_THROW(parse_oid(bad), InputError) << bad;
  }
}

}  // namespace
}  // namespace evenkeel::monitor
