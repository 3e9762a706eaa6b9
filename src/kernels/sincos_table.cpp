#include "kernels/sincos_table.hpp"

#include <algorithm>
#include <cassert>

#include "kernels/rounded_sine.hpp"
#include "kernels/table_store.hpp"
#include "kernels/turning.hpp"

// Three levels, each for what the one before could not round with certainty:
//   1. rows of consecutive positions by turning, errors about 1e-13 before rounding: here
//   2. a sine for each pair by itself, 5e-16: rounded_sine.cpp, for one entry in 10^4 or fewer here
//   3. 256-bit fixed point, 1e-45: rounded_sine.cpp, for one entry in 10^8

namespace posenc {
namespace {

using simd::f32x4;
using simd::f64x2;

/// Both ends of an interval that holds the exact values: they are the answer where they agree.
struct Interval {
  f32x4 low, high;

  simd::u32x4 doubt() const { return simd::bits(low) ^ simd::bits(high); } // not 0 where they differ
};

template <class Store> Interval interval(const Turning::State& state, const SineCosine<f64x2>& turn) {
  const SineCosine<f64x2> value = turned(state.value, turn);
  return {Store::arrange(value.sine - state.error.sine, value.cosine - state.error.cosine),
          Store::arrange(value.sine + state.error.sine, value.cosine + state.error.cosine)};
}

bool is_zero(simd::u32x4 x) {
  return xsimd::all(x == simd::u32x4(0));
}

/// Row k of the block. Doubtful groups are written all the same; true if there is none.
template <class Store>
bool put_turned(const Turning& turning, std::size_t k, std::size_t pairs, const Store& store, float* row) {
  simd::u32x4 doubt(0);
  const auto put = [&](std::size_t g, PairGroup at) {
    const Interval values = interval<Store>(turning.states[g], turning.turns[k][g]);
    store.put(row, at.first, at.second, values.low);
    doubt = doubt | values.doubt();
  };
  const std::size_t last = turning.count - 1; // the only one that may overlap
  for (std::size_t g = 0; g < last; ++g) put(g, {2 * (turning.first + g), 2 * (turning.first + g) + 1});
  put(last, pair_group(turning.first + last, pairs));
  return is_zero(doubt);
}

template <class Store>
void put_rounded(std::span<const Frequency> frequencies, PairGroup at, Position position, const Store& store,
                 float* row) {
  const SineCosine<f64x2> values =
      rounded_sine_cosine(frequencies[at.first], frequencies[at.second], position);
  store.put(row, at.first, at.second, Store::arrange(values.sine, values.cosine));
}

/// The doubtful groups of row k again.
template <class Store>
void settle(const Turning& turning, std::size_t k, std::span<const Frequency> frequencies, Position position,
            const Store& store, float* row) {
  for (std::size_t g = 0; g < turning.count; ++g)
    if (!is_zero(interval<Store>(turning.states[g], turning.turns[k][g]).doubt()))
      put_rounded(frequencies, pair_group(turning.first + g, frequencies.size()), position, store, row);
}

constexpr Position row_position(Position start, std::size_t t) {
  return {start.whole + static_cast<double>(t), start.fraction};
}

/// Every row of the groups that `turning` holds. `out` has `width` floats a row.
template <class Store>
void put_rows(Turning& turning, std::span<const Frequency> frequencies, Position start, std::size_t rows,
              const Store& store, float* out, std::size_t width) {
  for (std::size_t t = 0; t < rows; ++t) {
    const Position position = row_position(start, t);
    if (t % Turning::anchor_rows == 0) {
      turning.set_anchor(frequencies, position);
    } else if (t % Turning::block_rows == 0) {
      turning.advance();
    }
    const std::size_t k = t % Turning::block_rows;
    float* row = out + t * width;
    if (!put_turned(turning, k, frequencies.size(), store, row))
      settle(turning, k, frequencies, position, store, row);
  }
}

template <class Store>
void put_row(std::span<const Frequency> frequencies, Position position, const Store& store, float* row) {
  for (std::size_t g = 0; g < group_count(frequencies.size()); ++g)
    put_rounded(frequencies, pair_group(g, frequencies.size()), position, store, row);
}

} // namespace

void sincos_table(std::span<const Frequency> frequencies, double start, std::size_t rows, Layout layout,
                  std::span<float> out) {
  assert(out.size() >= rows * layout.row);
  const Position first = position(start);
  with_store(layout, frequencies.size(), [&](const auto& store) {
    if (rows < Turning::block_rows) { // too few to pay for the turns
      for (std::size_t t = 0; t < rows; ++t)
        put_row(frequencies, row_position(first, t), store, out.data() + t * layout.row);
      return;
    }
    Turning turning;
    const std::size_t groups = group_count(frequencies.size());
    for (std::size_t g = 0; g < groups; g += Turning::capacity) {
      turning.set_groups(frequencies, g, std::min(Turning::capacity, groups - g));
      put_rows(turning, frequencies, first, rows, store, out.data(), layout.row);
    }
  });
}

void sincos_table_at(std::span<const Frequency> frequencies, std::span<const double> positions, Layout layout,
                     std::span<float> out) {
  assert(out.size() >= positions.size() * layout.row);
  with_store(layout, frequencies.size(), [&](const auto& store) {
    for (std::size_t t = 0; t < positions.size(); ++t)
      put_row(frequencies, position(positions[t]), store, out.data() + t * layout.row);
  });
}

} // namespace posenc
