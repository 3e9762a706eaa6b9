#include "kernels/rotary/rerotate.hpp"

#include <cassert>

#include "kernels/table/sine.hpp"

namespace posenc {
namespace {

using simd::f64x2;

/// turns and rest of a phase stand as far apart as a sine and its cosine.
Phase<f64x2> load_phase(const double* turns, std::size_t pairs, std::size_t n) {
  return {load_lanes(turns, n), load_lanes(turns + pairs, n)};
}

Phase<f64x2> difference(const Phase<f64x2>& a, const Phase<f64x2>& b) {
  const TwoSum<f64x2> turns = two_sum<f64x2>(a.turns, -b.turns);
  return {turns.sum, turns.error + (a.rest - b.rest)};
}

struct WideAngles {
  const double* sines;
  std::size_t pairs;

  SineCosine<f64x2> two(std::size_t i, std::size_t n) const {
    return {load_lanes(sines + i, n), load_lanes(sines + pairs + i, n)};
  }
  FourAngles operator()(std::size_t i, std::size_t n) const {
    return {two(i, n), n > 2 ? two(i + 2, n - 2) : SineCosine<f64x2>{0.0, 0.0}};
  }
};

} // namespace

void rerotation_table(std::span<const double> from, std::span<const double> to, std::size_t pairs,
                      double attention_factor, std::span<double> table) {
  assert(from.size() == to.size() && table.size() == to.size());
  const f64x2 factor(attention_factor);
  for (std::size_t row = 0; row < to.size(); row += 2 * pairs)
    for_lanes<f64x2::size>(pairs, [&](std::size_t i, std::size_t n) {
      const Phase<f64x2> before = load_phase(&from[row + i], pairs, n);
      const Phase<f64x2> after = load_phase(&to[row + i], pairs, n);
      const SineCosine<f64x2> by = sine_cosine(difference(after, before));
      store_lanes(by.sine * factor, &table[row + i], n);
      store_lanes(by.cosine * factor, &table[row + pairs + i], n);
    });
}

void rerotate(std::span<const float> x, std::span<const double> table, const RotationShape& shape,
              Pairing pairing, std::span<float> out) {
  const std::size_t R = shape.rotary_dim;
  assert(table.size() >= shape.tokens * R);
  const auto angles_of = [&](std::size_t t) { return WideAngles{table.data() + t * R, R / 2}; };
  rotate_heads(x, shape, pairing, angles_of, out);
}

} // namespace posenc
