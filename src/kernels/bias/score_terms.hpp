/// Shared by the kernels that make scores from vectors of tokens and of positions.
#pragma once

#include <cassert>
#include <cstddef>
#include <span>

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/bias/score_block.hpp"

namespace posenc {

/// Vectors (tokens, heads, width) f32 row-major.
struct TokenVectors {
  std::span<const float> values;
  std::size_t heads, width;

  std::span<const float> at(std::size_t token, std::size_t head) const {
    return values.subspan((token * heads + head) * width, width);
  }
};

/// scores[h,i,j] = term(first_head + h, i, j), rounded to float.
template <class Term>
void put_scores(const ScoreBlock& block, std::size_t first_head, std::span<float> scores, const Term& term) {
  float* out = scores.data();
  const std::size_t heads = heads_of(scores.size(), block);
  for (std::size_t h = first_head; h < first_head + heads; ++h)
    for (std::size_t i = 0; i < block.queries; ++i)
      for (std::size_t j = 0; j < block.keys; ++j) *out++ = canonical(term(h, i, j));
}

} // namespace posenc
