// Embeddings with their positions: the sum, the blocks, the batch, and dropout.
#include "kernels/additive/add_positions.hpp"

#include <algorithm>
#include <bit>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/table/sincos_table.hpp"
#include "random_values.hpp"
#include "reference/additive.hpp"
#include "ulps.hpp"

using namespace posenc;

namespace {

constexpr Dropout no_dropout{0, 0, 0};
constexpr float infinity = std::numeric_limits<float>::infinity();

std::vector<float> sum(const std::vector<float>& x, const std::vector<float>& table,
                       const Addition& addition) {
  std::vector<float> out(x.size(), -77);
  add_positions(x, table, addition, out);
  return out;
}

std::vector<Frequency> schedule(std::size_t width) {
  std::vector<Frequency> frequencies((width + 1) / 2);
  geometric_frequencies(frequencies, 10000, 2, static_cast<std::uint32_t>(width));
  return frequencies;
}

std::vector<float> sinusoids(std::size_t width, double start, std::size_t rows) {
  std::vector<float> out(rows * width);
  sincos_table(schedule(width), {(width + 1) / 2, width / 2}, position(start), rows, {0, 1, 2, width}, out);
  return out;
}

} // namespace

TEST_CASE("add positions: tests/fixtures/sinusoidal.json, added", "[add_positions]") {
  const std::vector<float> one{1, -2, 0.5f, 4, -0.25f, 3, 0, 8};
  std::vector<float> x = one;
  x.insert(x.end(), one.begin(), one.end());
  const std::vector<float> expected{2.828427124746190097603377f,
                                    -4.656854249492380195206755f,
                                    1.414213562373095048801689f,
                                    12.31370849898476039041351f,
                                    -0.7071067811865475244008444f,
                                    9.485281374238570292810132f,
                                    0.0f,
                                    23.62741699796952078082702f,
                                    2.969547132806057319704122f,
                                    -6.646846746092825652478328f,
                                    1.709733769034434623907009f,
                                    12.26904498811036641005582f,
                                    -0.677111280984051863632318f,
                                    9.484831407987557809082291f,
                                    0.002999995500002024999566071f,
                                    23.62741249797289577981452f};
  const auto frequencies = schedule(8);
  std::vector<float> table(16);
  sincos_table_at(frequencies, std::vector<double>{0, 3}, interleaved(8), table);
  const std::vector<float> out = sum(x, table, {2, 8, std::sqrt(8.0), no_dropout});
  for (std::size_t i = 0; i < out.size(); ++i) {
    CAPTURE(i);
    CHECK(std::abs(out[i] - expected[i]) <= 0x1p-24f); // the table's entries are rounded first
  }
}

TEST_CASE("add positions: the two magnitudes at width 512 are 22.6 and 16", "[add_positions]") {
  const std::vector<float> table = sinusoids(512, 17, 1);
  double squares = 0;
  for (const float p : table) squares += static_cast<double>(p) * static_cast<double>(p);
  CHECK(std::abs(std::sqrt(squares) - 16) <= 1e-6);
  std::vector<float> x(512);
  x[5] = 1; // of length 1
  const std::vector<float> out = sum(x, table, {1, 512, std::sqrt(512.0), no_dropout});
  CHECK(std::abs(out[5] - table[5] - 22.627417f) <= 4e-6f);
}

TEST_CASE("add positions: every entry within its bound, for every width", "[add_positions]") {
  RandomValues random(2);
  for (const std::size_t width : {1u, 2u, 3u, 4u, 5u, 7u, 8u, 33u})
    for (const double scale : {1.0, std::sqrt(static_cast<double>(width)), -0.3, 1e-3}) {
      const std::size_t rows = 3, batch = 2;
      const auto x = random.floats(batch * rows * width, -100, 100), table = random.floats(rows * width);
      const auto out = sum(x, table, {rows, width, scale, no_dropout});
      for (std::size_t i = 0; i < out.size(); ++i) {
        const float encoding = table[i % table.size()];
        const reference::Wide exact = reference::with_position(x[i], encoding, scale);
        const double slack = 0x1p-52 * (std::abs(scale * static_cast<double>(x[i])) + std::abs(encoding));
        const double ulp = std::ldexp(1.0, std::max(std::ilogb(out[i]), -126) - 23);
        CAPTURE(width, scale, i);
        if (scale == 1) REQUIRE(out[i] == x[i] + encoding);
        REQUIRE(std::abs(static_cast<double>(out[i] - exact)) <= 0.5 * ulp + slack);
      }
    }
}

