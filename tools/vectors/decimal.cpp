#include "decimal.hpp"

#include <cstddef>

namespace posenc::vectors {
namespace {

using reference::Wide;

constexpr int digits = 20;

Wide power_of_ten(int exponent) {
  Wide power = 1;
  for (int k = 0; k < exponent; ++k) power *= 10;
  return power;
}

/// value · 10^exponent
Wide shifted(Wide value, int exponent) {
  return exponent < 0 ? value / power_of_ten(-exponent) : value * power_of_ten(exponent);
}

/// The digits of an integer below 10^20, from two halves, as it may be over 2^64.
std::string digits_of(Wide integer) {
  const Wide half = power_of_ten(digits / 2);
  const auto upper = static_cast<unsigned long long>(integer / half);
  const auto lower = static_cast<unsigned long long>(integer - Wide(upper) * half);
  const std::string tail = std::to_string(lower);
  return std::to_string(upper) + std::string(digits / 2 - tail.size(), '0') + tail;
}

Wide rounded(Wide positive) {
  const Wide half = power_of_ten(digits / 2);
  const Wide upper = static_cast<Wide>(static_cast<unsigned long long>(positive / half));
  const Wide lower = static_cast<Wide>(static_cast<unsigned long long>(positive - upper * half + Wide(0.5)));
  return upper * half + lower;
}

} // namespace

std::string decimal(Wide value) {
  if (value == 0) return "0";
  if (value < 0) return "-" + decimal(-value);
  int exponent = 0; // of the first digit
  while (shifted(value, -exponent) >= 10) ++exponent;
  while (shifted(value, -exponent) < 1) --exponent;
  Wide integer = rounded(shifted(value, digits - 1 - exponent));
  if (integer >= power_of_ten(digits)) {
    integer /= 10;
    ++exponent;
  }
  std::string text = digits_of(integer);
  text.erase(text.find_last_not_of('0') + 1);
  if (exponent >= 0 && exponent < digits) {
    const std::size_t point = static_cast<std::size_t>(exponent) + 1;
    if (text.size() <= point) return text + std::string(point - text.size(), '0');
    return text.insert(point, ".");
  }
  if (exponent < 0 && exponent >= -6)
    return "0." + std::string(static_cast<std::size_t>(-exponent) - 1, '0') + text;
  if (text.size() > 1) text.insert(1, ".");
  return text + "e" + std::to_string(exponent);
}

} // namespace posenc::vectors
