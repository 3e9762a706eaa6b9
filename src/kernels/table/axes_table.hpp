/// Tables whose pairs follow different axes of a position, for RoPE of images, video and text with both.
///
///   out[t·row + sine   + i·step] = RN(sin(2π · p[axis[i], t] · f[i]))
///   out[t·row + cosine + i·step] = RN(cos(2π · p[axis[i], t] · f[i]))
///
/// The axis of each pair is data: all pairs of x before all pairs of y, sections (t … t h … h w … w), or alternating
/// (t h w t h w …). Frequencies may start again on each axis.
///
/// Shapes    frequencies, axis_of_pair (pairs), positions (axes, T) f64 row-major, out (T, layout.row) f32 row-major
/// Units     positions along each axis, of any kind that sincos_table takes
/// Requires  axis_of_pair < axes; rows = T. Checked by src/api
/// Accuracy  correctly rounded (tests/kernels/table/axes_table_test.cpp)
/// Source    Heo et al. 2024, arXiv 2403.13298 (two axes); Wang et al. 2024, arXiv 2409.12191, section 2.1 (sections)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/table/sincos_table.hpp"

namespace posenc {

/// Calls `visit(axis, first, count, place)` for each run of pairs first … first + count − 1 that follow one axis; `place` is
/// the layout of the run, from its own pair 0.
template <class Visit>
void for_each_axis(std::span<const std::uint32_t> axis_of_pair, const Layout& layout, const Visit& visit) {
  const std::size_t pairs = axis_of_pair.size();
  for (std::size_t first = 0, last = 0; first < pairs; first = last) {
    const std::size_t axis = axis_of_pair[first];
    while (last < pairs && axis_of_pair[last] == axis) ++last;
    visit(axis, first, last - first,
          Layout{layout.sine + first * layout.step, layout.cosine + first * layout.step, layout.step,
                 layout.row});
  }
}

void axes_table(std::span<const Frequency> frequencies, std::span<const std::uint32_t> axis_of_pair,
                std::span<const double> positions, std::size_t rows, Layout layout, std::span<float> out);

} // namespace posenc
