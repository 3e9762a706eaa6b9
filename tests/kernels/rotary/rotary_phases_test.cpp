// Phases of tokens against angles in wide precision, those of the float32 recipe too.
#include "kernels/rotary/rotary_phases.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "kernels/table/recipe.hpp"
#include "random_values.hpp"
#include "reference/table.hpp"
#include "rotary_case.hpp"

using namespace posenc;
using reference::Wide;

namespace {

/// How far the phase of a pair is from an angle in radians, modulo whole turns; in radians.
double off(std::span<const double> row, std::size_t pair, Wide angle) {
  const std::size_t pairs = row.size() / 2;
  const Wide turns = Wide(row[pair]) + Wide(row[pairs + pair]) - angle / (2 * reference::pi);
  const Wide whole = Wide(std::round(static_cast<double>(turns)));
  return std::fabs(static_cast<double>((turns - whole) * 2 * reference::pi));
}

constexpr double phase_bound = 0x1p-79;

} // namespace

TEST_CASE("rotary_phases: angles of every pair and token, each by its axis, and nothing beside them") {
  RandomValues random(1);
  for (const std::size_t pairs : {1u, 2u, 3u, 4u, 5u, 13u, 32u})
    for (const std::size_t tokens : {0u, 1u, 2u, 7u}) {
      CAPTURE(pairs, tokens);
      std::vector<double> positions(3 * tokens);
      for (double& p : positions) p = std::floor(random.real(-0x1p24, 0x1p24));
      if (tokens > 0) positions[0] = 0x1p24 - 1;
      std::vector<std::uint32_t> axes(pairs);
      for (std::size_t i = 0; i < pairs; ++i) axes[i] = i < pairs / 2 ? 2 : static_cast<std::uint32_t>(i % 2);
      const auto frequencies = plain_schedule(2 * pairs, 500000);
      const auto omega = reference::geometric_frequencies(pairs, 500000, 2, static_cast<unsigned>(2 * pairs));
      std::vector<double> memory(tokens * 2 * pairs + 2, -77);
      const std::span out = std::span(memory).subspan(1, tokens * 2 * pairs);
      rotary_phases(frequencies, {tokens, 0, 0, positions, axes}, out);
      REQUIRE((memory.front() == -77 && memory.back() == -77));
      for (std::size_t t = 0; t < tokens; ++t)
        for (std::size_t i = 0; i < pairs; ++i) {
          const auto row = out.subspan(t * 2 * pairs, 2 * pairs);
          REQUIRE(off(row, i, Wide(positions[axes[i] * tokens + t]) * omega[i]) <= phase_bound);
          REQUIRE(std::fabs(row[i]) <= 0.54);
        }
    }
}

TEST_CASE("rotary_phases: fractions, and positions beyond 2^24") {
  const auto frequencies = plain_schedule(16, 10000);
  const auto omega = reference::geometric_frequencies(8, 10000, 2, 16);
  const std::vector<std::uint32_t> axes(8);
  for (const double p : {0.5, -0.1, 1234.25, 0x1p24 + 1, -1e9 - 0.75}) {
    std::vector<double> out(16);
    rotary_phases(frequencies, {1, 0, 0, {&p, 1}, axes}, out);
    for (std::size_t i = 0; i < 8; ++i) REQUIRE(off(out, i, Wide(p) * omega[i]) <= phase_bound);
  }
}

TEST_CASE("rotary_recipe_phases: the rounded product of a float position and a float frequency") {
  RandomValues random(2);
  const std::size_t pairs = 7, tokens = 40;
  std::vector<float> frequencies(pairs);
  recipe_frequencies(frequencies, Recipe::direct, 10000, 2, 14);
  std::vector<double> positions(tokens);
  for (double& p : positions) p = std::floor(random.real(-0x1p25, 0x1p25));
  std::vector<double> out(tokens * 2 * pairs);
  rotary_recipe_phases(frequencies, {tokens, 0, 0, positions, std::vector<std::uint32_t>(pairs)}, out);
  for (std::size_t t = 0; t < tokens; ++t)
    for (std::size_t i = 0; i < pairs; ++i) {
      const float angle = static_cast<float>(positions[t]) * frequencies[i];
      REQUIRE(off(std::span(out).subspan(t * 2 * pairs, 2 * pairs), i, Wide(angle)) <= phase_bound);
    }
}
