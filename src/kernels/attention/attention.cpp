#include "kernels/attention/attention.hpp"

#include <algorithm>
#include <functional>

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/arithmetic/dot.hpp"
#include "kernels/arithmetic/transpose.hpp"
#include "kernels/attention/attention_keys.hpp"
#include "kernels/attention/attention_precision.hpp"

namespace posenc {
namespace {

/// One head of keys and values, and a block of rows of the query heads that share it: row r is query r / group. The state
/// between two blocks of keys is in the workspace.
class HeadGroup {
public:
  HeadGroup(const AttentionShape& shape, const AttentionOptions& options, const AttentionResult& result,
            const Workspace& space, std::size_t kv_head, std::size_t first_row)
      : shape_(shape), options_(options), result_(result), space_(space), keys_(shape, space, kv_head),
        group_(shape.heads / shape.kv_heads), head_(kv_head * group_), first_row_(first_row),
        row_count_(std::min(query_rows(shape) - first_row, block_rows)),
        value_panels_(panels(shape.value_dim, panel_columns)),
        all_precise_(options.precise || !result.weights.empty() || !result.scores.empty() ||
                     std::min(shape.head_dim, shape.keys) <= least_for_float),
        q_(layout(shape.head_dim)), out_(layout(shape.value_dim)) {}

  void start_rows(std::span<const float> q) {
    const std::size_t rows = panels(row_count_, panel_rows) * panel_rows;
    std::fill_n(space_.query_norms, rows, 0.0);
    std::fill_n(space_.precise, rows, all_precise_);
    for (std::size_t row = 0; row < rows; ++row) // those beyond the last one, too
      space_.rows[row] = start_of(row);
    for (std::size_t row = 0; row < row_count_; ++row) {
      const std::span<const float> vector{query_vector(q, row), shape_.head_dim};
      space_.seen[row] = seen_keys(shape_, options_, query(row));
      const double square = dot(vector, vector), scale = scale_of(row);
      space_.query_norms[row] = scale * scale * square;
      if (expected_noise(space_.query_norms[row], square, block_keys) > 1) space_.precise[row] = true;
    }
    for (std::size_t row = 0; row < rows && !in_place(shape_) && !all_precise_; row += panel_rows) {
      const float* vectors[panel_rows];
      query_vectors(q, row, vectors);
      pack_rows(vectors, shape_.head_dim, packed_queries(row));
    }
    std::fill_n(space_.totals, rows * value_panels_ * panel_columns, 0.0);
    if (result_.weights.empty()) return;
    std::fill_n(space_.references, rows * space_.block_count, -infinity);
    for (std::size_t row = 0; row < row_count_; ++row)
      std::fill_n(row_of(result_.weights, row), shape_.keys, 0.0f);
  }

  /// The keys that the block of rows needs.
  KeyRange needed_keys() const {
    if (!result_.scores.empty()) return {0, shape_.keys};
    return {space_.seen[0].begin, space_.seen[row_count_ - 1].end};
  }

  void attend_block(std::span<const float> q, std::span<const float> k, std::span<const float> v,
                    std::size_t block) {
    keys_.start(k, v, block);
    for (std::size_t row = 0; row < row_count_; row += panel_rows) attend(q, row, block);
  }

  void finish_rows() {
    for (std::size_t row = 0; row < row_count_; ++row) finish_row(row);
  }

private:
  std::size_t query(std::size_t row) const { return (first_row_ + row) / group_; }

  std::size_t head(std::size_t row) const { return head_ + (first_row_ + row) % group_; }

  double scale_of(std::size_t row) const {
    const std::span<const double> factors = options_.query_factors;
    return factors.empty() ? options_.scale : options_.scale * factors[query(row)];
  }

  SoftmaxRow start_of(std::size_t row) const {
    return options_.sinks.empty() ? SoftmaxRow{} : with_sink(static_cast<double>(options_.sinks[head(row)]));
  }

  /// The row of a (NH, T, S) matrix that belongs to a row of the block.
  float* row_of(std::span<float> matrix, std::size_t row) const {
    return matrix.data() + (head(row) * shape_.queries + query(row)) * shape_.keys;
  }

  /// The totals of a panel's rows, (panel of columns, 4, 8).
  double* totals_of(std::size_t row) const {
    return space_.totals + row / panel_rows * value_panels_ * panel_rows * panel_columns;
  }

  const float* query_vector(std::span<const float> q, std::size_t row) const {
    return q.data() + q_(first_row_ + row);
  }

  /// The queries of a panel; the last one in the place of missing rows.
  void query_vectors(std::span<const float> q, std::size_t row, const float* (&vectors)[panel_rows]) const {
    for (std::size_t r = 0; r < panel_rows; ++r)
      vectors[r] = query_vector(q, std::min(row + r, row_count_ - 1));
  }

  float* packed_queries(std::size_t row) const { return space_.queries + row * shape_.head_dim; }

