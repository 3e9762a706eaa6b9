#include "kernels/bias/swin.hpp"

#include <algorithm>
#include <cassert>

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/arithmetic/exp2.hpp"
#include "kernels/arithmetic/log2.hpp"

namespace posenc {
namespace {

using simd::f64x2;

/// The log-spaced offsets of one side: `offset` cells along each axis.
f64x2 log_spaced(f64x2 offset, SwinWindow trained) {
  const auto unit = [](std::uint32_t side) { return std::max(1.0, side - 1.0); };
  const f64x2 stretched = offset * f64x2(8.0) / f64x2{unit(trained.height), unit(trained.width)};
  const f64x2 size = log2_1p(xsimd::abs(stretched)) / f64x2(3.0);
  return xsimd::select(offset < f64x2(0.0), f64x2(0.0) - size, size);
}

/// Calls put(row of the table, its log-spaced y and x).
template <class Put> void for_each_offset(SwinWindow window, SwinWindow trained, const Put& put) {
  std::size_t row = 0;
  const double height = window.height, width = window.width;
  for (double y = 1 - height; y < height; ++y)
    for (double x = 1 - width; x < width; ++x) put(row++, log_spaced({y, x}, trained));
}

} // namespace

void swin_index(SwinWindow window, std::size_t first, std::span<std::int32_t> index) {
  const auto height = static_cast<std::int32_t>(window.height);
  const auto width = static_cast<std::int32_t>(window.width);
  const std::int32_t cells = height * width;
  assert(index.size() % static_cast<std::size_t>(cells) == 0);
  auto out = index.begin();
  for (auto i = static_cast<std::int32_t>(first); out != index.end(); ++i)
    for (std::int32_t j = 0; j < cells; ++j)
      *out++ = (i / width - j / width + height - 1) * (2 * width - 1) + i % width - j % width + width - 1;
}

void swin_table(SwinWindow window, SwinWindow trained, const Perceptron& f, std::size_t heads,
                std::span<float> table) {
  assert(table.size() == heads * swin_offsets(window));
  for_each_offset(window, trained, [&](std::size_t row, f64x2 yx) {
    const f64x2 input[] = {yx.get(0), yx.get(1)};
    for (std::size_t h = 0; h < heads; ++h) {
      const f64x2 value = perceptron<2>(f, input, h);
      const f64x2 sigmoid = f64x2(1.0) / (f64x2(1.0) + exp2(value * f64x2(-log2_e)));
      table[row * heads + h] = canonical(16 * sigmoid.get(0));
    }
  });
}

} // namespace posenc
