#include "kernels/table/axes_table.hpp"

#include <cassert>

namespace posenc {

void axes_table(std::span<const Frequency> frequencies, std::span<const std::uint32_t> axis_of_pair,
                std::span<const double> positions, std::size_t rows, Layout layout, std::span<float> out) {
  assert(axis_of_pair.size() == frequencies.size());
  for_each_axis(
      axis_of_pair, layout, [&](std::size_t axis, std::size_t first, std::size_t count, const Layout& place) {
        sincos_table_at(frequencies.subspan(first, count), positions.subspan(axis * rows, rows), place, out);
      });
}

} // namespace posenc
