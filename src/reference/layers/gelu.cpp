#include "reference/layers/gelu.hpp"

namespace posenc::reference {

namespace {

Wide density(Wide z) {
  return exponential(-z * z / 2) / exponential(logarithm(2 * pi) / 2);
}

/// Φ(−z) for z ≥ 0: ½ − φ(z) (z + z³/3 + z⁵/(3·5) + …), or from 4 on, where that cancels, φ(z) / (z + 1/(z + 2/(z + …))).
Wide upper_tail(Wide z) {
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

} // namespace

Wide gelu(double x) {
  return x < 0 ? x * upper_tail(-Wide(x)) : x * (1 - upper_tail(x));
}

Wide gelu_by_tanh(double x) {
  const Wide y = x, root = exponential(logarithm(2 / pi) / 2);
  const Wide cubic = Wide(44715) / Wide(1000000); // 0.044715 is no double
  return y / (1 + exponential(-2 * root * (y + cubic * y * y * y)));
}

} // namespace posenc::reference
