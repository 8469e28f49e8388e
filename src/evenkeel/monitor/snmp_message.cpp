// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// BER, written back to front and read with every length checked.
#include "evenkeel/monitor/snmp_message.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <initializer_list>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/monitor/scan.hpp"

namespace evenkeel::monitor {
namespace {

enum Tag : std::uint8_t {
  kInteger = 0x02,
  kOctets = 0x04,
  kNull = 0x05,
  kObject = 0x06,
  kSequence = 0x30,
  kCounter32 = 0x41,
  kGauge32 = 0x42,
  kTimeTicks = 0x43,
  kOpaque = 0x44,
  kCounter64 = 0x46,
  kGet = 0xa0,
  kResponse = 0xa2,
  kGetBulk = 0xa5,
};

constexpr std::size_t kMaxNumbers = 128;  // of an object identifier, RFC 2578

std::string field(Tag tag, std::string_view content) {
  std::string length;
  if (content.size() < 0x80) {
    length.push_back(static_cast<char>(content.size()));
  } else {
    for (std::size_t rest = content.size(); rest > 0; rest >>= 8) {
      length.insert(length.begin(), static_cast<char>(rest & 0xff));
    }
    length.insert(length.begin(), static_cast<char>(0x80 | length.size()));
  }
  return std::string(1, static_cast<char>(tag)) + length + std::string(content);
}

std::string integer(std::int32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) {
    bytes.push_back(static_cast<char>(static_cast<std::uint32_t>(value) >> shift));
  }
  return field(kInteger, bytes);
}

std::string object(const Oid& oid) {
  std::string bytes;
  const auto append = [&bytes](std::uint32_t number) {
    std::string digits(1, static_cast<char>(number & 0x7f));
    for (number >>= 7; number > 0; number >>= 7) {
      digits.insert(digits.begin(), static_cast<char>(0x80 | (number & 0x7f)));
    }
    bytes += digits;
  };
  append(40 * oid[0] + oid[1]);
  std::for_each(oid.begin() + 2, oid.end(), append);
  return field(kObject, bytes);
}

std::string message(std::string_view community, Tag kind, std::int32_t request,
                    std::array<std::int32_t, 2> numbers, std::span<const Oid> oids) {
  std::string list;
  for (const Oid& oid : oids) {
    list += field(kSequence, object(oid) + field(kNull, ""));
  }
  const std::string pdu =
      integer(request) + integer(numbers[0]) + integer(numbers[1]) + field(kSequence, list);
  return field(kSequence, field(kInteger, std::string_view("\1", 1)) + field(kOctets, community) +
                              field(kind, pdu));
}

[[noreturn]] void refuse(const char* what) {
  throw SystemError(fmt::format("this is no SNMP response: {}", what));
}

struct Field {
  std::uint8_t tag;
  std::string_view content;
};

/// Takes the first field off \p bytes.
Field take_field(std::string_view& bytes) {
  if (bytes.size() < 2) {
    refuse("it breaks off");
  }
  const auto byte = [&](std::size_t n) { return static_cast<std::uint8_t>(bytes[n]); };
  const std::uint8_t tag = byte(0);
  std::size_t length = byte(1);
  std::size_t head = 2;
  if (length >= 0x80) {
    const std::size_t count = length & 0x7f;
    if (count == 0 || count > 4 || bytes.size() < 2 + count) {
      refuse("a length makes no sense");
    }
    length = 0;
    for (; head < 2 + count; ++head) {
      length = length << 8 | byte(head);
    }
  }
  if (bytes.size() - head < length) {
    refuse("it breaks off");
  }
  const Field taken{tag, bytes.substr(head, length)};
  bytes.remove_prefix(head + length);
  return taken;
}

std::string_view expect(std::string_view& bytes, Tag tag) {
  const Field taken = take_field(bytes);
  if (taken.tag != tag) {
    refuse("its fields have other types");
  }
  return taken.content;
}

std::optional<std::uint64_t> bits(std::string_view bytes) {
  if (bytes.empty() || bytes.size() > 9 || (bytes.size() == 9 && bytes[0] != 0)) {
    return std::nullopt;
  }
  std::uint64_t value = 0;
  for (const char each : bytes) {
    value = value << 8 | static_cast<std::uint8_t>(each);
  }
  return value;
}

std::optional<double> signed_number(std::string_view bytes) {
  const auto raw = bits(bytes);
  if (!raw || bytes.size() > 8) {
    return std::nullopt;
  }
  const auto unused = static_cast<int>(64 - 8 * bytes.size());
  return static_cast<double>(static_cast<std::int64_t>(*raw << unused) >> unused);
}

/// Net-SNMP's way to send a float: opaque octets 9f 78 04 and four bytes.
std::optional<double> opaque_number(std::string_view bytes) {
  constexpr std::string_view kFloat("\x9f\x78\x04", 3);
  if (bytes.size() != 7 || !bytes.starts_with(kFloat)) {
    return std::nullopt;
  }
  return std::bit_cast<float>(static_cast<std::uint32_t>(*bits(bytes.substr(3))));
}

std::optional<double> number(const Field& value) {
  switch (value.tag) {
    case kInteger:
      return signed_number(value.content);
    case kCounter32:
    case kGauge32:
    case kTimeTicks:
    case kCounter64: {
      const auto raw = bits(value.content);
      return raw ? std::optional(static_cast<double>(*raw)) : std::nullopt;
    }
    case kOctets:
      return to_number(value.content);
    case kOpaque:
      return opaque_number(value.content);
    default:
      return std::nullopt;
  }
}

Oid decode_object(std::string_view bytes) {
  Oid oid;
  std::uint64_t number = 0;
  for (const char each : bytes) {
    number = number << 7 | (static_cast<std::uint8_t>(each) & 0x7f);
    if (number > UINT32_MAX || oid.size() > kMaxNumbers) {
      refuse("an object identifier is too long");
    }
    if ((static_cast<std::uint8_t>(each) & 0x80) != 0) {
      continue;
    }
    if (oid.empty()) {
      const auto first = static_cast<std::uint32_t>(std::min<std::uint64_t>(number / 40, 2));
      oid.push_back(first);
      number -= 40 * first;
    }
    oid.push_back(static_cast<std::uint32_t>(number));
    number = 0;
  }
  return oid;
}

}  // namespace

