/// Heads rotated by the kernels: a schedule, its table and the rotation in one call, in memory of its own.
#pragma once

#include <catch_amalgamated.hpp>
#include <cmath>
#include <span>
#include <vector>

#include "kernels/rotary/rotate.hpp"
#include "kernels/table/sincos_table.hpp"
#include "reference/arithmetic.hpp"
#include "reference/table.hpp"

namespace posenc {

inline std::vector<Frequency> plain_schedule(std::size_t rotary_dim, double base) {
  std::vector<Frequency> frequencies(rotary_dim / 2);
  if (rotary_dim > 0) geometric_frequencies(frequencies, base, 2, static_cast<std::uint32_t>(rotary_dim));
  return frequencies;
}

inline std::vector<float> halves_table(std::span<const Frequency> frequencies,
                                       std::span<const double> positions) {
  std::vector<float> table(positions.size() * 2 * frequencies.size());
  sincos_table_at(frequencies, positions, halves(2 * frequencies.size()), table);
  return table;
}

/// Out of place, guarded on both sides.
inline std::vector<float> rotated_heads(std::span<const float> x, std::span<const float> table,
                                        const RotationShape& shape, Rotation rotation) {
  constexpr std::size_t guard = 8;
  constexpr float untouched = -77;
  std::vector<float> memory(x.size() + 2 * guard, untouched);
  rotate(x, table, shape, rotation, std::span(memory).subspan(guard, x.size()));
  for (std::size_t i = 0; i < guard; ++i)
    REQUIRE((memory[i] == untouched && memory[memory.size() - 1 - i] == untouched));
  return {memory.begin() + guard, memory.end() - guard};
}

/// One head at one position.
inline std::vector<float> rotate_one(std::span<const float> head, std::span<const Frequency> frequencies,
                                     double position, Rotation rotation) {
  const auto table = halves_table(frequencies, {&position, 1});
  return rotated_heads(head, table, {1, 1, head.size(), 2 * frequencies.size()}, rotation);
}

/// The angles of a position, exact.
inline std::vector<reference::Wide> angles_at(double position, std::size_t rotary_dim, double base) {
  std::vector<reference::Wide> angles =
      reference::geometric_frequencies(rotary_dim / 2, base, 2, static_cast<unsigned>(rotary_dim));
  for (reference::Wide& angle : angles) angle *= reference::Wide(position);
  return angles;
}

inline reference::Wide product(std::span<const float> a, std::span<const float> b) {
  reference::Wide sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += reference::Wide(a[c]) * reference::Wide(b[c]);
  return sum;
}

inline double norm(std::span<const float> x) {
  return std::sqrt(static_cast<double>(product(x, x)));
}

/// The largest difference of a pair of channels, in units of 2^-24 of the pair's norm in x.
template <class Values>
double worst_pair(std::span<const float> rotated, const Values& exact, std::span<const float> x,
                  Pairing pairing, std::size_t pairs) {
  double worst = 0;
  for (std::size_t i = 0; i < pairs; ++i) {
    const auto [a, b] = channels(pairing, i, pairs);
    const auto off = [&](std::size_t c) {
      return static_cast<double>(reference::Wide(rotated[c]) - reference::Wide(exact[c]));
    };
    worst = std::max(worst, std::hypot(off(a), off(b)) / std::hypot(x[a], x[b]) * 0x1p24);
  }
  return worst;
}

} // namespace posenc
