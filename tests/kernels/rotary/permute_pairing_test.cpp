// Both directions, every shape, and the law: scores do not change.
#include "kernels/rotary/permute_pairing.hpp"

#include <bit>
#include <catch_amalgamated.hpp>
#include <vector>

#include "random_values.hpp"
#include "reference/rotary.hpp"
#include "rotary_case.hpp"

using namespace posenc;

namespace {

std::vector<float> permuted(std::span<const float> x, const PermutationShape& shape, Pairing to) {
  std::vector<float> out(x.size());
  permute_pairing(x, shape, to, out);
  return out;
}

/// W (rows, D) times x (D), summed in double.
std::vector<float> projected(std::span<const float> weights, std::span<const float> x) {
  std::vector<float> out;
  for (std::size_t row = 0; row < weights.size() / x.size(); ++row)
    out.push_back(static_cast<float>(product(weights.subspan(row * x.size(), x.size()), x)));
  return out;
}

} // namespace

TEST_CASE("permute pairing: rotation.json, permutations") {
  const std::vector<float> eight{0, 1, 2, 3, 4, 5, 6, 7}, six{0, 1, 2, 3, 4, 5};
  REQUIRE(permuted(eight, {1, 8, 8, 1}, Pairing::halves) == std::vector<float>{0, 2, 4, 6, 1, 3, 5, 7});
  REQUIRE(permuted(six, {1, 6, 4, 1}, Pairing::halves) == std::vector<float>{0, 2, 1, 3, 4, 5});
}

TEST_CASE("permute pairing: every shape by the definition, and back") {
  RandomValues random(1);
  for (const std::size_t outer : {0u, 1u, 3u})
    for (const std::size_t rotary : {0u, 2u, 4u, 6u, 14u, 64u})
      for (const std::size_t rest : {0u, 1u, 3u})
        for (const std::size_t inner : {1u, 2u, 7u}) {
          CAPTURE(outer, rotary, rest, inner);
          const std::size_t channels = rotary + rest;
          const PermutationShape shape{outer, channels, rotary, inner};
          const std::vector<float> x = random.floats(outer * channels * inner);
          const auto out = permuted(x, shape, Pairing::halves);
          const auto from = reference::halves_from_interleaved(channels, rotary);
          for (std::size_t k = 0; k < out.size(); ++k) {
            const std::size_t o = k / (channels * inner), c = k / inner % channels;
            REQUIRE(out[k] == x[(o * channels + from[c]) * inner + k % inner]);
          }
          REQUIRE(permuted(out, shape, Pairing::interleaved) == x);
        }
}

TEST_CASE("permute pairing: the bits of a NaN go along") {
  std::vector<float> x(4);
  x[1] = std::bit_cast<float>(0x7fc12345u);
  REQUIRE(std::bit_cast<std::uint32_t>(permuted(x, {1, 4, 4, 1}, Pairing::halves)[2]) == 0x7fc12345u);
}

TEST_CASE("permute pairing: converted weights, rotated in the other pairing, give the same scores") {
  RandomValues random(2);
  for (const std::size_t rotary : {8u, 16u, 12u}) {
    constexpr std::size_t channels = 16, width = 24; // of a head, of the embedding
    const PermutationShape shape{1, channels, rotary, width};
    const auto query_weights = random.floats(channels * width), key_weights = random.floats(channels * width);
    const auto x = random.floats(width), y = random.floats(width);
    const auto frequencies = plain_schedule(rotary, 10000);
    const auto rotated = [&](std::span<const float> weights, std::span<const float> token, double position,
                             Pairing pairing) {
      return rotate_one(projected(weights, token), frequencies, position, {pairing, false});
    };
    const auto q = rotated(query_weights, x, 4097, Pairing::interleaved);
    const auto k = rotated(key_weights, y, 13, Pairing::interleaved);
    const auto q_halves = rotated(permuted(query_weights, shape, Pairing::halves), x, 4097, Pairing::halves);
    const auto k_halves = rotated(permuted(key_weights, shape, Pairing::halves), y, 13, Pairing::halves);
    REQUIRE(permuted(q, {1, channels, rotary, 1}, Pairing::halves) == q_halves); // to the bit
    REQUIRE(permuted(k, {1, channels, rotary, 1}, Pairing::halves) == k_halves);
    const auto score = static_cast<double>(product(q, k));
    REQUIRE(std::fabs(score - static_cast<double>(product(q_halves, k_halves))) <= 1e-12 * norm(q) * norm(k));
    const auto mixed = static_cast<double>(product(q, k_halves)); // the bug that the option guards against
    REQUIRE(std::fabs(mixed - score) > 1e-3 * norm(q) * norm(k));
  }
}
