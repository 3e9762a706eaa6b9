#include "kernels/layers/layer_norm.hpp"

#include <cassert>
#include <cmath>

#include "kernels/layers/row_sum.hpp"
#include "kernels/layers/scaled_row.hpp"

namespace posenc {

void layer_norm(std::span<const float> x, std::size_t columns, const LayerNormParameters& parameters,
                std::span<float> out) {
  assert(columns > 0 && x.size() % columns == 0 && out.size() == x.size() && parameters.eps > 0);
  const auto count = static_cast<double>(columns);
  for (std::size_t begin = 0; begin < x.size(); begin += columns) {
    const std::span<const float> row = x.subspan(begin, columns);
    const double mean = sum_of_row(row, [](auto value) { return value; }) / count;
    const auto square = [mean](auto value) { return (value - mean) * (value - mean); };
    const double inverse = 1.0 / std::sqrt(sum_of_row(row, square) / count + parameters.eps);
    scale_row(row, {mean, inverse, parameters.gain, parameters.bias}, out.data() + begin);
  }
}

} // namespace posenc
