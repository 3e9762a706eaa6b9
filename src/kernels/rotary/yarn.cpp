#include "kernels/rotary/yarn.hpp"

#include <cassert>
#include <cstdint>

#include "kernels/arithmetic/fixed_functions.hpp"

namespace posenc {
namespace {

/// corr(r), cut to −1 … d: beyond these the ramp does not change.
Signed pair_of(double rotations, double original_length, double base, std::uint32_t width) {
  const Signed turns = logarithm(original_length) - logarithm(radians_per_turn) - logarithm(rotations);
  const Fixed numerator = turns.size * std::uint64_t{width};
  const Fixed denominator = logarithm(base).size << 1;
  const std::uint32_t bound = turns.negative ? 1 : width;
  if (!(numerator < denominator * std::uint64_t{bound})) return {whole(bound), turns.negative};
  return {quotient(numerator, denominator), turns.negative};
}

constexpr std::uint32_t integer_part(const Fixed& x) {
  return x.limb[Fixed::limbs - 1];
}

Fixed floor(const Fixed& x) {
  return whole(integer_part(x));
}

Signed ceiling(const Signed& x) {
  const Fixed below = floor(x.size);
  if (x.negative) return {below, below != Fixed{}};
  return {x.size == below ? below : below + whole(1), false};
}

/// The pairs between which the ramp rises; `never` if it ends below pair 0.
struct Ramp {
  Fixed low, high;
  bool never = false; // ramp(i) = 0 for all pairs

  Fixed operator()(std::uint32_t pair) const {
    const Fixed i = whole(pair);
    if (never) return {};
    if (high < low) { // a falling line
      if (!(i < low)) return {};
      return high < i ? quotient(low - i, low - high) : whole(1);
    }
    if (!(low < i)) return {};
    return i < high ? quotient(i - low, high - low) : whole(1);
  }
};

Ramp ramp(double base, std::uint32_t width, const Yarn& settings) {
  Signed low = pair_of(settings.beta_fast, settings.original_length, base, width);
  Signed high = pair_of(settings.beta_slow, settings.original_length, base, width);
  if (settings.truncate) {
    low.size = floor(low.size);
    high = ceiling(high);
  }
  if (high.negative) return {{}, {}, true};
  Ramp result{low.negative ? Fixed{} : low.size, high.size};
  if (whole(width - 1) < result.high) result.high = whole(width - 1);
  if (result.high == result.low) result.high = result.high + whole(1) / 1000;
  return result;
}

} // namespace

void yarn_frequencies(std::span<Frequency> out, double base, const Yarn& settings) {
  const auto width = static_cast<std::uint32_t>(2 * out.size());
  const Ramp interpolated = ramp(base, width, settings);
  geometric_frequencies(out, base, 2, width);
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    const Fixed share = interpolated(i);
    out[i] = frequency(out[i].value * (whole(1) - share + quotient(share, fixed(settings.factor))));
  }
}

double yarn_attention_factor(double factor, double mscale, double mscale_all_dim) {
  if (factor <= 1) return 1;
  const Fixed log_factor = logarithm(factor).size;
  const auto magnitude = [&](double weight) { return log_factor * fixed(weight) / 10 + whole(1); };
  return nearest_double(quotient(magnitude(mscale), magnitude(mscale_all_dim)));
}

} // namespace posenc
