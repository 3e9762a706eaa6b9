#include "kernels/layers/linear.hpp"

#include "kernels/layers/matmul_panels.hpp"

namespace posenc {

void linear(std::span<const float> x, const LinearWeights& weights, const MatmulShape& shape, bool precise,
            std::span<float> out, std::span<std::byte> scratch) {
  multiply_factors({x, false}, {weights.weight, !weights.in_out}, weights.bias, shape, precise, out, scratch);
}

} // namespace posenc
