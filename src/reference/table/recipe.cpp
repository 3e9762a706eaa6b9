#include "reference/table/recipe.hpp"

namespace posenc::reference {
namespace {

float rounded(Wide x) {
  return static_cast<float>(x);
}

} // namespace

float direct_frequency(double base, std::uint32_t numerator_times_i, std::uint32_t denominator) {
  const float e = rounded(Wide(rounded(Wide(numerator_times_i))) / Wide(rounded(Wide(denominator))));
  const float w = rounded(exponential(Wide(e) * logarithm(Wide(rounded(Wide(base))))));
  return rounded(Wide(1) / Wide(w));
}

float logarithmic_frequency(double base, std::uint32_t numerator_times_i, std::uint32_t denominator) {
  const float c = rounded(-logarithm(Wide(base)) / Wide(denominator));
  const float y = rounded(Wide(rounded(Wide(numerator_times_i))) * Wide(c));
  return rounded(exponential(Wide(y)));
}

float cast_frequency(double base, std::uint32_t numerator_times_i, std::uint32_t denominator) {
  return rounded(exponential(-logarithm(Wide(base)) * Wide(numerator_times_i) / Wide(denominator)));
}

float recipe_phase(double position, float frequency, float scale) {
  const float product = rounded(Wide(rounded(Wide(position))) * Wide(frequency));
  return rounded(Wide(scale) * Wide(product));
}

} // namespace posenc::reference
