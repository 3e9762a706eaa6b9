#include "kernels/layers/matmul.hpp"

#include <algorithm>
#include <cassert>

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/arithmetic/dot.hpp"
#include "kernels/arithmetic/product_tile.hpp"

namespace posenc {

namespace {

constexpr std::size_t longest_float_sum = 64; // of products, before they are added to a double

/// The sums of a tile, in double.
struct Totals {
  double values[panel_rows * panel_columns] = {};

  template <class T> void add(const ProductTile<T>& tile, std::size_t column) {
    for (std::size_t r = 0; r < panel_rows; ++r)
      for (std::size_t half = 0; half < 2; ++half)
        accumulate(tile[r][half], 1.0, 1.0, values + r * panel_columns + column + half * Vector<T>::size);
  }

  void store(std::size_t row, float* out, std::size_t columns) const {
    for_lanes(columns, [&](std::size_t c, std::size_t n) {
      const FourTerms sums = four_doubles(values + row * panel_columns + c);
      store_lanes(canonical(simd::narrow(sums.low, sums.high)), out + c, n);
    });
  }
};

/// Four rows of a and a panel of b, in T.
template <class T>
Totals tile_totals(const T* const (&rows)[panel_rows], const T* columns, std::size_t inner,
                   std::size_t longest) {
  const auto never = [](std::size_t, std::size_t) { return false; };
  Totals totals;
  for (std::size_t begin = 0; begin < inner; begin += longest) {
    const T* const from[panel_rows] = {rows[0] + begin, rows[1] + begin, rows[2] + begin, rows[3] + begin};
    const std::size_t depth = std::min(longest, inner - begin);
    for (std::size_t c = 0; c < panel_columns; c += tile_columns<T>) {
      ProductTile<T> tile;
      product_tile(from, columns + begin * panel_columns + c, depth, never, tile);
      totals.add(tile, c);
    }
  }
  return totals;
}

/// The parts of the scratch.
struct MatmulSpace {
  double *rows, *columns; // four rows of a and a panel of b, for sums in double
  float* panels;          // (panel of columns, K, 8)

  MatmulSpace(std::span<std::byte> scratch, std::size_t inner, bool precise) {
    const std::size_t doubles = precise ? inner : 0;
    rows = static_cast<double*>(static_cast<void*>(scratch.data()));
    columns = rows + doubles * panel_rows;
    panels = static_cast<float*>(static_cast<void*>(columns + doubles * panel_columns));
  }
};

Totals precise_totals(const float* const (&rows)[panel_rows], std::size_t inner, const MatmulSpace& space) {
  const double* wide[panel_rows];
  for (std::size_t r = 0; r < panel_rows; ++r) {
    widen({rows[r], inner}, space.rows + r * inner);
    wide[r] = space.rows + r * inner;
  }
  return tile_totals(wide, space.columns, inner, std::max<std::size_t>(inner, 1));
}

} // namespace

std::uint64_t matmul_scratch(const MatmulShape& shape, bool precise) {
  const std::uint64_t inner = shape.inner;
  const std::uint64_t columns = std::uint64_t{panels(shape.columns, panel_columns)} * panel_columns;
  const std::uint64_t doubles = precise ? inner * (panel_rows + panel_columns) : 0;
  return columns * inner * sizeof(float) + doubles * sizeof(double);
}

void matmul(std::span<const float> a, std::span<const float> b, const MatmulShape& shape, bool precise,
            std::span<float> out, std::span<std::byte> scratch) {
  const auto [height, inner, width] = shape;
  assert(a.size() == height * inner && b.size() == inner * width && out.size() == height * width);
  assert(scratch.size() >= matmul_scratch(shape, precise));
  const MatmulSpace space(scratch, inner, precise);
  pack_columns(b, {0, width, 1, width}, 0, inner, inner, space.panels);
  const float* panel = space.panels;
  for (std::size_t column = 0; column < width; column += panel_columns, panel += inner * panel_columns) {
    if (precise) widen({panel, inner * panel_columns}, space.columns);
    for (std::size_t first = 0; first < height; first += panel_rows) {
      const float* rows[panel_rows];
      for (std::size_t r = 0; r < panel_rows; ++r)
        rows[r] =
            a.data() + std::min(first + r, height - 1) * inner; // the last again: it is not stored twice
      const Totals totals =
          precise ? precise_totals(rows, inner, space) : tile_totals(rows, panel, inner, longest_float_sum);
      for (std::size_t r = 0; first + r < height && r < panel_rows; ++r)
        totals.store(r, out.data() + (first + r) * width + column, std::min(panel_columns, width - column));
    }
  }
}

} // namespace posenc
