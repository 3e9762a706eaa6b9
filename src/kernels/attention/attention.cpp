#include "kernels/attention/attention.hpp"

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/attention/attention_mask.hpp"
#include "kernels/attention/attention_tiles.hpp"
#include "kernels/attention/attention_workspace.hpp"

#include <algorithm>

namespace posenc {

namespace {

/// One head of keys and values, with the query heads that share it as its rows: row r is query r / group.
class HeadGroup {
public:
  HeadGroup(const AttentionShape& shape, const AttentionOptions& options, const AttentionResult& result,
            const Workspace& space, std::size_t kv_head)
      : shape_(shape), options_(options), result_(result), space_(space),
        group_(shape.heads / shape.kv_heads), head_(kv_head * group_), rows_(shape.queries * group_),
        blocks_(panels(shape.keys, block_keys)), value_panels_(panels(shape.value_dim, panel_columns)) {
    const auto rows_of = [](std::size_t heads, std::size_t head, std::size_t group, std::size_t width) {
      return RowLayout{head * width, heads * width, group, width};
    };
    q_ = rows_of(shape.heads, head_, group_, shape.head_dim);
    k_ = rows_of(shape.kv_heads, kv_head, 1, shape.head_dim);
    v_ = rows_of(shape.kv_heads, kv_head, 1, shape.value_dim);
    out_ = rows_of(shape.heads, head_, group_, shape.value_dim);
  }

  void run(std::span<const float> q, std::span<const float> k, std::span<const float> v) {
    for (first_row_ = 0; first_row_ < rows_; first_row_ += block_rows) {
      row_count_ = std::min(block_rows, rows_ - first_row_);
      start_rows(q);
      const KeyRange keys = needed_keys();
      for (std::size_t block = keys.begin / block_keys; block * block_keys < keys.end; ++block) {
        start_keys(k, v, block);
        for (std::size_t row = 0; row < row_count_; row += panel_rows) attend(row, block);
      }
      for (std::size_t row = 0; row < row_count_; ++row) finish_row(row);
    }
  }

private:
  std::size_t query(std::size_t row) const { return (first_row_ + row) / group_; }

  std::size_t head(std::size_t row) const { return head_ + (first_row_ + row) % group_; }

  /// The row of a (NH, T, S) matrix that belongs to a row of the block.
  float* row_of(std::span<float> matrix, std::size_t row) const {
    return matrix.data() + (head(row) * shape_.queries + query(row)) * shape_.keys;
  }

  /// The totals of a panel's rows, (panel of columns, 4, 8).
  double* totals_of(std::size_t row) const {
    return space_.totals + row / panel_rows * value_panels_ * panel_rows * panel_columns;
  }

  void start_rows(std::span<const float> q) {
    pack_rows(q, q_, first_row_, row_count_, space_.queries);
    const std::size_t rows = panels(row_count_, panel_rows) * panel_rows;
    std::fill_n(space_.rows, rows, SoftmaxRow{});
    for (std::size_t row = 0; row < row_count_; ++row)
      space_.seen[row] = seen_keys(shape_, options_, query(row));
    std::fill_n(space_.totals, rows * value_panels_ * panel_columns, 0.0);
    if (result_.weights.empty()) return;
    std::fill_n(space_.references, rows * blocks_, -infinity);
    for (std::size_t row = 0; row < row_count_; ++row)
      std::fill_n(row_of(result_.weights, row), shape_.keys, 0.0f);
  }

  void start_keys(std::span<const float> k, std::span<const float> v, std::size_t block) {
    first_key_ = block * block_keys;
    key_count_ = std::min(block_keys, shape_.keys - first_key_);
    const std::size_t depth = panels(key_count_, panel_rows) * panel_rows;
    pack_rows(k, k_, first_key_, key_count_, space_.keys);
    finite_ = pack_columns(v, v_, first_key_, key_count_, depth, space_.values);
    values_ = {space_.values, depth, value_panels_};
    widened_ = false;
  }

