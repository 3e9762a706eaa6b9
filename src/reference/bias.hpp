/// Biases by distance, one score at a time, in wide precision.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/arithmetic.hpp"

namespace posenc::reference {

// A perceptron with one hidden layer of rectified units.

struct Perceptron {
  std::vector<float> hidden_weight, hidden_bias, output_weight, output_bias; // the last may be empty
};

inline Wide perceptron(const Perceptron& net, const std::vector<Wide>& input, std::size_t output) {
  const std::size_t units = net.hidden_bias.size();
  Wide sum = net.output_bias.empty() ? Wide(0) : Wide(net.output_bias[output]);
  for (std::size_t u = 0; u < units; ++u) {
    Wide unit = Wide(net.hidden_bias[u]);
    for (std::size_t c = 0; c < input.size(); ++c)
      unit += Wide(net.hidden_weight[u * input.size() + c]) * input[c];
    if (unit > 0) sum += Wide(net.output_weight[output * units + u]) * unit;
  }
  return sum;
}

// ALiBi straight from the paper's recursion over head counts.
// Source    Press et al. 2021, arXiv 2108.12409, section 3 and appendix

inline Wide alibi_slope(std::size_t head, std::size_t heads, double bias_max = 8) {
  std::size_t power = 1;
  while (2 * power <= heads) power *= 2;
  if (power == heads) return exponential(-ln_2 * Wide(bias_max) * Wide(head + 1) / Wide(heads));
  return head < power ? alibi_slope(head, power, bias_max)
                      : alibi_slope(2 * (head - power), 2 * power, bias_max);
}

inline Wide alibi(std::size_t head, std::size_t heads, double relative) {
  return -alibi_slope(head, heads) * Wide(relative < 0 ? -relative : relative);
}

// KERPLE's two kernels of the distance.
// Source    Chi et al. 2022, arXiv 2205.09921, eq. 5

inline Wide kerple_logarithmic(double r1, double r2, double distance) {
  return -Wide(r1) * logarithm(Wide(1) + Wide(r2) * Wide(distance));
}

inline Wide kerple_power(double r1, double r2, double distance) {
  return distance == 0 ? Wide(0) : -Wide(r1) * exponential(Wide(r2) * logarithm(Wide(distance)));
}

// Sandwich: a sum of cosines, one by one.
// Source    Chi et al. 2022, arXiv 2212.10356

/// Pairs first_pair … first_pair + width/2 − 1 of a sinusoidal encoding of a width.
struct Sandwich {
  std::size_t width;
  double base;
  std::size_t first_pair;
};

inline Wide sandwich(const Sandwich& settings, double relative) {
  Wide sum = 0;
  for (std::size_t i = settings.first_pair; i < settings.first_pair + settings.width / 2; ++i)
    sum += cosine(Wide(relative) *
                  exponential(-logarithm(Wide(settings.base)) * Wide(2 * i) / Wide(settings.width)));
  return sum;
}

// T5's bucket of one relative position, by wide logarithms.
// Source    Raffel et al. 2019, arXiv 1910.10683, section 2.1, and the authors' code

/// relative = key − query. A quotient of logarithms within 2^-80 of an integer counts as that integer.
inline int t5_bucket(double relative, int buckets, int max_distance, bool two_sided) {
  if (two_sided) {
    const int half = buckets / 2;
    const double backwards = relative < 0 ? relative : -relative;
    return (relative > 0 ? half : 0) + t5_bucket(backwards, half, max_distance, false);
  }
  const double distance = relative < 0 ? -relative : 0;
  const int ones = buckets / 2;
  if (distance < ones) return static_cast<int>(distance);
  const Wide share = logarithm(Wide(distance) / Wide(ones)) / logarithm(Wide(max_distance) / Wide(ones)) *
                     Wide(buckets - ones);
  const int step = static_cast<int>(share + Wide(0x1p-80));
  return step < buckets - ones ? ones + step : buckets - 1;
}

// FIRE, score by score.
// Source    Li et al. 2023, arXiv 2310.04418, eq. 3

/// ψ(|query − key|) / ψ(max(threshold, query))
inline Wide fire_distance(double c, double threshold, double query, double key) {
  const auto stretched = [c](double x) { return logarithm(Wide(c) * Wide(x) + Wide(1)); };
  return stretched(query < key ? key - query : query - key) /
         stretched(threshold < query ? query : threshold);
}

inline Wide fire(double c, double threshold, const Perceptron& f, std::size_t head, double query,
                 double key) {
  return perceptron(f, {fire_distance(c, threshold, query, key)}, head);
}

// Swin's biases, one pair of cells or one offset at a time.
// Source    Liu et al. 2021, arXiv 2103.14030, eq. 4, and 2111.09883, section 3.3

/// Row of the table for two cells of a window, both counted row by row.
inline std::size_t swin_index(std::size_t height, std::size_t width, std::size_t query, std::size_t key) {
  const std::size_t y = height - 1 + query / width - key / width;
  const std::size_t x = width - 1 + query % width - key % width;
  return y * (2 * width - 1) + x;
}

/// A log-spaced offset along a side of `trained` cells.
inline Wide swin_coordinate(double offset, double trained) {
  if (offset < 0) return -swin_coordinate(-offset, trained);
  const Wide unit = trained == 1 ? Wide(1) : Wide(trained - 1);
  return logarithm(Wide(1) + Wide(8) * Wide(offset) / unit) / ln_2 / Wide(3);
}

/// 16 · sigmoid(f(y, x))
inline Wide swin_bias(const Perceptron& f, std::size_t head, Wide y, Wide x) {
  return Wide(16) / (Wide(1) + exponential(-perceptron(f, {y, x}, head)));
}

} // namespace posenc::reference
