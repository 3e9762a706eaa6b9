/// What a model adds, rotates by or looks up for its positions, for sequences of up to P tokens.
///
///   added     (P, D)          the sinusoidal table, divided by √2: its entries then have the size of an embedding's entries
///   sines     (P, D)          sin(t base^(−c/D)), divided by √2, without cosines
///   rotary    (P, HS)         sines and cosines of a token's angles times the attention factor, as rotary_table():
///                             the first `ratios` pairs rotate by base^(−i / ratios) · ratio[i], the rest by 0
///   bias      (NH, 2P − 1)    ALiBi: −slope · |distance|, at n = key − query + P − 1
///   t5        (NH, 2P − 1)    the entries of the learned table by bucket; the gradient of an entry is the sum over its distances
///   kerple    (NH, 2P − 1)    −a² ln(1 + b² · |distance|) with two learned numbers per head; squares are never below zero
///   fire      (NH, P, P)      a learned function of the distance and the query's position: fire_bias.hpp
///
/// A schedule of frequencies is data here: each pair's ratio to the plain frequency, which src/api/lab computes from the rule by
/// its name. A ratio of 1 leaves a frequency exact; others are doubles, so that an angle errs by t · 2^-52 of itself.
///
/// Units     positions in tokens, from `start` on; trained is the longest length of training, in tokens
/// Requires  ratios in [0, 2^31]; else as the kernels of sincos_table, rotary_table, alibi, kerple and t5_buckets. Checked by
///           src/api/lab
/// Accuracy  same as these kernels; `added` rounds once more (tests/kernels/training/position_tables_test.cpp)
/// Source    see those kernels
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/table/frequencies.hpp"
#include "kernels/training/training_model.hpp"

namespace posenc {

struct PositionRule {
  double base, start;
  double attention_factor;  // of sines and cosines
  double trained;           // of FIRE
  std::size_t max_distance; // of T5
};

/// One entry for each pair that turns, and one for each position if the model scales queries.
struct PositionLists {
  std::span<const double> ratios;
  std::span<const float> query_factors;
};

/// What the table of a kind is made from; `scratch` has position_frequencies() places.
struct TableOf {
  const TrainingModel& model;
  const PositionRule& rule;
  std::span<const double> ratios;
  std::size_t positions;
  std::span<Frequency> scratch;
};

void added_table(const TableOf& of, std::span<float> out);
void sines_table(const TableOf& of, std::span<float> out);
void rotation_table(const TableOf& of, std::span<float> out);
void alibi_table(const TableOf& of, std::span<float> out);

/// The bucket of each of 2P − 1 relative positions.
void position_buckets(const TrainingModel& model, const PositionRule& rule, std::size_t positions,
                      std::span<std::int32_t> out);

/// out[h, n] = table[bucket[n], h]
void bucket_bias(std::span<const float> table, std::span<const std::int32_t> buckets, std::size_t heads,
                 std::span<float> out);
/// dtable[b, h] = Σ over n with bucket[n] = b of gradient[h, n]
void bucket_bias_backward(std::span<const double> gradient, std::span<const std::int32_t> buckets,
                          std::size_t heads, std::span<float> table);

/// Requires roots (2, NH): a, then b.
void kerple_bias(std::span<const float> roots, std::size_t heads, std::span<float> out);
/// droots = the sums of gradient[h, n] · dbias[h, n] / droot over n
void kerple_bias_backward(std::span<const double> gradient, std::span<const float> roots, std::size_t heads,
                          std::span<float> out);

} // namespace posenc
