// Rotation of rotated vectors against wide precision and independent vectors, and against rotate at the new positions.
#include "kernels/rotary/rerotate.hpp"

#include <algorithm>
#include <bit>
#include <catch_amalgamated.hpp>
#include <limits>
#include <vector>

#include "kernels/rotary/rotary_phases.hpp"
#include "kernels/rotary/yarn.hpp"
#include "random_values.hpp"
#include "reference/rotary.hpp"
#include "reference/table.hpp"
#include "rotary_case.hpp"

using namespace posenc;
using reference::Wide;

namespace {

constexpr double rerotate_bound = 1.0001; // the header's

struct Side {
  std::span<const Frequency> frequencies;
  std::span<const double> positions;

  std::vector<double> phases() const {
    std::vector<double> out(positions.size() * 2 * frequencies.size());
    const std::vector<std::uint32_t> axes(frequencies.size());
    rotary_phases(frequencies, {positions.size(), 0, 0, positions, axes}, out);
    return out;
  }
};

std::vector<double> table(const Side& from, const Side& to, double factor = 1) {
  std::vector<double> out = to.phases();
  rerotation_table(from.phases(), out, from.frequencies.size(), factor, out);
  return out;
}

/// Out of place, guarded on both sides.
std::vector<float> rerotated_heads(std::span<const float> x, std::span<const double> table,
                                   const RotationShape& shape, Pairing pairing) {
  constexpr std::size_t guard = 8;
  constexpr float untouched = -77;
  std::vector<float> memory(x.size() + 2 * guard, untouched);
  rerotate(x, table, shape, pairing, std::span(memory).subspan(guard, x.size()));
  for (std::size_t i = 0; i < guard; ++i)
    REQUIRE((memory[i] == untouched && memory[memory.size() - 1 - i] == untouched));
  return {memory.begin() + guard, memory.end() - guard};
}

/// Integers up to 2^24 in size, both ends among them.
std::vector<double> some_positions(RandomValues& random, std::size_t count) {
  std::vector<double> positions(count);
  for (double& p : positions) p = std::floor(random.real(-0x1p24, 0x1p24));
  if (count > 1) positions[1] = 0x1p24 - 1;
  if (count > 2) positions[2] = 0;
  return positions;
}

} // namespace

TEST_CASE("rerotate: random heads of every width, by the formula, in place and out of place") {
  RandomValues random(1);
  double worst = 0;
  for (const std::size_t rotary : {0u, 2u, 6u, 8u, 10u, 14u, 16u, 18u, 26u, 34u, 62u, 64u, 66u, 128u})
    for (const std::size_t rest : {0u, 1u, 5u})
      for (const Pairing pairing : {Pairing::halves, Pairing::interleaved}) {
        CAPTURE(rotary, rest, pairing);
        const RotationShape shape{random.integer(0, 3), random.integer(1, 3), rotary + rest, rotary};
        const std::vector<float> x = random.floats(shape.tokens * shape.heads * shape.head_dim);
        const auto old_positions = some_positions(random, shape.tokens);
        const auto new_positions = some_positions(random, shape.tokens);
        const double new_base = rest == 1 ? 10000 : 500000, factor = rest == 0 ? 1 : 1.3;
        const auto by = plain_schedule(rotary, 10000), anew = plain_schedule(rotary, new_base);
        const auto angles = table({by, old_positions}, {anew, new_positions}, factor);
        const auto out = rerotated_heads(x, angles, shape, pairing);
        for (std::size_t row = 0; row < shape.tokens * shape.heads; ++row) {
          const std::span head = std::span(x).subspan(row * shape.head_dim, shape.head_dim);
          const std::span got = std::span(out).subspan(row * shape.head_dim, shape.head_dim);
          const auto from = angles_at(old_positions[row / shape.heads], rotary, 10000);
          const auto to = angles_at(new_positions[row / shape.heads], rotary, new_base);
          const auto exact =
              reference::rerotated(head, from, to, pairing == Pairing::interleaved, Wide(factor));
          worst = std::max(worst, worst_pair(got, exact, head, pairing, rotary / 2) / factor);
          REQUIRE(std::ranges::equal(got.subspan(rotary), head.subspan(rotary)));
        }
        std::vector<float> same = x;
        rerotate(same, angles, shape, pairing, same);
        REQUIRE(same == out);
      }
  CAPTURE(worst);
  REQUIRE(worst <= rerotate_bound);
  REQUIRE(worst > 0.9); // the bound is reached
}

TEST_CASE("rerotate: any number of tokens") {
  RandomValues random(2);
  const auto frequencies = plain_schedule(6, 10000);
  for (const std::size_t tokens : {0u, 1u, 3u, 4u, 5u, 7u, 13u, 31u, 127u}) {
    CAPTURE(tokens);
    const auto x = random.floats(tokens * 6);
    const auto from = some_positions(random, tokens), to = some_positions(random, tokens);
    const auto all =
        rerotated_heads(x, table({frequencies, from}, {frequencies, to}), {tokens, 1, 6, 6}, Pairing::halves);
    for (std::size_t t = 0; t < tokens; ++t) {
      const auto angles = table({frequencies, {&from[t], 1}}, {frequencies, {&to[t], 1}});
      const auto alone =
          rerotated_heads(std::span(x).subspan(t * 6, 6), angles, {1, 1, 6, 6}, Pairing::halves);
      REQUIRE(std::ranges::equal(alone, std::span(all).subspan(t * 6, 6)));
    }
  }
}

