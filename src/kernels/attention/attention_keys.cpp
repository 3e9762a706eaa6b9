#include "kernels/attention/attention_keys.hpp"

namespace posenc {
namespace {

RowLayout layout(const AttentionShape& shape, std::size_t width, std::size_t kv_head) {
  return {kv_head * width, shape.kv_heads * width, 1, width};
}

} // namespace

KeyBlock::KeyBlock(const AttentionShape& shape, const Workspace& space, std::size_t kv_head)
    : space_(space), shape_(shape), k_(layout(shape, shape.head_dim, kv_head)),
      v_(layout(shape, shape.value_dim, kv_head)), in_place_(in_place(shape)) {}

void KeyBlock::start(std::span<const float> k, std::span<const float> v, std::size_t block) {
  first = block * block_keys;
  count = std::min(block_keys, shape_.keys - first);
  if (in_place_) {
    key_rows_ = rows(k, k_);
    value_rows_ = rows(v, v_);
  } else {
    pack(k, v);
  }
}

void KeyBlock::score(const float* const (&queries)[panel_rows], const float* packed_queries,
                     PanelBlock& work) {
  if (!in_place_) return score_keys(packed_queries, keys<float>(), work);
  for (std::size_t r = 0; r < work.rows; ++r)
    if (!work.precise_scores[r])
      score_in_place(queries[r], key_rows_, work.scale[r], work.keys, work.float_scores + r * block_keys,
                     space_.key_norms);
}

void KeyBlock::score_precisely(const double* query, std::size_t row, PanelBlock& work) {
  double* const scores = work.scores + row * block_keys;
  if (in_place_)
    score_in_place(query, key_rows_, work.scale[row], work.keys, scores, space_.key_norms);
  else
    score_keys(query, keys<double>(), work.scale[row], work.keys, scores);
}

template <class T> void KeyBlock::gather(PanelBlock& work, const T* weights, double* totals) {
  if (!in_place_) {
    if (!is_precise<T> && finite_) work.pack_weights();
    if (finite_) return gather_values<false>(work, weights, values<T>(), totals);
    return gather_values<true>(work, weights, values<T>(), totals);
  }
  for (std::size_t r = 0; r < work.rows; ++r)
    if (work.precise_sums[r] == is_precise<T>)
      gather_in_place(WeightRow<T>{weights + r * block_keys, work, r}, value_rows_, work.keys,
                      totals + r * panel_columns);
}

template void KeyBlock::gather(PanelBlock&, const float*, double*);
template void KeyBlock::gather(PanelBlock&, const double*, double*);

HeadRows KeyBlock::rows(std::span<const float> tensor, const RowLayout& layout) const {
  return {tensor.data() + layout(first), layout.stride, count, layout.width};
}

void KeyBlock::pack(std::span<const float> k, std::span<const float> v) {
  depth_ = panels(count, panel_columns) * panel_columns;
  pack_transposed(k, k_, first, count, space_.keys);
  finite_ = pack_columns(v, v_, first, count, depth_, space_.values);
  for (std::size_t s = 0; s < depth_; s += panel_columns)
    square_lengths(space_.keys + s * shape_.head_dim, space_.key_norms + s);
  has_precise_ = false;
}

void KeyBlock::square_lengths(const float* panel, float* norms) const {
  simd::f32x4 low = 0.0f, high = 0.0f;
  for (std::size_t i = 0; i < shape_.head_dim; ++i, panel += panel_columns) {
    const auto x = simd::f32x4::load_unaligned(panel), y = simd::f32x4::load_unaligned(panel + 4);
    low = low + x * x;
    high = high + y * y;
  }
  bounded_norms(low).store_unaligned(norms);
  bounded_norms(high).store_unaligned(norms + 4);
}

template <class T> Panels<T> KeyBlock::keys() {
  const std::size_t count_of_panels = depth_ / panel_columns;
  if constexpr (is_precise<T>) {
    widen_once();
    return {space_.precise_keys, shape_.head_dim, count_of_panels};
  } else {
    return {space_.keys, shape_.head_dim, count_of_panels};
  }
}

template <class T> Panels<T> KeyBlock::values() {
  const std::size_t count_of_panels = panels(shape_.value_dim, panel_columns);
  if constexpr (is_precise<T>) {
    widen_once();
    return {space_.precise_values, depth_, count_of_panels};
  } else {
    return {space_.values, depth_, count_of_panels};
  }
}

void KeyBlock::widen_once() {
  if (has_precise_) return;
  has_precise_ = true;
  widen({space_.keys, depth_ * shape_.head_dim}, space_.precise_keys);
  widen({space_.values, depth_ * panels(shape_.value_dim, panel_columns) * panel_columns},
        space_.precise_values);
}

} // namespace posenc
