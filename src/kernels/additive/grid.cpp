#include "kernels/additive/grid.hpp"

#include <algorithm>
#include <cassert>

#include "kernels/arithmetic/fixed_functions.hpp"
#include "kernels/table/columns.hpp"

namespace posenc {
namespace {

/// Rows of `out` between neighbours along an axis.
std::size_t stride(const Grid& grid, std::size_t axis) {
  std::size_t rows = 1;
  for (std::size_t a = axis + 1; a < grid.axes; ++a) rows *= grid.shape[a];
  return rows;
}

/// The channels of a share that lie within the width.
struct Share {
  std::size_t first, count;
};

Share share(const Grid& grid, std::size_t index, std::size_t width) {
  const std::size_t first = std::min(index * width, grid.width);
  return {first, std::min(width, grid.width - first)};
}

/// How many of the channels first, first + step, … of a share are before its end.
std::size_t channels_before(std::size_t end, std::size_t first, std::size_t step, std::size_t pairs) {
  return first < end ? std::min(pairs, (end - first - 1) / step + 1) : 0;
}

/// f · 2π / (last count + 10^-6).
void normalize(std::span<const Frequency> frequencies, double last, std::span<Frequency> out) {
  constexpr double epsilon = 1e-6; // DETR's guard against a division by zero
  const Fixed factor = quotient(radians_per_turn, fixed(last) + fixed(epsilon));
  std::ranges::transform(frequencies, out.begin(),
                         [&](const Frequency& f) { return frequency(f.value * factor); });
}

/// The places along one axis, the others at their first.
void put_axis(std::span<const Frequency> frequencies, const Grid& grid, std::size_t index, Layout part,
              std::span<float> out) {
  const std::size_t axis = grid.order[index];
  const auto [first, count] = share(grid, index, part.row);
  const Layout layout{first + part.sine, first + part.cosine, part.step, stride(grid, axis) * grid.width};
  const Columns columns{channels_before(count, part.sine, part.step, frequencies.size()),
                        channels_before(count, part.cosine, part.step, frequencies.size())};
  sincos_table(frequencies, columns, position(grid.start), grid.valid[axis], layout, out);
}

/// Copies the shares of one place from the rows with the other axes at their first place.
void copy_place(const Grid& grid, std::size_t place, std::size_t share_width, std::span<float> out) {
  for (std::size_t index = 0; index < grid.axes; ++index) {
    const std::size_t axis = grid.order[index], step = stride(grid, axis);
    const std::size_t from = std::min(place / step % grid.shape[axis], grid.valid[axis] - 1) * step;
    if (from == place) continue;
    const auto [first, count] = share(grid, index, share_width);
    std::copy_n(out.data() + from * grid.width + first, count, out.data() + place * grid.width + first);
  }
}

} // namespace

void grid_table(std::span<const Frequency> frequencies, const Grid& grid, Layout part,
                std::span<Frequency> scaled, std::span<float> out) {
  assert((grid.axes == 2 || grid.axes == 3) && grid.axes * part.row >= grid.width);
  if (grid.has_class_token) {
    std::ranges::fill(out.first(grid.width), 0.0f);
    out = out.subspan(grid.width);
  }
  const std::size_t places = grid.shape[0] * stride(grid, 0);
  assert(out.size() == places * grid.width);
  for (std::size_t index = 0; index < grid.axes; ++index) {
    const std::size_t valid = grid.valid[grid.order[index]];
    assert(valid >= 1 && valid <= grid.shape[grid.order[index]]);
    if (grid.is_normalized) {
      normalize(frequencies, grid.start + static_cast<double>(valid - 1), scaled);
      put_axis(scaled.first(frequencies.size()), grid, index, part, out);
    } else {
      put_axis(frequencies, grid, index, part, out);
    }
  }
  for (std::size_t place = 0; place < places; ++place) copy_place(grid, place, part.row, out);
}

} // namespace posenc
