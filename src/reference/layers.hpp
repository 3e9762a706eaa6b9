/// The other parts of a transformer layer, besides attention, straight from their formulas.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "reference/arithmetic.hpp"

namespace posenc::reference {

// Softmax of one row in double precision, in three passes: maximum, exponentials, quotients.

/// In place. A row that is all −Inf gives zeros; scores of +Inf share the weight; NaN makes the row NaN.
inline void softmax(std::span<double> row) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double maximum = -infinity;
  for (const double x : row) {
    if (std::isnan(x)) {
      for (double& y : row) y = x;
      return;
    }
    if (x > maximum) maximum = x;
  }

  double sum = 0.0;
  for (double& x : row) {
    if (maximum == -infinity)
      x = 0.0;
    else if (maximum == infinity)
      x = x == infinity ? 1.0 : 0.0;
    else
      x = std::exp(x - maximum);
    sum += x;
  }

  if (sum == 0.0) return;
  for (double& x : row) x /= sum;
}

/// The logarithm of the softmax of one row of finite numbers.
inline std::vector<Wide> log_softmax(std::span<const float> row) {
  float maximum = row.empty() ? 0.0f : row[0];
  for (const float x : row) maximum = x > maximum ? x : maximum;
  Wide sum = 0;
  for (const float x : row) sum += exponential(Wide(x) - Wide(maximum));
  std::vector<Wide> out;
  for (const float x : row) out.push_back(Wide(x) - Wide(maximum) - logarithm(sum));
  return out;
}

// Layer normalisation of one row, straight from its formula.

/// (x − mean) / √(variance + eps), for a row that is not empty and eps above 0.
inline std::vector<Wide> layer_norm(std::span<const float> row, double eps) {
  const auto count = static_cast<Wide>(row.size());
  Wide mean = 0, variance = 0;
  for (const float x : row) mean += Wide(x) / count;
  for (const float x : row) variance += (Wide(x) - mean) * (Wide(x) - mean) / count;
  const Wide deviation = exponential(logarithm(variance + Wide(eps)) / 2);
  std::vector<Wide> out;
  for (const float x : row) out.push_back((Wide(x) - mean) / deviation);
  return out;
}

/// x / √(mean of x² + eps), for a row that is not empty and eps above 0.
inline std::vector<Wide> rms_norm(std::span<const float> row, double eps) {
  Wide square = 0;
  for (const float x : row) square += Wide(x) * Wide(x) / static_cast<Wide>(row.size());
  const Wide root = exponential(logarithm(square + Wide(eps)) / 2);
  std::vector<Wide> out;
  for (const float x : row) out.push_back(Wide(x) / root);
  return out;
}

// The sum and the product of two floats. Sums of numbers that differ by less than a factor of 2^80 are exact, and all products.

inline Wide add(float x, float y) {
  return Wide(x) + Wide(y);
}

inline Wide multiply(float x, float y) {
  return Wide(x) * Wide(y);
}

// The rectified and the sigmoid linear unit.

inline Wide relu(double x) {
  return x > 0 ? Wide(x) : Wide(0);
}

/// x / (1 + e^(−x)), for |x| ≤ 120.
inline Wide silu(double x) {
  return Wide(x) / (1 + exponential(-Wide(x)));
}

// The Gaussian error linear unit in wide precision, from the series and the continued fraction of the normal distribution.

inline Wide density(Wide z) {
  return exponential(-z * z / 2) / exponential(logarithm(2 * pi) / 2);
}

/// Φ(−z) for z ≥ 0: ½ − φ(z) (z + z³/3 + z⁵/(3·5) + …), or from 4 on, where that cancels, φ(z) / (z + 1/(z + 2/(z + …))).
inline Wide upper_tail(Wide z) {
  if (z >= 4) {
    Wide fraction = z;
    for (int k = 400; k >= 1; --k) fraction = z + Wide(k) / fraction;
    return density(z) / fraction;
  }
  Wide term = z, sum = z;
  for (int k = 3; k < 301; k += 2) {
    term *= z * z / k;
    sum += term;
  }
  return Wide(0.5) - density(z) * sum;
}

/// x Φ(x), for |x| ≤ 20.
inline Wide gelu(double x) {
  return x < 0 ? x * upper_tail(-Wide(x)) : x * (1 - upper_tail(x));
}

/// x/2 (1 + tanh(√(2/π) (x + 0.044715 x³))), for |x| ≤ 20.
inline Wide gelu_by_tanh(double x) {
  const Wide y = x, root = exponential(logarithm(2 / pi) / 2);
  const Wide cubic = Wide(44715) / Wide(1000000); // 0.044715 is not a double
  return y / (1 + exponential(-2 * root * (y + cubic * y * y * y)));
}

// The product of two matrices, entry by entry.

/// a (M, K) times b (K, N): (M, N). K must divide the lengths and be above 0.
inline std::vector<Wide> matmul(std::span<const float> a, std::span<const float> b, std::size_t inner) {
  const std::size_t rows = a.size() / inner, columns = b.size() / inner;
  std::vector<Wide> out;
  for (std::size_t m = 0; m < rows; ++m)
    for (std::size_t n = 0; n < columns; ++n) {
      Wide sum = 0;
      for (std::size_t k = 0; k < inner; ++k) sum += Wide(a[m * inner + k]) * Wide(b[k * columns + n]);
      out.push_back(sum);
    }
  return out;
}

/// x (M, K) times the transposed weight (N, K), plus bias (N): (M, N). K must divide the lengths and be above 0.
inline std::vector<Wide> linear(std::span<const float> x, std::span<const float> weight,
                                std::span<const float> bias, std::size_t inner) {
  std::vector<Wide> out;
  for (std::size_t m = 0; m < x.size() / inner; ++m)
    for (std::size_t n = 0; n < weight.size() / inner; ++n) {
      Wide sum = Wide(bias[n]);
      for (std::size_t k = 0; k < inner; ++k) sum += Wide(x[m * inner + k]) * Wide(weight[n * inner + k]);
      out.push_back(sum);
    }
  return out;
}

} // namespace posenc::reference
