#include "kernels/training/position_tables.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "kernels/arithmetic/exp2.hpp"
#include "kernels/arithmetic/log2.hpp"
#include "kernels/bias/alibi.hpp"
#include "kernels/bias/kerple.hpp"
#include "kernels/bias/t5_buckets.hpp"
#include "kernels/rotary/frequency_scaling.hpp"
#include "kernels/rotary/rotary_table.hpp"
#include "kernels/table/sincos_table.hpp"

namespace posenc {

namespace {

constexpr float root_of_half = 0x1.6a09e6p-1f;
constexpr std::size_t most_heads = 16, most_steps = 256;

void scale(std::span<float> table) {
  for (float& entry : table) entry *= root_of_half;
}

} // namespace

void added_table(const TableOf& of, std::span<float> out) {
  const std::size_t width = of.model.width;
  const auto used = of.scratch.first(width / 2);
  geometric_frequencies(used, of.rule.base, 2, static_cast<std::uint32_t>(width));
  sincos_table(used, of.rule.start, of.positions, interleaved(width), out);
  scale(out);
}

void sines_table(const TableOf& of, std::span<float> out) {
  const std::size_t width = of.model.width;
  const auto used = of.scratch.first(width);
  geometric_frequencies(used, of.rule.base, 1, static_cast<std::uint32_t>(width));
  sincos_table(used, Columns{width, 0}, position(of.rule.start), of.positions, {0, width, 1, width}, out);
  scale(out);
}

void rotation_table(const TableOf& of, std::span<float> out) {
  const auto& [model, rule, ratios, positions, scratch] = of;
  const std::size_t pairs = model.head_dim() / 2, turned = ratios.size();
  assert(turned <= pairs);
  geometric_frequencies(scratch.first(turned), rule.base, 2, static_cast<std::uint32_t>(2 * turned));
  for (std::size_t i = 0; i < turned; ++i) scale_frequencies(scratch.subspan(i, 1), ratios[i]);
  std::ranges::fill(scratch.subspan(turned, pairs - turned), Frequency{});
  rotary_table(scratch.first(pairs), {positions, rule.start, 0.0, {}, {}}, rule.attention_factor, out);
  // Pairs that stay still are not multiplied either.
  for (std::size_t t = 0; t < positions; ++t)
    std::ranges::fill(out.subspan((2 * t + 1) * pairs + turned, pairs - turned), 1.0f);
}

void alibi_table(const TableOf& of, std::span<float> out) {
  std::array<double, most_heads> slopes;
  assert(of.model.heads <= most_heads);
  const auto used = std::span(slopes).first(of.model.heads);
  alibi_slopes(used);
  alibi(used, -static_cast<double>(of.positions - 1), out);
}

void position_buckets(const TrainingModel& model, const PositionRule& rule, std::size_t positions,
                      std::span<std::int32_t> out) {
  assert(out.size() == 2 * positions - 1);
  const T5Buckets settings{static_cast<std::uint32_t>(model.positions),
                           static_cast<std::uint32_t>(rule.max_distance), !model.causal};
  std::array<std::uint32_t, most_steps> boundaries;
  assert(settings.steps() <= most_steps);
  const auto used = std::span(boundaries).first(settings.steps() - 1);
  t5_boundaries(settings, used);
  t5_buckets(settings, used, -static_cast<double>(positions - 1), out);
}

void bucket_bias(std::span<const float> table, std::span<const std::int32_t> buckets, std::size_t heads,
                 std::span<float> out) {
  for (std::size_t h = 0; h < heads; ++h)
    for (std::size_t n = 0; n < buckets.size(); ++n)
      out[h * buckets.size() + n] = table[static_cast<std::size_t>(buckets[n]) * heads + h];
}

void bucket_bias_backward(std::span<const double> gradient, std::span<const std::int32_t> buckets,
                          std::size_t heads, std::span<float> table) {
  for (std::size_t b = 0; b < table.size() / heads; ++b)
    for (std::size_t h = 0; h < heads; ++h) {
      double sum = 0.0;
      for (std::size_t n = 0; n < buckets.size(); ++n)
        if (static_cast<std::size_t>(buckets[n]) == b) sum += gradient[h * buckets.size() + n];
      table[b * heads + h] = static_cast<float>(sum);
    }
}

void kerple_bias(std::span<const float> roots, std::size_t heads, std::span<float> out) {
  std::array<double, 2 * most_heads> squares;
  assert(roots.size() == 2 * heads && heads <= most_heads);
  std::ranges::transform(roots, squares.begin(), [](float root) { return double{root} * double{root}; });
  const std::size_t here = out.size() / heads / 2; // the place of distance 0
  kerple_logarithmic(std::span(squares).first(heads), std::span(squares).subspan(heads, heads),
                     -static_cast<double>(here), out);
}

void kerple_bias_backward(std::span<const double> gradient, std::span<const float> roots, std::size_t heads,
                          std::span<float> out) {
  const std::size_t count = gradient.size() / heads, here = count / 2; // the place of distance 0
  for (std::size_t h = 0; h < heads; ++h) {
    const double a = double{roots[h]}, b = double{roots[heads + h]};
    double of_a = 0.0, of_b = 0.0;
    for (std::size_t n = 0; n < count; ++n) {
      const double distance = std::abs(static_cast<double>(n) - static_cast<double>(here));
      const double grown = b * b * distance, g = gradient[h * count + n];
      of_a -= 2 * a * ln_2 * log2_1p(simd::f64x2(grown)).get(0) * g;
      of_b -= a * a * 2 * b * distance / (1 + grown) * g;
    }
    out[h] = static_cast<float>(of_a);
    out[heads + h] = static_cast<float>(of_b);
  }
}

} // namespace posenc
