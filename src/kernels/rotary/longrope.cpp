#include "kernels/rotary/longrope.hpp"

#include <cstdint>

#include "kernels/arithmetic/fixed_functions.hpp"
#include "kernels/rotary/frequency_scaling.hpp"

namespace posenc {

void longrope_frequencies(std::span<Frequency> out, double base, std::span<const double> divisors) {
  geometric_frequencies(out, base, 2, static_cast<std::uint32_t>(2 * out.size()));
  divide_frequencies(out, divisors);
}

double longrope_attention_factor(double factor, double original_length) {
  if (factor <= 1) return 1;
  const Fixed ratio = quotient(logarithm(factor).size, logarithm(original_length).size);
  return nearest_double(square_root(whole(1) + ratio));
}

} // namespace posenc
