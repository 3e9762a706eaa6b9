#include "kernels/properties/periods.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <limits>

namespace posenc {
namespace {

/// Fewer than one turn over the length. Doubles decide, except for products that may round to 1 or wrap around.
bool is_unfinished(const Frequency& frequency, double length) {
  const double turns = nearest_double(frequency.value) * length;
  if (turns < 0.5 || turns > 2) return turns < 0.5;
  return frequency.value * static_cast<std::uint64_t>(length) < whole(1);
}

} // namespace

void periods(std::span<const Frequency> frequencies, std::span<double> out) {
  assert(out.size() >= frequencies.size());
  std::ranges::transform(frequencies, out.begin(), [](const Frequency& f) {
    const double turns = nearest_double(f.value);
    return turns == 0 ? std::numeric_limits<double>::infinity() : 1 / turns;
  });
}

std::size_t unfinished_pairs(std::span<const Frequency> frequencies, double length) {
  assert(length >= 0 && length <= 0x1p53);
  return static_cast<std::size_t>(
      std::ranges::count_if(frequencies, [&](const Frequency& f) { return is_unfinished(f, length); }));
}

} // namespace posenc