  /// The keys of the block that a row sees, counted from the block's first.
  KeyRange seen_in_block(std::size_t row) const {
    if (row >= row_count_) return {0, 0};
    const KeyRange seen = space_.seen[row];
    const std::size_t begin = std::max(seen.begin, keys_.first);
    const std::size_t end = std::min(seen.end, keys_.first + keys_.count);
    return begin < end ? KeyRange{begin - keys_.first, end - keys_.first} : KeyRange{0, 0};
  }

  /// The keys of the block that a panel of rows needs, in whole panels.
  KeyRange needed_in_block(const KeyRange (&seen)[panel_rows]) const {
    KeyRange any{block_keys, 0};
    for (const KeyRange& row : seen)
      if (row.begin < row.end) any = {std::min(any.begin, row.begin), std::max(any.end, row.end)};
    if (!result_.scores.empty()) any = {0, keys_.count};
    return {any.begin / panel_columns * panel_columns, panels(any.end, panel_columns) * panel_columns};
  }

  /// One panel of rows from `row` on and one block of keys: scores, weights, weighted values. Rows with most of their weight
  /// on few keys are made again in double.
  void attend(std::span<const float> q, std::size_t row, std::size_t block) {
    KeyRange seen[panel_rows];
    for (std::size_t r = 0; r < panel_rows; ++r) seen[r] = seen_in_block(row + r);
    PanelBlock work;
    work.rows = keys_.rows_to_make(row_count_ - row);
    work.keys = needed_in_block(seen);
    if (work.keys.begin >= work.keys.end) return;
    const float* queries[panel_rows];
    query_vectors(q, row, queries);
    for (std::size_t r = 0; r < panel_rows; ++r)
      work.scale[r] = scale_of(std::min(row + r, row_count_ - 1)) * log2_e;
    std::copy_n(space_.precise + row, work.rows, work.precise_scores);
    const std::span precise(work.precise_scores, work.rows);
    if (!std::ranges::all_of(precise, std::identity{})) keys_.score(queries, packed_queries(row), work);
    for (std::size_t r = 0; r < work.rows; ++r) {
      if (!precise[r]) precise[r] = !weigh_row(row + r, seen[r], block, work);
      if (!precise[r]) continue;
      widen({queries[r], shape_.head_dim}, space_.precise_query);
      keys_.score_precisely(space_.precise_query, r, work);
      weigh_row(row + r, seen[r], block, work);
    }
    gather(work, totals_of(row));
  }

  void gather(PanelBlock& work, double* totals) {
    const std::span precise(work.precise_sums, work.rows);
    if (!std::ranges::all_of(precise, std::identity{})) keys_.gather(work, work.weights, totals);
    if (!std::ranges::any_of(precise, std::identity{})) return;
    double weights[panel_rows * block_keys];
    const KeyRange keys = work.keys;
    for (std::size_t s = keys.begin; s < work.rows * block_keys; s += block_keys)
      widen({work.weights + s, keys.end - keys.begin}, weights + s);
    keys_.gather(work, weights, totals);
  }

  /// Applies cap, biases and masks to the products of a row.
  void finish_scores(std::size_t row, KeyRange seen, PanelBlock& work) const {
    const KeyRange keys = work.keys;
    double* scores = work.scores + row % panel_rows * block_keys;
    store_scores(ScoreStage::raw, row, scores);
    if (options_.softcap > 0.0) cap_scores(options_.softcap, scores + keys.begin, keys.end - keys.begin);
    store_scores(ScoreStage::capped, row, scores);
    if (seen.begin < seen.end && has_biases(options_))
      bias_scores(options_, {head(row), query(row), keys_.first, scores}, seen);
    hide_unseen(keys, seen, scores);
    store_scores(ScoreStage::biased, row, scores);
  }

  void store_scores(ScoreStage stage, std::size_t row, const double* scores) const {
    if (result_.scores.empty() || stage != result_.stage || row >= row_count_) return;
    float* out = row_of(result_.scores, row) + keys_.first;
    for (std::size_t s = 0; s < keys_.count; ++s) out[s] = canonical(scores[s] / log2_e);
  }

  /// Weights from scores in double.
  Spread weigh_precisely(std::size_t row, KeyRange seen, SoftmaxRow& state, PanelBlock& work) const {
    finish_scores(row, seen, work);
    work.narrow_scores(row % panel_rows);
    const std::size_t offset = row % panel_rows * block_keys + work.keys.begin;
    return weigh(work.scores + offset, work.keys.end - work.keys.begin, state,
                 space_.key_norms + work.keys.begin, work.weights + offset);
  }

  /// Weights from scores in float. Cap and biases are applied in double.
  Spread weigh_floats(std::size_t row, KeyRange seen, SoftmaxRow& state, PanelBlock& work) const {
    const KeyRange keys = work.keys;
    const std::size_t first = row % panel_rows * block_keys;
    float* const scores = work.float_scores + first;
    if (options_.softcap > 0.0 || has_biases(options_)) {
      std::copy(scores + keys.begin, scores + keys.end, work.scores + first + keys.begin);
      finish_scores(row, seen, work);
      work.narrow_scores(row % panel_rows);
    } else {
      hide_unseen(keys, seen, scores);
    }
    return weigh(scores + keys.begin, keys.end - keys.begin, state, space_.key_norms + keys.begin,
                 work.weights + first + keys.begin);
  }