Oid parse_oid(std::string_view text) {
  Oid oid;
  std::string_view rest = text.starts_with('.') ? text.substr(1) : text;
  bool is_good = !rest.empty();
  while (is_good && !rest.empty()) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    oid.push_back(number);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    is_good = error == std::errc() && (rest.empty() || (rest.front() == '.' && rest.size() > 1));
    rest.remove_prefix(is_good && !rest.empty() ? 1 : 0);
  }
  if (!is_good || oid.size() < 2 || oid.size() > kMaxNumbers || oid[0] > 2 || oid[1] > 39) {
    throw InputError(
        fmt::format("'{}' is no object identifier; expected numbers like 1.3.6.1.2.1.1.3.0", text));
  }
  return oid;
}

std::string encode_get(std::string_view community, std::int32_t request,
                       std::span<const Oid> oids) {
  return message(community, kGet, request, {0, 0}, oids);
}

std::string encode_get_bulk(std::string_view community, std::int32_t request, const Oid& oid,
                            std::int32_t count) {
  return message(community, kGetBulk, request, {0, count}, std::span(&oid, 1));
}

std::vector<SnmpValue> decode_response(std::string_view bytes, std::int32_t request) {
  std::string_view content = expect(bytes, kSequence);
  expect(content, kInteger);  // version
  expect(content, kOctets);   // community
  std::string_view pdu = expect(content, kResponse);
  if (signed_number(expect(pdu, kInteger)) != static_cast<double>(request)) {
    refuse("it answers another request");
  }
  const auto error = signed_number(expect(pdu, kInteger));
  expect(pdu, kInteger);  // error index
  if (error != 0.0) {
    throw SystemError(fmt::format("the SNMP agent reports error {}", error.value_or(-1.0)));
  }
  std::vector<SnmpValue> values;
  for (std::string_view list = expect(pdu, kSequence); !list.empty();) {
    std::string_view pair = expect(list, kSequence);
    Oid oid = decode_object(expect(pair, kObject));
    values.push_back({std::move(oid), number(take_field(pair))});
  }
  return values;
}

}  // namespace evenkeel::monitor
