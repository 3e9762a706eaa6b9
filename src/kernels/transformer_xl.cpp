#include "kernels/transformer_xl.hpp"

#include <cassert>

#include "kernels/canonical.hpp"
#include "kernels/dot.hpp"

namespace posenc {

void transformer_xl_positions(std::span<const float> encoding, std::span<const float> weight,
                              std::size_t encoding_width, std::span<float> positions) {
  if (positions.empty()) return;
  const std::size_t offsets = encoding.size() / encoding_width;
  const std::size_t channels = weight.size() / encoding_width; // NH · C
  assert(positions.size() == offsets * channels);
  for (std::size_t d = 0; d < offsets; ++d)
    for (std::size_t c = 0; c < channels; ++c)
      positions[d * channels + c] = canonical(dot(encoding.subspan(d * encoding_width, encoding_width),
                                                  weight.subspan(c * encoding_width, encoding_width)));
}

void transformer_xl_scores(const TransformerXLInput& input, TransformerXLTerms terms,
                           const TransformerXLShape& shape, double scale, std::span<float> scores) {
  const auto& [block, heads, width] = shape;
  assert(scores.size() == heads * block.queries * block.keys);
  const auto at = [&](std::span<const float> x, std::size_t token, std::size_t head) {
    return x.subspan((token * heads + head) * width, width);
  };
  float* out = scores.data();
  for (std::size_t h = 0; h < heads; ++h)
    for (std::size_t i = 0; i < block.queries; ++i)
      for (std::size_t j = 0; j < block.keys; ++j) {
        const std::size_t d = i + block.keys - 1 - j;
        double sum = 0;
        if (terms.content_content) sum += dot(at(input.q, i, h), at(input.k, j, h));
        if (terms.content_position) sum += dot(at(input.q, i, h), at(input.positions, d, h));
        if (terms.bias_content) sum += dot(at(input.u, 0, h), at(input.k, j, h));
        if (terms.bias_position) sum += dot(at(input.v, 0, h), at(input.positions, d, h));
        *out++ = canonical(scale * sum);
      }
}

} // namespace posenc
