#include "kernels/layers/linear.hpp"

#include "kernels/layers/matmul_panels.hpp"

namespace posenc {

std::uint64_t packed_weights(std::size_t inner, std::size_t columns) {
  return packed_floats(inner, columns);
}

void pack_weights(std::span<const float> weight, bool in_out, std::size_t inner, std::size_t columns,
                  std::span<float> out) {
  pack_factor({weight, !in_out}, inner, columns, out);
}

void linear(std::span<const float> x, const LinearWeights& weights, const MatmulShape& shape, bool precise,
            std::span<float> out, std::span<std::byte> scratch) {
  multiply_factors({x, false}, {weights.weight, !weights.in_out, weights.packed}, weights.bias, shape,
                   precise, out, scratch);
}

} // namespace posenc
