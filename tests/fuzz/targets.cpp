#include "fuzz/targets.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace posenc::fuzz {
namespace {

using reference::Wide;

/// Half the last place of numbers as large as `size`, of a type with so many bits and that smallest exponent.
double half_place(double size, int bits, int least_exponent) {
  const int exponent = size == 0 ? least_exponent : std::max(std::ilogb(size), least_exponent);
  return std::ldexp(1.0, exponent - bits);
}

void require_within(double got, Wide exact, double allowed, const std::string& what) {
  const double expected = static_cast<double>(exact);
  if (std::isnan(expected) ? std::isnan(got) : got == expected) return; // infinities too
  const double off = std::fabs(static_cast<double>(Wide(got) - exact));
  if (off <= allowed && std::isfinite(expected)) return; // false for NaN
  char text[160];
  std::snprintf(text, sizeof text, ": %a instead of %a, off by %.3g of the %.3g allowed", got, expected, off,
                allowed);
  throw Difference(what + text);
}

} // namespace

void require(bool holds, const std::string& what) {
  if (!holds) throw Difference(what);
}

void require_near(float got, Wide exact, double slack, const std::string& what) {
  const auto expected = static_cast<float>(exact);
  if (std::isinf(expected) && got == expected) return; // beyond the largest float
  require_within(static_cast<double>(got), exact, half_place(static_cast<double>(exact), 24, -126) + slack,
                 what);
}

void require_near(double got, Wide exact, double slack, const std::string& what) {
  require_within(got, exact, half_place(static_cast<double>(exact), 53, -1022) + slack, what);
}

} // namespace posenc::fuzz
