// Tables with a factor against wide precision and independent entries.
#include "kernels/table/scaled_table.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "random_values.hpp"
#include "reference/table.hpp"
#include "rotary_case.hpp"

using namespace posenc;

namespace {

Columns both(std::span<const Frequency> frequencies) {
  return {frequencies.size(), frequencies.size()};
}

std::vector<float> table_at(std::span<const Frequency> frequencies, std::span<const double> positions,
                            double factor) {
  std::vector<float> out(positions.size() * 2 * frequencies.size());
  scaled_table_at(frequencies, both(frequencies), positions, factor, halves(2 * frequencies.size()), out);
  return out;
}

} // namespace

TEST_CASE("scaled table: rotary.json, yarn-attention-factor, position 1 of pair 0, and longrope-given") {
  const auto frequencies = plain_schedule(8, 10000);
  const std::vector<double> positions{1};
  REQUIRE(table_at(frequencies, positions, 0.75)[0] == static_cast<float>(0.6311032386059223799893767));
  REQUIRE(table_at(frequencies, positions, 0.75)[4] == static_cast<float>(0.4052267294011047880507025));
  REQUIRE(table_at(frequencies, positions, 1.25)[0] == static_cast<float>(1.051838731009870633315628));
  REQUIRE(table_at(frequencies, positions, 1.25)[4] == static_cast<float>(0.6753778823351746467511708));
}

TEST_CASE("scaled table: random factors and positions against wide precision") {
  RandomValues random(3);
  for (const std::size_t pairs : {1u, 2u, 7u, 32u})
    for (const double factor : {1.0, -0.5, 1.1386294361119890, 0.044194173824159216, 1e6, 1e-30, 3e-42}) {
      std::vector<double> positions{0, 1, 0x1p24, -0x1p53, 0.1};
      for (int k = 0; k < 40; ++k) positions.push_back(std::floor(random.real(-0x1p24, 0x1p24)));
      const auto omega = reference::geometric_frequencies(pairs, 10000, 2, static_cast<unsigned>(2 * pairs));
      REQUIRE(table_at(plain_schedule(2 * pairs, 10000), positions, factor) ==
              reference::halves_table(omega, positions, factor));
    }
}

TEST_CASE("scaled table: entries so near the middle of two floats that a product in double decides wrongly") {
  struct Hard {
    double position;
    std::size_t column;
    float entry;
  };
  // Found among all positions below 2^24 by a table without the test of its error; entries by mpmath with 60 digits.
  constexpr Hard hard[] = {
      {851144, 32, -0x1.bbe43cp-1f},  {8511440, 48, -0x1.bbe43cp-1f},  {10351112, 95, 0x1.0371d2p-3f},
      {10382339, 86, 0x1.4990f6p-1f}, {11492284, 95, -0x1.f7f086p-1f}, {15250221, 82, -0x1.058482p+0f},
  };
  const auto frequencies = plain_schedule(128, 10000);
  for (const auto& [position, column, entry] : hard) {
    CAPTURE(position, column);
    REQUIRE(table_at(frequencies, std::vector{position}, 1.1386294361119891)[column] == entry);
    REQUIRE(table_at(frequencies, std::vector{position}, -1.1386294361119891)[column] == -entry);
  }
}

TEST_CASE("scaled table: consecutive rows, with the columns that there are") {
  const auto frequencies = plain_schedule(10, 500);
  const Layout layout{0, 1, 2, 10};
  const Columns columns{5, 4};
  std::vector<double> positions;
  for (int t = 0; t < 20; ++t) positions.push_back(0.25 + 1000 + t);
  std::vector<float> rows(200, -77), listed(200, -77);
  scaled_table(frequencies, columns, {1000, 0.25}, 20, 1.5, layout, rows);
  scaled_table_at(frequencies, columns, positions, 1.5, layout, listed);
  REQUIRE(rows == listed);
  for (std::size_t t = 0; t < 20; ++t) REQUIRE(rows[t * 10 + 9] == -77);
}

TEST_CASE("scaled table: zeros of sines are +0, a factor of 0 makes all entries 0") {
  const auto frequencies = plain_schedule(8, 10000);
  const std::vector<double> start{0.0}, anywhere{77};
  for (const double factor : {2.5, -2.5})
    for (std::size_t i = 0; i < 4; ++i) {
      const float zero = table_at(frequencies, start, factor)[i];
      REQUIRE((zero == 0 && !std::signbit(zero)));
    }
  for (const float entry : table_at(frequencies, anywhere, 0)) REQUIRE(entry == 0);
}

TEST_CASE("scale_entries: each float times a float, rounded once") {
  std::vector<float> table{1, -0.3f, 0.1f};
  scale_entries(table, 0.7f);
  REQUIRE(table == std::vector<float>{0.7f, -0.3f * 0.7f, 0.1f * 0.7f});
}
