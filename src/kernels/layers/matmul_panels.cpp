#include "kernels/layers/matmul_panels.hpp"

#include <algorithm>
#include <cassert>
#include <type_traits>

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/arithmetic/dot.hpp"
#include "kernels/arithmetic/product_tile.hpp"
#include "kernels/arithmetic/transpose.hpp"

namespace posenc {

namespace {

using simd::f32x4;

constexpr std::size_t longest_float_sum = 64; // of products, before they are added to a double
constexpr std::size_t most_rows = 64;         // of a, packed at once
constexpr std::size_t packed_entries = 65536; // of those rows: 256 KiB
constexpr std::size_t block_inner = 256; // of a panel of b at a time: 8 KiB stay in the first-level cache

/// Rows of a that are packed at once.
std::size_t block_rows(const MatmulShape& shape) {
  const std::size_t fitting =
      packed_entries / std::max<std::size_t>(shape.inner, 1) / panel_rows * panel_rows;
  const std::size_t needed = panels(shape.rows, panel_rows) * panel_rows;
  return std::min(needed, std::clamp(fitting, panel_rows, most_rows));
}

/// The parts of the scratch. T is float, or double for precise sums.
template <class T> struct PanelSpace {
  T* rows;    // (panel of rows, K, 4)
  T* columns; // one panel, if its floats have to become doubles

  PanelSpace(std::span<std::byte> scratch, const MatmulShape& shape)
      : rows(static_cast<T*>(static_cast<void*>(scratch.data()))),
        columns(rows + block_rows(shape) * shape.inner) {}
};

/// Rows `first` and on of a, (panel, K, 4). In the place of missing rows stand others, which are not stored.
template <class T>
void pack_left(const Factor& a, const MatmulShape& shape, std::size_t first, std::size_t count, T* out) {
  const float* values = a.values.data();
  for (std::size_t row = first; row < first + count; row += panel_rows, out += shape.inner * panel_rows) {
    if (!a.transposed) {
      const float* rows[panel_rows];
      for (std::size_t r = 0; r < panel_rows; ++r)
        rows[r] = values + std::min(row + r, shape.rows - 1) * shape.inner;
      pack_rows(rows, shape.inner, out);
      continue;
    }
    for (std::size_t k = 0; k < shape.inner; ++k)
      for (std::size_t r = 0; r < panel_rows; ++r)
        out[k * panel_rows + r] = static_cast<T>(values[k * shape.rows + std::min(row + r, shape.rows - 1)]);
  }
}

/// A panel of rows by a panel of columns, added to (4, 8) totals.
template <class T> void add_products(const T* left, const T* right, std::size_t depth, double* totals) {
  constexpr std::size_t longest = std::is_same_v<T, float> ? longest_float_sum : block_inner;
  for (std::size_t k = 0; k < depth; k += longest)
    for (std::size_t c = 0; c < panel_columns; c += tile_columns<T>) {
      ProductTile<T> tile;
      clear_tile<T>(tile);
      packed_tile(left + k * panel_rows, right + k * panel_columns + c, std::min(longest, depth - k), tile);
      for (std::size_t r = 0; r < panel_rows; ++r)
        for (std::size_t half = 0; half < 2; ++half)
          accumulate(tile[r][half], 1.0, 1.0, totals + r * panel_columns + c + half * Vector<T>::size);
    }
}

/// Where the rows of a block and the columns of a panel go.
struct Place {
  float* out;
  std::size_t stride, rows, columns;
};

/// Stores (row, 8) totals with the bias of their columns.
void store_totals(const double* totals, const float* bias, const Place& to) {
  for (std::size_t r = 0; r < to.rows; ++r)
    for_lanes(to.columns, [&](std::size_t c, std::size_t n) {
      const FourTerms sums = four_doubles(totals + r * panel_columns + c), shift = four_doubles(bias + c);
      store_lanes(canonical(simd::narrow(sums.low + shift.low, sums.high + shift.high)),
                  to.out + r * to.stride + c, n);
    });
}

/// As store_totals() for sums in float: one addition rounds them to the same bits.
void store_tile(const ProductTile<float>& tile, const float* bias, const Place& to) {
  for (std::size_t r = 0; r < to.rows; ++r)
    for_lanes(to.columns, [&](std::size_t c, std::size_t n) {
      store_lanes(canonical(tile[r][c / 4] + f32x4::load_unaligned(bias + c)), to.out + r * to.stride + c, n);
    });
}

/// Packed rows by one panel of columns.
template <class T>
void multiply_panel(const T* rows, const T* columns, std::size_t inner, const float* bias, const Place& to) {
  if (std::is_same_v<T, float> && inner <= longest_float_sum) {
    if constexpr (std::is_same_v<T, float>)
      for (std::size_t row = 0; row < to.rows; row += panel_rows) {
        ProductTile<float> tile;
        clear_tile<float>(tile);
        packed_tile(rows + row * inner, columns, inner, tile);
        store_tile(tile, bias,
                   {to.out + row * to.stride, to.stride, std::min(panel_rows, to.rows - row), to.columns});
      }
    return;
  }
  double totals[most_rows * panel_columns] = {};
  for (std::size_t k = 0; k < inner; k += block_inner)
    for (std::size_t row = 0; row < to.rows; row += panel_rows)
      add_products(rows + row * inner + k * panel_rows, columns + k * panel_columns,
                   std::min(block_inner, inner - k), totals + row * panel_columns);
  store_totals(totals, bias, to);
}

template <class T>
void multiply(const Factor& a, const float* b, std::span<const float> bias, const MatmulShape& shape,
              std::span<float> out, const PanelSpace<T>& space) {
  const std::size_t most = block_rows(shape);
  for (std::size_t row = 0; row < shape.rows; row += most) {
    const std::size_t count = std::min(most, shape.rows - row);
    pack_left(a, shape, row, count, space.rows);
    const float* panel = b;
    for (std::size_t column = 0; column < shape.columns;
         column += panel_columns, panel += shape.inner * panel_columns) {
      const Place to{out.data() + row * shape.columns + column, shape.columns, count,
                     std::min(panel_columns, shape.columns - column)};
      float shift[panel_columns] = {};
      if (!bias.empty()) std::copy_n(bias.data() + column, to.columns, shift);
      if constexpr (std::is_same_v<T, float>) {
        multiply_panel(space.rows, panel, shape.inner, shift, to);
      } else {
        widen({panel, shape.inner * panel_columns}, space.columns);
        multiply_panel<T>(space.rows, space.columns, shape.inner, shift, to);
      }
    }
  }
}

} // namespace

std::uint64_t packed_floats(std::uint64_t inner, std::uint64_t columns) {
  return (columns + panel_columns - 1) / panel_columns * panel_columns * inner;
}

void pack_factor(const Factor& b, std::size_t inner, std::size_t columns, std::span<float> panels) {
  assert(b.values.size() == inner * columns && panels.size() == packed_floats(inner, columns));
  if (b.transposed)
    pack_transposed(b.values, {0, inner, 1, inner}, 0, columns, panels.data());
  else
    pack_columns(b.values, {0, columns, 1, columns}, 0, inner, inner, panels.data());
}

std::uint64_t panels_scratch(const MatmulShape& shape, bool precise) {
  const std::uint64_t rows = block_rows(shape), inner = shape.inner;
  return packed_floats(inner, shape.columns) * sizeof(float) +
         (precise ? (rows + panel_columns) * inner * sizeof(double) : rows * inner * sizeof(float));
}

void multiply_factors(const Factor& a, const Factor& b, std::span<const float> bias, const MatmulShape& shape,
                      bool precise, std::span<float> out, std::span<std::byte> scratch) {
  assert(a.values.size() == shape.rows * shape.inner);
  assert(out.size() == shape.rows * shape.columns && scratch.size() >= panels_scratch(shape, precise));
  const std::span<float> packed(static_cast<float*>(static_cast<void*>(scratch.data())),
                                static_cast<std::size_t>(packed_floats(shape.inner, shape.columns)));
  assert(!b.packed || b.values.size() == packed.size());
  if (!b.packed) pack_factor(b, shape.inner, shape.columns, packed);
  const float* const panels = b.packed ? b.values.data() : packed.data();
  const std::span<std::byte> rest = scratch.subspan(packed.size_bytes());
  if (precise)
    multiply(a, panels, bias, shape, out, PanelSpace<double>(rest, shape));
  else
    multiply(a, panels, bias, shape, out, PanelSpace<float>(rest, shape));
}

} // namespace posenc
