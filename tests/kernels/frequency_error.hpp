/// Frequencies of a schedule beside those of mpmath and of wide precision.
#pragma once

#include <algorithm>
#include <array>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/frequencies.hpp"
#include "reference/wide.hpp"

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

} // namespace posenc