TEST_CASE("rerotate: rotated vectors become those of other positions, from 0 to 10^6 and at 2^24 − 1") {
  // Steps of a prime number, so that positions of all remainders occur. tests/api/rerotate.test.ts takes every position.
  RandomValues random(3);
  const auto frequencies = plain_schedule(4, 10000);
  std::vector<double> from;
  for (double p = 0; p <= 1e6; p += 97) from.push_back(p);
  from.push_back(0x1p24 - 1);
  for (const double shift : {-1.0, 1.0, -4096.0, -999983.0, -16000000.0}) {
    CAPTURE(shift);
    std::vector<double> to = from;
    for (double& p : to) p += shift;
    const RotationShape shape{from.size(), 1, 4, 4};
    const auto x = random.floats(from.size() * 4);
    const auto cached = rotated_heads(x, halves_table(frequencies, from), shape, {Pairing::halves, false});
    const auto expected = rotated_heads(x, halves_table(frequencies, to), shape, {Pairing::halves, false});
    const auto got =
        rerotated_heads(cached, table({frequencies, from}, {frequencies, to}), shape, Pairing::halves);
    double from_rotate = 0, from_exact = 0;
    for (std::size_t t = 0; t < from.size(); ++t) {
      const auto head = [&](const std::vector<float>& of) { return std::span(of).subspan(4 * t, 4); };
      from_rotate = std::max(from_rotate, worst_pair(head(got), head(expected), head(x), Pairing::halves, 2));
      if (t % 16 != 0 && t + 1 != from.size()) continue;
      const auto exact = reference::rotated(head(x), angles_at(to[t], 4, 10000), false);
      from_exact = std::max(from_exact, worst_pair(head(got), exact, head(x), Pairing::halves, 2));
    }
    CAPTURE(from_rotate, from_exact);
    REQUIRE(from_rotate <= 4.5001);
    REQUIRE(from_exact <= 2.7501);
  }
}

TEST_CASE("rerotate: from YaRN to plain frequencies, attention factor included") {
  const std::vector<float> x{1, -2, 3, -4, 5, -6, 7, -8};
  std::vector<Frequency> yarn(4);
  yarn_frequencies(yarn, 10000, {4, 4096, 32, 1, true});
  const double factor = yarn_attention_factor(4, 1, 0), from = 5000, to = 123;
  const auto angles = table({yarn, {&from, 1}}, {plain_schedule(8, 10000), {&to, 1}}, 1 / factor);
  const auto out = rerotated_heads(x, angles, {1, 1, 8, 8}, Pairing::interleaved);
  auto old = reference::yarn_frequencies(4, 10000, {4, 4096, 32, 1, true});
  for (Wide& angle : old) angle *= Wide(from);
  const auto exact = reference::rerotated(x, old, angles_at(to, 8, 10000), true,
                                          1 / reference::yarn_attention_factor(4, 1, 0));
  REQUIRE(worst_pair(out, exact, x, Pairing::interleaved, 4) <= rerotate_bound / factor);
}

TEST_CASE("rerotate: to the same position nothing changes, at any position") {
  RandomValues random(4);
  const auto frequencies = plain_schedule(66, 500000);
  for (const double p : {0.0, 1.0, -7.5, 131072.0, 0x1p24 - 1, 0x1p53}) {
    const auto x = random.floats(66);
    const auto angles = table({frequencies, {&p, 1}}, {frequencies, {&p, 1}});
    REQUIRE(rerotated_heads(x, angles, {1, 1, 66, 66}, Pairing::interleaved) == x);
  }
}

TEST_CASE("rerotate: a NaN stays in its pair and is the canonical one") {
  const float odd_nan = std::bit_cast<float>(0xffc12345u);
  const double from = 3, to = 8;
  const auto frequencies = plain_schedule(18, 10000);
  const auto angles = table({frequencies, {&from, 1}}, {frequencies, {&to, 1}});
  for (const std::size_t at : {0u, 5u, 17u}) {
    std::vector<float> x(18, 1.0f);
    x[at] = odd_nan;
    const auto out = rerotated_heads(x, angles, {1, 1, 18, 18}, Pairing::interleaved);
    for (std::size_t c = 0; c < 18; ++c) {
      if (c / 2 != at / 2) REQUIRE(out[c] == out[c]);
      if (c / 2 == at / 2)
        REQUIRE(std::bit_cast<std::uint32_t>(out[c]) ==
                std::bit_cast<std::uint32_t>(std::numeric_limits<float>::quiet_NaN()));
    }
  }
}
