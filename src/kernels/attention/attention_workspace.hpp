/// The parts of the scratch of attention.
#pragma once

#include "kernels/attention/attention.hpp"
#include "kernels/attention/attention_block.hpp"
#include "kernels/attention/attention_mask.hpp"

namespace posenc {

/// Rows of queries that use a packed block of keys and values before the next block is packed. With 2048 keys of 64 channels, 128
/// rows took 1.1 times as long in WebAssembly, and 512 as long as 256.
inline constexpr std::size_t block_rows = 256;

/// With no more query rows than this for a head of keys, packing costs more than it saves: against 4096 packed keys of 64
/// channels, 1 to 4 rows in place were 2.2, 1.6, 1.2 and 1.0 times as fast in WebAssembly.
inline constexpr std::size_t most_rows_in_place = 3;

inline std::size_t query_rows(const AttentionShape& shape) {
  return shape.kv_heads == 0 ? 0 : shape.queries * (shape.heads / shape.kv_heads);
}

/// Whether keys and values are read in place, for all heads one after the other, block by block.
inline bool in_place(const AttentionShape& shape) {
  return query_rows(shape) <= most_rows_in_place;
}

/// The sizes follow from the shape. Rows are the rows of a block of queries or, in place, of each head of keys.
struct Workspace {
  std::size_t row_count, column_count, block_count;
  SoftmaxRow* rows;
  KeyRange* seen;         // the keys that the row sees by position
  double* query_norms;    // squares of scale · |q|
  double* totals;         // (panel, panel of columns, 4, 8): sums of weighted values
  double* references;     // (row, block of keys): the reference of the block's weights
  double* precise_query;  // (HS)
  double* precise_keys;   // (panel of keys, HS, 8)
  double* precise_values; // (panel of columns, key, 8)
  float* queries;         // (panel, HS, 4)
  float *keys, *values;   // as the precise ones
  float* key_norms;       // squares of |k|
  bool* precise;          // whether the next block of keys starts with products in double
  std::size_t bytes;

  /// The part of one head of keys.
  Workspace of_head(std::size_t kv_head) const {
    Workspace head = *this;
    const std::size_t first = kv_head * row_count;
    head.rows += first;
    head.seen += first;
    head.query_norms += first;
    head.totals += first * column_count;
    head.references += first * block_count;
    head.precise += first;
    return head;
  }
};

/// Without scratch it only counts the bytes.
inline Workspace workspace(const AttentionShape& shape, std::byte* scratch) {
  const std::size_t keys = panels(std::min(shape.keys, block_keys), panel_columns) * panel_columns;
  Workspace space{};
  space.row_count = panels(std::min(query_rows(shape), block_rows), panel_rows) * panel_rows;
  space.column_count = panels(shape.value_dim, panel_columns) * panel_columns;
  space.block_count = panels(shape.keys, block_keys);
  const std::size_t rows = space.row_count * (in_place(shape) ? shape.kv_heads : 1);
  const std::size_t columns = space.column_count;
  const auto part = [&]<class T>(T*& pointer, std::size_t count) {
    if (scratch != nullptr) pointer = static_cast<T*>(static_cast<void*>(scratch + space.bytes));
    space.bytes += count * sizeof(T);
  };
  part(space.rows, rows);
  part(space.seen, rows);
  part(space.query_norms, rows);
  part(space.totals, rows * columns);
  part(space.references, rows * space.block_count);
  part(space.precise_query, shape.head_dim);
  part(space.precise_keys, keys * shape.head_dim);
  part(space.precise_values, keys * columns);
  part(space.queries, in_place(shape) ? 0 : space.row_count * shape.head_dim);
  part(space.keys, keys * shape.head_dim);
  part(space.values, keys * columns);
  part(space.key_norms, keys);
  part(space.precise, rows);
  return space;
}

} // namespace posenc
