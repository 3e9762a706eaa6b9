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
#include "kernels/table/sincos_table.hpp"

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

/// Any other layout, and tables of a single pair. Four stores of 4 bytes.
struct ScatteredStore {
  Layout layout;

  explicit ScatteredStore(const Layout& where) : layout(where) {}
  static simd::f32x4 arrange(simd::f64x2 s, simd::f64x2 c) { return simd::narrow(s, c); }
  void put(float* row, std::size_t first, std::size_t second, simd::f32x4 x) const {
    row[layout.sine + first * layout.step] = x.get(0);
    row[layout.sine + second * layout.step] = x.get(1);
    row[layout.cosine + first * layout.step] = x.get(2);
    row[layout.cosine + second * layout.step] = x.get(3);
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

/// Calls `write` with the store that suits the layout.
template <class Write> void with_store(const Layout& layout, std::size_t pairs, Write&& write) {
  if (InterleavedStore::fits(layout, pairs)) {
    write(InterleavedStore(layout));
  } else if (RunsStore::fits(layout, pairs)) {
    write(RunsStore(layout));
  } else {
    write(ScatteredStore(layout));
  }
}

/// Calls `write(store, first, count)` for pairs first … first + count − 1, which the store counts from 0: pairs with both
/// channels, then pairs with one.
template <class Write> void with_stores(const Layout& layout, Columns columns, Write&& write) {
  const std::size_t both = std::min(columns.sines, columns.cosines);
  if (both > 0) with_store(layout, both, [&](const auto& store) { write(store, std::size_t{0}, both); });
  if (columns.pairs() == both) return;
  const bool takes_sines = columns.sines > both;
  const std::size_t first = (takes_sines ? layout.sine : layout.cosine) + both * layout.step;
  write(OneSideStore{first, layout.step, takes_sines}, both, columns.pairs() - both);
}

} // namespace posenc
