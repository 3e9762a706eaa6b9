#include "kernels/table/sincos_table.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "kernels/table/angle_sums.hpp"
#include "kernels/table/rounded_sine.hpp"
#include "kernels/table/table_store.hpp"

// Three levels, each for the entries that the one before could not round with certainty:
//   1. rows of consecutive positions by angle sums, errors about 1e-13 before rounding: here
//   2. a sine for each pair by itself, 5e-16: rounded_sine.cpp, for one entry in 10^4 or fewer here
//   3. 256-bit fixed point, 1e-45: rounded_sine.cpp, for one entry in 10^8

namespace posenc {
namespace {

using simd::f32x4;
using simd::f64x2;

/// Both ends of an interval that contains the exact values. If they round to the same float, that is the answer.
struct Interval {
  f32x4 low, high;

  simd::u32x4 doubt() const { return simd::bits(low) ^ simd::bits(high); } // not 0 if they differ
};

/// The rows before and after the middle of a block at one distance: both use the same four products of the angle sums.
struct IntervalPair {
  Interval before, after;

  simd::u32x4 doubt() const { return before.doubt() | after.doubt(); }
};

template <class Store> IntervalPair intervals(const AngleSums::State& state, const SineCosine<f64x2>& step) {
  const f64x2 ss = state.value.sine * step.sine, sc = state.value.sine * step.cosine;
  const f64x2 cs = state.value.cosine * step.sine, cc = state.value.cosine * step.cosine;
  const f64x2 low_sc = sc - state.sine_error, low_cc = cc - f64x2(AngleSums::cosine_error);
  const f64x2 sine_width = state.sine_error + state.sine_error, cosine_width(2 * AngleSums::cosine_error);
  const auto interval = [&](f64x2 sine, f64x2 cosine) {
    return Interval{Store::arrange(sine, cosine), Store::arrange(sine + sine_width, cosine + cosine_width)};
  };
  return {interval(low_sc - cs, low_cc + ss), interval(low_sc + cs, low_cc - ss)};
}

bool is_zero(simd::u32x4 x) {
  return xsimd::all(x == simd::u32x4(0));
}

/// Two rows, k before and k after the middle of the block. At the end of the block, both are the row before.
struct RowPair {
  float *before, *after;
};

/// Writes all groups, doubtful ones too. Returns true if none is in doubt.
template <class Store>
bool put_pair_of_rows(const AngleSums& sums, std::size_t k, std::size_t pairs, const Store& store,
                      RowPair rows) {
  simd::u32x4 doubt(0);
  const auto put = [&](std::size_t g, PairGroup at) {
    const IntervalPair values = intervals<Store>(sums.states[g], sums.steps[k][g]);
    store.put(rows.after, at.first, at.second, values.after.low);
    store.put(rows.before, at.first, at.second, values.before.low);
    doubt = doubt | values.doubt();
  };
  const std::size_t last = sums.count - 1; // the only one that may overlap
  for (std::size_t g = 0; g < last; ++g) put(g, {2 * (sums.first + g), 2 * (sums.first + g) + 1});
  put(last, pair_group(sums.first + last, pairs));
  return is_zero(doubt);
}

template <class Store>
void put_rounded(std::span<const Frequency> frequencies, PairGroup at, Position position, const Store& store,
                 float* row) {
  const SineCosine<f64x2> values =
      rounded_sine_cosine(frequencies[at.first], frequencies[at.second], position);
  store.put(row, at.first, at.second, Store::arrange(values.sine, values.cosine));
}

constexpr Position row_position(Position start, std::size_t t) {
  return {start.whole + static_cast<double>(t), start.fraction};
}

/// The doubtful groups of two rows again.
template <class Store>
void settle(const AngleSums& sums, std::size_t k, std::span<const Frequency> frequencies,
            const std::array<Position, 2>& positions, const Store& store, RowPair rows) {
  for (std::size_t g = 0; g < sums.count; ++g)
    if (!is_zero(intervals<Store>(sums.states[g], sums.steps[k][g]).doubt())) {
      const PairGroup at = pair_group(sums.first + g, frequencies.size());
      put_rounded(frequencies, at, positions[1], store, rows.after);
      put_rounded(frequencies, at, positions[0], store, rows.before);
    }
}

/// Every row of the groups that `sums` holds. `out` has `width` floats a row.
template <class Store>
void put_rows(AngleSums& sums, std::span<const Frequency> frequencies, Position start, std::size_t rows,
              const Store& store, float* out, std::size_t width) {
  constexpr std::size_t half = AngleSums::block_rows / 2;
  for (std::size_t t = 0; t < rows; t += AngleSums::block_rows) {
    if (t % AngleSums::anchor_rows == 0) {
      sums.set_anchor(frequencies, row_position(start, t));
    } else {
      sums.advance();
    }
    for (std::size_t k = 0; k < half; ++k) {
      const std::size_t before = t + half - 1 - k;
      if (before >= rows) continue;
      const std::size_t after = t + half + k < rows ? t + half + k : before;
      const RowPair pair{out + before * width, out + after * width};
      if (!put_pair_of_rows(sums, k, frequencies.size(), store, pair))
        settle(sums, k, frequencies, {row_position(start, before), row_position(start, after)}, store, pair);
    }
  }
}

[[gnu::noinline]] void put_row(std::span<const Frequency> frequencies, Columns columns, Position position,
                               const Layout& layout, float* row) {
  const std::size_t pairs = columns.pairs();
  for (std::size_t g = 0; g < group_count(pairs); ++g) {
    const PairGroup at = pair_group(g, pairs);
    put_pairs(rounded_sine_cosine(frequencies[at.first], frequencies[at.second], position), at, columns,
              layout, row);
  }
}

/// All rows of consecutive positions. `out` has `width` floats a row.
template <class Store>
void put_table(std::span<const Frequency> frequencies, Position start, std::size_t rows, const Store& store,
               float* out, std::size_t width) {
  AngleSums sums;
  const std::size_t groups = group_count(frequencies.size());
  for (std::size_t g = 0; g < groups; g += AngleSums::capacity) {
    sums.set_groups(frequencies, g, std::min(AngleSums::capacity, groups - g));
    put_rows(sums, frequencies, start, rows, store, out, width);
  }
}

constexpr Columns both_of_each(std::span<const Frequency> frequencies) {
  return {frequencies.size(), frequencies.size()};
}

} // namespace

void sincos_table(std::span<const Frequency> frequencies, double start, std::size_t rows, Layout layout,
                  std::span<float> out) {
  sincos_table(frequencies, both_of_each(frequencies), position(start), rows, layout, out);
}

void sincos_table(std::span<const Frequency> frequencies, Columns columns, Position start, std::size_t rows,
                  Layout layout, std::span<float> out) {
  assert(columns.pairs() <= frequencies.size() && out.size() >= rows * layout.row);
  if (rows < AngleSums::block_rows) { // too few to pay for angle sums
    for (std::size_t t = 0; t < rows; ++t)
      put_row(frequencies, columns, row_position(start, t), layout, out.data() + t * layout.row);
    return;
  }
  with_stores(layout, columns, [&](const auto& store, std::size_t first, std::size_t count) {
    put_table(frequencies.subspan(first, count), start, rows, store, out.data(), layout.row);
  });
}

void sincos_table_at(std::span<const Frequency> frequencies, std::span<const double> positions, Layout layout,
                     std::span<float> out) {
  sincos_table_at(frequencies, both_of_each(frequencies), positions, layout, out);
}

void sincos_table_at(std::span<const Frequency> frequencies, Columns columns,
                     std::span<const double> positions, Layout layout, std::span<float> out) {
  assert(columns.pairs() <= frequencies.size() && out.size() >= positions.size() * layout.row);
  for (std::size_t t = 0; t < positions.size(); ++t)
    put_row(frequencies, columns, position(positions[t]), layout, out.data() + t * layout.row);
}

} // namespace posenc