  /// The keys for which anything has to be computed for the block of rows.
  KeyRange needed_keys() const {
    if (!result_.scores.empty()) return {0, shape_.keys};
    return {space_.seen[0].begin, space_.seen[row_count_ - 1].end};
  }

  /// The keys of the block that a row sees, counted from the block's first.
  KeyRange seen_in_block(std::size_t row) const {
    if (row >= row_count_) return {0, 0};
    const KeyRange seen = space_.seen[row];
    const std::size_t begin = std::max(seen.begin, first_key_);
    const std::size_t end = std::min(seen.end, first_key_ + key_count_);
    return begin < end ? KeyRange{begin - first_key_, end - first_key_} : KeyRange{0, 0};
  }

  /// The keys of the block for which a panel of rows has to be computed, in whole panels.
  KeyRange needed_in_block(const KeyRange (&seen)[panel_rows]) const {
    KeyRange any{block_keys, 0};
    for (const KeyRange& row : seen)
      if (row.begin < row.end) any = {std::min(any.begin, row.begin), std::max(any.end, row.end)};
    if (!result_.scores.empty()) any = {0, key_count_};
    return {any.begin / panel_rows * panel_rows, panels(any.end, panel_rows) * panel_rows};
  }

  /// The panel of rows that begins at row, and one block of keys: scores, weights, and what the weights gather.
  void attend(std::size_t row, std::size_t block) {
    KeyRange seen[panel_rows];
    for (std::size_t r = 0; r < panel_rows; ++r) seen[r] = seen_in_block(row + r);
    PanelBlock work;
    work.keys = needed_in_block(seen);
    if (work.keys.begin >= work.keys.end) return;
    for (std::size_t s = work.keys.begin; s < work.keys.end; s += panel_rows)
      score_tile(space_.queries + row * shape_.head_dim, space_.keys + s * shape_.head_dim, shape_.head_dim,
                 options_.scale * log2_e, work.scores + s, block_keys);
    double share[panel_rows];
    for (std::size_t r = 0; r < panel_rows; ++r) {
      finish_scores(row + r, seen[r], work);
      share[r] = weigh_row(row + r, seen[r], block, work);
    }
    choose_sums(share, options_.precise ? 0.0 : heavy_share, work);
    gather(work, totals_of(row));
  }

  void gather(const PanelBlock& work, double* totals) {
    const auto is_heavy = [](bool heavy) { return heavy; };
    if (!std::ranges::all_of(work.heavy, is_heavy)) gather_as(work, work.weights, values_, totals);
    if (std::ranges::none_of(work.heavy, is_heavy)) return;
    double weights[panel_rows * block_keys];
    widen(work.weights, weights);
    if (!widened_) widen({values_.panels, values_.count * values_.depth * panel_columns}, space_.wide_values);
    widened_ = true;
    gather_as(work, weights, ValueBlock<double>{space_.wide_values, values_.depth, values_.count}, totals);
  }

  template <class T>
  void gather_as(const PanelBlock& work, const T* weights, const ValueBlock<T>& values,
                 double* totals) const {
    if (finite_)
      gather_values<false>(work, weights, values, totals);
    else
      gather_values<true>(work, weights, values, totals);
  }

  /// From products to what the softmax takes.
  void finish_scores(std::size_t row, KeyRange seen, PanelBlock& work) const {
    const KeyRange keys = work.keys;
    double* scores = work.scores + row % panel_rows * block_keys;
    store_scores(ScoreStage::raw, row, scores);
    if (options_.softcap > 0.0) cap_scores(options_.softcap, scores + keys.begin, keys.end - keys.begin);
    store_scores(ScoreStage::capped, row, scores);
    if (seen.begin < seen.end && has_biases(options_))
      bias_scores(options_, {head(row), query(row), first_key_, scores}, seen);
    std::fill(scores + keys.begin, scores + std::max(keys.begin, seen.begin), -infinity);
    std::fill(scores + std::max(keys.begin, seen.end), scores + keys.end, -infinity);
    store_scores(ScoreStage::biased, row, scores);
  }

