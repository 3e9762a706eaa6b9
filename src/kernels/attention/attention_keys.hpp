/// One block of keys and values, and the products with them. For many rows it is packed: in float, and in double from
/// the first time that is asked for. For few it stays where it is.
#pragma once

#include "kernels/attention/attention_block.hpp"
#include "kernels/attention/attention_in_place.hpp"
#include "kernels/attention/attention_workspace.hpp"

namespace posenc {

class KeyBlock {
public:
  KeyBlock(const AttentionShape& shape, const Workspace& space, std::size_t kv_head)
      : space_(space), shape_(shape), k_(layout(shape.head_dim, kv_head)),
        v_(layout(shape.value_dim, kv_head)), in_place_(in_place(shape)) {}

  void start(std::span<const float> k, std::span<const float> v, std::size_t block) {
    first = block * block_keys;
    count = std::min(block_keys, shape_.keys - first);
    if (in_place_) {
      key_rows_ = rows(k, k_);
      value_rows_ = rows(v, v_);
    } else {
      pack(k, v);
    }
  }

  /// How many of the rows of a panel that are there have to be made.
  std::size_t rows_to_make(std::size_t present) const {
    return in_place_ ? std::min(present, panel_rows) : panel_rows;
  }

  /// The scores of the rows whose products are made in T, and key norms, as far as keys are needed.
  template <class T> void score(const T* const (&queries)[panel_rows], double scale, PanelBlock& work) {
    if (!in_place_) return score_keys(queries, keys<T>(), scale, work);
    for (std::size_t r = 0; r < work.rows; ++r)
      if (work.exact_scores[r] == std::is_same_v<T, double>)
        score_in_place(queries[r], key_rows_, scale, work.keys, work.scores + r * block_keys,
                       space_.key_norms);
  }

  /// What the weights of the rows gather whose sums are made in T; weights are the work's, in T.
  template <class T> void gather(const PanelBlock& work, const T* weights, double* totals) {
    if (!in_place_) {
      if (finite_) return gather_values<false>(work, weights, values<T>(), totals);
      return gather_values<true>(work, weights, values<T>(), totals);
    }
    for (std::size_t r = 0; r < work.rows; ++r) {
      const WeightRow<T> row{weights + r * block_keys, work.scores + r * block_keys, work.factor[r]};
      if (work.exact_sums[r] == std::is_same_v<T, double>)
        gather_in_place(row, value_rows_, work.keys, totals + r * panel_columns);
    }
  }

  std::size_t first = 0, count = 0;

private:
  RowLayout layout(std::size_t width, std::size_t kv_head) const {
    return {kv_head * width, shape_.kv_heads * width, 1, width};
  }

  HeadRows rows(std::span<const float> tensor, const RowLayout& layout) const {
    return {tensor.data() + layout(first), layout.stride, count, layout.width};
  }

  void pack(std::span<const float> k, std::span<const float> v) {
    depth_ = panels(count, panel_columns) * panel_columns;
    pack_transposed(k, k_, first, count, space_.keys);
    finite_ = pack_columns(v, v_, first, count, depth_, space_.values);
    for (std::size_t s = 0; s < depth_; s += panel_columns)
      square_lengths(space_.keys + s * shape_.head_dim, space_.key_norms + s);
    has_wide_ = false;
  }

  void square_lengths(const float* panel, float* norms) const {
    simd::f32x4 low = 0.0f, high = 0.0f;
    for (std::size_t i = 0; i < shape_.head_dim; ++i, panel += panel_columns) {
      const auto x = simd::f32x4::load_unaligned(panel), y = simd::f32x4::load_unaligned(panel + 4);
      low = low + x * x;
      high = high + y * y;
    }
    bounded_norms(low).store_unaligned(norms);
    bounded_norms(high).store_unaligned(norms + 4);
  }

  template <class T> Panels<T> keys() {
    const std::size_t count_of_panels = depth_ / panel_columns;
    if constexpr (std::is_same_v<T, float>)
      return {space_.keys, shape_.head_dim, count_of_panels};
    else
      return widened(), Panels<T>{space_.wide_keys, shape_.head_dim, count_of_panels};
  }

  template <class T> Panels<T> values() {
    const std::size_t count_of_panels = panels(shape_.value_dim, panel_columns);
    if constexpr (std::is_same_v<T, float>)
      return {space_.values, depth_, count_of_panels};
    else
      return widened(), Panels<T>{space_.wide_values, depth_, count_of_panels};
  }

  void widened() {
    if (has_wide_) return;
    has_wide_ = true;
    widen({space_.keys, depth_ * shape_.head_dim}, space_.wide_keys);
    widen({space_.values, depth_ * panels(shape_.value_dim, panel_columns) * panel_columns},
          space_.wide_values);
  }

  Workspace space_;
  const AttentionShape& shape_;
  RowLayout k_, v_;
  const bool in_place_;
  HeadRows key_rows_ = {}, value_rows_ = {}; // where they stay in place; else:
  std::size_t depth_ = 0;                    // keys of the block, in whole panels
  bool has_wide_ = false;
  bool finite_ = true; // whether no value is NaN or Inf
};

} // namespace posenc
