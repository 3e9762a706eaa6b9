// The naive encodings against their definitions and tests/fixtures/sinusoidal.json, naive.
#include "kernels/additive/naive.hpp"

#include <catch_amalgamated.hpp>
#include <span>
#include <vector>

#include "reference/additive.hpp"
#include "ulps.hpp"

using namespace posenc;

namespace {

// tests/fixtures/sinusoidal.json, naive, normalised-index: positions 0 … 9 of 10.
const std::vector<float> tenths{-1.0f,
                                -0.7777777777777777777777778f,
                                -0.5555555555555555555555556f,
                                -0.3333333333333333333333333f,
                                -0.1111111111111111111111111f,
                                0.1111111111111111111111111f,
                                0.3333333333333333333333333f,
                                0.5555555555555555555555556f,
                                0.7777777777777777777777778f,
                                1.0f};

} // namespace

TEST_CASE("naive: the index is the position, in every channel", "[naive]") {
  std::vector<float> out(12, -77);
  index_rows(std::vector<double>{0, 3, -2.5, 16777217}, out);
  CHECK(out == std::vector<float>{0, 0, 0, 3, 3, 3, -2.5, -2.5, -2.5, 16777216, 16777216, 16777216});
  index_rows({}, {});
}

TEST_CASE("naive: tests/fixtures/sinusoidal.json, normalised-index", "[naive]") {
  std::vector<float> out(10);
  normalized_index_rows(std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 10, out);
  CHECK(out == tenths);
}

TEST_CASE("naive: normalised indices are correctly rounded for integers, and bounded for any position",
          "[naive]") {
  for (const double length : {2.0, 3.0, 512.0, 5000.0, 16777217.0, 0x1p40 + 1, 0x1p52})
    for (const double part : {0.0, 0.1, 0.3333, 0.5, 0.77777, 1.0, -2.0}) {
      const double whole = static_cast<double>(static_cast<long long>(part * (length - 1)));
      for (const double position : {whole, part * (length - 1)}) {
        std::vector<float> out(2);
        normalized_index_rows({&position, 1}, length, out);
        const reference::Wide exact = reference::normalized_index(position, length);
        CAPTURE(length, position);
        REQUIRE(out[0] == out[1]);
        if (position == whole && length <= 0x1p22)
          REQUIRE(out[0] == static_cast<float>(exact));
        else
          REQUIRE(std::abs(static_cast<double>(out[0] - exact)) <=
                  0x1p-24 * std::max(1.0, std::abs(static_cast<double>(exact))) +
                      0x1p-52 * (std::abs(position) / length + 1));
      }
    }
}

TEST_CASE("naive: one-hot rows have a 1 in the channel of the position, if there is one", "[naive]") {
  const std::vector<double> positions{0, 2, 4, 5, -1, 1.5, 1e300, -0.0};
  std::vector<float> out(positions.size() * 5, -77);
  one_hot_rows(positions, out);
  for (std::size_t t = 0; t < positions.size(); ++t)
    for (std::size_t c = 0; c < 5; ++c) {
      CAPTURE(t, c);
      REQUIRE(out[t * 5 + c] == reference::one_hot(positions[t], c));
    }
}

TEST_CASE("naive: the position just past the width has no channel, and nothing behind the row is written",
          "[naive]") {
  std::vector<float> memory(6, -77);
  one_hot_rows(std::vector<double>{5}, std::span(memory).first(5));
  CHECK(memory == std::vector<float>{0, 0, 0, 0, 0, -77});
}
