#include "kernels/properties/shift_matrix.hpp"

#include <algorithm>
#include <cassert>

#include "kernels/table/rounded_sine.hpp"

namespace posenc {

void shift_matrix(std::span<const Frequency> frequencies, double offset, Layout layout,
                  std::span<float> matrix) {
  const std::size_t width = layout.row;
  assert(matrix.size() >= width * width);
  const Position by = position(offset);
  std::fill_n(matrix.begin(), width * width, 0.0f);
  for (std::size_t c = 0; c < width; ++c) matrix[c * width + c] = 1;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const auto [s, c] = rounded_sine_cosine(frequencies[i], by);
    const std::size_t sine = layout.sine + i * layout.step, cosine = layout.cosine + i * layout.step;
    matrix[sine * width + sine] = c;
    matrix[sine * width + cosine] = s;
    matrix[cosine * width + sine] = -s;
    matrix[cosine * width + cosine] = c;
  }
}

} // namespace posenc
