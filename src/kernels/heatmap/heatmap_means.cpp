#include "kernels/heatmap/heatmap_means.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "kernels/arithmetic/simd.hpp"
#include "kernels/table/phase.hpp"
#include "kernels/table/rounded_sine.hpp"
#include "kernels/table/sine.hpp"

namespace posenc {

namespace {

using simd::f32x4;
using simd::f64x2;

constexpr std::size_t pixels_between_placings = 256;
constexpr std::size_t in_block = HeatmapColumns::lines; // lines

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

void put_both(double* a, double* b, f64x2 value) {
  *a = value.get(0);
  *b = value.get(1);
}

/// The mean of a group over a line, whose first values move on to the next one.
SineCosine<f64x2> mean_over(const HeatmapLine& line, std::size_t g, SineCosine<f64x2>& first) {
  const HeatmapLine::Step& by = *line.by;
  const f64x2 left(line.span.left), inner(line.span.inner), right(line.span.right);
  const auto between = angle_sum(first, load(by.sum_sine, by.sum_cosine, 2 * g)); // and stretched
  const auto last = angle_sum(first, load(by.step_sine, by.step_cosine, 2 * g));
  const SineCosine<f64x2> mean{left * first.sine + inner * between.sine + right * last.sine,
                               left * first.cosine + inner * between.cosine + right * last.cosine};
  first = last;
  return mean;
}

/// Correctly rounded: if both ends of the error interval round to one float, that is it (Ziv's method).
f32x4 rounded(const SineCosine<f64x2>& value, const Frequency& a, const Frequency& b, double position) {
  const f64x2 error(HeatmapMeans::error);
  const f32x4 entry = simd::narrow(value.sine - error, value.cosine - error);
  if (!xsimd::any(entry != simd::narrow(value.sine + error, value.cosine + error))) return entry;
  const auto exact = rounded_sine_cosine(a, b, posenc::position(position));
  return simd::narrow(exact.sine, exact.cosine);
}

} // namespace

HeatmapColumns::HeatmapColumns(std::size_t columns, Scratch& scratch)
    : means(scratch.take<double>((columns + 2) * in_block)),
      entries(scratch.take<float>((columns + 2) * in_block)) {
  std::ranges::fill(means, 0.0); // for pixels in columns that no pair fills
  std::ranges::fill(entries, 0.0f);
}

HeatmapMeans::HeatmapMeans(std::size_t pairs, Scratch& scratch) {
  const std::size_t groups = (pairs + 1) / 2;
  groups_ = scratch.take<Group>(groups);
  const auto take = [&] { return scratch.take<double>(2 * groups); };
  sine_ = take();
  cosine_ = take();
  for (Step& step : steps_) step = {-1, take(), take(), take(), take()};
}

void HeatmapMeans::start(const HeatmapTable& table, std::span<const bool> shown) {
  const auto& [frequencies, columns, layout] = table;
  const std::size_t unread = layout.row + 1;
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < frequencies.size(); ++i) {
    const std::size_t sine = i < columns.sines ? layout.sine + i * layout.step : unread;
    const std::size_t cosine = i < columns.cosines ? layout.cosine + i * layout.step : unread;
    const auto is_shown = [&](std::size_t column) { return column != unread && shown[column]; };
    if (!is_shown(sine) && !is_shown(cosine)) continue;
    Group& group = groups_[count / 2];
    if (count % 2 == 0) group.shows_sine = group.shows_cosine = false;
    group.shows_sine |= is_shown(sine);
    group.shows_cosine |= is_shown(cosine);
    for (std::size_t side = count % 2; side < 2; ++side) {
      group.pair[side] = i;
      group.sine[side] = static_cast<std::uint32_t>(sine * in_block);
      group.cosine[side] = static_cast<std::uint32_t>(cosine * in_block);
    }
    ++count;
  }
  shown_ = (count + 1) / 2;
  pixels_until_placed_ = 0;
  for (Step& step : steps_) step.steps = -1;
  count_ = 0;
}

void HeatmapMeans::place(std::span<const Frequency> frequencies, double first) {
  for (std::size_t i = 0; i < 2 * shown_; ++i) {
    const auto [sine, cosine] = at(frequencies[groups_[i / 2].pair[i % 2]], first);
    sine_[i] = sine;
    cosine_[i] = cosine;
  }
  entry_ = first;
  pixels_until_placed_ = pixels_between_placings;
}

bool HeatmapMeans::is_used(const Step& step) const {
  return std::ranges::any_of(lines(), [&](const HeatmapLine& line) { return line.by == &step; });
}

