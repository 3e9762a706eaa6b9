/// Merges attention over parts of the keys into attention over all of them.
///
///   out[t,h] = Σ_p w[p] out_p[t,h] / Σ_p w[p]      log_sums[h,t] = ln Σ_p e^log_sums_p[h,t]
///   w[p] = e^(log_sums_p[h,t] − max over p)
///
/// Shapes    outputs (P, B, T, NH, VS) f32, log_sums (P, B, NH, T) f64, out (B, T, NH, VS) f32, out_log_sums (B, NH, T) f64;
///           row-major. outputs and log_sums of a part come from attention()
/// Requires  P > 0; no overlap of a result with anything. Checked by src/api/attention/merge-attention.ts
/// Accuracy  if each part is off by e, the merged output is off by e + 9 · 2^-24 · max|V|, and its log_sums by 4 · 2^-24, as
///           the parts' are. Proof: log_sums off by 4 · 2^-24 move the weights' shares by 8 · 2^-24 in sum at most; the output
///           is rounded once, by 2^-24; everything else is made in double
/// Faults    a part whose log_sums is −Inf counts nothing, whatever its output holds; if all are, the row is zero. One part of
///           +Inf takes all the weight; with two, the row is NaN, because how many keys share the weight is not known
/// Source    Rabe & Staats 2021, arXiv 2112.05682; flash decoding merges its splits the same way
#pragma once

#include <cstddef>
#include <span>

namespace posenc {

struct MergeShape {
  std::size_t parts, batch, queries, heads, value_dim; // P, B, T, NH, VS
};

/// Scratch holds P doubles.
void merge_attention(std::span<const float> outputs, std::span<const double> log_sums, const MergeShape&,
                     std::span<float> out, std::span<double> out_log_sums, std::span<double> scratch);

} // namespace posenc
