#include "kernels/rotary/rotary_phases.hpp"

#include <cassert>

#include "kernels/arithmetic/lanes.hpp"
#include "kernels/table/axes_table.hpp"
#include "kernels/table/phase.hpp"
#include "kernels/table/radian.hpp"

namespace posenc {
namespace {

using simd::f64x2;

/// Writes the phases that `phase_of(position, a, b)` has for pairs a and b of a token.
template <class PhaseOf>
void put_phases(const RotaryTokens& tokens, const PhaseOf& phase_of, std::span<double> out) {
  const std::size_t T = tokens.count, P = tokens.axis_of_pair.size();
  assert(out.size() >= T * 2 * P);
  for_each_axis(tokens.axis_of_pair, halves(2 * P),
                [&](std::size_t axis, std::size_t first, std::size_t count, const Layout&) {
                  for (std::size_t t = 0; t < T; ++t) {
                    const double position = tokens.positions[axis * T + t];
                    double* row = out.data() + t * 2 * P + first;
                    for_lanes<f64x2::size>(count, [&](std::size_t i, std::size_t n) {
                      const Phase<f64x2> phase = phase_of(position, first + i, first + i + n - 1);
                      store_lanes(phase.turns, row + i, n);
                      store_lanes(phase.rest, row + P + i, n);
                    });
                  }
                });
}

} // namespace

void rotary_phases(std::span<const Frequency> frequencies, const RotaryTokens& tokens,
                   std::span<double> out) {
  assert(tokens.axis_of_pair.size() == frequencies.size());
  const auto phase_of = [&](double at, std::size_t a, std::size_t b) {
    return phase(frequencies[a], frequencies[b], position(at));
  };
  put_phases(tokens, phase_of, out);
}

void rotary_recipe_phases(std::span<const float> frequencies, const RotaryTokens& tokens,
                          std::span<double> out) {
  assert(tokens.axis_of_pair.size() == frequencies.size());
  const Radian radian;
  const auto phase_of = [&](double at, std::size_t a, std::size_t b) {
    const float p = static_cast<float>(at);
    const Phase<double> first = radian.phase(static_cast<double>(p * frequencies[a]));
    const Phase<double> second = radian.phase(static_cast<double>(p * frequencies[b]));
    return Phase<f64x2>{{first.turns, second.turns}, {first.rest, second.rest}};
  };
  put_phases(tokens, phase_of, out);
}

} // namespace posenc
