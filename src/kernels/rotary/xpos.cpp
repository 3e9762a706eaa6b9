#include "kernels/rotary/xpos.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>

#include "kernels/arithmetic/exp2.hpp"
#include "kernels/arithmetic/fixed_functions.hpp"
#include "kernels/arithmetic/lanes.hpp"

namespace posenc {
namespace {

using simd::f32x4;
using simd::f64x2;

/// Both runs of a row, times 2^(power · exponent).
void scale_row(float* sines, float* cosines, std::span<const double> exponents, double power) {
  for_lanes(exponents.size(), [&](std::size_t i, std::size_t n) {
    const auto scale = [&](std::size_t first) {
      return first < n ? exp2(f64x2(power) * load_lanes(&exponents[i + first], n - first)) : f64x2(0.0);
    };
    const f64x2 low = scale(0), high = scale(2);
    for (float* run : {sines, cosines}) {
      const f32x4 x = load_lanes(run + i, n);
      store_lanes(simd::narrow(simd::widen_low(x) * low, simd::widen_high(x) * high), run + i, n);
    }
  });
}

/// log2 of the scales of two pairs of a query; a key has the negatives. 0 without scales.
f64x2 logarithms(const XposKeys& keys, double position, std::size_t i, std::size_t n) {
  if (keys.exponents.empty()) return 0.0;
  return f64x2(position / keys.scale_base) * load_lanes(&keys.exponents[i], n);
}

} // namespace

void xpos_exponents(std::span<double> out, double gamma) {
  const auto pairs = static_cast<std::uint32_t>(out.size());
  const Fixed shift = fixed(gamma);
  for (std::uint32_t i = 0; i < pairs; ++i) {
    const Fixed zeta = quotient(whole(i) / pairs + shift, whole(1) + shift);
    out[i] = -nearest_double(quotient(logarithm(zeta).size, log_of_two)); // zeta < 1
  }
}

void xpos(std::span<float> table, std::span<const double> exponents, std::span<const double> positions,
          double scale_base, XposSide side) {
  const std::size_t pairs = exponents.size();
  assert(table.size() >= positions.size() * 2 * pairs);
  for (std::size_t t = 0; t < positions.size(); ++t) {
    const double power = positions[t] / scale_base;
    float* row = table.data() + t * 2 * pairs;
    scale_row(row, row + pairs, exponents, side == XposSide::query ? power : -power);
  }
}

void xpos_quotient(std::span<double> table, std::size_t pairs, const XposKeys& from, const XposKeys& to) {
  const auto position_of = [](const XposKeys& keys, std::size_t t) {
    return keys.positions.empty() ? 0 : keys.positions[t];
  };
  const bool are_alike = from.scale_base == to.scale_base && std::ranges::equal(from.exponents, to.exponents);
  for (std::size_t t = 0; t * 2 * pairs < table.size(); ++t) {
    double* row = table.data() + t * 2 * pairs;
    const double before = position_of(from, t), after = position_of(to, t);
    for_lanes<f64x2::size>(pairs, [&](std::size_t i, std::size_t n) {
      // Subtracting positions is more exact than subtracting logarithms.
      const f64x2 scale = exp2(are_alike ? logarithms(from, before - after, i, n)
                                         : logarithms(from, before, i, n) - logarithms(to, after, i, n));
      for (double* run : {row + i, row + pairs + i}) store_lanes(load_lanes(run, n) * scale, run, n);
    });
  }
}

} // namespace posenc
