/// The phase of a pair: position · frequency in turns, modulo whole turns.
///
/// A double holds the phase of position 2^24 to 2^-29 turns only, 200 times too coarse for a correctly rounded sine.
/// So the product is made in parts: position · hi is exact, and subtracting its nearest integer is exact too; then
/// position · mid (exact) and position · lo are added as an unevaluated sum of two doubles.
///
/// Units     turns; the sum turns + rest lies in [−0.54, 0.54]
/// Accuracy  |error| <= |position| · 2^-106 turns (tests/kernels/table/phase_test.cpp). Proof: hi < 1 has 29 bits and the
///           position 24, so both products are exact; two_sum is exact; lo < 2^-58 is off by 2^-112 and its product
///           rounds by as much again; the last sum rounds by 2^-53 · (2^-54 |turns| + 2^-58 |position|)
/// Source    Cody and Waite's reduction, with the frequency instead of π/2 split
#pragma once

#include <cmath>

#include "kernels/arithmetic/rounding.hpp"
#include "kernels/arithmetic/simd.hpp"
#include "kernels/table/frequencies.hpp"

namespace posenc {

/// An angle in turns, turns + rest.
template <class Real> struct Phase {
  Real turns, rest;
};

/// A position whole + fraction: an integer, and a part below 1 in size. Splits every double without error.
struct Position {
  double whole, fraction;
};

/// Requires |value| <= 2^53.
Position position(double value);

/// Row `row` of a table that begins at `start`: the sum is not rounded.
inline Position position(double start, double row) {
  const auto [whole, fraction] = position(start);
  return {whole + row, fraction};
}

/// Whether the doubles hi, mid and lo of a frequency suffice for a position: an integer up to 2^24, or 1/2.
constexpr bool is_fast(const Frequency& frequency, Position position) {
  const bool is_half = position.whole == 0 && position.fraction == 0.5;
  return (position.fraction == 0 || is_half) && position.whole >= -0x1p24 && position.whole <= 0x1p24 &&
         frequency.hi < 1;
}

/// A bound of the error of phase() at a position, in radians.
inline double phase_error(Position position) {
  const double size = std::fabs(position.whole + position.fraction);
  return (size < 0x1p24 ? size : 0x1p24) * 0x1p-103;
}

/// A bound for a pair: 0 for frequency 0, whose phase is exact, so that no entry of it is in doubt.
inline double phase_error(const Frequency& frequency, Position position) {
  return frequency.hi + frequency.mid + frequency.lo == 0 ? 0 : phase_error(position);
}

/// The phase by the fast path, for double or simd::f64x2.
///
/// Requires  |position| <= 2^24, integer or half an integer below 2^23, hi < 1
template <class Real> Phase<Real> phase(Real position, Real hi, Real mid, Real lo) {
  const Real coarse = position * hi;
  const Real integer = (coarse + Real(nearest_integer_shift)) - Real(nearest_integer_shift);
  const TwoSum<Real> fine = two_sum<Real>(coarse - integer, position * mid);
  return {fine.sum, fine.error + position * lo};
}

/// The phase at any position up to 2^53 in size, from the fixed-point frequency if the fast path is not exact enough.
Phase<double> phase(const Frequency& frequency, Position position);

/// The phases of two pairs at one position, whatever it is.
Phase<simd::f64x2> phase(const Frequency& a, const Frequency& b, Position position);

/// The phase modulo 1 turn in fixed point, in [0, 1); off by at most 2^-145 turns.
Fixed exact_phase(const Frequency& frequency, Position position);

} // namespace posenc
