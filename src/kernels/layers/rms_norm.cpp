#include "kernels/layers/rms_norm.hpp"

#include <cassert>
#include <cmath>

#include "kernels/layers/row_sum.hpp"
#include "kernels/layers/scaled_row.hpp"

namespace posenc {

void rms_norm(std::span<const float> x, std::size_t columns, std::span<const float> gain, double eps,
              std::span<float> out) {
  assert(columns > 0 && x.size() % columns == 0 && out.size() == x.size() && eps > 0);
  for (std::size_t begin = 0; begin < x.size(); begin += columns) {
    const std::span<const float> row = x.subspan(begin, columns);
    const double square =
        sum_of_row(row, [](auto value) { return value * value; }) / static_cast<double>(columns);
    scale_row(row, {0.0, 1.0 / std::sqrt(square + eps), gain, {}}, out.data() + begin);
  }
}

} // namespace posenc
