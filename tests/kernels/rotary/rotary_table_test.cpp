// The table of a rotary encoding: each of its ways gives what the kernel for it gives.
#include "kernels/rotary/rotary_table.hpp"

#include <catch_amalgamated.hpp>
#include <vector>

#include "kernels/table/recipe.hpp"
#include "reference/table.hpp"
#include "rotary_case.hpp"

using namespace posenc;

namespace {

const std::vector<std::uint32_t> one_axis(6, 0);

std::vector<float> table_of(const RotaryTokens& tokens, double attention_factor) {
  std::vector<float> out(tokens.count * 12);
  rotary_table(plain_schedule(12, 10000), tokens, attention_factor, out);
  return out;
}

} // namespace

TEST_CASE("rotary table: counted and listed positions, with and without an attention factor") {
  const auto omega = reference::geometric_frequencies(6, 10000, 2, 12);
  std::vector<double> positions;
  for (int t = 0; t < 40; ++t) positions.push_back(131000 + t);
  for (const double attention_factor : {1.0, 1.2079441541679836}) {
    const auto expected = reference::halves_table(omega, positions, attention_factor);
    REQUIRE(table_of({40, 131000, 0, {}, one_axis}, attention_factor) == expected);
    REQUIRE(table_of({40, 0, 0, positions, one_axis}, attention_factor) == expected);
  }
}

TEST_CASE("rotary table: axes keep their own positions under an attention factor") {
  const auto omega = reference::geometric_frequencies(6, 10000, 2, 12);
  const std::vector<std::uint32_t> axes{0, 0, 1, 1, 0, 2};
  const std::vector<double> positions{5, 70, 12, 900, -3, 4};
  REQUIRE(table_of({2, 0, 0, positions, axes}, 1) == reference::axes_table(omega, axes, positions, 2));
  const auto doubled = table_of({2, 0, 0, positions, axes}, 2);
  auto expected = reference::axes_table(omega, axes, positions, 2);
  for (float& entry : expected) entry *= 2;
  REQUIRE(doubled == expected);
}

TEST_CASE("rotary table: the recipe, rounded before it is multiplied") {
  std::vector<float> frequencies(6);
  recipe_frequencies(frequencies, Recipe::direct, 10000, 2, 12);
  const std::vector<double> positions{5000, 1};
  std::vector<float> plain(24), got(24);
  recipe_table(frequencies, {6, 6}, positions, 1, halves(12), plain);
  rotary_recipe_table(frequencies, {2, 0, 0, positions, one_axis}, 1.3f, got);
  for (std::size_t i = 0; i < 24; ++i) REQUIRE(got[i] == plain[i] * 1.3f);
}

TEST_CASE("rotary table: cast frequencies are the floats nearest to the exact ones") {
  const auto exact = plain_schedule(128, 500000);
  std::vector<float> got(64), expected(64);
  cast_frequencies(exact, got);
  recipe_frequencies(expected, Recipe::cast, 500000, 2, 128);
  REQUIRE(got == expected);
}

TEST_CASE("rotary table: split into sines and cosines") {
  const std::vector<float> table{1, 2, 3, 4, 5, 6, 7, 8};
  std::vector<float> sines(4), cosines(4);
  split_rotary_table(table, 2, sines, cosines);
  REQUIRE(sines == std::vector<float>{1, 2, 5, 6});
  REQUIRE(cosines == std::vector<float>{3, 4, 7, 8});
}
