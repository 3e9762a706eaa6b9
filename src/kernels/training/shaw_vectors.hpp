/// The index of Shaw's vector for a query and a key: their clipped distance.
///
///   r = min(max(j − i, −k), k) + k
///
/// Source    Shaw et al. 2018, arXiv 1803.02155, section 3.2
#pragma once

#include <algorithm>
#include <cstddef>

#include "kernels/training/head_attention.hpp"

namespace posenc {

/// Number of vectors: 2k + 1.
inline constexpr std::size_t most_shaw_vectors = 257;

/// The vector of key j for query i.
constexpr std::size_t shaw_vector(std::size_t vectors, std::size_t i, std::size_t j) {
  const std::size_t k = vectors / 2;
  return j < i ? k - std::min(k, i - j) : k + std::min(k, j - i);
}

/// Keys that a query sees, or may see.
constexpr std::size_t shaw_keys(const HeadAttention& shape, std::size_t i) {
  return shape.causal ? i + 1 : shape.length;
}

struct ShawVectors {
  std::size_t from, to;
};

/// The vectors of the keys of query i.
constexpr ShawVectors shaw_vectors(const HeadAttention& shape, std::size_t vectors, std::size_t i) {
  return {shaw_vector(vectors, i, 0), shaw_vector(vectors, i, shaw_keys(shape, i) - 1) + 1};
}

} // namespace posenc
