#include "kernels/table/sine.hpp"

namespace posenc {

SineCosine<simd::f64x2> sine_cosine(const Frequency& a, const Frequency& b, Position position) {
  if (is_fast(a, position) && is_fast(b, position))
    return sine_cosine(phase<simd::f64x2>(simd::f64x2(position.whole + position.fraction), {a.hi, b.hi},
                                          {a.mid, b.mid}, {a.lo, b.lo}));
  const Phase<double> first = phase(a, position), second = phase(b, position);
  return sine_cosine(Phase<simd::f64x2>{{first.turns, second.turns}, {first.rest, second.rest}});
}

} // namespace posenc
