#include "kernels/properties/similarity.hpp"

#include <algorithm>
#include <cassert>

#include "kernels/table/pair_group.hpp"

namespace posenc {

using simd::f64x2;

namespace {

double sum(f64x2 lanes) {
  return lanes.get(0) + lanes.get(1);
}

} // namespace

Similarity similarity(std::span<const Frequency> frequencies, double offset) {
  const Position at = position(offset);
  f64x2 inner = 0.0, distance = 0.0;
  for (std::size_t g = 0; g < group_count(frequencies.size()); ++g) {
    const PairGroup pairs = disjoint_group(g, frequencies.size());
    const SineCosine<f64x2> step = sine_cosine(frequencies[pairs.first], frequencies[pairs.second], at);
    const f64x2 present = presence(pairs, frequencies.size());
    inner = inner + present * step.cosine;
    distance = distance + present * versine(step);
  }
  return {sum(inner), 2 * sum(distance)};
}

Similarity similarity_at(std::span<const Frequency> frequencies, Columns columns, double position,
                         double offset) {
  assert(columns.pairs() <= frequencies.size());
  const Position start = posenc::position(position), by = posenc::position(offset);
  f64x2 inner = 0.0, distance = 0.0;
  for (std::size_t g = 0; g < group_count(columns.pairs()); ++g) {
    const PairGroup pairs = disjoint_group(g, columns.pairs());
    const Frequency& a = frequencies[pairs.first];
    const Frequency& b = frequencies[pairs.second];
    const SineCosine<f64x2> from = sine_cosine(a, b, start), step = sine_cosine(a, b, by);
    const SineCosine<f64x2> to = angle_sum(from, step);
    const f64x2 fall = versine(step);
    const f64x2 sine_step = from.cosine * step.sine - from.sine * fall;
    const f64x2 cosine_step = from.sine * step.sine + from.cosine * fall; // downwards
    const f64x2 sines = presence(pairs, columns.sines), cosines = presence(pairs, columns.cosines);
    inner = inner + (sines * (from.sine * to.sine) + cosines * (from.cosine * to.cosine));
    distance = distance + (sines * (sine_step * sine_step) + cosines * (cosine_step * cosine_step));
  }
  return {sum(inner), sum(distance)};
}

void similarities(std::span<const Frequency> frequencies, double first_offset, std::span<Similarity> out) {
  for (std::size_t n = 0; n < out.size(); ++n)
    out[n] = similarity(frequencies, first_offset + static_cast<double>(n));
}

void similarities_at(std::span<const Frequency> frequencies, Columns columns, double position,
                     double first_offset, std::span<Similarity> out) {
  for (std::size_t n = 0; n < out.size(); ++n)
    out[n] = similarity_at(frequencies, columns, position, first_offset + static_cast<double>(n));
}

void similarities_of(std::span<const Frequency> frequencies, std::span<const double> offsets,
                     std::span<Similarity> out) {
  std::ranges::transform(offsets, out.begin(),
                         [&](double offset) { return similarity(frequencies, offset); });
}

void similarities_of_at(std::span<const Frequency> frequencies, Columns columns, double position,
                        std::span<const double> offsets, std::span<Similarity> out) {
  std::ranges::transform(offsets, out.begin(), [&](double offset) {
    return similarity_at(frequencies, columns, position, offset);
  });
}

} // namespace posenc
