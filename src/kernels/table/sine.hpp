/// Sine and cosine of a phase in turns, one body for double and for simd::f64x2.
///
///   sine = sin 2π(turns + rest)        cosine = cos 2π(turns + rest)
///
/// 1. The nearest quarter turn is taken away, without error, which leaves |x| <= 1/8 turn.
/// 2. sin 2πx = 2πx + x³ S(x²) and cos 2πx = 1 + x² C(x²), polynomials of minimal relative error.
/// 3. The quarter decides which of the two is the sine, and the signs.
///
/// Units     phase in turns, |turns| < 2^50, rest below an ulp of turns or so
/// Accuracy  |error| <= 2^-51 |result| + 2π · error of the phase: the relative error holds at the zeros too, as far
///           as the phase does (tests/kernels/table/sine_test.cpp)
/// Source    coefficients computed for this file, by a fit in Chebyshev nodes with mpmath at 200 bits
#pragma once

#include "kernels/arithmetic/rotation.hpp"
#include "kernels/arithmetic/simd.hpp"
#include "kernels/table/phase.hpp"

namespace posenc {

/// The integer nearest to 4 · turns as `count`, and the rest of the phase as `angle`, |angle.turns| <= 1/8.
template <class Real> struct QuarterTurns {
  decltype(simd::bits(Real())) count; // modulo 4 in its low two bits
  Phase<Real> angle;
};

template <class Real> QuarterTurns<Real> quarter_turns(Phase<Real> phase) {
  const Real shifted = phase.turns * Real(4.0) + Real(nearest_integer_shift);
  const Real quarters = (shifted - Real(nearest_integer_shift)) * Real(0.25);
  const TwoSum<Real> angle = two_sum<Real>(phase.turns - quarters, phase.rest);
  return {simd::bits(shifted), {angle.sum, angle.error}};
}

/// Sine and cosine of an angle x + rest of at most 1/8 turn.
template <class Real> SineCosine<Real> octant_sine_cosine(Phase<Real> angle) {
  const Real x = angle.turns;
  const Real z = x * x + Real(2.0) * x * angle.rest;
  const Real s =
      ((((Real(0x1.e4a9d9166f052p+1) * z + Real(-0x1.e3027dea82bd7p+3)) * z + Real(0x1.50783208843ebp+5)) *
            z +
        Real(-0x1.32d2cce500387p+6)) *
           z +
       Real(0x1.466bc6775a476p+6)) *
          z +
      Real(-0x1.4abbce625be52p+5);
  const Real c =
      (((((Real(-0x1.b2f3eb054afcdp+0) * z + Real(0x1.f9ce245cada0bp+2)) * z + Real(-0x1.a6d1eef479be1p+4)) *
             z +
         Real(0x1.e1f5068688d5bp+5)) *
            z +
        Real(-0x1.55d3c7e3cb241p+6)) *
           z +
       Real(0x1.03c1f081b5ac0p+6)) *
          z +
      Real(-0x1.3bd3cc9be45dep+4);
  constexpr double two_pi = 0x1.921fb54442d18p+2;
  constexpr double two_pi_rest = 0x1.1a62633145c07p-52;
  const Real small = x * Real(two_pi_rest) + angle.rest * Real(two_pi) + x * z * s;
  return {x * Real(two_pi) + small, z * c + Real(1.0)};
}

template <class Real> SineCosine<Real> sine_cosine(Phase<Real> phase) {
  const QuarterTurns<Real> quarter = quarter_turns(phase);
  const SineCosine<Real> octant = octant_sine_cosine(quarter.angle);
  using Bits = decltype(quarter.count);
  const Bits one(std::uint64_t{1}), two(std::uint64_t{2});
  const Bits odd = Bits(std::uint64_t{0}) - (quarter.count & one);
  const Bits sine = simd::bits(octant.sine), cosine = simd::bits(octant.cosine);
  const Bits exchange = (sine ^ cosine) & odd;
  const Bits sine_sign = (quarter.count & two) << 62;
  const Bits cosine_sign = ((quarter.count + one) & two) << 62;
  return {simd::from_bits(sine ^ exchange ^ sine_sign), simd::from_bits(cosine ^ exchange ^ cosine_sign)};
}

/// The sine and cosine of the sum of two angles.
template <class Real> SineCosine<Real> angle_sum(const SineCosine<Real>& a, const SineCosine<Real>& b) {
  const auto [cosine, sine] = rotated<Real>({a.cosine, a.sine}, b);
  return {sine, cosine};
}

/// The sines and cosines of two pairs at one position, whatever it is.
SineCosine<simd::f64x2> sine_cosine(const Frequency& a, const Frequency& b, Position position);

} // namespace posenc
