#include "kernels/sincos_table.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "kernels/rounded_sine.hpp"
#include "kernels/table_store.hpp"

// Three levels, each for what the one before could not round with certainty:
//   1. rows of consecutive positions, by turning the sines of a nearby row (this file): 1e-13 before rounding
//   2. a sine of its own for each pair (rounded_pairs, this file): 5e-16, relative
//   3. 256-bit fixed point (rounded_sine.cpp): about 1e-45
//
// Error of level 1, with u = 2^-53 and "size" = an upper bound of |sine| over the rows of an anchor, and likewise of
// |cosine|. Any sine of an angle between those rows is below both sizes or is bounded by 1 with them. A turn adds
// (2u rounding + 4u of the turning factors) · 2 size, and turns errors of the other value by sines that are below
// size: 24u size in all for each of the 32 turns from anchor to block. The last turn within a block adds 96u size,
// as its factors are products of up to 7 of their like. Together < 2^10 u size = 2^-43 size.

namespace posenc {
namespace {

using simd::f32x4;
using simd::f64x2;

// Rows made from one state; enough to hide the cost of the next state.
constexpr std::size_t block_rows = 8;
// Rows before the state is made anew from a sine of its own.
constexpr std::size_t anchor_rows = 256;
// Groups whose state is kept at a time: 22 KiB, which fit the stack and a first-level cache.
constexpr std::size_t chunk_groups = 64;

constexpr double turning_error = 0x1p-43;

/// Two neighbouring pairs, one in each lane. The last group of an odd number of pairs overlaps the one before.
struct Group {
  std::size_t first, second;
};

constexpr std::size_t groups(std::size_t pairs) {
  return (pairs + 1) / 2;
}

constexpr Group group(std::size_t index, std::size_t pairs) {
  if (pairs == 1) return {0, 0};
  const std::size_t first = std::min(2 * index, pairs - 2);
  return {first, first + 1};
}

/// The working set of neighbouring groups.
struct Chunk {
  struct State {
    SineCosine<f64x2> value;      // of the first row of the block
    SineCosine<f64x2> error;      // bounds of the errors of every row up to the next anchor
    SineCosine<f64x2> block_turn; // by block_rows positions
  };
  std::array<State, chunk_groups> states;
  std::array<std::array<SineCosine<f64x2>, chunk_groups>, block_rows> turns; // [k]: by k positions
  std::size_t first, groups;

