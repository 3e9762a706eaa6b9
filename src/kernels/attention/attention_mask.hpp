/// The keys that a query sees, and the cap, biases and masks of their scores.
#pragma once

#include <algorithm>
#include <limits>

#include "kernels/attention/attention.hpp"

namespace posenc {

/// Keys begin … end − 1; none if begin = end.
struct KeyRange {
  std::size_t begin, end;
};

/// By position: causal, window and chunk. Grows with the query at both ends.
KeyRange seen_keys(const AttentionShape&, const AttentionOptions&, std::size_t query);

/// One head's row of scores for one query, in units of ln 2, of the keys first_key … .
struct ScoreRow {
  std::size_t head, query, first_key;
  double* scores;
};

/// Hides the keys of a range that the query does not see, whatever they score.
template <class T> void hide_unseen(KeyRange keys, KeyRange seen, T* scores) {
  constexpr T hidden = -std::numeric_limits<T>::infinity();
  std::fill(scores + keys.begin, scores + std::max(keys.begin, seen.begin), hidden);
  std::fill(scores + std::max(keys.begin, seen.end), scores + keys.end, hidden);
}

/// Softcap, in place.
void cap_scores(double softcap, double* scores, std::size_t count);

inline bool has_biases(const AttentionOptions& options) {
  return !options.biases.empty() || !options.seen.values.empty();
}

/// Adds the biases of the keys in range, counted from the first, and hides those that the mask hides.
void bias_scores(const AttentionOptions&, ScoreRow, KeyRange);

} // namespace posenc
