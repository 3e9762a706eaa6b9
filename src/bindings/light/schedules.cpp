/// Schedules of frequencies. The first slice is filled, or changed.
#include <emscripten/bind.h>

#include "bindings/slices.hpp"
#include "kernels/rotary/frequency_scaling.hpp"
#include "kernels/table/frequencies.hpp"
#include "kernels/table/recipe.hpp"

namespace posenc::bindings {
namespace {

std::size_t frequency_bytes() {
  return sizeof(Frequency);
}

void fill_geometric(Address list, double base, std::uint32_t numerator, std::uint32_t denominator) {
  const auto& [frequencies] = slices<1>(list);
  geometric_frequencies(frequencies, base, numerator, denominator);
}

void scale(Address list, double factor) {
  const auto& [frequencies] = slices<1>(list);
  scale_frequencies(frequencies, factor);
}

void fill_recipe(Address list, int recipe, double base, std::uint32_t numerator, std::uint32_t denominator) {
  const auto& [frequencies] = slices<1>(list);
  recipe_frequencies(frequencies, Recipe(recipe), base, numerator, denominator);
}

void cast(Address list) {
  const auto& [frequencies, settings, floats] = slices<3>(list);
  cast_frequencies(frequencies, floats);
}

} // namespace

EMSCRIPTEN_BINDINGS(schedules) {
  using emscripten::function;
  function("frequencyBytes", &frequency_bytes);
  function("geometricFrequencies", &fill_geometric);
  function("scaleFrequencies", &scale);
  function("recipeFrequencies", &fill_recipe);
  function("castFrequencies", &cast);
}

} // namespace posenc::bindings
