/// What one rounding of a sum loses, and how to round on purpose. For double and for vectors of doubles or floats.
///
/// Source    Knuth, The Art of Computer Programming 2, section 4.2.2, theorem B (two_sum)
#pragma once

namespace posenc {

template <class Real> struct TwoSum {
  Real sum, error;
};

/// sum + error == a + b exactly.
template <class Real> TwoSum<Real> two_sum(Real a, Real b) {
  const Real sum = a + b;
  const Real b_part = sum - a;
  const Real error = (a - (sum - b_part)) + (b - b_part);
  return {sum, error};
}

/// The integer nearest to x plus 1.5 · 2^52, whose low bits are that integer in two's complement. |x| < 2^51.
inline constexpr double nearest_integer_shift = 0x1.8p52;

} // namespace posenc
