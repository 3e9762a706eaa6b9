/// Attention after queries and keys are rotated in place, as in the bindings.
#pragma once

#include "attention_random.hpp"
#include "kernels/rotary/rotary_table.hpp"
#include "kernels/rotary/rotate.hpp"
#include "reference/table.hpp"

namespace posenc::test {

struct RotaryCase {
  std::size_t rotary_dim;
  Pairing pairing;
  double base, attention_factor;
  double first_key; // position; query t stands at first_key + past + t
};

inline AttentionCase rotated(AttentionCase c, const RotaryCase& rotary) {
  const auto& [T, S, NH, KVH, HS, VS] = c.shape;
  std::vector<Frequency> frequencies(rotary.rotary_dim / 2);
  geometric_frequencies(frequencies, rotary.base, 2, static_cast<std::uint32_t>(rotary.rotary_dim));
  const auto rotate_all = [&](std::vector<float>& x, std::size_t tokens, std::size_t heads, double start) {
    std::vector<float> table(tokens * rotary.rotary_dim);
    rotary_table(frequencies, {tokens, start, 0, {}, {}}, rotary.attention_factor, table);
    rotate(x, table, {tokens, heads, HS, rotary.rotary_dim}, {rotary.pairing, false}, x);
  };
  rotate_all(c.q, T, NH, rotary.first_key + static_cast<double>(c.options.past));
  rotate_all(c.k, S, KVH, rotary.first_key);
  return c;
}

/// The rotary encoding of a case for the reference.
inline reference::AttentionRotary exact_rotary(const RotaryCase& rotary, std::ptrdiff_t past) {
  const auto frequencies = reference::geometric_frequencies(rotary.rotary_dim / 2, rotary.base, 2,
                                                            static_cast<unsigned>(rotary.rotary_dim));
  const auto angles = [frequencies](double position) {
    std::vector<reference::Wide> result = frequencies;
    for (reference::Wide& angle : result) angle *= reference::Wide(position);
    return result;
  };
  return {angles, rotary.pairing == Pairing::interleaved, rotary.attention_factor,
          rotary.first_key + static_cast<double>(past), rotary.first_key};
}

/// For heads of at least two channels.
inline RotaryCase random_rotary(Random& random, std::size_t head_dim) {
  const std::size_t width = random.chance(50) ? head_dim : 1 + random.engine() % head_dim;
  return {std::max<std::size_t>(width / 2 * 2, 2), random.pick({Pairing::halves, Pairing::interleaved}),
          random.pick({100.0, 1e4, 5e5}), random.pick({1.0, 1.0, 1.138629436111989}),
          random.pick({0.0, -7.0, 131070.0})};
}

} // namespace posenc::test
