#include "kernels/attention.hpp"

#include "kernels/attention_mask.hpp"
#include "kernels/attention_panels.hpp"
#include "kernels/attention_tiles.hpp"
#include "kernels/online_softmax.hpp"

#include <algorithm>

namespace posenc {

namespace {

constexpr double log2_e = 0x1.71547652b82fep+0; // scores are in units of ln 2
constexpr std::size_t block_rows = 128; // of queries: that often is a packed block of keys and values used
constexpr std::size_t block_keys =
    64; // at 64 channels 32 KiB of keys, 16 KiB of values; also the longest float sum

/// With few keys rounding errors do not average out, and doubles for the values cost little.
bool few_keys(const AttentionShape& shape) {
  return shape.keys <= 256;
}

/// What the scratch holds; the sizes follow from the shape alone. Value: of the weights and values that are multiplied.
template <class Value> struct Workspace {
  double *queries, *keys, *totals, *references;
  SoftmaxRow* rows;
  Value* values;
  std::size_t bytes;
};

template <class Value> Workspace<Value> workspace(const AttentionShape& shape, std::byte* scratch) {
  const std::size_t group = shape.kv_heads == 0 ? 0 : shape.heads / shape.kv_heads;
  const std::size_t rows = panels(std::min(shape.queries * group, block_rows), panel_rows) * panel_rows;
  const std::size_t keys = panels(std::min(shape.keys, block_keys), panel_rows) * panel_rows;
  const std::size_t columns = panels(shape.value_dim, panel_columns<Value>) * panel_columns<Value>;
  Workspace<Value> space{};
  const auto part = [&]<class T>(T*& pointer, std::size_t count) {
    if (scratch != nullptr) pointer = static_cast<T*>(static_cast<void*>(scratch + space.bytes));
    space.bytes += count * sizeof(T);
  };
  part(space.rows, rows);
  part(space.queries, rows * shape.head_dim);
  part(space.keys, keys * shape.head_dim);
  part(space.totals, rows * columns);
  part(space.references, rows * panels(shape.keys, block_keys));
  part(space.values, keys * columns);
  return space;
}

/// One head of keys and values, with the query heads that share it as its rows: row r is query r / group.
template <class Value> class HeadGroup {
public:
  HeadGroup(const AttentionShape& shape, const AttentionOptions& options, const AttentionResult& result,
            const Workspace<Value>& space, std::size_t kv_head)
      : shape_(shape), options_(options), result_(result), space_(space),
        group_(shape.heads / shape.kv_heads), head_(kv_head * group_), rows_(shape.queries * group_),
        blocks_(panels(shape.keys, block_keys)), value_panels_(panels(shape.value_dim, columns)) {
    const auto rows_of = [&](std::size_t heads, std::size_t head, std::size_t group, std::size_t width) {
      return HeadRows{head * width, heads * width, group, width};
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
      const std::size_t from = seen_keys(shape_, options_, first_row_ / group_).begin;
      const std::size_t to = seen_keys(shape_, options_, (first_row_ + row_count_ - 1) / group_).end;
      for (std::size_t block = from / block_keys; block * block_keys < to; ++block) {
        start_keys(k, v, block);
        for (std::size_t panel = 0; panel < panels(row_count_, panel_rows); ++panel) attend(panel, block);
      }
      for (std::size_t row = 0; row < row_count_; ++row) finish_row(row);
    }
  }

private:
  static constexpr std::size_t columns = panel_columns<Value>;
  using Scores = double[panel_rows * block_keys];
  using Weights = Value[panel_rows * block_keys];

  std::size_t query(std::size_t row) const { return (first_row_ + row) / group_; }

  /// The row of the weights matrix that belongs to a row of the block.
  float* weights_of(std::size_t row) const {
    const std::size_t head = head_ + (first_row_ + row) % group_;
    return result_.weights.data() + (head * shape_.queries + query(row)) * shape_.keys;
  }

  void start_rows(std::span<const float> q) {
    pack_rows(q, q_, first_row_, row_count_, space_.queries);
    const std::size_t rows = panels(row_count_, panel_rows) * panel_rows;
    std::fill_n(space_.rows, rows, SoftmaxRow{});
    std::fill_n(space_.totals, rows * value_panels_ * columns, 0.0);
    if (result_.weights.empty()) return;
    std::fill_n(space_.references, rows * blocks_, -infinity);
    for (std::size_t row = 0; row < row_count_; ++row) std::fill_n(weights_of(row), shape_.keys, 0.0f);
  }

  void start_keys(std::span<const float> k, std::span<const float> v, std::size_t block) {
    first_key_ = block * block_keys;
    key_count_ = std::min(block_keys, shape_.keys - first_key_);
    depth_ = panels(key_count_, panel_rows) * panel_rows;
    pack_rows(k, k_, first_key_, key_count_, space_.keys);
    finite_values_ = pack_columns(v, v_, first_key_, key_count_, depth_, space_.values);
  }

  /// The keys of the block that a row sees, counted from the block's first.
  KeyRange seen_in_block(std::size_t row) const {
    if (row >= row_count_) return {0, 0};
    const KeyRange seen = seen_keys(shape_, options_, query(row));
    const std::size_t begin = std::max(seen.begin, first_key_),
                      end = std::min(seen.end, first_key_ + key_count_);
    return begin < end ? KeyRange{begin - first_key_, end - first_key_} : KeyRange{0, 0};
  }

  /// One panel of rows and one block of keys: scores, weights, and the weighted values on top of the totals.
  void attend(std::size_t panel, std::size_t block) {
    KeyRange seen[panel_rows], any{block_keys, 0};
    for (std::size_t r = 0; r < panel_rows; ++r) {
      seen[r] = seen_in_block(panel * panel_rows + r);
      if (seen[r].begin == seen[r].end) continue;
      any = {std::min(any.begin, seen[r].begin), std::max(any.end, seen[r].end)};
    }
    if (any.begin >= any.end) return;
    any = {any.begin / panel_rows * panel_rows, panels(any.end, panel_rows) * panel_rows};

    Scores scores;
    Weights weights;
    double factor[panel_rows];
    score(panel, any, scores);
    for (std::size_t r = 0; r < panel_rows; ++r) {
      double* row = scores + r * block_keys;
      std::fill(row + any.begin, row + std::max(any.begin, seen[r].begin), -infinity);
      std::fill(row + std::max(any.begin, seen[r].end), row + any.end, -infinity);
      const std::size_t at = panel * panel_rows + r;
      Value* row_weights = weights + r * block_keys;
      factor[r] = weigh(row + any.begin, any.end - any.begin, space_.rows[at], row_weights + any.begin);
      if (result_.weights.empty() || at >= row_count_) continue;
      std::copy(row_weights + seen[r].begin, row_weights + seen[r].end,
                weights_of(at) + first_key_ + seen[r].begin);
      space_.references[at * blocks_ + block] = space_.rows[at].reference;
    }
    add_values(panel, any, scores, weights, factor);
  }

  void score(std::size_t panel, KeyRange any, Scores& scores) const {
    const double* queries = space_.queries + panel * panel_rows * shape_.head_dim;
    for (std::size_t s = any.begin; s < any.end; s += panel_rows)
      score_tile(queries, space_.keys + s * shape_.head_dim, shape_.head_dim, options_.scale * log2_e,
                 scores + s, block_keys);
  }

  void add_values(std::size_t panel, KeyRange any, const Scores& scores, const Weights& weights,
                  const double (&factor)[panel_rows]) {
    double* total = space_.totals + panel * value_panels_ * panel_rows * columns;
    const Value* values = space_.values + any.begin * columns;
    const std::size_t keys = any.end - any.begin;
    for (std::size_t column = 0; column < value_panels_; ++column) {
      ValueTile<Value> tile;
      if (finite_values_)
        value_tile(weights + any.begin, block_keys, values, keys, tile);
      else
        value_tile_guarded(weights + any.begin, scores + any.begin, block_keys, values, keys, tile);
      add_tile(tile, factor, total);
      values += depth_ * columns;
      total += panel_rows * columns;
    }
  }

  void finish_row(std::size_t row) {
    const SoftmaxRow& state = space_.rows[row];
    const double inverse = state.sum == 0.0 ? 0.0 : 1.0 / state.sum; // no key seen: zeros
    const double* total =
        space_.totals + row / panel_rows * value_panels_ * panel_rows * columns + row % panel_rows * columns;
    float* out = result_.out.data() + out_(first_row_ + row);
    for (std::size_t c = 0; c < shape_.value_dim; ++c) {
      const std::size_t column = c / columns * panel_rows * columns + c % columns;
      out[c] = canonical(total[column] * inverse);
    }
    if (!result_.weights.empty()) finish_weights(row, state, inverse);
  }

  void finish_weights(std::size_t row, const SoftmaxRow& state, double inverse) {
    float* weights = weights_of(row);
    for (std::size_t block = 0; block < blocks_; ++block) {
      const double factor = inverse * rescale(space_.references[row * blocks_ + block], state.reference);
      const std::size_t end = std::min((block + 1) * block_keys, shape_.keys);
      for (std::size_t s = block * block_keys; s < end; ++s)
        weights[s] = canonical(static_cast<double>(weights[s]) * factor);
    }
  }

  /// Rounded to float; NaN as the one that every engine writes alike.
  static float canonical(double x) {
    return x == x ? static_cast<float>(x) : std::numeric_limits<float>::quiet_NaN();
  }

  const AttentionShape& shape_;
  const AttentionOptions& options_;
  const AttentionResult& result_;
  const Workspace<Value>& space_;
  std::size_t group_, head_, rows_, blocks_, value_panels_;
  HeadRows q_{}, k_{}, v_{}, out_{};
  std::size_t first_row_ = 0, row_count_ = 0;             // of the block of rows at work
  std::size_t first_key_ = 0, key_count_ = 0, depth_ = 0; // of the block of keys; depth_: with the padding
  bool finite_values_ = true;
};

} // namespace

std::size_t attention_scratch(const AttentionShape& shape, const AttentionOptions&) {
  return few_keys(shape) ? workspace<double>(shape, nullptr).bytes : workspace<float>(shape, nullptr).bytes;
}

void attention(std::span<const float> q, std::span<const float> k, std::span<const float> v,
               const AttentionShape& shape, const AttentionOptions& options, AttentionResult result,
               std::span<std::byte> scratch) {
  const auto run = [&]<class Value>(const Workspace<Value>& space) {
    for (std::size_t kv_head = 0; kv_head < shape.kv_heads; ++kv_head)
      HeadGroup<Value>(shape, options, result, space, kv_head).run(q, k, v);
  };
  if (few_keys(shape))
    run(workspace<double>(shape, scratch.data()));
  else
    run(workspace<float>(shape, scratch.data()));
}

} // namespace posenc
