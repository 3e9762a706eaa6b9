/// How attention divides its scratch.
#pragma once

#include "kernels/attention/attention.hpp"
#include "kernels/attention/attention_block.hpp"
#include "kernels/attention/attention_mask.hpp"

namespace posenc {

inline constexpr std::size_t block_rows =
    128; // of queries: that often is a packed block of keys and values used

/// The sizes follow from the shape alone. Rows are those of a block of queries.
struct Workspace {
  SoftmaxRow* rows;
  KeyRange* seen;       // the keys that a row sees by position
  double* query_norms;  // squares of scale · |q|
  double* totals;       // (panel, panel of columns, 4, 8): sums of weighted values
  double* references;   // (row, block of keys): what the block's weights are relative to
  double* wide_queries; // (4, HS): one panel
  double* wide_keys;    // (panel of keys, HS, 8)
  double* wide_values;  // (panel of columns, key, 8)
  float *keys, *values; // the same
  float* key_norms;     // squares of |k|
  bool* exact;          // whether the row's next block of keys is made in double at once
  std::size_t bytes;
};

/// Without scratch, only the bytes.
inline Workspace workspace(const AttentionShape& shape, std::byte* scratch) {
  const std::size_t group = shape.kv_heads == 0 ? 0 : shape.heads / shape.kv_heads;
  const std::size_t rows = panels(std::min(shape.queries * group, block_rows), panel_rows) * panel_rows;
  const std::size_t keys = panels(std::min(shape.keys, block_keys), panel_columns) * panel_columns;
  const std::size_t columns = panels(shape.value_dim, panel_columns) * panel_columns;
  Workspace space{};
  const auto part = [&]<class T>(T*& pointer, std::size_t count) {
    if (scratch != nullptr) pointer = static_cast<T*>(static_cast<void*>(scratch + space.bytes));
    space.bytes += count * sizeof(T);
  };
  part(space.rows, rows);
  part(space.seen, rows);
  part(space.query_norms, rows);
  part(space.totals, rows * columns);
  part(space.references, rows * panels(shape.keys, block_keys));
  part(space.wide_queries, panel_rows * shape.head_dim);
  part(space.wide_keys, keys * shape.head_dim);
  part(space.wide_values, keys * columns);
  part(space.keys, keys * shape.head_dim);
  part(space.values, keys * columns);
  part(space.key_norms, keys);
  part(space.exact, rows);
  return space;
}

} // namespace posenc
