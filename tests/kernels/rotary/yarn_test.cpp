// YaRN against mpmath and wide precision, in every corner of its ramp.
#include "kernels/rotary/yarn.hpp"

#include <catch_amalgamated.hpp>
#include <vector>

#include "../fixtures/rotary_entries.hpp"
#include "frequency_error.hpp"
#include "random_values.hpp"
#include "reference/rotary.hpp"
#include "rotary_case.hpp"

using namespace posenc;

namespace {

std::vector<Frequency> yarn(std::size_t pairs, double base, const Yarn& settings) {
  std::vector<Frequency> frequencies(pairs);
  yarn_frequencies(frequencies, base, settings);
  return frequencies;
}

} // namespace

TEST_CASE("yarn: mpmath's frequencies, to 2^-190 turns") {
  for (const auto& entry : fixtures::yarn_entries) {
    const auto [factor, length, fast, slow, truncate] = entry.settings;
    CAPTURE(entry.base, entry.width, entry.pair, factor, length, fast, slow, truncate);
    const auto frequencies = yarn(entry.width / 2, entry.base, {factor, length, fast, slow, truncate != 0});
    REQUIRE(within(frequencies[entry.pair], entry.turns, 190));
  }
}

TEST_CASE("yarn: rotary.json, yarn-exact-ends; rotary-models.json, qwen-2.5-yarn and gpt-oss") {
  const auto exact_ends = yarn(32, 10000, {8, 4096, 32, 1, false});
  REQUIRE(radians(exact_ends[8]) == 0.1);
  REQUIRE(radians(exact_ends[15]) == 0.008947669055942235821500184);
  const auto qwen = yarn(64, 1e6, {4, 32768, 32, 1, true});
  REQUIRE(radians(qwen[24]) == 0.005375321490790101503775267);
  REQUIRE(radians(qwen[39]) == 0.00006490394320837028824359776);
  REQUIRE(radians(qwen[40]) == 0.00004445698525097307003063553);
  const auto gpt_oss = yarn(32, 150000, {32, 4096, 32, 1, false});
  REQUIRE(radians(gpt_oss[9]) == 0.03170569618466376598765548);
  REQUIRE(radians(gpt_oss[17]) == 0.0001293187012450627206078608);
}

TEST_CASE("yarn: random settings by the formula") {
  RandomValues random(1);
  for (int round = 0; round < 300; ++round) {
    const std::size_t pairs = random.integer(1, 100);
    const double base = random.real(1.01, 3) * (round % 3 == 0 ? 1 : 1e5);
    const double slow = random.real(0.5, 4), fast = slow + random.real(0, 40);
    const auto length = static_cast<double>(random.integer(1, std::size_t{1} << (1 + round % 24)));
    const double factor = random.real(1, 64);
    const bool truncate = round % 2 == 0;
    CAPTURE(pairs, base, factor, length, fast, slow, truncate);
    const auto frequencies = yarn(pairs, base, {factor, length, fast, slow, truncate});
    const auto expected = reference::yarn_frequencies(pairs, base, {factor, length, fast, slow, truncate});
    REQUIRE(worst_radians(frequencies, expected) <= 1.0001);
    if (round % 10 == 0) REQUIRE(misrounded(frequencies, expected) == 0);
  }
}

TEST_CASE("yarn: fast pairs stay as they are, slow ones are divided") {
  const auto before = plain_schedule(128, 10000), after = yarn(64, 10000, {8, 4096, 32, 1, true});
  for (std::size_t i = 0; i <= 20; ++i) REQUIRE(after[i].value == before[i].value);      // corr(32) = 20.9
  for (std::size_t i = 46; i < 64; ++i) REQUIRE(after[i].value == before[i].value >> 3); // corr(1) = 45.03
  for (std::size_t i = 21; i < 46; ++i) {
    REQUIRE(after[i].value < before[i].value);
    REQUIRE((before[i].value >> 3) < after[i].value);
  }
}

TEST_CASE("yarn: if the ends change places, the formula still holds") {
  const auto kept = yarn(4, 10000, {2, 5, 32, 1, false});    // shorter than a turn: high < 0 = low
  const auto divided = yarn(8, 2, {2, 0x1p40, 32, 1, true}); // low > high = d − 1
  for (std::size_t i = 0; i < 4; ++i) REQUIRE(kept[i].value == plain_schedule(8, 10000)[i].value);
  for (std::size_t i = 0; i < 8; ++i) REQUIRE(divided[i].value == plain_schedule(16, 2)[i].value >> 1);
}

TEST_CASE("yarn: factor 1 changes nothing") {
  const auto frequencies = yarn(32, 10000, {1, 4096, 32, 1, false});
  for (std::size_t i = 0; i < 32; ++i)
    REQUIRE(within(frequencies[i], plain_schedule(64, 10000)[i].value.limb, 215));
}

TEST_CASE("yarn: attention factors are mpmath's, to the last bit") {
  for (const auto& entry : fixtures::yarn_factors) {
    const auto [factor, mscale, all_dim] = entry.settings;
    CAPTURE(factor, mscale, all_dim);
    REQUIRE(yarn_attention_factor(factor, mscale, all_dim) == entry.value);
  }
  REQUIRE(yarn_attention_factor(0.5, 1, 0) == 1);
  REQUIRE(yarn_attention_factor(8, 1, 0) == 1.20794415416798359282517);      // rotary.json, yarn-truncated
  REQUIRE(yarn_attention_factor(8, 1, 0.707) == 1.053118360780667878405744); // rotary.json, yarn-mscale
  RandomValues random(2);
  for (int round = 0; round < 100; ++round) {
    const double factor = random.real(1, 100), mscale = random.real(0, 3), all_dim = random.real(0, 3);
    REQUIRE(yarn_attention_factor(factor, mscale, all_dim) ==
            static_cast<double>(reference::yarn_attention_factor(factor, mscale, all_dim)));
  }
}
