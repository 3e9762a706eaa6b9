#include "kernels/rotary/proportional.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>

#include "kernels/rotary/frequency_scaling.hpp"

namespace posenc {

void proportional_frequencies(std::span<Frequency> out, double base, std::size_t rotated_pairs,
                              double factor) {
  assert(rotated_pairs <= out.size());
  geometric_frequencies(out.first(rotated_pairs), base, 2, static_cast<std::uint32_t>(2 * out.size()));
  divide_frequencies(out.first(rotated_pairs), factor);
  std::ranges::fill(out.subspan(rotated_pairs), frequency({}));
}

} // namespace posenc
