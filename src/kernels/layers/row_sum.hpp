/// Sums over a row in double, in a fixed order of eight lanes.
///
/// Accuracy  C terms: <= C · 2^-53 · Σ|term|
#pragma once

#include <span>

#include "kernels/arithmetic/dot.hpp"

namespace posenc {

/// Σ term(x) over a row; term takes a double, or a vector of doubles. Four sums, as one would wait for its own additions.
template <class Term> double sum_of_row(std::span<const float> row, const Term& term) {
  simd::f64x2 sum[4] = {0.0, 0.0, 0.0, 0.0};
  std::size_t c = 0;
  for (; c + 8 <= row.size(); c += 8) {
    const FourTerms first = four_doubles(&row[c]), second = four_doubles(&row[c + 4]);
    sum[0] = sum[0] + term(first.low);
    sum[1] = sum[1] + term(first.high);
    sum[2] = sum[2] + term(second.low);
    sum[3] = sum[3] + term(second.high);
  }
  const simd::f64x2 lanes = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  double total = lanes.get(0) + lanes.get(1);
  for (; c < row.size(); ++c) total += term(static_cast<double>(row[c]));
  return total;
}

} // namespace posenc
