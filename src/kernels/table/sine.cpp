#include "kernels/table/sine.hpp"

namespace posenc {

SineCosine<simd::f64x2> sine_cosine(const Frequency& a, const Frequency& b, Position position) {
  return sine_cosine(phase(a, b, position));
}

} // namespace posenc
