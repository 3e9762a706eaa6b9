#include "reference/rotary/yarn.hpp"

#include <algorithm>

#include "reference/table/frequencies.hpp"

namespace posenc::reference {
namespace {

Wide floor(Wide x) {
  const Wide integer = static_cast<Wide>(static_cast<long long>(x)); // towards zero
  return integer > x ? integer - 1 : integer;
}

Wide ceiling(Wide x) {
  return -floor(-x);
}

} // namespace

std::vector<Wide> yarn_frequencies(std::size_t pairs, double base, const YarnSettings& s) {
  const Wide d = Wide(2 * pairs);
  const auto pair_of = [&](double rotations) {
    return d * logarithm(Wide(s.original_length) / (2 * pi * Wide(rotations))) / (2 * logarithm(Wide(base)));
  };
  Wide low = pair_of(s.beta_fast), high = pair_of(s.beta_slow);
  if (s.truncate) low = floor(low), high = ceiling(high);
  low = std::max(low, Wide(0));
  high = std::min(high, d - 1);
  if (low == high) high += Wide(1) / 1000;
  std::vector<Wide> omega = geometric_frequencies(pairs, base, 2, static_cast<unsigned>(2 * pairs));
  for (std::size_t i = 0; i < pairs; ++i) {
    const Wide ramp = std::clamp((Wide(i) - low) / (high - low), Wide(0), Wide(1));
    omega[i] = omega[i] / Wide(s.factor) * ramp + omega[i] * (1 - ramp);
  }
  return omega;
}

Wide yarn_attention_factor(double factor, double mscale, double mscale_all_dim) {
  if (factor <= 1) return 1;
  const Wide growth = logarithm(Wide(factor)) / 10;
  return (Wide(mscale) * growth + 1) / (Wide(mscale_all_dim) * growth + 1);
}

} // namespace posenc::reference