  /// Makes weights from products. @returns false if products in float are not enough; the state is then as before
  bool weigh_row(std::size_t row, KeyRange seen, std::size_t block, PanelBlock& work) {
    const std::size_t r = row % panel_rows;
    SoftmaxRow state = space_.rows[row];
    const Spread spread = work.precise_scores[r] ? weigh_precisely(row, seen, state, work)
                                                 : weigh_floats(row, seen, state, work);
    const double noise = score_noise(spread, state, space_.query_norms[row]);
    if (!(noise <= 1) && !work.precise_scores[r] && spread.squares != 0) return false;
    space_.precise[row] = all_precise_ || noise > lasting_noise;
    work.precise_sums[r] = all_precise_ || !has_even_weights(spread, state);
    work.factor[r] = rescale(space_.rows[row].reference, state.reference);
    space_.rows[row] = state;
    if (result_.weights.empty() || row >= row_count_) return true;
    const float* weights = work.weights + r * block_keys;
    std::copy(weights + seen.begin, weights + seen.end,
              row_of(result_.weights, row) + keys_.first + seen.begin);
    space_.references[row * space_.block_count + block] = state.reference;
    return true;
  }

  void finish_row(std::size_t row) {
    const SoftmaxRow& state = space_.rows[row];
    const double inverse = state.sum == 0.0 ? 0.0 : 1.0 / state.sum; // no key seen: zeros
    const double* total = totals_of(row) + row % panel_rows * panel_columns;
    float* out = result_.out.data() + out_(first_row_ + row);
    for_lanes(shape_.value_dim, [&](std::size_t c, std::size_t n) {
      const FourTerms sums =
          four_doubles(total + c / panel_columns * panel_rows * panel_columns + c % panel_columns);
      store_lanes(canonical(simd::narrow(sums.low * inverse, sums.high * inverse)), out + c, n);
    });
    if (!result_.log_sums.empty()) result_.log_sums[head(row) * shape_.queries + query(row)] = log_sum(state);
    if (!result_.weights.empty()) finish_weights(row, state.reference, inverse);
  }

  void finish_weights(std::size_t row, double reference, double inverse) {
    float* weights = row_of(result_.weights, row);
    for (std::size_t block = 0; block < space_.block_count; ++block) {
      const double factor = inverse * rescale(space_.references[row * space_.block_count + block], reference);
      const std::size_t end = std::min((block + 1) * block_keys, shape_.keys);
      for (std::size_t s = block * block_keys; s < end; ++s)
        weights[s] = canonical(static_cast<double>(weights[s]) * factor);
    }
  }

  RowLayout layout(std::size_t width) const { return {head_ * width, shape_.heads * width, group_, width}; }

  const AttentionShape& shape_;
  const AttentionOptions& options_;
  const AttentionResult& result_;
  Workspace space_;
  KeyBlock keys_;
  std::size_t group_, head_;
  std::size_t first_row_, row_count_; // of the block
  std::size_t value_panels_;
  bool all_precise_;
  RowLayout q_, out_;
};

/// Reads one float of each 64-byte cache line of a block of keys or values, so the strided reads of the heads hit the
/// cache.
void prefetch(std::span<const float> tensor, const AttentionShape& shape, std::size_t block) {
  constexpr std::size_t line = 64 / sizeof(float);
  const std::size_t width = tensor.size() / shape.keys;
  const std::size_t end = std::min((block + 1) * block_keys, shape.keys) * width;
  for (std::size_t i = block * block_keys * width; i < end; i += line)
    static_cast<void>(*static_cast<const volatile float*>(tensor.data() + i));
}

} // namespace

std::size_t attention_scratch(const AttentionShape& shape) {
  return workspace(shape, nullptr).bytes;
}

void attention(std::span<const float> q, std::span<const float> k, std::span<const float> v,
               const AttentionShape& shape, const AttentionOptions& options, const AttentionResult& result,
               std::span<std::byte> scratch) {
  const Workspace space = workspace(shape, scratch.data());
  // In place, all heads go through a block together: 4096 keys of 8 heads took 1.4 times as long head by head.
  const std::size_t at_once = in_place(shape) ? shape.kv_heads : 1;
  for (std::size_t head = 0; head < shape.kv_heads; head += at_once)
    for (std::size_t row = 0; row < query_rows(shape); row += block_rows) {
      const auto group = [&](std::size_t h) {
        return HeadGroup(shape, options, result, space.of_head(h), head + h, row);
      };
      for (std::size_t h = 0; h < at_once; ++h) group(h).start_rows(q);
      const KeyRange keys = group(0).needed_keys();
      for (std::size_t block = keys.begin / block_keys; block * block_keys < keys.end; ++block) {
        if (at_once > 1) prefetch(k, shape, block), prefetch(v, shape, block);
        for (std::size_t h = 0; h < at_once; ++h) group(h).attend_block(q, k, v, block);
      }
      for (std::size_t h = 0; h < at_once; ++h) group(h).finish_rows();
    }
}

} // namespace posenc
