/// One block of keys and values, packed for the products: in float, and in double from the first time that is asked for.
#pragma once

#include "kernels/attention/attention_block.hpp"
#include "kernels/attention/attention_workspace.hpp"

namespace posenc {

class KeyBlock {
public:
  KeyBlock(const AttentionShape& shape, const Workspace& space, std::size_t kv_head)
      : space_(space), shape_(shape), k_(layout(shape.head_dim, kv_head)),
        v_(layout(shape.value_dim, kv_head)) {}

  void start(std::span<const float> k, std::span<const float> v, std::size_t block) {
    first = block * block_keys;
    count = std::min(block_keys, shape_.keys - first);
    depth_ = panels(count, panel_columns) * panel_columns;
    pack_transposed(k, k_, first, count, space_.keys);
    finite = pack_columns(v, v_, first, count, depth_, space_.values);
    for (std::size_t s = 0; s < depth_; s += panel_columns)
      square_lengths(space_.keys + s * shape_.head_dim, space_.key_norms + s);
    has_wide_ = false;
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

  std::size_t first = 0, count = 0;
  bool finite = true; // whether no value is NaN or Inf

private:
  RowLayout layout(std::size_t width, std::size_t kv_head) const {
    return {kv_head * width, shape_.kv_heads * width, 1, width};
  }

  /// Finite even where a key is not: a hidden key may hold anything, and its weight of 0 must make this 0.
  void square_lengths(const float* panel, float* norms) const {
    constexpr float largest = 1e30f;
    simd::f32x4 low = 0.0f, high = 0.0f;
    for (std::size_t i = 0; i < shape_.head_dim; ++i, panel += panel_columns) {
      const auto x = simd::f32x4::load_unaligned(panel), y = simd::f32x4::load_unaligned(panel + 4);
      low = low + x * x;
      high = high + y * y;
    }
    simd::smaller(largest, low).store_unaligned(norms); // the first where the other is NaN
    simd::smaller(largest, high).store_unaligned(norms + 4);
  }

  void widened() {
    if (has_wide_) return;
    has_wide_ = true;
    widen({space_.keys, depth_ * shape_.head_dim}, space_.wide_keys);
    widen({space_.values, depth_ * panels(shape_.value_dim, panel_columns) * panel_columns},
          space_.wide_values);
  }

  const Workspace& space_;
  const AttentionShape& shape_;
  RowLayout k_, v_;
  std::size_t depth_ = 0;
  bool has_wide_ = false;
};

} // namespace posenc
