#include "kernels/attention/merge_attention.hpp"

#include <algorithm>

#include "kernels/arithmetic/canonical.hpp"
#include "kernels/attention/online_softmax.hpp"

namespace posenc {
namespace {

/// The same row of each part: its place in the output and among the sums, and the distance from part to part.
struct PartRows {
  const float* output;
  const double* log_sum;
  std::size_t output_stride, log_sum_stride;
};

/// The weights of all parts, relative to the largest. A sum that is NaN, or a second one of +Inf, makes the row NaN.
SoftmaxRow weigh_parts(const PartRows& parts, std::span<double> weights) {
  for (std::size_t p = 0; p < weights.size(); ++p) weights[p] = parts.log_sum[p * parts.log_sum_stride];
  SoftmaxRow row{-infinity, 0.0};
  for (const double log_sum : weights) row.reference = std::max(row.reference, log_sum);
  for (double& weight : weights) {
    if (weight != weight) row.sum = weight;
    if (weight == -infinity || (row.reference == infinity && weight < infinity))
      weight = 0.0;
    else
      weight = weight == row.reference ? 1.0 : simd::f64x2(exp2((weight - row.reference) * log2_e)).get(0);
    row.sum += weight;
  }
  if (row.reference == infinity && row.sum > 1.0) row.sum = std::numeric_limits<double>::quiet_NaN();
  return row;
}

/// @returns the merged row's log_sum
double merge_row(const PartRows& parts, std::span<double> weights, std::span<float> out) {
  const SoftmaxRow row = weigh_parts(parts, weights);
  for (std::size_t c = 0; c < out.size(); ++c) {
    double sum = 0.0;
    for (std::size_t p = 0; p < weights.size(); ++p)
      if (weights[p] != 0.0) // the output of a part without weight may be anything
        sum += weights[p] * static_cast<double>(parts.output[p * parts.output_stride + c]);
    out[c] = row.sum == 0.0 ? 0.0f : canonical(sum / row.sum);
  }
  if (row.sum != row.sum) return std::numeric_limits<double>::quiet_NaN();
  return row.sum == 0.0 || row.reference == infinity ? row.reference : row.reference + ln_1p(row.sum - 1.0);
}

} // namespace

void merge_attention(std::span<const float> outputs, std::span<const double> log_sums,
                     const MergeShape& shape, std::span<float> out, std::span<double> out_log_sums,
                     std::span<double> scratch) {
  const auto [parts, batch, queries, heads, value_dim] = shape;
  for (std::size_t b = 0; b < batch; ++b)
    for (std::size_t t = 0; t < queries; ++t)
      for (std::size_t h = 0; h < heads; ++h) {
        const std::size_t at = (b * heads + h) * queries + t;
        const std::size_t first = ((b * queries + t) * heads + h) * value_dim;
        const PartRows rows{outputs.data() + first, log_sums.data() + at, out.size(), out_log_sums.size()};
        out_log_sums[at] = merge_row(rows, scratch.first(parts), out.subspan(first, value_dim));
      }
}

} // namespace posenc
