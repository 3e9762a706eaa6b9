#include "kernels/layers/relu.hpp"

#include <cassert>

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/arithmetic/lanes.hpp"

namespace posenc {

void relu(std::span<const float> x, std::span<float> out) {
  assert(x.size() == out.size());
  for_whole_lanes(x.size(), [&](std::size_t i, std::size_t n) {
    store_lanes(canonical(simd::larger(load_lanes(&x[i], n), 0.0f)), &out[i], n);
  });
}

} // namespace posenc
