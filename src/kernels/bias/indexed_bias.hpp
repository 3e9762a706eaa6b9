/// A bias looked up in a table with a row for each index and a column for each head (T5, Swin).
///
///   out[h,n] = table[index[n], first_head + h]
///
/// Shapes    index (N) i32, table (rows, NH), out (heads, N) f32 row-major, of some or all of the NH heads. N is T + S − 1
///           for t5_buckets() and T · S for swin_index()
/// Requires  0 <= index < rows; no overlap. Checked by src/api
/// Accuracy  exact: values are copied
/// Source    Raffel et al. 2019, arXiv 1910.10683, section 2.1; Liu et al. 2021, arXiv 2103.14030, eq. 4
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace posenc {

void indexed_bias(std::span<const std::int32_t> index, std::span<const float> table, std::size_t heads,
                  std::size_t first_head, std::span<float> out);

} // namespace posenc
