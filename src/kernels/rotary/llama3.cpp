#include "kernels/rotary/llama3.hpp"

#include <cstdint>

#include "kernels/arithmetic/fixed_functions.hpp"

namespace posenc {

void llama3_frequencies(std::span<Frequency> out, double base, const Llama3& settings) {
  // The frequency with that many turns over the trained length; scaled, as the length may exceed Fixed.
  const auto with_turns = [&](double turns) {
    return quotient(fixed(turns * 0x1p-32), fixed(settings.original_length * 0x1p-32));
  };
  const Fixed low = with_turns(settings.low_frequency_factor);
  const Fixed high = with_turns(settings.high_frequency_factor);
  const Fixed factor = fixed(settings.factor);
  geometric_frequencies(out, base, 2, static_cast<std::uint32_t>(2 * out.size()));
  for (Frequency& f : out) {
    if (high < f.value) continue;
    const Fixed kept = low < f.value ? quotient(f.value - low, high - low) : Fixed{};
    f = frequency(f.value * (kept + quotient(whole(1) - kept, factor)));
  }
}

} // namespace posenc
