#include "kernels/rounded_sine.hpp"

namespace posenc {
namespace {

using simd::f32x4;
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

SineCosine<float> exact_sine_cosine(const Fixed& phase) {
  const Fixed eighths = phase << 3;
  const std::uint32_t quarter = (eighths.limb[Fixed::limbs - 1] + 1) / 2; // nearest, 0 … 4
  const Fixed quarters = whole(quarter) >> 2;
  const bool below = phase < quarters;
  const Fixed x = (below ? quarters - phase : phase - quarters) * radians_per_turn;
  const float sine = below ? -nearest_float(taylor(x, 1)) : nearest_float(taylor(x, 1));
  const float cosine = nearest_float(taylor(x, 0));
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
  const SineCosine<f64x2> value = sine_cosine(a, b, position);
  const f64x2 phase_error(posenc::phase_error(position));
  const f64x2 sine_error = xsimd::abs(value.sine) * f64x2(0x1p-51) + phase_error;
  const f64x2 cosine_error = xsimd::abs(value.cosine) * f64x2(0x1p-51) + phase_error;
  f32x4 rounded = simd::narrow(value.sine - sine_error, value.cosine - cosine_error);
  const f32x4 high = simd::narrow(value.sine + sine_error, value.cosine + cosine_error);
  if (xsimd::any(simd::bits(rounded) != simd::bits(high))) { // the bits: −0 is not 0
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
