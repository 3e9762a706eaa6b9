/// RoPE: scaled schedules of frequencies, attention factors, and the rotation of one head, in wide precision.
///
/// Units     frequencies in radians per position
#pragma once

#include <algorithm>

#include "reference/table.hpp"

namespace posenc::reference {

/// Each frequency divided by its own divisor.
///
/// Source    Ding et al. 2024, arXiv 2402.13753, eq. 3
inline std::vector<Wide> divided(std::span<const Wide> omega, std::span<const double> divisors) {
  std::vector<Wide> result(omega.begin(), omega.end());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] /= Wide(divisors[i]);
  return result;
}

/// All frequencies divided by one factor.
///
/// Source    Chen et al. 2023, arXiv 2306.15595
inline std::vector<Wide> divided(std::span<const Wide> omega, double factor) {
  return divided(omega, std::vector<double>(omega.size(), factor));
}

// NTK-aware RoPE: the base grows by a power of `growth`, the factor of ntk and dynamic_growth() of dynamic ntk.
// Source    Peng et al. 2023, arXiv 2309.00071, sections 3.1 and 3.3

inline std::vector<Wide> ntk_frequencies(std::size_t pairs, double base, Wide growth) {
  const Wide d = Wide(2 * pairs);
  const Wide log_base = logarithm(Wide(base)) + logarithm(growth) * d / (d - 2);
  std::vector<Wide> omega(pairs);
  for (std::size_t i = 0; i < pairs; ++i) omega[i] = exponential(-log_base * Wide(2 * i) / d);
  return omega;
}

inline Wide dynamic_growth(double factor, double original_length, double current_length) {
  if (current_length <= original_length) return 1;
  return Wide(factor) * Wide(current_length) / Wide(original_length) - (Wide(factor) - 1);
}

// YaRN's frequencies and attention factor.
// Source    Peng et al. 2023, arXiv 2309.00071, sections 3.2 and 3.4

struct YarnSettings {
  double factor, original_length, beta_fast, beta_slow;
  bool truncate;
};

inline std::vector<Wide> yarn_frequencies(std::size_t pairs, double base, const YarnSettings& s) {
  const Wide d = Wide(2 * pairs);
  const auto pair_of = [&](double rotations) {
    return d * logarithm(Wide(s.original_length) / (2 * pi * Wide(rotations))) / (2 * logarithm(Wide(base)));
  };
  Wide low = pair_of(s.beta_fast), high = pair_of(s.beta_slow);
  const auto floor = [](Wide x) {
    const Wide integer = static_cast<Wide>(static_cast<long long>(x)); // towards zero
    return integer > x ? integer - 1 : integer;
  };
  if (s.truncate) low = floor(low), high = -floor(-high);
  low = std::max(low, Wide(0));
  high = std::min(high, d - 1);
  if (low == high) high += Wide(1) / 1000;
  std::vector<Wide> omega = geometric_frequencies(pairs, base, 2, static_cast<unsigned>(2 * pairs));
  for (std::size_t i = 0; i < pairs; ++i) {
    const Wide ramp = std::clamp((Wide(i) - low) / (high - low), Wide(0), Wide(1));
    omega[i] = omega[i] / Wide(s.factor) * ramp + omega[i] * (1 - ramp);
  }
  return omega;
}

inline Wide yarn_attention_factor(double factor, double mscale, double mscale_all_dim) {
  if (factor <= 1) return 1;
  const Wide growth = logarithm(Wide(factor)) / 10;
  return (Wide(mscale) * growth + 1) / (Wide(mscale_all_dim) * growth + 1);
}

// Llama 3's scaled frequencies.
// Source    arXiv 2407.21783, by wavelengths as in Meta's code

struct Llama3Settings {
  double factor, original_length, low_frequency_factor, high_frequency_factor;
};

