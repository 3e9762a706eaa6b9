// A short replay of the fuzz targets: the inputs that fuzzing has kept, and seeded ones.
#include <catch_amalgamated.hpp>
#include <random>

#include "fuzz/corpus.hpp"
#include "fuzz/targets.hpp"

using namespace posenc;
using namespace posenc::fuzz;

namespace {

std::vector<std::uint8_t> bytes_of(std::string_view hex) {
  const auto digit = [](char c) { return static_cast<std::uint8_t>(c <= '9' ? c - '0' : c - 'a' + 10); };
  std::vector<std::uint8_t> bytes;
  for (std::size_t n = 0; n + 1 < hex.size(); n += 2)
    bytes.push_back(static_cast<std::uint8_t>(digit(hex[n]) << 4 | digit(hex[n + 1])));
  return bytes;
}

/// What the target says of the bytes; nothing if kernel and reference agree.
std::string complaint(const Target& target, const std::vector<std::uint8_t>& input) {
  Bytes bytes(input);
  try {
    target.run(bytes);
  } catch (const Difference& difference) {
    return difference.what();
  }
  return "";
}

} // namespace

TEST_CASE("fuzz: the inputs that were kept") {
  for (const Target& target : targets) {
    std::size_t count = 0;
    for (const std::string_view input : kept_inputs(target.name)) {
      CAPTURE(target.name, input);
      CHECK(complaint(target, bytes_of(input)).empty());
      ++count;
    }
    CHECK(count > 0);
  }
}

TEST_CASE("fuzz: seeded inputs") {
  for (const Target& target : targets) {
    std::mt19937 random(20170612);
    for (int n = 0; n < 60; ++n) {
      std::vector<std::uint8_t> input(8 + random() % 120);
      for (std::uint8_t& byte : input) byte = static_cast<std::uint8_t>(random());
      CAPTURE(target.name, n);
      CHECK(complaint(target, input) == "");
    }
  }
}

TEST_CASE("fuzz: a result off by more than its bound is a difference") {
  CHECK_NOTHROW(require_near(1.0f, 1.0, 0, "itself"));
  CHECK_NOTHROW(require_near(1.0f, 1.0 + 0x1p-25, 0, "the nearest"));
  CHECK_NOTHROW(require_near(1.0f, 1.0 + 0x1p-23, 0x1p-24, "within the slack"));
  CHECK_NOTHROW(require_near(std::nanf(""), std::nan(""), 0, "NaN"));
  CHECK_NOTHROW(require_near(0x1p-149f, 0x1.8p-149, 0, "half a subnormal step"));
  CHECK_THROWS_AS(require_near(1.0f, 1.0 + 0x1p-23, 0, "a neighbour"), Difference);
  CHECK_THROWS_AS(require_near(std::nanf(""), 1.0, 9, "NaN for a number"), Difference);
  CHECK_THROWS_AS(require_near(1.0f, std::nan(""), 9, "a number for NaN"), Difference);
  CHECK_THROWS_AS(
      require_near(std::numeric_limits<float>::max(), std::numeric_limits<double>::infinity(), 9, "infinity"),
      Difference);
  CHECK_THROWS_AS(require_near(1.0, reference::Wide(1) + reference::Wide(0x1p-51), 0, "a double's neighbour"),
                  Difference);
}
