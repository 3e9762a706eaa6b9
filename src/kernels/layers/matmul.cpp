#include "kernels/layers/matmul.hpp"

#include <cassert>

#include "kernels/layers/matmul_panels.hpp"

namespace posenc {

std::uint64_t matmul_scratch(const MatmulShape& shape, bool precise) {
  return packed_floats(shape.inner, shape.columns) * sizeof(float) + panels_scratch(shape, precise);
}

void matmul(std::span<const float> a, std::span<const float> b, const MatmulShape& shape,
            const MatmulOptions& options, std::span<float> out, std::span<std::byte> scratch) {
  assert(b.size() == shape.inner * shape.columns && scratch.size() >= matmul_scratch(shape, options.precise));
  const std::span<float> panels(static_cast<float*>(static_cast<void*>(scratch.data())),
                                static_cast<std::size_t>(packed_floats(shape.inner, shape.columns)));
  pack_right({b, options.transpose_b}, shape.inner, shape.columns, panels.data());
  multiply_panels({a, options.transpose_a}, panels.data(), {}, shape, options.precise, out,
                  scratch.subspan(panels.size_bytes()));
}

} // namespace posenc
