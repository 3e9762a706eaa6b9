/// Transformer-XL's four terms of a score, straight from the definitions.
///
/// Source    Dai et al. 2019, arXiv 1901.02860, section 3.3
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

struct TransformerXL {
  std::size_t queries, keys, heads, width; // T, S, NH, C
  /// q (T, NH, C), k (S, NH, C), u and v (NH, C)
  std::span<const float> q, k, u, v;
  /// p (T + S − 1, NH, C): row i − j + S − 1 is for query i and key j.
  std::span<const float> positions;
};

/// (NH, T, S): q·k, q·p, u·k, v·p.
struct TransformerXLScores {
  std::vector<Wide> content_content, content_position, bias_content, bias_position;
};

TransformerXLScores transformer_xl(const TransformerXL& in);

} // namespace posenc::reference
