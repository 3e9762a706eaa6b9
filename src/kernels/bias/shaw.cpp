#include "kernels/bias/shaw.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "kernels/arithmetic/dot.hpp"
#include "kernels/bias/score_terms.hpp"

namespace posenc {
namespace {

std::size_t clipped_row(double relative, std::uint32_t clip) {
  const double reach = clip;
  return static_cast<std::size_t>(std::clamp(relative, -reach, reach) + reach);
}

} // namespace

void shaw_rows(std::uint32_t clip, double first_relative, std::span<std::int32_t> rows) {
  for (std::size_t n = 0; n < rows.size(); ++n)
    rows[n] = static_cast<std::int32_t>(clipped_row(first_relative + static_cast<double>(n), clip));
}

void shaw_scores(std::span<const float> q, const RelativeTable& keys, const ShawShape& shape, double scale,
                 std::span<float> scores) {
  const auto& [block, heads, width, clip, first_head] = shape;
  const TokenVectors queries{q, heads, width};
  float* out = scores.data();
  const std::size_t end = first_head + heads_of(scores.size(), block);
  for (std::size_t h = first_head; h < end; ++h)
    for (std::size_t i = 0; i < block.queries; ++i) {
      const std::span<const float> query = queries.at(i, h);
      std::size_t previous = 0;
      for (std::size_t j = 0; j < block.keys; ++j, ++out) {
        const std::size_t index = clipped_row(relative_position(block, i, j), clip);
        // All keys beyond the clip have one score.
        *out = j > 0 && index == previous ? out[-1]
                                          : canonical(scale * dot(query, keys.row(index, h, heads, width)));
        previous = index;
      }
    }
}

void shaw_values(std::span<const float> weights, const RelativeTable& values, const ShawShape& shape,
                 std::span<float> out) {
  const auto& [block, heads, width, clip, first_head] = shape;
  assert(out.size() == block.queries * heads * width);
  const std::size_t weighted = block.keys == 0 ? heads : heads_of(weights.size(), block);
  constexpr std::size_t chunk = 64; // channels whose sums fit the stack
  std::array<double, chunk> sum;
  for (std::size_t i = 0; i < block.queries; ++i)
    for (std::size_t h = first_head; h < first_head + weighted; ++h)
      for (std::size_t begin = 0; begin < width; begin += chunk) {
        const std::size_t channels = std::min(chunk, width - begin);
        sum.fill(0.0);
        for (std::size_t j = 0; j < block.keys;) {
          const std::size_t index = clipped_row(relative_position(block, i, j), clip);
          double weight = 0; // of all keys that share the row
          do
            weight += static_cast<double>(weights[((h - first_head) * block.queries + i) * block.keys + j++]);
          while (j < block.keys && clipped_row(relative_position(block, i, j), clip) == index);
          if (weight == 0) continue;
          const float* value = values.row(index, h, heads, width).data() + begin;
          for (std::size_t c = 0; c < channels; ++c) sum[c] += weight * static_cast<double>(value[c]);
        }
        float* const put = out.data() + (i * heads + h) * width + begin;
        for (std::size_t c = 0; c < channels; ++c) put[c] = canonical(sum[c]);
      }
}

} // namespace posenc