  void store_scores(ScoreStage stage, std::size_t row, const double* scores) const {
    if (result_.scores.empty() || stage != result_.stage || row >= row_count_) return;
    float* out = row_of(result_.scores, row) + first_key_;
    for (std::size_t s = 0; s < key_count_; ++s) out[s] = canonical(scores[s] / log2_e);
  }

  /// @returns the block's share of the row's weight so far
  double weigh_row(std::size_t row, KeyRange seen, std::size_t block, PanelBlock& work) {
    const KeyRange keys = work.keys;
    const std::size_t offset = row % panel_rows * block_keys;
    float* weights = work.weights + offset;
    const BlockWeight weight = weigh(work.scores + offset + keys.begin, keys.end - keys.begin,
                                     space_.rows[row], weights + keys.begin);
    work.factor[row % panel_rows] = weight.factor;
    if (result_.weights.empty() || row >= row_count_) return weight.share;
    std::copy(weights + seen.begin, weights + seen.end,
              row_of(result_.weights, row) + first_key_ + seen.begin);
    space_.references[row * blocks_ + block] = space_.rows[row].reference;
    return weight.share;
  }

  void finish_row(std::size_t row) {
    const SoftmaxRow& state = space_.rows[row];
    const double inverse = state.sum == 0.0 ? 0.0 : 1.0 / state.sum; // no key seen: zeros
    const double* total = totals_of(row) + row % panel_rows * panel_columns;
    float* out = result_.out.data() + out_(first_row_ + row);
    for (std::size_t c = 0; c < shape_.value_dim; c += panel_columns, total += panel_rows * panel_columns) {
      float columns[panel_columns];
      finish_columns(total, inverse, columns);
      std::copy_n(columns, std::min(panel_columns, shape_.value_dim - c), out + c);
    }
    if (!result_.weights.empty()) finish_weights(row, state.reference, inverse);
  }

  static void finish_columns(const double* totals, double inverse, float (&out)[panel_columns]) {
    for (std::size_t c = 0; c < panel_columns; c += 4) {
      const simd::f64x2 low = simd::f64x2::load_unaligned(totals + c) * inverse;
      const simd::f64x2 high = simd::f64x2::load_unaligned(totals + c + 2) * inverse;
      canonical(simd::narrow(low, high)).store_unaligned(out + c);
    }
  }

  void finish_weights(std::size_t row, double reference, double inverse) {
    float* weights = row_of(result_.weights, row);
    for (std::size_t block = 0; block < blocks_; ++block) {
      const double factor = inverse * rescale(space_.references[row * blocks_ + block], reference);
      const std::size_t end = std::min((block + 1) * block_keys, shape_.keys);
      for (std::size_t s = block * block_keys; s < end; ++s)
        weights[s] = canonical(static_cast<double>(weights[s]) * factor);
    }
  }

  const AttentionShape& shape_;
  const AttentionOptions& options_;
  const AttentionResult& result_;
  const Workspace& space_;
  std::size_t group_, head_, rows_, blocks_, value_panels_;
  RowLayout q_{}, k_{}, v_{}, out_{};
  std::size_t first_row_ = 0, row_count_ = 0; // of the block of rows at work
  std::size_t first_key_ = 0, key_count_ = 0; // of the block of keys
  ValueBlock<float> values_{};
  bool finite_ = true,
       widened_ = false; // whether no value is NaN or Inf; whether they are there as doubles too
};

} // namespace

std::size_t attention_scratch(const AttentionShape& shape, const AttentionOptions&) {
  return workspace(shape, nullptr).bytes;
}

void attention(std::span<const float> q, std::span<const float> k, std::span<const float> v,
               const AttentionShape& shape, const AttentionOptions& options, const AttentionResult& result,
               std::span<std::byte> scratch) {
  const Workspace space = workspace(shape, scratch.data());
  for (std::size_t kv_head = 0; kv_head < shape.kv_heads; ++kv_head)
    HeadGroup(shape, options, result, space, kv_head).run(q, k, v);
}

} // namespace posenc
