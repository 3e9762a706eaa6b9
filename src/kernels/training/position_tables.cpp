#include "kernels/training/position_tables.hpp"

#include <array>
#include <cassert>

#include "kernels/bias/alibi.hpp"
#include "kernels/bias/t5_buckets.hpp"
#include "kernels/rotary/frequency_scaling.hpp"
#include "kernels/rotary/ntk.hpp"
#include "kernels/rotary/rotary_table.hpp"
#include "kernels/rotary/yarn.hpp"
#include "kernels/table/sincos_table.hpp"

namespace posenc {

namespace {

constexpr float root_of_half = 0x1.6a09e6p-1f;
constexpr std::size_t most_heads = 16, most_steps = 256;

void added_table(const TrainingModel& model, double base, std::size_t positions,
                 std::span<Frequency> frequencies, std::span<float> out) {
  geometric_frequencies(frequencies.first(model.width / 2), base, 2, static_cast<std::uint32_t>(model.width));
  sincos_table(frequencies.first(model.width / 2), 0.0, positions, interleaved(model.width), out);
  for (float& entry : out) entry *= root_of_half;
}

void rotary(const TrainingModel& model, const PositionRule& rule, std::size_t positions,
            std::span<Frequency> scratch, std::span<float> out) {
  const auto frequencies = scratch.first(model.head_dim() / 2);
  const auto width = static_cast<std::uint32_t>(model.head_dim());
  double attention_factor = 1.0;
  switch (rule.stretch) {
  case StretchKind::none:
    geometric_frequencies(frequencies, rule.base, 2, width);
    break;
  case StretchKind::linear:
    geometric_frequencies(frequencies, rule.base, 2, width);
    divide_frequencies(frequencies, rule.factor);
    break;
  case StretchKind::ntk:
    ntk_frequencies(frequencies, rule.base, rule.factor);
    break;
  case StretchKind::yarn: {
    constexpr double beta_fast = 32, beta_slow = 1;
    yarn_frequencies(frequencies, rule.base, {rule.factor, rule.original_length, beta_fast, beta_slow, true});
    attention_factor = yarn_attention_factor(rule.factor, 1.0, 0.0);
    break;
  }
  }
  const RotaryTokens tokens{positions, 0.0, 0.0, {}, {}};
  rotary_table(frequencies, tokens, attention_factor, out);
}

} // namespace

std::uint64_t position_table_floats(const TrainingModel& model, std::size_t positions) {
  const std::uint64_t count = positions;
  switch (model.position) {
  case PositionKind::added:
    return count * model.width;
  case PositionKind::rotary:
    return count * model.head_dim();
  case PositionKind::bias:
  case PositionKind::t5:
    return (2 * count - 1) * model.heads;
  case PositionKind::none:
  case PositionKind::learned:
    break;
  }
  return 0;
}

void position_table(const TrainingModel& model, const PositionRule& rule, std::size_t positions,
                    std::span<Frequency> frequencies, std::span<float> out) {
  assert(out.size() == position_table_floats(model, positions));
  if (model.position == PositionKind::added) added_table(model, rule.base, positions, frequencies, out);
  if (model.position == PositionKind::rotary) rotary(model, rule, positions, frequencies, out);
  if (model.position != PositionKind::bias) return;
  std::array<double, most_heads> slopes;
  assert(model.heads <= most_heads);
  const auto used = std::span(slopes).first(model.heads);
  alibi_slopes(used);
  alibi(used, -static_cast<double>(positions - 1), out);
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

} // namespace posenc
