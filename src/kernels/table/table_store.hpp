/// Writes the sines and cosines of two pairs of channels to a row, with one type for each kind of layout.
///
///   arrange(sine, cosine)        rounds to float, in the order in which put() wants the four values
///   put(row, first, second, x)   writes the values of the pairs `first` and `second` of the row
///
/// The two pairs are neighbours, or one pair twice. The fast kinds take neighbours only.
#pragma once

#include <algorithm>

#include "kernels/arithmetic/simd.hpp"
#include "kernels/table/columns.hpp"
#include "kernels/table/pair_group.hpp"
#include "kernels/table/sincos_table.hpp"
#include "kernels/table/sine.hpp"

namespace posenc {

/// Sine and cosine side by side: sin, cos, sin, cos. One store of 16 bytes.
struct InterleavedStore {
  std::size_t sine;

  static bool fits(const Layout& layout, std::size_t pairs) {
    return layout.step == 2 && layout.cosine == layout.sine + 1 && pairs >= 2;
  }
  explicit InterleavedStore(const Layout& layout) : sine(layout.sine) {}
  static simd::f32x4 arrange(simd::f64x2 s, simd::f64x2 c) { return simd::narrow_interleaved(s, c); }
  void put(float* row, std::size_t first, std::size_t, simd::f32x4 x) const {
    x.store_unaligned(row + sine + 2 * first);
  }
};

/// All sines in one run and all cosines in another. Two stores of 8 bytes.
struct RunsStore {
  std::size_t sine, cosine;

  static bool fits(const Layout& layout, std::size_t pairs) { return layout.step == 1 && pairs >= 2; }
  explicit RunsStore(const Layout& layout) : sine(layout.sine), cosine(layout.cosine) {}
  static simd::f32x4 arrange(simd::f64x2 s, simd::f64x2 c) { return simd::narrow(s, c); }
  void put(float* row, std::size_t first, std::size_t, simd::f32x4 x) const {
    simd::store_split(row + sine + first, row + cosine + first, x);
  }
};

/// The sines alone, or the cosines.
struct OneSideStore {
  std::size_t first_channel, step;
  bool takes_sines;

  static simd::f32x4 arrange(simd::f64x2 s, simd::f64x2 c) { return simd::narrow(s, c); }
  void put(float* row, std::size_t first, std::size_t second, simd::f32x4 x) const {
    row[first_channel + first * step] = takes_sines ? x.get(0) : x.get(2);
    row[first_channel + second * step] = takes_sines ? x.get(1) : x.get(3);
  }
};

/// Calls `write(store, first, count)` for pairs first … first + count − 1, which the store counts from 0: pairs with both
/// channels by a fast kind, if one fits, then what is left, side by side.
template <class Write> void with_stores(const Layout& layout, Columns columns, Write&& write) {
  std::size_t both = std::min(columns.sines, columns.cosines);
  if (InterleavedStore::fits(layout, both)) {
    write(InterleavedStore(layout), std::size_t{0}, both);
  } else if (RunsStore::fits(layout, both)) {
    write(RunsStore(layout), std::size_t{0}, both);
  } else {
    both = 0;
  }
  for (const bool takes_sines : {true, false}) {
    const std::size_t count = takes_sines ? columns.sines : columns.cosines;
    const std::size_t channel = takes_sines ? layout.sine : layout.cosine;
    if (count > both)
      write(OneSideStore{channel + both * layout.step, layout.step, takes_sines}, both, count - both);
  }
}

/// Writes the values of two pairs to a row of any layout, as far as the row has columns for them: for entries that are computed one
/// by one.
inline void put_pairs(const SineCosine<simd::f64x2>& values, PairGroup at, Columns columns,
                      const Layout& layout, float* row) {
  const simd::f32x4 x = simd::narrow(values.sine, values.cosine);
  float *sines = row + layout.sine, *cosines = row + layout.cosine;
  const std::size_t first = at.first * layout.step, second = at.second * layout.step;
  if (second == first + 1 && at.second < std::min(columns.sines, columns.cosines))
    return simd::store_split(sines + first, cosines + first, x);
  if (at.first < columns.sines) sines[first] = x.get(0);
  if (at.second < columns.sines) sines[second] = x.get(1);
  if (at.first < columns.cosines) cosines[first] = x.get(2);
  if (at.second < columns.cosines) cosines[second] = x.get(3);
}

} // namespace posenc
