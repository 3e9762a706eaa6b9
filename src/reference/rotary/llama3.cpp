#include "reference/rotary/llama3.hpp"

#include "reference/table/frequencies.hpp"

namespace posenc::reference {

std::vector<Wide> llama3_frequencies(std::size_t pairs, double base, const Llama3Settings& s) {
  const Wide length = Wide(s.original_length);
  const Wide low = Wide(s.low_frequency_factor), high = Wide(s.high_frequency_factor);
  std::vector<Wide> omega = geometric_frequencies(pairs, base, 2, static_cast<unsigned>(2 * pairs));
  for (Wide& frequency : omega) {
    const Wide wavelength = 2 * pi / frequency;
    if (wavelength * high < length) continue;
    const Wide slow = frequency / Wide(s.factor);
    if (wavelength * low > length) {
      frequency = slow;
    } else {
      const Wide smooth = (length / wavelength - low) / (high - low);
      frequency = (1 - smooth) * slow + smooth * frequency;
    }
  }
  return omega;
}

} // namespace posenc::reference
