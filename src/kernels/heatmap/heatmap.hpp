/// A sinusoidal table as a picture: every pixel is the exact mean of the entries under it.
///
///   entry (t, j)   fills the unit cell [t, t+1) × [j, j+1); t is any integer, j a column of the layout
///   pixel          the rectangle [a, b) × [u, v) of positions × dimensions
///   value          the mean of the entries under the rectangle, weighted by area
///
/// Whole entries are summed in closed form,
///
///   Σ_{t=p}^{p+n−1} sin(ωt + φ) = sin(ω(p + (n−1)/2) + φ) · sin(nω/2) / sin(ω/2)
///
/// so the cost depends on the number of pixels and columns, never on the number of positions.
///
/// Modes     exact       the mean above
///           nearest     the one entry that contains the pixel's centre: as sampling shows it (moiré)
///           difference  the float nearest − the float exact, in [−2, 2]
/// Shapes    out (height, width) f32 row-major. Positions run down the rows and dimensions across them, or the
///           other way round when `positions_across`
/// Units     view in positions and dimensions, fractions allowed; positions may be negative. Pixel k of n covers
///           from + [k, k+1) · (to − from) / n, its edges taken relative to ⌊from⌋ so that they stay sharp far out
/// Requires  from < to on both axes, positions in ±2^53, dimensions in 0 … layout.row; scratch of heatmap_scratch()
///           bytes, aligned as a double; no overlap. Checked by src/api/heatmap/heatmap.ts. Columns no pair fills count as 0
/// Accuracy  means to 1e-11 before the one rounding to f32; a pixel that lies in one single entry, and every
///           `nearest` pixel, equals the correctly rounded table entry (tests/kernels/heatmap/heatmap_test.cpp)
/// Source    Lagrange's trigonometric identities
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/table/frequencies.hpp"
#include "kernels/table/sincos_table.hpp"

namespace posenc {

struct HeatmapView {
  double position_from, position_to;
  double dimension_from, dimension_to;
};

enum class HeatmapMode { exact, nearest, difference };

struct HeatmapShape {
  std::size_t width, height;
  bool positions_across; // false: rows are positions, columns are dimensions
};

/// Bytes of scratch that heatmap_values needs for `pairs` frequencies laid out in rows of `layout.row` columns.
std::size_t heatmap_scratch(std::size_t pairs, Layout layout, HeatmapShape shape);

void heatmap_values(std::span<const Frequency> frequencies, Layout layout, HeatmapView view, HeatmapMode mode,
                    HeatmapShape shape, std::span<float> out, std::span<std::byte> scratch);

/// A table that may lack some of the sines or cosines.
struct HeatmapTable {
  std::span<const Frequency> frequencies;
  Columns columns;
  Layout layout;
};
/// A large picture in parts: the rows from `first_row` on that fit in `out`. The parts come in order, and
/// `scratch` stays as it is between them.
void heatmap_values(const HeatmapTable& table, HeatmapView view, HeatmapMode mode, HeatmapShape shape,
                    std::size_t first_row, std::span<float> out, std::span<std::byte> scratch);

/// Colours values in [−1, 1] by a palette of 256 equal bins: entry ⌊(v + 1) · 128⌋.
///
/// Shapes    values (n) f32, rgba (n) u32 in the palette's own byte order
/// Units     values beyond ±1 take the end colours; NaN becomes 0, transparent
/// Requires  rgba.size() == values.size(); no overlap
void heatmap_colours(std::span<const float> values, std::span<const std::uint32_t, 256> palette,
                     std::span<std::uint32_t> rgba);

} // namespace posenc
