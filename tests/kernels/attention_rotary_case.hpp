/// Attention whose queries and keys are turned in place before, as the bindings do it.
#pragma once

#include "attention_case.hpp"
#include "kernels/rotary/rotary_table.hpp"
#include "kernels/rotary/rotate.hpp"

namespace posenc::test {

struct RotaryCase {
  std::size_t rotary_dim;
  Pairing pairing;
  double base, amplitude;
  double first_key; // position; query t stands at first_key + past + t
};

inline AttentionCase turned(AttentionCase c, const RotaryCase& rotary) {
  const auto& [T, S, NH, KVH, HS, VS] = c.shape;
  std::vector<Frequency> frequencies(rotary.rotary_dim / 2);
  geometric_frequencies(frequencies, rotary.base, 2, static_cast<std::uint32_t>(rotary.rotary_dim));
  const auto turn = [&](std::vector<float>& x, std::size_t tokens, std::size_t heads, double start) {
    std::vector<float> table(tokens * rotary.rotary_dim);
    rotary_table(frequencies, {tokens, start, {}, {}}, rotary.amplitude, table);
    rotate(x, table, {tokens, heads, HS, rotary.rotary_dim}, {rotary.pairing, false}, x);
  };
  turn(c.q, T, NH, rotary.first_key + static_cast<double>(c.options.past));
  turn(c.k, S, KVH, rotary.first_key);
  return c;
}

} // namespace posenc::test