/// None if lines of the block need the step of another number of positions.
const HeatmapLine::Step* HeatmapMeans::step(std::span<const Frequency> frequencies, double steps) {
  const bool odd = steps / 2 != std::floor(steps / 2);
  Step& step = steps_[odd ? 1 : 0];
  if (step.steps == steps) return &step;
  if (is_used(step)) return nullptr;
  step.steps = steps;
  for (std::size_t i = 0; i < 2 * shown_; ++i) {
    const Frequency& frequency = frequencies[groups_[i / 2].pair[i % 2]];
    const auto by = at(frequency, steps), sum = sum_between(frequency, steps);
    step.step_sine[i] = by.sine;
    step.step_cosine[i] = by.cosine;
    step.sum_sine[i] = sum.sine;
    step.sum_cosine[i] = sum.cosine;
  }
  return &step;
}

bool HeatmapMeans::take(std::span<const Frequency> frequencies, std::size_t pixel, const PixelSpan& span) {
  if (entry_ != span.first || pixels_until_placed_ == 0) {
    if (count_ > 0) return false;
    place(frequencies, span.first);
  }
  const bool repeats = count_ > 0 && span.same_entry(lines_[count_ - 1].span);
  if (!repeats && count_ == in_block) return false;
  const Step* const by = span.steps == 0 ? nullptr : step(frequencies, span.steps);
  if (by == nullptr && span.steps != 0) return false;
  if (!repeats) lines_[count_++] = {pixel, 0, span, nullptr};
  HeatmapLine& line = lines_[count_ - 1];
  ++line.pixels;
  line.by = by;
  entry_ += span.steps;
  --pixels_until_placed_;
  return true;
}

void HeatmapMeans::compute(std::span<const Frequency> frequencies, bool with_means, HeatmapColumns& out) {
  const bool any_single =
      std::ranges::any_of(lines(), [](const HeatmapLine& line) { return line.span.single(); });
  for (std::size_t g = 0; g < shown_; ++g) {
    const SineCosine<f64x2> first = load(sine_, cosine_, 2 * g);
    const SineCosine<f64x2> last =
        any_single ? entries(frequencies, g, first, with_means, out) : means(g, first, out);
    last.sine.store_unaligned(&sine_[2 * g]);
    last.cosine.store_unaligned(&cosine_[2 * g]);
  }
}

/// Lines of which none lies in one entry: the usual ones, without a test in the loop.
SineCosine<f64x2> HeatmapMeans::means(std::size_t g, SineCosine<f64x2> first, HeatmapColumns& out) const {
  const Group& group = groups_[g];
  double* const to[] = {&out.means[group.sine[0]], &out.means[group.sine[1]], &out.means[group.cosine[0]],
                        &out.means[group.cosine[1]]};
  for (std::size_t k = 0; k < count_; ++k) {
    const SineCosine<f64x2> mean = mean_over(lines_[k], g, first);
    if (group.shows_sine) put_both(to[0] + k, to[1] + k, mean.sine);
    if (group.shows_cosine) put_both(to[2] + k, to[3] + k, mean.cosine);
  }
  return first;
}

/// Lines of which some lie in one entry.
SineCosine<f64x2> HeatmapMeans::entries(std::span<const Frequency> frequencies, std::size_t g,
                                        SineCosine<f64x2> first, bool with_means, HeatmapColumns& out) const {
  const auto& [pair, sine, cosine, shows_sine, shows_cosine] = groups_[g];
  for (std::size_t k = 0; k < count_; ++k) {
    const HeatmapLine& line = lines_[k];
    SineCosine<f64x2> mean = first;
    if (line.span.single()) {
      const f32x4 entry = rounded(first, frequencies[pair[0]], frequencies[pair[1]], line.span.first);
      out.entries[sine[0] + k] = entry.get(0);
      out.entries[sine[1] + k] = entry.get(1);
      out.entries[cosine[0] + k] = entry.get(2);
      out.entries[cosine[1] + k] = entry.get(3);
      if (line.by != nullptr) first = angle_sum(first, load(line.by->step_sine, line.by->step_cosine, 2 * g));
    } else {
      mean = mean_over(line, g, first);
    }
    if (!with_means) continue;
    if (shows_sine) put_both(&out.means[sine[0] + k], &out.means[sine[1] + k], mean.sine);
    if (shows_cosine) put_both(&out.means[cosine[0] + k], &out.means[cosine[1] + k], mean.cosine);
  }
  return first;
}

} // namespace posenc
