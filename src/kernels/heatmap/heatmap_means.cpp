#include "kernels/heatmap/heatmap_means.hpp"

#include <cassert>
#include <cmath>

#include "kernels/arithmetic/simd.hpp"
#include "kernels/table/phase.hpp"
#include "kernels/table/sine.hpp"

namespace posenc {

namespace {

using simd::f64x2;

constexpr std::size_t pixels_between_placings = 256;

/// The sine and cosine at an integer or a half, up to 2^54 in size: the positions of a pixel are from −2^53 to 2^53.
SineCosine<double> at(const Frequency& frequency, double whole_or_half) {
  const auto& [hi, mid, lo, value] = frequency;
  if (std::fabs(whole_or_half) < 0x1p23 && hi < 1) return sine_cosine(phase(whole_or_half, hi, mid, lo));
  const double whole = std::trunc(whole_or_half);
  return sine_cosine(phase(frequency, {whole, whole_or_half - whole}));
}

/// Σ_{t=1}^{s−1} e^{iωt}, the imaginary part as the sine. Half angles are phases at half a position.
SineCosine<double> sum_between(const Frequency& frequency, double steps) {
  if (steps <= 1) return {0, 0};
  const double whole = steps - 1, half_step = at(frequency, 0.5).sine;
  const double size = half_step == 0 ? whole : at(frequency, whole / 2).sine / half_step;
  const auto [sine, cosine] = at(frequency, steps / 2);
  return {size * sine, size * cosine};
}

SineCosine<f64x2> load(std::span<const double> sines, std::span<const double> cosines, std::size_t i) {
  return {f64x2::load_unaligned(&sines[i]), f64x2::load_unaligned(&cosines[i])};
}

} // namespace

std::size_t HeatmapMeans::lanes(std::size_t pairs) {
  return (pairs + f64x2::size - 1) / f64x2::size * f64x2::size;
}

HeatmapMeans::HeatmapMeans(std::size_t pairs, Scratch& scratch) {
  const auto take = [&] {
    const std::span<double> array = scratch.take<double>(lanes(pairs));
    if (!array.empty()) array.back() = 0; // an odd lane
    return array;
  };
  sine_ = take();
  cosine_ = take();
  for (Step& step : steps_) step = {-1, take(), take(), take(), take()};
}

void HeatmapMeans::place(std::span<const Frequency> frequencies, double first) {
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const auto [sine, cosine] = at(frequencies[i], first);
    sine_[i] = sine;
    cosine_[i] = cosine;
  }
  entry_ = first;
  pixels_until_placed_ = pixels_between_placings;
}

const HeatmapMeans::Step& HeatmapMeans::step(std::span<const Frequency> frequencies, double steps) {
  const bool odd = steps / 2 != std::floor(steps / 2);
  Step& step = steps_[odd ? 1 : 0];
  if (step.steps == steps) return step;
  step.steps = steps;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const auto by = at(frequencies[i], steps), sum = sum_between(frequencies[i], steps);
    step.step_sine[i] = by.sine;
    step.step_cosine[i] = by.cosine;
    step.sum_sine[i] = sum.sine;
    step.sum_cosine[i] = sum.cosine;
  }
  return step;
}

void HeatmapMeans::row(std::span<const Frequency> frequencies, const PixelSpan& pixel,
                       std::span<double> sines, std::span<double> cosines) {
  assert(sines.size() >= sine_.size() && cosines.size() >= sine_.size());
  if (entry_ != pixel.first || pixels_until_placed_ == 0) place(frequencies, pixel.first);
  const Step& by = step(frequencies, pixel.steps);
  const f64x2 left(pixel.left), inner(pixel.inner), right(pixel.right);

  for (std::size_t i = 0; i < sine_.size(); i += f64x2::size) {
    const SineCosine<f64x2> first = load(sine_, cosine_, i);
    const SineCosine<f64x2> between = angle_sum(first, load(by.sum_sine, by.sum_cosine, i)); // and stretched
    const SineCosine<f64x2> last = angle_sum(first, load(by.step_sine, by.step_cosine, i));
    (left * first.sine + inner * between.sine + right * last.sine).store_unaligned(&sines[i]);
    (left * first.cosine + inner * between.cosine + right * last.cosine).store_unaligned(&cosines[i]);
    last.sine.store_unaligned(&sine_[i]);
    last.cosine.store_unaligned(&cosine_[i]);
  }
  entry_ += pixel.steps;
  --pixels_until_placed_;
}

} // namespace posenc
