#include "kernels/attention/attention_mask.hpp"

#include <algorithm>

#include "kernels/arithmetic/exp2.hpp"
#include "kernels/attention/online_softmax.hpp"

namespace posenc {

KeyRange seen_keys(const AttentionShape& shape, const AttentionOptions& options, std::size_t query) {
  const std::ptrdiff_t keys = static_cast<std::ptrdiff_t>(shape.keys);
  const std::ptrdiff_t at = options.past + static_cast<std::ptrdiff_t>(query);
  const auto distance = [](std::size_t limit) { // capped beyond every distance, so sums stay in range
    return static_cast<std::ptrdiff_t>(std::min(limit, unlimited / 4));
  };
  std::ptrdiff_t before = distance(options.before), after = options.causal ? 0 : distance(options.after);
  if (options.chunk != 0) {
    const std::ptrdiff_t chunk = distance(options.chunk), in_chunk = (at % chunk + chunk) % chunk;
    before = std::min(before, in_chunk);
    after = std::min(after, chunk - 1 - in_chunk);
  }
  const std::ptrdiff_t begin = std::clamp<std::ptrdiff_t>(at - before, 0, keys);
  const std::ptrdiff_t end = std::clamp<std::ptrdiff_t>(at + after + 1, begin, keys);
  return {static_cast<std::size_t>(begin), static_cast<std::size_t>(end)};
}

void cap_scores(double softcap, double* scores, std::size_t count) {
  const simd::f64x2 height = softcap * log2_e;
  for (std::size_t s = 0; s < count; s += 2) {
    const simd::f64x2 score = simd::f64x2::load_unaligned(scores + s);
    const simd::f64x2 square = exp2(score * (2.0 / softcap)); // e^2x, and tanh x = 1 − 2 / (e^2x + 1)
    (height - (height + height) / (square + 1.0)).store_unaligned(scores + s);
  }
}

void bias_scores(const AttentionOptions& options, ScoreRow row, KeyRange keys) {
  for (const ScoreRows<float>& rows : options.biases) {
    const float* bias = rows.row(row.head, row.query) + row.first_key;
    for (std::size_t s = keys.begin; s < keys.end; ++s) {
      const double value = static_cast<double>(bias[s]);
      row.scores[s] =
          value == -infinity ? value : row.scores[s] + value * log2_e; // NaN must not show through
    }
  }
  if (options.seen.values.empty()) return;
  const std::uint8_t* seen = options.seen.row(row.head, row.query) + row.first_key;
  for (std::size_t s = keys.begin; s < keys.end; ++s)
    if (seen[s] == 0) row.scores[s] = -infinity;
}

} // namespace posenc
