#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {
namespace {

Wide nearest_integer(Wide x) {
  return static_cast<Wide>(static_cast<long long>(x < 0 ? x - Wide(0.5) : x + Wide(0.5)));
}

/// x without whole turns, in [−π, π].
Wide within_a_turn(Wide x) {
  return x - nearest_integer(x / (2 * pi)) * (2 * pi);
}

bool changes(Wide sum, Wide term) {
  return sum + term != sum;
}

} // namespace

Wide sine(Wide radians) {
  const Wide x = within_a_turn(radians);
  if (x > pi / 2) return sine(pi - x);
  if (x < -pi / 2) return sine(-pi - x);
  Wide sum = 0, term = x;
  for (int n = 1; changes(sum, term); n += 2) {
    sum += term;
    term *= -x * x / Wide((n + 1) * (n + 2));
  }
  return sum;
}

Wide cosine(Wide radians) {
  const Wide x = within_a_turn(radians);
  if (x > pi / 2) return -cosine(x - pi);
  if (x < -pi / 2) return -cosine(x + pi);
  Wide sum = 0, term = 1;
  for (int n = 0; changes(sum, term); n += 2) {
    sum += term;
    term *= -x * x / Wide((n + 1) * (n + 2));
  }
  return sum;
}

Wide exponential(Wide x) {
  const int twos = static_cast<int>(nearest_integer(x / ln_2));
  const Wide rest = x - Wide(twos) * ln_2;
  Wide sum = 0, term = 1;
  for (int n = 1; changes(sum, term); ++n) {
    sum += term;
    term *= rest / Wide(n);
  }
  for (int k = 0; k < twos; ++k) sum *= 2;
  for (int k = 0; k > twos; --k) sum /= 2;
  return sum;
}

Wide logarithm(Wide x) {
  int twos = 0;
  while (x > Wide(1.5)) {
    x /= 2;
    ++twos;
  }
  while (x < Wide(0.75)) {
    x *= 2;
    --twos;
  }
  const Wide z = (x - 1) / (x + 1); // ln x = 2 atanh z
  Wide sum = 0, power = z;
  for (int n = 1; changes(sum, power / Wide(n)); n += 2) {
    sum += power / Wide(n);
    power *= z * z;
  }
  return Wide(twos) * ln_2 + 2 * sum;
}

} // namespace posenc::reference
