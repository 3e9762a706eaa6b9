#include "kernels/table/frequencies.hpp"

#include <cassert>

namespace posenc {

Frequency frequency(const Fixed& turns_per_position) {
  const int top = exponent(turns_per_position);
  const double hi = multiple_below(turns_per_position, top > 23 ? top - 52 : -29);
  const Fixed below = turns_per_position - fixed(hi);
  const double mid = multiple_below(below, -58);
  return {hi, mid, nearest_double(below - fixed(mid)), turns_per_position};
}

void geometric_frequencies(std::span<Frequency> out, const Signed& log_base, std::uint32_t numerator,
                           std::uint32_t denominator) {
  assert(denominator > 0);
  const Fixed step = log_base.size * std::uint64_t{numerator} / denominator;
  const Fixed ratio = exponential({step, !log_base.negative});
  Fixed value = turns_per_radian;
  for (Frequency& f : out) {
    f = frequency(value);
    value = value * ratio;
  }
}

void geometric_frequencies(std::span<Frequency> out, double base, std::uint32_t numerator,
                           std::uint32_t denominator) {
  geometric_frequencies(out, logarithm(base), numerator, denominator);
}

double radians(const Frequency& f) {
  return nearest_double(f.value * radians_per_turn);
}

void radians(std::span<const Frequency> frequencies, std::span<double> out) {
  assert(out.size() == frequencies.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = radians(frequencies[i]);
}

} // namespace posenc
