#include "kernels/axes_table.hpp"

#include <cassert>

namespace posenc {

void axes_table(std::span<const Frequency> frequencies, std::span<const std::uint32_t> axis_of_pair,
                std::span<const double> positions, std::size_t rows, Layout layout, std::span<float> out) {
  const std::size_t pairs = frequencies.size();
  assert(axis_of_pair.size() == pairs);
  for (std::size_t first = 0, last = 0; first < pairs; first = last) { // a run of pairs of one axis
    const std::size_t axis = axis_of_pair[first];
    while (last < pairs && axis_of_pair[last] == axis) ++last;
    const Layout place{layout.sine + first * layout.step, layout.cosine + first * layout.step, layout.step,
                       layout.row};
    sincos_table_at(frequencies.subspan(first, last - first), positions.subspan(axis * rows, rows), place,
                    out);
  }
}

} // namespace posenc