TEST_CASE("add positions: parts, batches and working in place change nothing", "[add_positions]") {
  RandomValues random(3);
  const std::size_t rows = 200, width = 7;
  const auto x = random.floats(2 * rows * width);
  const auto part_of = [](const std::vector<float>& from, std::size_t first, std::size_t count) {
    return std::vector<float>(&from[first * width], &from[first * width] + count * width);
  };
  for (const double start : {0.0, 5.0, 0.1, -1e6 + 0.7})
    for (const double probability : {0.0, 0.3}) {
      const std::vector<float> table = sinusoids(width, start, rows);
      const auto expected = sum(x, table, {rows, width, 2.5, {probability, 9, 1000}});
      auto out = x;
      add_positions(out, table, {rows, width, 2.5, {probability, 9, 1000}}, out);
      REQUIRE(out == expected);
      for (const std::size_t count : {1u, 2u, 63u, 200u})
        for (std::size_t row = 0, most = 0; row < 2 * rows; row += most) {
          const std::size_t first = row % rows;
          most = std::min(count, rows - first);
          CAPTURE(start, probability, row, most);
          const Addition addition{most, width, 2.5, {probability, 9, 1000 + row}};
          REQUIRE(sum(part_of(x, row, most), part_of(table, first, most), addition) ==
                  part_of(expected, row, most));
        }
    }
}

TEST_CASE("add positions: dropout keeps what the words of its seed say, scaled", "[add_positions]") {
  RandomValues random(4);
  for (const std::size_t width : {1u, 4u, 6u, 9u, 37u})
    for (const double probability : {0.1, 0.5, 0.9999, 0x1p-40}) {
      const std::uint64_t first_row = (std::uint64_t{1} << 32) - 3; // so that rows need the second word
      const auto x = random.floats(8 * width), table = random.floats(8 * width);
      const auto out = sum(x, table, {8, width, 3, {probability, 77, first_row}});
      for (std::size_t i = 0; i < out.size(); ++i) {
        CAPTURE(width, probability, i);
        if (!reference::is_kept(first_row + i / width, static_cast<std::uint32_t>(i % width), probability,
                                77)) {
          REQUIRE((out[i] == 0 && !std::signbit(out[i])));
          continue;
        }
        const reference::Wide exact =
            reference::with_position(x[i], table[i], 3) / (reference::Wide(1) - reference::Wide(probability));
        const double terms =
            std::abs(3 * static_cast<double>(x[i])) + std::abs(static_cast<double>(table[i]));
        const double ulp = std::ldexp(1.0, std::max(std::ilogb(out[i]), -126) - 23);
        REQUIRE(std::abs(static_cast<double>(out[i] - exact)) <=
                0.5 * ulp + 0x1p-50 * terms / (1 - probability));
      }
    }
}

TEST_CASE("add positions: dropout drops its share, and another one for another seed", "[add_positions]") {
  const std::size_t count = 100000;
  const std::vector<float> x(count, 1), table(count, 0);
  for (const double probability : {0.1, 0.5, 0.75}) {
    const auto out = sum(x, table, {1000, 100, 1, {probability, 1, 0}});
    const auto other = sum(x, table, {1000, 100, 1, {probability, 2, 0}});
    double dropped = 0, both = 0, total = 0;
    for (std::size_t i = 0; i < count; ++i) {
      dropped += out[i] == 0 ? 1 : 0;
      both += out[i] == 0 && other[i] == 0 ? 1 : 0;
      total += static_cast<double>(out[i]);
    }
    const double error = 4 * std::sqrt(probability * (1 - probability) / count); // four standard errors
    CAPTURE(probability);
    CHECK(std::abs(dropped / count - probability) <= error);
    CHECK(std::abs(both / count - probability * probability) <= error);
    CHECK(std::abs(total / count - 1) <= error / (1 - probability)); // the mean stays
  }
  const auto none = sum(x, table, {1000, 100, 1, {1 - 0x1p-53, 1, 0}});
  CHECK(none == std::vector<float>(count, 0));
}

TEST_CASE("add positions: NaN and infinity stay in kept entries, and are gone from dropped ones",
          "[add_positions]") {
  const float nan = std::bit_cast<float>(0xffc12345u);
  const std::vector<float> x{nan, infinity, -infinity, 3e38f, 1}, table{0, 1, 1, 0, infinity};
  const auto out = sum(x, table, {1, 5, 2, no_dropout});
  CHECK(std::bit_cast<std::uint32_t>(out[0]) == 0x7fc00000u);
  CHECK((out[1] == infinity && out[2] == -infinity && out[3] == infinity && out[4] == infinity));
  const std::vector<float> all(400, nan);
  const auto dropped = sum(all, std::vector<float>(400), {100, 4, 1, {0.5, 3, 0}});
  for (std::size_t i = 0; i < dropped.size(); ++i)
    REQUIRE(std::isnan(dropped[i]) == reference::is_kept(i / 4, i % 4, 0.5, 3));
}

TEST_CASE("add positions: nothing to add", "[add_positions]") {
  add_positions({}, {}, {0, 8, 1, no_dropout}, {});
}
