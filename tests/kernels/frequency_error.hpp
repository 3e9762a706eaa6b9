/// Frequencies of a schedule, and the cache made of them, beside mpmath and wide precision.
#pragma once

#include <algorithm>
#include <array>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/table/frequencies.hpp"
#include "kernels/table/rounded_sine.hpp"
#include "reference/arithmetic.hpp"

namespace posenc {

/// Whether a frequency is within 2^-bits turns of mpmath's, given as the limbs of a Fixed.
inline bool within(const Frequency& f, const std::array<std::uint32_t, 8>& turns, unsigned bits) {
  const Fixed expected{turns};
  const Fixed distance = f.value < expected ? expected - f.value : f.value - expected;
  return distance < (whole(1) >> bits);
}

/// The largest |radians − omega| / omega, in units of 2^-53; a double's own rounding is 1 at most.
inline double worst_radians(std::span<const Frequency> frequencies, std::span<const reference::Wide> omega) {
  REQUIRE(frequencies.size() == omega.size());
  double worst = 0;
  for (std::size_t i = 0; i < omega.size(); ++i) {
    const auto off = static_cast<double>(reference::Wide(radians(frequencies[i])) - omega[i]);
    if (off != 0) worst = std::max(worst, std::fabs(off) / static_cast<double>(omega[i]) * 0x1p53);
  }
  return worst;
}

/// Entries of a cache of the schedule, over positions up to 2^24, that are not the nearest floats.
inline std::size_t misrounded(std::span<const Frequency> frequencies,
                              std::span<const reference::Wide> omega) {
  std::size_t count = 0;
  for (const double p : {1.0, 100.0, 4097.0, 131071.0, 1e6, 16777215.0, -44999.0})
    for (std::size_t i = 0; i < omega.size(); ++i) {
      const auto entry = rounded_sine_cosine(frequencies[i], position(p));
      const reference::Wide angle = reference::Wide(p) * omega[i];
      if (entry.sine != static_cast<float>(reference::sine(angle))) ++count;
      if (entry.cosine != static_cast<float>(reference::cosine(angle))) ++count;
    }
  return count;
}

} // namespace posenc
