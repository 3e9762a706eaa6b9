#include "kernels/rotary/ntk.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>

#include "kernels/arithmetic/fixed_functions.hpp"

namespace posenc {
namespace {

void grown_base_frequencies(std::span<Frequency> out, double base, const Signed& log_growth) {
  assert(out.size() >= 2);
  const auto width = static_cast<std::uint32_t>(2 * out.size());
  const Signed power{log_growth.size * std::uint64_t{width} / (width - 2), log_growth.negative};
  geometric_frequencies(out, logarithm(base) + power, 2, width);
}

/// ln(s n/L − (s − 1)). The growth exceeds what Fixed can hold, so it is divided by powers of two.
Signed log_growth(double factor, std::uint64_t original, std::uint64_t current) {
  if (current <= original) return {{}, false};
  const int excess = std::bit_width(current) - std::bit_width(original) - 31;
  const int k = std::max(excess, 0); // n / (L 2^k) < 2^32
  const Fixed lengths = quotient(current, original << k);
  const Fixed part = fixed(factor * 0x1p-32);
  const Fixed one = whole(1) >> 32;
  const Fixed growth = part * lengths - ((part - one) >> static_cast<unsigned>(k));
  return logarithm(growth, 32 + k);
}

} // namespace

void ntk_frequencies(std::span<Frequency> out, double base, double factor) {
  grown_base_frequencies(out, base, logarithm(factor));
}

void dynamic_ntk_frequencies(std::span<Frequency> out, double base, const DynamicNtk& settings) {
  grown_base_frequencies(out, base,
                         log_growth(settings.factor, static_cast<std::uint64_t>(settings.original_length),
                                    static_cast<std::uint64_t>(settings.current_length)));
}

} // namespace posenc
