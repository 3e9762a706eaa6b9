#include "kernels/layers/linear.hpp"

#include <cassert>

#include "kernels/layers/matmul_panels.hpp"

namespace posenc {

std::uint64_t linear_scratch(const MatmulShape& shape, bool precise) {
  return matmul_scratch(shape, precise);
}

void linear(std::span<const float> x, const LinearWeights& weights, const MatmulShape& shape, bool precise,
            std::span<float> out, std::span<std::byte> scratch) {
  assert(weights.weight.size() == shape.inner * shape.columns);
  assert(scratch.size() >= linear_scratch(shape, precise));
  const std::span<float> panels(static_cast<float*>(static_cast<void*>(scratch.data())),
                                static_cast<std::size_t>(packed_floats(shape.inner, shape.columns)));
  pack_right({weights.weight, !weights.in_out}, shape.inner, shape.columns, panels.data());
  multiply_panels({x, false}, panels.data(), weights.bias, shape, precise, out,
                  scratch.subspan(panels.size_bytes()));
}

} // namespace posenc
