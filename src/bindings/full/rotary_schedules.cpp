/// The schedules of rotary encodings. The first slice is filled, or changed; the second is a list that some need.
#include <emscripten/bind.h>

#include "bindings/slices.hpp"
#include "kernels/rotary/frequency_scaling.hpp"
#include "kernels/rotary/llama3.hpp"
#include "kernels/rotary/longrope.hpp"
#include "kernels/rotary/ntk.hpp"
#include "kernels/rotary/proportional.hpp"
#include "kernels/rotary/xpos.hpp"
#include "kernels/rotary/yarn.hpp"
#include "kernels/table/frequencies.hpp"
#include "kernels/table/restarted.hpp"

namespace posenc::bindings {
namespace {

// The structs are written from JavaScript: a change of their layout must not go unnoticed.
static_assert(sizeof(DynamicNtk) == 3 * 8 && sizeof(Llama3) == 4 * 8);

void divide(Address list, double factor) {
  const auto& [frequencies] = slices<1>(list);
  divide_frequencies(frequencies, factor);
}

void fill_ntk(Address list, double base, double factor) {
  const auto& [frequencies] = slices<1>(list);
  ntk_frequencies(frequencies, base, factor);
}

void fill_dynamic_ntk(Address list, double base) {
  const auto& [frequencies, settings] = slices<2>(list);
  dynamic_ntk_frequencies(frequencies, base, settings.as<DynamicNtk>());
}

/// The numbers of a Yarn.
struct YarnNumbers {
  double factor, original_length, beta_fast, beta_slow;
};

void fill_yarn(Address list, double base, bool truncate) {
  const auto& [frequencies, settings] = slices<2>(list);
  const auto& [factor, original_length, beta_fast, beta_slow] = settings.as<YarnNumbers>();
  yarn_frequencies(frequencies, base, {factor, original_length, beta_fast, beta_slow, truncate});
}

void fill_longrope(Address list, double base) {
  const auto& [frequencies, divisors] = slices<2>(list);
  longrope_frequencies(frequencies, base, divisors);
}

void fill_llama3(Address list, double base) {
  const auto& [frequencies, settings] = slices<2>(list);
  llama3_frequencies(frequencies, base, settings.as<Llama3>());
}

void fill_proportional(Address list, double base, std::size_t turning, double factor) {
  const auto& [frequencies] = slices<1>(list);
  proportional_frequencies(frequencies, base, turning, factor);
}

void fill_restarted(Address list, double base) {
  const auto& [frequencies, sections] = slices<2>(list);
  restarted_frequencies(frequencies, base, sections);
}

void fill_xpos_exponents(Address list, double gamma) {
  const auto& [exponents] = slices<1>(list);
  xpos_exponents(exponents, gamma);
}

} // namespace

EMSCRIPTEN_BINDINGS(rotary_schedules) {
  using emscripten::function;
  function("divideFrequencies", &divide);
  function("ntkFrequencies", &fill_ntk);
  function("dynamicNtkFrequencies", &fill_dynamic_ntk);
  function("yarnFrequencies", &fill_yarn);
  function("longropeFrequencies", &fill_longrope);
  function("llama3Frequencies", &fill_llama3);
  function("proportionalFrequencies", &fill_proportional);
  function("restartedFrequencies", &fill_restarted);
  function("xposExponents", &fill_xpos_exponents);
  function("yarnAttentionFactor", &yarn_attention_factor);
  function("longropeAttentionFactor", &longrope_attention_factor);
}

} // namespace posenc::bindings
