#include "kernels/rounded_sine.hpp"

#include <cmath>

namespace posenc {
namespace {

// 2π to 2^-224, lowest limb first: mpmath 1.2.1, floor(x · 2^224 + 1/2) at 600 bits.
constexpr Fixed two_pi{{0x105df532, 0x533e63a0, 0x48127044, 0x06e0e689, 0x2633145c, 0x0b4611a6, 0x487ed511, 6}};

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
  const Fixed x = (below ? quarters - phase : phase - quarters) * two_pi;
  const float sine = below ? -nearest_float(taylor(x, 1)) : nearest_float(taylor(x, 1));
  const float cosine = nearest_float(taylor(x, 0));
  switch (quarter % 4) {
  case 0: return {sine, cosine};
  case 1: return {cosine, -sine};
  case 2: return {-sine, -cosine};
  default: return {-cosine, sine};
  }
}

SineCosine<float> rounded_sine_cosine(const Frequency& frequency, Position position) {
  const SineCosine<double> value = sine_cosine(phase(frequency, position));
  const double size = std::fabs(position.whole + position.fraction);
  const double phase_error = (size < 0x1p24 ? size : 0x1p24) * 0x1p-103; // in radians
  const double sine_error = std::fabs(value.sine) * 0x1p-51 + phase_error;
  const double cosine_error = std::fabs(value.cosine) * 0x1p-51 + phase_error;
  const SineCosine<float> low{static_cast<float>(value.sine - sine_error), static_cast<float>(value.cosine - cosine_error)};
  const SineCosine<float> high{static_cast<float>(value.sine + sine_error), static_cast<float>(value.cosine + cosine_error)};
  if (low.sine == high.sine && low.cosine == high.cosine) return low;
  return exact_sine_cosine(exact_phase(frequency, position));
}

} // namespace posenc
