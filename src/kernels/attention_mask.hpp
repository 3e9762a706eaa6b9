/// Which keys a query sees.
#pragma once

#include "kernels/attention.hpp"

#include <algorithm>

namespace posenc {

/// Keys begin … end − 1; none where begin ≥ end.
struct KeyRange {
  std::size_t begin, end;
};

inline KeyRange seen_keys(const AttentionShape& shape, const AttentionOptions& options, std::size_t query) {
  return {0, options.causal ? std::min(query + 1, shape.keys) : shape.keys};
}

} // namespace posenc
