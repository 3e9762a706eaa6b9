#include "kernels/layers/silu.hpp"

#include "kernels/arithmetic/exp2.hpp"
#include "kernels/layers/entrywise.hpp"

namespace posenc {

namespace {

/// Below this the result is −0 as a float; −Inf over Inf would be NaN.
constexpr double silu_floor = -112.0;

} // namespace

void silu(std::span<const float> x, std::span<float> out) {
  map_entries(x, out, [](simd::f64x2 values) {
    values = simd::larger(values, silu_floor);
    return values / (exp2<9>(values * -log2_e) + 1.0);
  });
}

} // namespace posenc
