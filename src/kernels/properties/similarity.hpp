/// The similarity of the encodings of two positions: their inner product, and the square of their distance.
///
///   inner            = P_t · P_{t+k}        = Σ_i cos 2πkf[i]             if every pair has its sine and its cosine
///   squared_distance = |P_{t+k} − P_t|²     = Σ_i 2 (1 − cos 2πkf[i])
///
/// This law does not hold for other tables: similarity_at() then depends on the columns of the table and on t. Offset 0
/// gives the square of a row's norm, offset 1 the step from a row to the next. Both use the angle sums of t and k, and
/// 1 − cos without cancellation, so distances of close rows keep their relative accuracy.
///
/// Shapes    frequencies (pairs); out (N), offsets first_offset, first_offset + 1, …
/// Units     positions and offsets in tokens
/// Requires  integers or fractions up to 2^53 in size, position + offset too; columns.pairs() <= pairs
/// Accuracy  inner <= (pairs + 16)² · 2^-54. squared_distance (pairs + 32) · 2^-53, relative to itself by the law, and
///           to the value over all columns for other tables; for frequencies above 2^-50 (tests/kernels/properties/similarity_test.cpp)
/// Source    Vaswani et al. 2017, arXiv 1706.03762, section 3.5; the angle sums
#pragma once

#include <span>

#include "kernels/table/columns.hpp"
#include "kernels/table/frequencies.hpp"
#include "kernels/table/sine.hpp"

namespace posenc {

struct Similarity {
  double inner, squared_distance;
};

/// 1 − cos of an angle.
inline simd::f64x2 versine(const SineCosine<simd::f64x2>& angle) {
  const simd::f64x2 one = 1.0;
  const simd::f64x2 near_zero = angle.sine * angle.sine / (one + simd::larger(angle.cosine, 0.0));
  return xsimd::select(angle.cosine > simd::f64x2(0.0), near_zero, one - angle.cosine);
}

Similarity similarity(std::span<const Frequency> frequencies, double offset);
Similarity similarity_at(std::span<const Frequency> frequencies, Columns columns, double position,
                         double offset);

void similarities(std::span<const Frequency> frequencies, double first_offset, std::span<Similarity> out);
void similarities_at(std::span<const Frequency> frequencies, Columns columns, double position,
                     double first_offset, std::span<Similarity> out);

/// At offsets in any order, one of `out` for each.
void similarities_of(std::span<const Frequency> frequencies, std::span<const double> offsets,
                     std::span<Similarity> out);
void similarities_of_at(std::span<const Frequency> frequencies, Columns columns, double position,
                        std::span<const double> offsets, std::span<Similarity> out);

} // namespace posenc
