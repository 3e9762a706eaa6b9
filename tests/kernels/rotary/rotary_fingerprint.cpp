#include <vector>

#include "fingerprint.hpp"
#include "kernels/rotary/frequency_scaling.hpp"
#include "kernels/rotary/llama3.hpp"
#include "kernels/rotary/longrope.hpp"
#include "kernels/rotary/ntk.hpp"
#include "kernels/rotary/permute_pairing.hpp"
#include "kernels/rotary/proportional.hpp"
#include "kernels/rotary/rerotate.hpp"
#include "kernels/rotary/rotary_phases.hpp"
#include "kernels/rotary/rotate.hpp"
#include "kernels/rotary/xpos.hpp"
#include "kernels/rotary/yarn.hpp"
#include "kernels/table/axes_table.hpp"
#include "kernels/table/recipe.hpp"
#include "kernels/table/sincos_table.hpp"
#include "random_values.hpp"

using namespace posenc;

namespace {

void add_schedule(fingerprint::Hash& hash, std::span<const Frequency> frequencies) {
  for (const Frequency& f : frequencies) {
    const double parts[] = {f.hi, f.mid, f.lo, radians(f)};
    hash.add(parts);
    hash.add(f.value.limb);
  }
}

void add_factor(fingerprint::Hash& hash, double factor) {
  hash.add(std::vector<double>{factor});
}

std::vector<float> table(std::size_t pairs, double start, std::size_t rows) {
  std::vector<Frequency> frequencies(pairs);
  geometric_frequencies(frequencies, 10000, 2, static_cast<std::uint32_t>(2 * pairs));
  std::vector<float> out(rows * 2 * pairs);
  sincos_table(frequencies, start, rows, halves(2 * pairs), out);
  return out;
}

} // namespace

FINGERPRINT("rotary schedules of 64 pairs") {
  std::vector<Frequency> frequencies(64);
  geometric_frequencies(frequencies, 10000, 2, 128);
  divide_frequencies(frequencies, 2.7);
  add_schedule(hash, frequencies);
  scale_frequencies(frequencies, 0.3);
  add_schedule(hash, frequencies);
  ntk_frequencies(frequencies, 10000, 3.3);
  add_schedule(hash, frequencies);
  dynamic_ntk_frequencies(frequencies, 10000, {1.7, 4096, 131072});
  add_schedule(hash, frequencies);
  yarn_frequencies(frequencies, 150000, {32, 4096, 32, 1, false});
  add_schedule(hash, frequencies);
  llama3_frequencies(frequencies, 500000, {8, 8192, 1, 4});
  add_schedule(hash, frequencies);
  proportional_frequencies(frequencies, 1e6, 16, 3);
  add_schedule(hash, frequencies);
}
FINGERPRINT("rotary attention factors") {
  for (const double factor : {1.5, 4.0, 32.0, 40.0}) {
    add_factor(hash, yarn_attention_factor(factor, 1, 0));
    add_factor(hash, yarn_attention_factor(factor, 1, 0.707));
    add_factor(hash, longrope_attention_factor(factor, 4096));
  }
}
FINGERPRINT("rotate 37x3x70, 66 rotated, either pairing, and back") {
  const std::vector<float> x = RandomValues(1).floats(37 * 3 * 70), angles = table(33, 44000, 37);
  std::vector<float> out(x.size());
  for (const Pairing pairing : {Pairing::halves, Pairing::interleaved})
    for (const bool is_inverse : {false, true}) {
      rotate(x, angles, {37, 3, 70, 66}, {pairing, is_inverse}, out);
      hash.add(out);
    }
  permute_pairing(x, {37 * 3, 70, 66, 1}, Pairing::halves, out);
  hash.add(out);
}
FINGERPRINT("rerotate 37x3x70, 66 rotated, from the recipe to YaRN, either pairing") {
  const std::vector<float> x = RandomValues(1).floats(37 * 3 * 70);
  std::vector<float> recipe(33), out(x.size());
  recipe_frequencies(recipe, Recipe::direct, 10000, 2, 66);
  std::vector<Frequency> yarn(33);
  yarn_frequencies(yarn, 10000, {4, 4096, 32, 1, true});
  std::vector<double> from(37), to(37);
  for (std::size_t t = 0; t < 37; ++t) {
    from[t] = static_cast<double>(t * t * 1001);
    to[t] = static_cast<double>(t) * 0.25 - 3;
  }
  const std::vector<std::uint32_t> axes(33);
  std::vector<double> old_phases(37 * 66), angles(37 * 66), exponents(33);
  rotary_recipe_phases(recipe, {37, 0, 0, from, axes}, old_phases);
  rotary_phases(yarn, {37, 0, 0, to, axes}, angles);
  hash.add(old_phases);
  hash.add(angles);
  rerotation_table(old_phases, angles, 33, 1.1, angles);
  xpos_exponents(exponents, 0.4);
  xpos_quotient(angles, 33, {exponents, to, 512}, {exponents, from, 100000});
  hash.add(angles);
  for (const Pairing pairing : {Pairing::halves, Pairing::interleaved}) {
    rerotate(x, angles, {37, 3, 70, 66}, pairing, out);
    hash.add(out);
  }
}
FINGERPRINT("xpos 200x37") {
  std::vector<double> exponents(37), positions(200);
  xpos_exponents(exponents, 0.4);
  hash.add(exponents);
  for (std::size_t t = 0; t < positions.size(); ++t) positions[t] = static_cast<double>(t * t) - 1000.5;
  std::vector<float> scaled = table(37, 0, 200);
  xpos(scaled, exponents, positions, 512, XposSide::query);
  hash.add(scaled);
}
FINGERPRINT("axes_table 50x24 over 3 axes") {
  std::vector<Frequency> frequencies(24);
  geometric_frequencies(frequencies, 1e6, 2, 48);
  std::vector<std::uint32_t> axes(24);
  for (std::uint32_t i = 0; i < 24; ++i) axes[i] = i < 8 ? 0 : 1 + i % 2;
  std::vector<double> positions(150);
  for (std::size_t k = 0; k < positions.size(); ++k) positions[k] = static_cast<double>(k * k * 31);
  std::vector<float> out(50 * 48);
  axes_table(frequencies, axes, positions, 50, halves(48), out);
  hash.add(out);
}
