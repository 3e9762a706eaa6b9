#include "kernels/table/radian.hpp"

#include <cmath>

#include "kernels/arithmetic/fixed_functions.hpp"

namespace posenc {

using simd::f64x2;

Radian::Radian() : turns_(frequency(turns_per_radian)) {}

Phase<double> Radian::phase(double x) const {
  const bool is_fast = static_cast<double>(static_cast<float>(x)) == x && std::fabs(x) <= 0x1p24;
  return is_fast ? posenc::phase<double>(x, turns_.hi, turns_.mid, turns_.lo)
                 : posenc::phase(turns_, position(x));
}

Fixed Radian::exact(double x) const {
  return exact_phase(turns_, position(x));
}

SineCosine<f64x2> Radian::rounded_sine_cosine(float a, float b) const {
  const double x = static_cast<double>(a), y = static_cast<double>(b);
  const Phase<double> first = phase(x), second = phase(y);
  const auto value = sine_cosine(Phase<f64x2>{{first.turns, second.turns}, {first.rest, second.rest}});
  const auto [rounded, is_certain] = rounding(value, {phase_error(position(x)), phase_error(position(y))});
  if (is_certain) return {simd::widen_low(rounded), simd::widen_high(rounded)};
  const SineCosine<float> exact_a = exact_sine_cosine(exact(x)), exact_b = exact_sine_cosine(exact(y));
  return {{exact_a.sine, exact_b.sine}, {exact_a.cosine, exact_b.cosine}};
}

} // namespace posenc
