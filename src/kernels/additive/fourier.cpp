#include "kernels/additive/fourier.hpp"

#include <array>
#include <cassert>
#include <cmath>

#include "kernels/table/pair_group.hpp"
#include "kernels/table/radian.hpp"
#include "kernels/table/rounded_sine.hpp"
#include "kernels/table/table_store.hpp"

namespace posenc {
namespace {

using simd::f64x2;

constexpr std::size_t most_octaves = 64;

double without_whole_turns(double turns) {
  return turns - std::nearbyint(turns);
}

/// A coordinate x and its unit, half turns or radians.
class Coordinate {
public:
  Coordinate(double x, bool with_pi, const Radian& radian) : x_(x), with_pi_(with_pi), radian_(radian) {}

  Phase<double> phase() const {
    return with_pi_ ? Phase<double>{without_whole_turns(x_ / 2), 0} : radian_.phase(x_);
  }

  /// The error of the phase, in radians.
  double error() const { return with_pi_ ? 0 : phase_error(position(x_)); }

  /// The phase of an octave in turns, modulo 1.
  Fixed exact_phase(std::size_t octave) const {
    Fixed turns = (with_pi_ ? half_turns() : radian_.exact(x_)) << static_cast<unsigned>(octave);
    turns.limb[Fixed::limbs - 1] = 0;
    return turns;
  }

private:
  Fixed half_turns() const {
    const double turns = without_whole_turns(x_ / 2);
    const Fixed size = fixed(std::fabs(turns));
    return turns < 0 ? whole(1) - size : size;
  }

  double x_;
  bool with_pi_;
  const Radian& radian_;
};

class Octaves {
public:
  Octaves(const Coordinate& coordinate, std::size_t count) : coordinate_(coordinate) {
    Phase<double> phase = coordinate.phase();
    double error = coordinate.error();
    for (std::size_t k = 0; k < count; ++k) {
      phases_[k] = phase;
      errors_[k] = error;
      const TwoSum<double> doubled = two_sum(2 * phase.turns, 2 * phase.rest);
      phase = {without_whole_turns(doubled.sum), doubled.error};
      error *= 2;
    }
  }

  /// Sines and cosines of two octaves; the lanes hold floats.
  SineCosine<f64x2> at(PairGroup octaves) const {
    const auto [a, b] = octaves;
    const auto value =
        sine_cosine(Phase<f64x2>{{phases_[a].turns, phases_[b].turns}, {phases_[a].rest, phases_[b].rest}});
    const SineCosine<f64x2> unsigned_zeros{value.sine + f64x2(0.0), value.cosine + f64x2(0.0)};
    const auto [rounded, is_certain] = rounding(unsigned_zeros, {errors_[a], errors_[b]});
    if (is_certain) return {simd::widen_low(rounded), simd::widen_high(rounded)};
    const auto first = exact_sine_cosine(coordinate_.exact_phase(a));
    const auto second = exact_sine_cosine(coordinate_.exact_phase(b));
    return {{first.sine, second.sine}, {first.cosine, second.cosine}};
  }

private:
  std::array<Phase<double>, most_octaves> phases_;
  std::array<double, most_octaves> errors_;
  Coordinate coordinate_;
};

/// The channels of the octaves of coordinate d.
Layout coordinate_layout(const FourierFeatures& features, std::size_t d) {
  const std::size_t first = features.include_input ? features.dimensions : 0;
  const std::size_t row = fourier_width(features);
  if (features.by_octave) return {first + d, first + features.dimensions + d, 2 * features.dimensions, row};
  const std::size_t sine = first + 2 * features.octaves * d;
  return {sine, sine + 1, 2, row};
}

} // namespace

void fourier(std::span<const double> points, const FourierFeatures& features, std::span<float> out) {
  const std::size_t dimensions = features.dimensions, count = features.octaves;
  assert(dimensions > 0 && points.size() % dimensions == 0 && count <= most_octaves);
  assert(out.size() == points.size() / dimensions * fourier_width(features));
  const Radian radian;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::size_t d = i % dimensions;
    float* row = out.data() + i / dimensions * fourier_width(features);
    const double x = points[i] + 0.0; // + 0 makes −0 a 0
    if (features.include_input) row[d] = static_cast<float>(x);
    if (count == 0) continue;
    const Octaves octaves(Coordinate(x, features.with_pi, radian), count);
    for (std::size_t g = 0; g < group_count(count); ++g) {
      const PairGroup at = pair_group(g, count);
      put_pairs(octaves.at(at), at, {count, count}, coordinate_layout(features, d), row);
    }
  }
}

} // namespace posenc
