#include "kernels/rotary/frequency_scaling.hpp"

#include <cassert>

#include "kernels/arithmetic/fixed_functions.hpp"

namespace posenc {

void scale_frequencies(std::span<Frequency> frequencies, double factor) {
  for (Frequency& f : frequencies) f = frequency(f.value * fixed(factor));
}

void divide_frequencies(std::span<Frequency> frequencies, double factor) {
  for (Frequency& f : frequencies) f = frequency(quotient(f.value, fixed(factor)));
}

void divide_frequencies(std::span<Frequency> frequencies, std::span<const double> divisors) {
  assert(divisors.size() == frequencies.size());
  for (std::size_t i = 0; i < frequencies.size(); ++i)
    divide_frequencies(frequencies.subspan(i, 1), divisors[i]);
}

} // namespace posenc
