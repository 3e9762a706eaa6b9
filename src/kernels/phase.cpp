#include "kernels/phase.hpp"

#include <cassert>
#include <cmath>

namespace posenc {
namespace {

Fixed add_product(const Fixed& sum, const Fixed& product, bool negative) {
  return negative ? sum - product : sum + product;
}

} // namespace

Position position(double value) {
  assert(value >= -0x1p53 && value <= 0x1p53);
  const double whole = std::trunc(value) + 0.0; // + 0 turns −0 into 0
  return {whole, value - whole};
}

Fixed exact_phase(const Frequency& frequency, Position position) {
  const std::uint64_t count = static_cast<std::uint64_t>(std::fabs(position.whole));
  Fixed phase = add_product({}, frequency.value * count, position.whole < 0);
  if (position.fraction != 0)
    phase = add_product(phase, frequency.value * fixed(std::fabs(position.fraction)), position.fraction < 0);
  phase.limb[Fixed::limbs - 1] = 0;
  return phase;
}

Phase<double> phase(const Frequency& frequency, Position position) {
  if (is_fast(frequency, position))
    return phase<double>(position.whole, frequency.hi, frequency.mid, frequency.lo);
  const Fixed turns = exact_phase(frequency, position);
  const bool above_half = turns.limb[Fixed::limbs - 2] >> 31 != 0;
  const Fixed size = above_half ? whole(1) - turns : turns;
  const double sign = above_half ? -1 : 1;
  const double first = multiple_below(size, exponent(size) - 52);
  return {sign * first, sign * nearest_double(size - fixed(first))};
}

} // namespace posenc