inline std::vector<Wide> llama3_frequencies(std::size_t pairs, double base, const Llama3Settings& s) {
  const Wide length = Wide(s.original_length);
  const Wide low = Wide(s.low_frequency_factor), high = Wide(s.high_frequency_factor);
  std::vector<Wide> omega = geometric_frequencies(pairs, base, 2, static_cast<unsigned>(2 * pairs));
  for (Wide& frequency : omega) {
    const Wide wavelength = 2 * pi / frequency;
    if (wavelength * high < length) continue;
    const Wide slow = frequency / Wide(s.factor);
    if (wavelength * low >= length) {
      frequency = slow;
    } else {
      const Wide smooth = (length / wavelength - low) / (high - low);
      frequency = (1 - smooth) * slow + smooth * frequency;
    }
  }
  return omega;
}

// The square of LongRoPE's attention factor, 1 + ln s / ln L. Its frequencies are divided().
// Source    Ding et al. 2024, arXiv 2402.13753

inline Wide squared_longrope_attention_factor(double factor, double original_length) {
  return factor <= 1 ? Wide(1) : 1 + logarithm(Wide(factor)) / logarithm(Wide(original_length));
}

// The frequencies of proportional RoPE.
// Source    Barbero et al. 2024, arXiv 2410.06205

inline std::vector<Wide> proportional_frequencies(std::size_t pairs, double base, double share,
                                                  double factor) {
  std::vector<Wide> omega = geometric_frequencies(pairs, base, 2, static_cast<unsigned>(2 * pairs));
  for (std::size_t i = 0; i < pairs; ++i)
    omega[i] = Wide(i + 1) <= Wide(share) * Wide(pairs) ? omega[i] / Wide(factor) : Wide(0);
  return omega;
}

// The scale of one of xPos's pairs.
// Source    Sun et al. 2022, arXiv 2212.10554, algorithm 1

inline Wide xpos_zeta(std::size_t pair, std::size_t pairs, double gamma) {
  return (Wide(2 * pair) / Wide(2 * pairs) + Wide(gamma)) / (1 + Wide(gamma));
}

/// ζ^(position / scale_base) for a query; a key has the inverse.
inline Wide xpos_scale(Wide zeta, double position, double scale_base) {
  return exponential(Wide(position) / Wide(scale_base) * logarithm(zeta));
}

// Where each channel of a head in halves comes from in interleaved pairs.
// Source    the definitions of both pairings: pair i is (i, i + R/2), and (2i, 2i + 1)

inline std::vector<std::size_t> halves_from_interleaved(std::size_t channels, std::size_t rotary_dim) {
  std::vector<std::size_t> from;
  for (std::size_t c = 0; c < rotary_dim; c += 2) from.push_back(c);
  for (std::size_t c = 1; c < rotary_dim; c += 2) from.push_back(c);
  for (std::size_t c = rotary_dim; c < channels; ++c) from.push_back(c);
  return from;
}

// One head rotated by an angle for each pair (RoPE).
//   (x, y) of pair i -> attention_factor · (x cos a − y sin a, x sin a + y cos a)
// Source    Su et al. 2021, arXiv 2104.09864, eq. 34

/// Channels beyond the pairs stay as they are.
inline std::vector<Wide> rotated(std::span<const Wide> head, std::span<const Wide> angles, bool interleaved,
                                 Wide attention_factor = 1) {
  std::vector<Wide> out(head.begin(), head.end());
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const std::size_t first = interleaved ? 2 * i : i;
    const std::size_t second = interleaved ? 2 * i + 1 : i + angles.size();
    const Wide x = head[first], y = head[second];
    out[first] = attention_factor * (x * cosine(angles[i]) - y * sine(angles[i]));
    out[second] = attention_factor * (x * sine(angles[i]) + y * cosine(angles[i]));
  }
  return out;
}

inline std::vector<Wide> rotated(std::span<const float> head, std::span<const Wide> angles, bool interleaved,
                                 Wide attention_factor = 1) {
  const std::vector<Wide> wide(head.begin(), head.end());
  return rotated(wide, angles, interleaved, attention_factor);
}

/// A head that is rotated by some angles: back, and then by others.
inline std::vector<Wide> rerotated(std::span<const float> head, std::span<const Wide> from,
                                   std::span<const Wide> to, bool interleaved, Wide attention_factor = 1) {
  std::vector<Wide> back(from.begin(), from.end());
  for (Wide& angle : back) angle = -angle;
  return rotated(rotated(head, back, interleaved), to, interleaved, attention_factor);
}

} // namespace posenc::reference
