#include "kernels/bias/sandwich.hpp"

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/table/sine.hpp"

namespace posenc {
namespace {

double sum_of_cosines(std::span<const Frequency> frequencies, double distance) {
  const Position at = position(distance);
  simd::f64x2 sum = 0.0;
  std::size_t i = 0;
  for (; i + 1 < frequencies.size(); i += 2)
    sum = sum + sine_cosine(frequencies[i], frequencies[i + 1], at).cosine;
  const double total = sum.get(0) + sum.get(1);
  return i == frequencies.size() ? total
                                 : total + sine_cosine(frequencies[i], frequencies[i], at).cosine.get(0);
}

} // namespace

void sandwich_ratios(std::span<double> ratios) {
  for (std::size_t h = 0; h < ratios.size(); ++h)
    ratios[h] = static_cast<double>(8 * (h + 1)) / static_cast<double>(ratios.size());
}

void sandwich(std::span<const Frequency> frequencies, std::span<const double> ratios, double first_relative,
              std::span<float> out) {
  if (ratios.empty()) return;
  const std::size_t count = out.size() / ratios.size();
  for (std::size_t n = 0; n < count; ++n) {
    const double sum = sum_of_cosines(frequencies, first_relative + static_cast<double>(n));
    for (std::size_t h = 0; h < ratios.size(); ++h) out[h * count + n] = canonical(sum / ratios[h]);
  }
}

} // namespace posenc
