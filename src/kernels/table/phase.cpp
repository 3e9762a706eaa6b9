#include "kernels/table/phase.hpp"

#include <cassert>
#include <cmath>

namespace posenc {

Position position(double value) {
  assert(value >= -0x1p53 && value <= 0x1p53);
  const double whole = std::trunc(value) + 0.0; // + 0 makes −0 a 0
  return {whole, (value - whole) + 0.0};
}

Fixed exact_phase(const Frequency& frequency, Position position) {
  const auto signed_sum = [](const Fixed& sum, const Fixed& size, double sign) {
    return sign < 0 ? sum - size : sum + size;
  };
  const auto count = static_cast<std::uint64_t>(std::fabs(position.whole));
  Fixed phase = signed_sum({}, frequency.value * count, position.whole);
  if (position.fraction != 0)
    phase = signed_sum(phase, frequency.value * fixed(std::fabs(position.fraction)), position.fraction);
  phase.limb[Fixed::limbs - 1] = 0;
  return phase;
}

Phase<double> phase(const Frequency& frequency, Position position) {
  if (is_fast(frequency, position))
    return phase<double>(position.whole + position.fraction, frequency.hi, frequency.mid, frequency.lo);
  const Fixed turns = exact_phase(frequency, position);
  const bool above_half = turns.limb[Fixed::limbs - 2] >> 31 != 0;
  const Fixed size = above_half ? whole(1) - turns : turns;
  const double sign = above_half ? -1 : 1;
  const double first = multiple_below(size, exponent(size) - 52);
  return {sign * first, sign * nearest_double(size - fixed(first))};
}

Phase<simd::f64x2> phase(const Frequency& a, const Frequency& b, Position position) {
  if (is_fast(a, position) && is_fast(b, position))
    return phase<simd::f64x2>(simd::f64x2(position.whole + position.fraction), {a.hi, b.hi}, {a.mid, b.mid},
                              {a.lo, b.lo});
  const Phase<double> first = phase(a, position), second = phase(b, position);
  return {{first.turns, second.turns}, {first.rest, second.rest}};
}

} // namespace posenc
