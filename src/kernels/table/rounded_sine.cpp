#include "kernels/table/rounded_sine.hpp"

namespace posenc {
namespace {

using simd::f64x2;

/// The sum of x^n / n! over n = first, first + 2, … with alternating signs: cosine for 0, sine for 1. x <= π/4.
Fixed taylor(const Fixed& x, std::uint32_t first) {
  const Fixed square = x * x;
  Fixed term = first == 0 ? whole(1) : x;
  Fixed sum = term;
  bool negative = true;
  for (std::uint32_t n = first; term != Fixed{}; n += 2, negative = !negative) {
    term = term * square / ((n + 1) * (n + 2));
    sum = negative ? sum - term : sum + term;
  }
  return sum;
}

} // namespace

SineCosine<float> exact_sine_cosine(const Fixed& phase, const Fixed& factor) {
  const Fixed eighths = phase << 3;
  const std::uint32_t quarter = (eighths.limb[Fixed::limbs - 1] + 1) / 2; // nearest, 0 … 4
  const Fixed quarters = whole(quarter) >> 2;
  const bool below = phase < quarters;
  const Fixed x = (below ? quarters - phase : phase - quarters) * radians_per_turn;
  const float size = nearest_float(taylor(x, 1) * factor);
  const float sine = below ? -size : size;
  const float cosine = nearest_float(taylor(x, 0) * factor);
  switch (quarter % 4) {
  case 0:
    return {sine, cosine};
  case 1:
    return {cosine, -sine};
  case 2:
    return {-sine, -cosine};
  default:
    return {-cosine, sine};
  }
}

SineCosine<f64x2> rounded_sine_cosine(const Frequency& a, const Frequency& b, Position position) {
  SineCosine<f64x2> value = sine_cosine(a, b, position);
  value.sine = value.sine + f64x2(0.0); // −0, of frequency 0, would be in doubt
  auto [rounded, is_certain] = rounding(value, {phase_error(a, position), phase_error(b, position)});
  if (!is_certain) {
    const SineCosine<float> first = exact_sine_cosine(exact_phase(a, position));
    const SineCosine<float> second = exact_sine_cosine(exact_phase(b, position));
    rounded = {first.sine, second.sine, first.cosine, second.cosine};
  }
  return {simd::widen_low(rounded), simd::widen_high(rounded)};
}

SineCosine<float> rounded_sine_cosine(const Frequency& frequency, Position position) {
  const SineCosine<f64x2> both = rounded_sine_cosine(frequency, frequency, position);
  return {static_cast<float>(both.sine.get(0)), static_cast<float>(both.cosine.get(0))};
}

} // namespace posenc
