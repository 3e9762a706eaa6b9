/// The queries and keys of a matrix of scores, and the order of their relative positions.
///
///   relative position of key j to query i:   j − (i + offset) = first_relative + n      n = j − i + T − 1
///
/// A bias that depends on the relative position alone is a vector of the T + S − 1 values n = 0 … T + S − 2 a head.
/// The row of query i is the S values from n = T − 1 − i on, in the order of the keys: attention reads it in place.
///
/// Large matrices are made in parts. A part has some queries, as a block of their own, and the heads from `first_head` on, as
/// many as the matrix has room for.
///
/// Units     tokens; offset is the number of keys in the cache before the first query, so that query i stands at
///           position i + offset and key j at position j
/// Requires  every position of a query or a key, and every difference of two, is an integer up to 2^53 in size
#pragma once

#include <cassert>
#include <cstddef>

namespace posenc {

struct ScoreBlock {
  std::size_t queries, keys; // T, S
  double offset = 0;
};

/// The number of relative positions in the block.
constexpr std::size_t relative_positions(const ScoreBlock& block) {
  return block.queries == 0 || block.keys == 0 ? 0 : block.queries + block.keys - 1;
}

/// The relative position of the first key to the last query. Requires a query.
constexpr double first_relative(const ScoreBlock& block) {
  return -(static_cast<double>(block.queries - 1) + block.offset);
}

/// The number of heads whose scores are `scores` numbers.
constexpr std::size_t heads_of(std::size_t scores, const ScoreBlock& block) {
  const std::size_t of_head = block.queries * block.keys;
  assert(of_head == 0 ? scores == 0 : scores % of_head == 0);
  return of_head == 0 ? 0 : scores / of_head;
}

constexpr double relative_position(const ScoreBlock& block, std::size_t query, std::size_t key) {
  return static_cast<double>(key) - (static_cast<double>(query) + block.offset);
}

/// The vector of a block as a block of one row: the scores of the last query, if all relative positions had a key.
constexpr ScoreBlock relative_row(const ScoreBlock& block) {
  return {1, relative_positions(block), -first_relative(block)};
}

} // namespace posenc
