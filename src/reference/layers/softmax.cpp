#include "reference/layers/softmax.hpp"

#include <cmath>
#include <limits>

namespace posenc::reference {

void softmax(std::span<double> row) {
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

} // namespace posenc::reference
