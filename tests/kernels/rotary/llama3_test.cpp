// Llama 3's schedule against mpmath and wide precision.
#include "kernels/rotary/llama3.hpp"

#include <catch_amalgamated.hpp>
#include <vector>

#include "../fixtures/rotary_entries.hpp"
#include "frequency_error.hpp"
#include "random_values.hpp"
#include "reference/rotary.hpp"

using namespace posenc;

namespace {

std::vector<Frequency> llama3(std::size_t pairs, double base, const Llama3& settings) {
  std::vector<Frequency> frequencies(pairs);
  llama3_frequencies(frequencies, base, settings);
  return frequencies;
}

} // namespace

TEST_CASE("llama 3: mpmath's frequencies, to 2^-199 turns") {
  for (const auto& entry : fixtures::llama3_entries) {
    const auto [factor, length, low, high, unused] = entry.settings;
    CAPTURE(entry.base, entry.width, entry.pair, factor, length, low, high);
    const auto frequencies = llama3(entry.width / 2, entry.base, {factor, length, low, high});
    REQUIRE(within(frequencies[entry.pair], entry.turns, 199));
  }
}

TEST_CASE("llama 3: rotary-models.json, llama-3.1") {
  const auto frequencies = llama3(64, 500000, {8, 8192, 1, 4});
  REQUIRE(radians(frequencies[28]) == 0.003211445994752591018543489);
  REQUIRE(radians(frequencies[29]) == 0.00216657076350335860934158);
  REQUIRE(radians(frequencies[34]) == 0.0001785078127679964185236747);
  REQUIRE(radians(frequencies[35]) == 0.00009556212353964683019868397);
  REQUIRE(radians(frequencies[63]) == 3.068925988914511089052434e-7);
  const auto far = rounded_sine_cosine(frequencies[31], {16777215, 0});
  REQUIRE(far.cosine == static_cast<float>(-0.4390404362846589182286256));
  REQUIRE(far.sine == static_cast<float>(-0.8984673034156425843831972));
}

TEST_CASE("llama 3: random settings by the formula") {
  RandomValues random(1);
  for (int round = 0; round < 200; ++round) {
    const std::size_t pairs = random.integer(1, 100);
    const double base = random.real(1, 1e6), factor = random.real(1, 64);
    const auto length = static_cast<double>(random.integer(1, 1000000));
    const double low = random.real(0, 4), high = low + random.real(0.01, 10);
    CAPTURE(pairs, base, factor, length, low, high);
    const auto expected = reference::llama3_frequencies(pairs, base, {factor, length, low, high});
    const auto frequencies = llama3(pairs, base, {factor, length, low, high});
    REQUIRE(worst_radians(frequencies, expected) <= 1.0001);
    if (round % 10 == 0) REQUIRE(misrounded(frequencies, expected) == 0);
  }
}
