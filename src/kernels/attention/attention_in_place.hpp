/// One query with a block of keys and values that are read in place: for few queries, packing costs more than it saves.
/// Every sum has the order of attention_block.hpp, so the bits are equal.
#pragma once

#include "kernels/arithmetic/lanes.hpp"
#include "kernels/arithmetic/transpose.hpp"
#include "kernels/arithmetic/unroll.hpp"
#include "kernels/attention/attention_block.hpp"

namespace posenc {

/// Rows of one head, every stride floats.
struct HeadRows {
  const float* first;
  std::size_t stride, count, width;

  /// A row; the last one for rows beyond it.
  const float* operator()(std::size_t row) const { return first + std::min(row, count - 1) * stride; }
};

/// Four floats, as vectors of T.
template <class T> struct Four {
  static constexpr std::size_t size = 4 / Vector<T>::size;
  Vector<T> vectors[size];

  Four() = default;

  explicit Four(float x) {
    vectors[0] = static_cast<T>(x);
    vectors[size - 1] = vectors[0];
  }

  explicit Four(simd::f32x4 x) {
    if constexpr (std::is_same_v<T, float>)
      vectors[0] = x;
    else
      vectors[0] = simd::widen_low(x), vectors[1] = simd::widen_high(x);
  }

  void add_product(T factor, const Four& x) {
    POSENC_UNROLL
    for (std::size_t n = 0; n < size; ++n) vectors[n] = vectors[n] + Vector<T>(factor) * x.vectors[n];
  }

  void add(const Four& x) {
    POSENC_UNROLL
    for (std::size_t n = 0; n < size; ++n) vectors[n] = vectors[n] + x.vectors[n];
  }

  void store_scaled(T factor, T* out) const {
    POSENC_UNROLL
    for (std::size_t n = 0; n < size; ++n) (vectors[n] * factor).store_unaligned(out + n * Vector<T>::size);
  }

  void accumulate_to(double* total, double factor, double kept) const {
    POSENC_UNROLL
    for (std::size_t n = 0; n < size; ++n) accumulate(vectors[n], factor, kept, total + n * Vector<T>::size);
  }
};

/// Sums for four keys: of the products with a query so far, and of squares.
template <class T> struct KeySums {
  Four<T> products{0.0f};
  simd::f32x4 squares = 0.0f;

  void add(T query, simd::f32x4 channel) {
    products.add_product(query, Four<T>(channel));
    squares = squares + channel * channel;
  }

  [[gnu::always_inline]] void add_channel(const T* query, const float* const* keys, std::size_t i) {
    add(query[i], {keys[0][i], keys[1][i], keys[2][i], keys[3][i]});
  }

  [[gnu::always_inline]] void add_four_channels(const T* query, const float* const* keys, std::size_t i) {
    const auto channels = transposed(keys, i);
    POSENC_UNROLL
    for (std::size_t n = 0; n < 4; ++n) add(query[i + n], channels[n]);
  }
};

/// scores[s] = scale · Σ_i query[i] key[s, i] and norms[s] = Σ_i key[s, i]² for the 8 keys from s on.
template <class T>
void score_panel(const T* query, const HeadRows& keys, double scale, std::size_t s, T* scores, float* norms) {
  const float* rows[panel_columns];
  for (std::size_t r = 0; r < panel_columns; ++r) rows[r] = keys(s + r);
  KeySums<T> low, high;
  Four<T> low_total(0.0f), high_total(0.0f);
  for (std::size_t begin = 0, end = 0; begin < keys.width; begin = end) {
    end = is_precise<T> ? keys.width : std::min(begin + longest_float_sum, keys.width);
    low.products = high.products = Four<T>(0.0f);
    std::size_t i = begin;
    for (; i + 4 <= end; i += 4) {
      low.add_four_channels(query, rows, i);
      high.add_four_channels(query, rows + 4, i);
    }
    for (; i < end; ++i) {
      low.add_channel(query, rows, i);
      high.add_channel(query, rows + 4, i);
    }
    low_total.add(low.products);
    high_total.add(high.products);
  }
  low_total.store_scaled(static_cast<T>(scale), scores);
  high_total.store_scaled(static_cast<T>(scale), scores + 4);
  bounded_norms(low.squares).store_unaligned(norms);
  bounded_norms(high.squares).store_unaligned(norms + 4);
}

/// score_keys() for one row, with products in T, and the squares of the keys' lengths.
template <class T>
void score_in_place(const T* query, const HeadRows& keys, double scale, KeyRange range, T* scores,
                    float* norms) {
  for (std::size_t s = range.begin; s < range.end; s += panel_columns)
    score_panel(query, keys, scale, s, scores + s, norms + s);
}

/// One row's weights in T for a block of keys.
template <class T> struct WeightRow {
  const T* weights;
  const PanelBlock& block;
  std::size_t row; // of the block
};

/// out[c] = Σ_s weight[s] value[s, c] for the columns of some Fours from c.
template <class T, std::size_t fours>
void weighted_columns(const WeightRow<T>& row, const HeadRows& values, std::size_t c, KeyRange keys,
                      Four<T> (&out)[fours]) {
  const auto load = [&](const float* x) {
    return fours > 1 ? simd::f32x4::load_unaligned(x) : load_lanes(x, values.width - c);
  };
  Four<T> sum[fours]; // out is in memory
  POSENC_UNROLL
  for (std::size_t n = 0; n < fours; ++n) sum[n] = Four<T>(0.0f);
  for (std::size_t s = keys.begin; s < keys.end; ++s) {
    if (row.block.is_hidden(row.row, s)) continue;
    const float* value = values.first + s * values.stride + c;
    POSENC_UNROLL
    for (std::size_t n = 0; n < fours; ++n) sum[n].add_product(row.weights[s], Four<T>(load(value + 4 * n)));
  }
  POSENC_UNROLL
  for (std::size_t n = 0; n < fours; ++n) out[n] = sum[n];
}

/// total[c] ← total[c] · kept + Σ_s weight[s] value[s, c] for the columns of some Fours from c, (panel, 4, 8). The keys lie in
/// two stretches of longest_sum<T>.
template <class T, std::size_t fours>
void gather_columns(const WeightRow<T>& row, double kept, const HeadRows& values, std::size_t c,
                    KeyRange keys, double* total) {
  const std::size_t middle = std::min((keys.begin / longest_sum<T> + 1) * longest_sum<T>, keys.end);
  Four<T> sum[fours];
  weighted_columns(row, values, c, {keys.begin, middle}, sum);
  if (middle < keys.end) {
    Four<T> second[fours];
    weighted_columns(row, values, c, {middle, keys.end}, second);
    POSENC_UNROLL
    for (std::size_t n = 0; n < fours; ++n) sum[n].add(second[n]);
  }
  POSENC_UNROLL
  for (std::size_t n = 0; n < fours; ++n, c += 4)
    sum[n].accumulate_to(total + c / panel_columns * panel_rows * panel_columns + c % panel_columns, 1.0,
                         kept);
}

/// gather_values() for one row, with sums in T.
template <class T>
void gather_in_place(const WeightRow<T>& row, const HeadRows& values, KeyRange keys, double* total) {
  constexpr std::size_t fours = 8 / Four<T>::size;
  for (std::size_t begin = keys.begin, end = begin; begin < keys.end; begin = end) {
    end = std::min((begin / longest_pair<T> + 1) * longest_pair<T>, keys.end);
    const double kept = begin == keys.begin ? row.block.factor[row.row] : 1.0;
    std::size_t c = 0;
    for (; c + 4 * fours <= values.width; c += 4 * fours)
      gather_columns<T, fours>(row, kept, values, c, {begin, end}, total);
    for (; c < values.width; c += 4) gather_columns<T, 1>(row, kept, values, c, {begin, end}, total);
  }
}

} // namespace posenc
