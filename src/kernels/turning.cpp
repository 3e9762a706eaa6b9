#include "kernels/turning.hpp"

#include <cassert>

namespace posenc {

using simd::f64x2;

namespace {

constexpr double error_per_size = 0x1p-43;
constexpr double two_pi_up = 6.2832; // radians per turn, rounded up by more than the sum below rounds down

/// At least the radians that each pair of a group turns up to the next anchor.
f64x2 sweep(const Frequency& a, const Frequency& b) {
  return f64x2(a.hi + a.mid + a.lo, b.hi + b.mid + b.lo) * f64x2(two_pi_up * Turning::anchor_rows);
}

} // namespace

void Turning::set_groups(std::span<const Frequency> frequencies, std::size_t from, std::size_t size) {
  assert(size <= capacity);
  first = from;
  count = size;
  for (std::size_t g = 0; g < count; ++g) {
    const PairGroup pairs = pair_group(first + g, frequencies.size());
    const Frequency& a = frequencies[pairs.first];
    const Frequency& b = frequencies[pairs.second];
    const SineCosine<f64x2> one = sine_cosine(a, b, {1, 0});
    turns[0][g] = {f64x2(0.0), f64x2(1.0)};
    for (std::size_t k = 1; k < block_rows; ++k) turns[k][g] = turned(turns[k - 1][g], one);
    // Not one of the products: its error comes back with every block.
    states[g].block_turn = sine_cosine(a, b, {double{block_rows}, 0});
  }
}

void Turning::set_anchor(std::span<const Frequency> frequencies, Position position) {
  for (std::size_t g = 0; g < count; ++g) {
    const PairGroup pairs = pair_group(first + g, frequencies.size());
    const Frequency& a = frequencies[pairs.first];
    const Frequency& b = frequencies[pairs.second];
    const f64x2 reach = sweep(a, b), phase_error(posenc::phase_error(position));
    const auto error = [&](f64x2 value) {
      return xsimd::min(xsimd::abs(value) + reach, f64x2(1.0)) * f64x2(error_per_size) + phase_error;
    };
    states[g].value = sine_cosine(a, b, position);
    states[g].error = {error(states[g].value.sine), error(states[g].value.cosine)};
  }
}

void Turning::advance() {
  for (std::size_t g = 0; g < count; ++g) states[g].value = turned(states[g].value, states[g].block_turn);
}

} // namespace posenc
