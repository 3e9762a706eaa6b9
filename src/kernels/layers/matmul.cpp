#include "kernels/layers/matmul.hpp"

#include "kernels/layers/matmul_panels.hpp"

namespace posenc {

std::uint64_t matmul_scratch(const MatmulShape& shape, bool precise) {
  return panels_scratch(shape, precise);
}

void matmul(std::span<const float> a, std::span<const float> b, const MatmulShape& shape,
            const MatmulOptions& options, std::span<float> out, std::span<std::byte> scratch) {
  multiply_factors({a, options.transpose_a}, {b, options.transpose_b}, {}, shape, options.precise, out,
                   scratch);
}

} // namespace posenc
