#include "kernels/table/angle_sums.hpp"

#include <cassert>

namespace posenc {

using simd::f64x2;

namespace {

constexpr double sine_error_per_size = 0x1.2p-42;
constexpr double two_pi_up = 6.2832; // rounded up by more than the sum below rounds down

/// An upper bound of the radians of each pair of a group up to the next anchor.
f64x2 sweep(const Frequency& a, const Frequency& b) {
  return f64x2(a.hi + a.mid + a.lo, b.hi + b.mid + b.lo) * f64x2(two_pi_up * AngleSums::anchor_rows);
}

/// A function of its own: for chunks and anchors a call costs nothing, and three copies would be 2 kB of each module.
[[gnu::noinline]] SineCosine<f64x2> sine_cosine_of(const Frequency& a, const Frequency& b,
                                                   Position position) {
  return sine_cosine(a, b, position);
}

} // namespace

void AngleSums::set_groups(std::span<const Frequency> frequencies, std::size_t from, std::size_t size) {
  assert(size <= capacity);
  first = from;
  count = size;
  for (std::size_t g = 0; g < count; ++g) {
    const PairGroup pairs = pair_group(first + g, frequencies.size());
    const Frequency& a = frequencies[pairs.first];
    const Frequency& b = frequencies[pairs.second];
    const SineCosine<f64x2> half = sine_cosine_of(a, b, {0, 0.5});
    const SineCosine<f64x2> one = angle_sum(half, half);
    steps[0][g] = half;
    for (std::size_t k = 1; k < steps.size(); ++k) steps[k][g] = angle_sum(steps[k - 1][g], one);
    // Not one of the products: its error comes back with every block.
    states[g].block_step = sine_cosine_of(a, b, {double{block_rows}, 0});
  }
}

void AngleSums::set_anchor(std::span<const Frequency> frequencies, Position position) {
  const bool is_origin = position.whole == 0 && position.fraction == 0; // most tables begin there
  for (std::size_t g = 0; g < count; ++g) {
    const PairGroup pairs = pair_group(first + g, frequencies.size());
    const Frequency& a = frequencies[pairs.first];
    const Frequency& b = frequencies[pairs.second];
    const SineCosine<f64x2> anchor =
        is_origin ? SineCosine<f64x2>{f64x2(0.0), f64x2(1.0)} : sine_cosine_of(a, b, position);
    states[g].value = angle_sum(anchor, steps.back()[g]); // (block_rows − 1) / 2 positions on
    const f64x2 size = xsimd::min(xsimd::abs(anchor.sine) + sweep(a, b), f64x2(1.0));
    states[g].sine_error =
        size * f64x2(sine_error_per_size) + f64x2(phase_error(a, position), phase_error(b, position));
  }
}

void AngleSums::advance() {
  for (std::size_t g = 0; g < count; ++g) states[g].value = angle_sum(states[g].value, states[g].block_step);
}

} // namespace posenc
