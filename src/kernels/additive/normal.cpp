#include "kernels/additive/normal.hpp"

#include <cmath>
#include <cstddef>

#include "kernels/arithmetic/log2.hpp"
#include "kernels/arithmetic/philox.hpp"
#include "kernels/table/sine.hpp"

namespace posenc {
namespace {

/// The upper 53 bits of two words, as an integer.
double integer_of(std::uint32_t high, std::uint32_t low) {
  return static_cast<double>((std::uint64_t{high} << 32 | low) >> 11);
}

SineCosine<double> normal_pair(std::uint64_t number, std::uint32_t seed) {
  const auto words =
      philox<std::uint32_t>({static_cast<std::uint32_t>(RandomStream::normal),
                             static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32), 0},
                            {seed, 0});
  // −ln u = ln(1 + (1 − u)/u): near u = 1, ln u itself would have lost its digits.
  const double count = integer_of(words[0], words[1]) + 1; // u · 2^53
  const double logarithm = log2_1p(simd::f64x2((0x1p53 - count) / count)).get(0);
  constexpr double two_ln_2 = 0x1.62e42fefa39efp+0;
  const double radius = std::sqrt(two_ln_2 * logarithm);
  const SineCosine<double> direction =
      sine_cosine(Phase<double>{integer_of(words[2], words[3]) * 0x1p-53, 0});
  return {radius * direction.sine, radius * direction.cosine};
}

} // namespace

void normal_numbers(double sigma, std::uint32_t seed, std::span<double> out) {
  for (std::size_t n = 0; 2 * n < out.size(); ++n) {
    const SineCosine<double> pair = normal_pair(n, seed);
    out[2 * n] = sigma * pair.cosine;
    if (2 * n + 1 < out.size()) out[2 * n + 1] = sigma * pair.sine;
  }
}

} // namespace posenc
