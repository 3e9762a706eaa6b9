/// Encodings that are added to embeddings, one entry at a time, in wide precision.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "reference/arithmetic.hpp"

namespace posenc::reference {

// The naive encodings, one entry at a time.

inline Wide normalized_index(double position, double length) {
  return 2 * Wide(position) / (Wide(length) - 1) - 1;
}

inline float one_hot(double position, std::size_t column) {
  return Wide(position) == Wide(column) ? 1 : 0;
}

// One Fourier feature at a time.
// Source    Mildenhall et al. 2020, arXiv 2003.08934, eq. 4

/// 2^octave · x, times π if asked.
inline Wide octave_phase(double x, unsigned octave, bool with_pi) {
  Wide phase = with_pi ? pi * Wide(x) : Wide(x);
  for (unsigned k = 0; k < octave; ++k) phase *= 2;
  return phase;
}

// The phase of a random Fourier feature.
// Source    Tancik et al. 2020, arXiv 2006.10739, section 4

/// 2π Σ b x.
inline Wide feature_phase(std::span<const double> b, std::span<const double> x) {
  Wide sum = 0;
  for (std::size_t d = 0; d < b.size(); ++d) sum += Wide(b[d]) * Wide(x[d]);
  return 2 * pi * sum;
}

// One entry of a grid at a time.
// Source    Carion et al. 2020, arXiv 2005.12872, section A.4 and its code

/// Column of the share of one axis: `width` channels, interleaved or all sines first.
inline Wide share_value(Wide coordinate, std::size_t column, std::size_t width, double base,
                        bool is_interleaved) {
  const std::size_t pairs = width / 2;
  const std::size_t pair = is_interleaved ? column / 2 : column % pairs;
  const bool is_sine = is_interleaved ? column % 2 == 0 : column < pairs;
  const Wide angle = coordinate * exponential(-logarithm(Wide(base)) * Wide(2 * pair) / Wide(width));
  return is_sine ? sine(angle) : cosine(angle);
}

/// count / (last + 1e-6) · 2π.
inline Wide normalized(double count, double last) {
  return Wide(count) / (Wide(last) + Wide(1e-6)) * 2 * pi;
}

// Box and Muller's transform.
// Source    Box and Muller 1958, A note on the generation of random normal deviates

inline Wide square_root(Wide x) {
  Wide root = x < 1 ? Wide(1) : x;
  for (int step = 0; step < 200 && x > 0; ++step) root = (root + x / root) / 2;
  return x > 0 ? root : Wide(0);
}

inline Wide upper_53_bits(std::uint32_t high, std::uint32_t low) {
  return Wide(high) * Wide(1u << 21) + Wide(low >> 11);
}

/// Number `index` of a seed: pairs of a cosine and a sine, from 53 bits for the radius and 53 for the direction.
inline Wide normal_number(std::size_t index, std::uint32_t seed) {
  constexpr std::uint32_t stream = 2; // of normal numbers
  const std::uint64_t pair = index / 2;
  const Words words =
      philox({stream, static_cast<std::uint32_t>(pair), static_cast<std::uint32_t>(pair >> 32), 0}, seed, 0);
  const Wide unit = Wide(1) / Wide(0x1p53);
  const Wide u = (upper_53_bits(words[0], words[1]) + 1) * unit, v = upper_53_bits(words[2], words[3]) * unit;
  const Wide radius = square_root(-2 * logarithm(u));
  return radius * (index % 2 == 0 ? cosine(2 * pi * v) : sine(2 * pi * v));
}

// One entry of an embedding with its position added.
// Source    Vaswani et al. 2017, arXiv 1706.03762, section 3.4; Srivastava et al. 2014, Dropout

inline Wide with_position(float x, float encoding, double scale) {
  return Wide(scale) * Wide(x) + Wide(encoding);
}

/// Whether dropout keeps an entry: a 32-bit word of its own against the probability.
inline bool is_kept(std::uint64_t row, std::uint32_t column, double probability, std::uint32_t seed) {
  constexpr std::uint32_t stream = 1; // of dropout
  const Words words = philox({stream, 4 * (column / 16) + column % 4, static_cast<std::uint32_t>(row),
                              static_cast<std::uint32_t>(row >> 32)},
                             seed, 0);
  return Wide(words[column / 4 % 4]) >= Wide(probability) * Wide(0x1p32);
}

} // namespace posenc::reference
