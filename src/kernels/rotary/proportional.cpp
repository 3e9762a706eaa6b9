#include "kernels/rotary/proportional.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>

#include "kernels/rotary/frequency_scaling.hpp"

namespace posenc {

void proportional_frequencies(std::span<Frequency> out, double base, std::size_t turning, double factor) {
  assert(turning <= out.size());
  geometric_frequencies(out.first(turning), base, 2, static_cast<std::uint32_t>(2 * out.size()));
  divide_frequencies(out.first(turning), factor);
  std::ranges::fill(out.subspan(turning), frequency({}));
}

} // namespace posenc
