#include "kernels/bias/fire.hpp"

#include <algorithm>

#include "kernels/arithmetic/log2.hpp"
#include "kernels/bias/by_distance.hpp"

namespace posenc {

using simd::f64x2;

void fire(FireScale scale, const Perceptron& f, std::size_t first_head, const ScoreBlock& block,
          std::span<float> out) {
  const std::size_t heads = heads_of(out.size(), block);
  float* row = out.data();
  for (std::size_t h = first_head; h < first_head + heads; ++h) {
    double previous = 0; // of no query
    for (std::size_t i = 0; i < block.queries; ++i, row += block.keys) {
      const double position = static_cast<double>(i) + block.offset;
      const double reach = std::max(scale.threshold, position);
      const f64x2 longest = log2_1p(scale.c * reach);
      // While the scale does not change, a row is the row before, shifted by one key.
      const bool shifted = reach == previous;
      if (shifted) std::copy_n(row - block.keys, block.keys - 1, row + 1);
      fill_by_distance(-position, {row, shifted ? 1 : block.keys}, [&](f64x2 distance) {
        return perceptron<1>(f, {log2_1p(f64x2(scale.c) * distance) / longest}, h);
      });
      previous = reach;
    }
  }
}

} // namespace posenc
