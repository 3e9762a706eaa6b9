#include <cmath>
#include <vector>

#include "proof/wide.hpp"

namespace posenc::proof {
namespace {

/// The sum of z^(2n+1) / (2n+1), with alternating signs (atan z) or not (atanh z). `first` is z, `square` makes the next
/// power of one.
template <class Power> Wide inverse_tangent(const Wide& first, bool alternates, const Power& square) {
  Wide plus, minus, power = first;
  for (std::uint64_t n = 1; power != Wide{}; n += 2, power = square(power)) {
    Wide& sum = alternates && n % 4 == 3 ? minus : plus;
    sum = sum + power / n;
  }
  return plus - minus;
}

/// atan 1/n.
Wide arctangent_of_reciprocal(std::uint64_t n) {
  return inverse_tangent(whole(1) / n, true, [n](const Wide& power) { return power / (n * n); });
}

/// atanh z.
Wide area_tangent(const Wide& z) {
  const Wide square = z * z;
  return inverse_tangent(z, false, [&](const Wide& power) { return power * square; });
}

const Wide& log_of_two() {
  static const Wide value = area_tangent(whole(1) / 3) * 2;
  return value;
}

/// 1/n! down to the last place.
const std::vector<Wide>& inverse_factorials() {
  static const std::vector<Wide> values = [] {
    std::vector<Wide> result{whole(1)};
    while (result.back() != Wide{}) result.push_back(result.back() / result.size());
    return result;
  }();
  return values;
}

/// 1/first! − z (1/(first+step)! − z (…)). Every bracket is positive, by the integral form of the rest of e^−x.
Wide alternating_series(const Wide& z, std::size_t first, std::size_t step) {
  const std::vector<Wide>& coefficients = inverse_factorials();
  std::size_t n = coefficients.size() - 1;
  n -= (n - first) % step;
  Wide sum = coefficients[n];
  while (n > first) {
    n -= step;
    sum = coefficients[n] - z * sum;
  }
  return sum;
}

} // namespace

const Wide& pi() {
  static const Wide value = arctangent_of_reciprocal(5) * 16 - arctangent_of_reciprocal(239) * 4;
  return value;
}

Wide reciprocal(const Wide& x) {
  // Newton's steps square the error, from 2^-50 or less. They come from below, but for the last places.
  Wide y = wide(1 / nearest(x, 53) * (1 - 0x1p-50));
  for (int step = 0; step < 4; ++step) y = y * (whole(2) - x * y);
  return y;
}

Wide logarithm(double x) {
  int power = 0;
  const auto mantissa =
      static_cast<std::uint64_t>(std::ldexp(std::frexp(x, &power), 53)); // x = mantissa · 2^(power − 53)
  constexpr std::uint64_t one = std::uint64_t{1} << 52;
  const Wide z = whole(mantissa - one) / (mantissa + one); // of mantissa / 2^52, in [1, 2)
  return log_of_two() * static_cast<std::uint64_t>(power - 1) + area_tangent(z) * 2;
}

Wide decay(const Wide& x) {
  // The quotient is a little too small rather than too large, so that the rest is not negative.
  const double quotient = nearest(x, 53) / nearest(log_of_two(), 53) * (1 - 0x1p-40);
  const auto halvings = static_cast<std::uint64_t>(quotient);
  if (halvings >= Wide::fraction_bits) return {};
  const Wide rest = x - log_of_two() * halvings;
  return alternating_series(rest, 0, 1) >> static_cast<unsigned>(halvings);
}

Direction direction(const Wide& turns) {
  Wide part = turns;
  part.limb[Wide::limbs - 1] = 0;
  const std::uint64_t quarter = ((part << 3).limb[Wide::limbs - 1] + 1) / 2; // the nearest, 0 … 4
  const Wide quarters = whole(quarter) >> 2;
  const bool below = part < quarters;
  const Wide x = (below ? quarters - part : part - quarters) * pi() * 2, z = x * x;
  const Signed sine{x * alternating_series(z, 1, 2), below};
  const Signed cosine{alternating_series(z, 0, 2), false};
  const auto minus = [](const Signed& value) { return Signed{value.size, !value.is_negative}; };
  switch (quarter % 4) {
  case 0:
    return {sine, cosine};
  case 1:
    return {cosine, minus(sine)};
  case 2:
    return {minus(sine), minus(cosine)};
  default:
    return {minus(cosine), sine};
  }
}

Direction operator*(const Direction& a, const Direction& b) {
  const Signed product = a.sine * b.sine;
  return {a.sine * b.cosine + a.cosine * b.sine,
          a.cosine * b.cosine + Signed{product.size, !product.is_negative}};
}

} // namespace posenc::proof