  Group group(std::size_t index, std::size_t pairs) const { return posenc::group(first + index, pairs); }
};

SineCosine<f64x2> turned(const SineCosine<f64x2>& a, const SineCosine<f64x2>& b) {
  return {a.sine * b.cosine + a.cosine * b.sine, a.cosine * b.cosine - a.sine * b.sine};
}

/// Sets the turns by 0 … block_rows positions. The last one has a sine of its own, as its error is repeated.
void set_turns(Chunk& chunk, std::span<const Frequency> frequencies) {
  for (std::size_t g = 0; g < chunk.groups; ++g) {
    const Group pairs = chunk.group(g, frequencies.size());
    const Frequency& a = frequencies[pairs.first];
    const Frequency& b = frequencies[pairs.second];
    const SineCosine<f64x2> one = sine_cosine(a, b, {1, 0});
    chunk.turns[0][g] = {f64x2(0.0), f64x2(1.0)};
    for (std::size_t k = 1; k < block_rows; ++k) chunk.turns[k][g] = turned(chunk.turns[k - 1][g], one);
    chunk.states[g].block_turn = sine_cosine(a, b, {double{block_rows}, 0});
  }
}

/// Sets the states to the sines of a position, and the bounds of their error for the rows up to the next anchor.
void set_anchor(Chunk& chunk, std::span<const Frequency> frequencies, Position position) {
  constexpr double two_pi_up = 6.2832;
  for (std::size_t g = 0; g < chunk.groups; ++g) {
    const Group pairs = chunk.group(g, frequencies.size());
    const Frequency& a = frequencies[pairs.first];
    const Frequency& b = frequencies[pairs.second];
    const f64x2 sweep = f64x2(a.hi + a.mid, b.hi + b.mid) * f64x2(two_pi_up * anchor_rows); // radians
    const auto error = [&](f64x2 value) {
      return xsimd::min(xsimd::abs(value) + sweep, f64x2(1.0)) * f64x2(turning_error);
    };
    Chunk::State& state = chunk.states[g];
    state.value = sine_cosine(a, b, position);
    state.error = {error(state.value.sine), error(state.value.cosine)};
  }
}

void advance(Chunk& chunk) {
  for (std::size_t g = 0; g < chunk.groups; ++g)
    chunk.states[g].value = turned(chunk.states[g].value, chunk.states[g].block_turn);
}

/// Both ends of an interval that holds the exact values: they are the answer where they agree.
struct Interval {
  f32x4 low, high;
};

template <class Store> Interval interval(const Chunk::State& state, const SineCosine<f64x2>& turn) {
  const SineCosine<f64x2> value = turned(state.value, turn);
  return {Store::arrange(value.sine - state.error.sine, value.cosine - state.error.cosine),
          Store::arrange(value.sine + state.error.sine, value.cosine + state.error.cosine)};
}

/// One row of the chunk. Its doubtful groups are written all the same, and reported.
template <class Store>
bool put_row(const Chunk& chunk, std::size_t k, std::size_t pairs, const Store& store, float* row) {
  simd::u32x4 doubtful(0);
  const auto put = [&](std::size_t g, Group at) {
    const Interval values = interval<Store>(chunk.states[g], chunk.turns[k][g]);
    store.put(row, at.first, at.second, values.low);
    doubtful = doubtful | (simd::bits(values.low) ^ simd::bits(values.high));
  };
  const std::size_t last = chunk.groups - 1; // may overlap the one before it
  for (std::size_t g = 0; g < last; ++g) put(g, {2 * (chunk.first + g), 2 * (chunk.first + g) + 1});
  put(last, chunk.group(last, pairs));
  return xsimd::all(doubtful == simd::u32x4(0));
}

template <class Store>
void put_rounded(std::span<const Frequency> frequencies, Group at, Position position, const Store& store,
                 float* row) {
  const SineCosine<f64x2> values =
      rounded_sine_cosine(frequencies[at.first], frequencies[at.second], position);
  store.put(row, at.first, at.second, Store::arrange(values.sine, values.cosine));
}

/// Does the doubtful groups of a row again.
template <class Store>
void settle_row(const Chunk& chunk, std::size_t k, std::span<const Frequency> frequencies, Position position,
                const Store& store, float* row) {
  for (std::size_t g = 0; g < chunk.groups; ++g) {
    const Interval values = interval<Store>(chunk.states[g], chunk.turns[k][g]);
    if (xsimd::any(values.low != values.high))
      put_rounded(frequencies, chunk.group(g, frequencies.size()), position, store, row);
  }
}

template <class Store>
void put_chunk(Chunk& chunk, std::span<const Frequency> frequencies, Position start, std::size_t rows,
               const Store& store, float* out, std::size_t width) {
  const auto position = [&](std::size_t t) {
    return Position{start.whole + static_cast<double>(t), start.fraction};
  };
  set_turns(chunk, frequencies);
  for (std::size_t t = 0; t < rows; ++t) {
    if (t % anchor_rows == 0) {
      set_anchor(chunk, frequencies, position(t));
    } else if (t % block_rows == 0) {
      advance(chunk);
    }
    const std::size_t k = t % block_rows;
    float* row = out + t * width;
    if (!put_row(chunk, k, frequencies.size(), store, row))
      settle_row(chunk, k, frequencies, position(t), store, row);
  }
}

template <class Store>
void put_row_rounded(std::span<const Frequency> frequencies, Position position, const Store& store,
                     float* row) {
  for (std::size_t g = 0; g < groups(frequencies.size()); ++g)
    put_rounded(frequencies, group(g, frequencies.size()), position, store, row);
}

} // namespace

void sincos_table(std::span<const Frequency> frequencies, double start, std::size_t rows, Layout layout,
                  std::span<float> out) {
  assert(out.size() >= rows * layout.row);
  const Position first = position(start);
  with_store(layout, frequencies.size(), [&](const auto& store) {
    if (rows < block_rows) { // too few to pay for the turns
      for (std::size_t t = 0; t < rows; ++t)
        put_row_rounded(frequencies, {first.whole + static_cast<double>(t), first.fraction}, store,
                        out.data() + t * layout.row);
      return;
    }
    Chunk chunk;
    const std::size_t all = groups(frequencies.size());
    for (chunk.first = 0; chunk.first < all; chunk.first += chunk_groups) {
      chunk.groups = std::min(chunk_groups, all - chunk.first);
      put_chunk(chunk, frequencies, first, rows, store, out.data(), layout.row);
    }
  });
}

void sincos_table_at(std::span<const Frequency> frequencies, std::span<const double> positions, Layout layout,
                     std::span<float> out) {
  assert(out.size() >= positions.size() * layout.row);
  with_store(layout, frequencies.size(), [&](const auto& store) {
    for (std::size_t t = 0; t < positions.size(); ++t)
      put_row_rounded(frequencies, position(positions[t]), store, out.data() + t * layout.row);
  });
}

} // namespace posenc
