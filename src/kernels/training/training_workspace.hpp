/// The memory of a pass: positions, the values of each layer, gradients and scratch, in one block whose size is known before.
///
/// Without training, the layers share the memory of their values, and gradients are left out.
///
/// Units     bytes, aligned to 16
/// Requires  nothing is kept from one block to another; positions are filled once for a block, by prepare_positions()
#pragma once

#include <cstdint>
#include <span>

#include "kernels/training/head_attention.hpp"
#include "kernels/training/position_tables.hpp"

namespace posenc {

/// The values of one layer.
struct LayerValues {
  std::span<float> in, normed, rows, gates, weights, mixed, middle, feed_normed, up, active, out;
};

class TrainingWorkspace {
public:
  /// Lays out a block for up to `batch.length` tokens in a sequence and `batch.rows()` in all. Positions are as many as
  /// `most_length`. A smaller batch uses the front of each part.
  TrainingWorkspace(const TrainingModel& model, const TrainingBatch& most, std::byte* block);

  std::uint64_t bytes() const { return bytes_; }

  std::span<float> table;         // of positions, or the bias that each layer makes
  std::span<float> query_factors; // of each position
  std::span<float> gradient;      // of all weights
  std::span<Frequency> frequencies;
  std::span<std::int32_t> buckets;
  std::span<double> threshold; // of FIRE before training: one number
  std::span<double> bias_gradient, vector_gradient, sums;
  std::span<float> normed, logits;
  std::span<float> wide, narrow, residual; // gradients: (R, max(3D, up)), (R, max(D, F)), (R, D)
  std::span<float> attention;              // scratch of one head
  std::span<std::byte> products;           // scratch of products

  /// The values of layer `index` for a batch.
  LayerValues layer(const TrainingModel& model, const TrainingBatch& batch, std::size_t index) const;
  /// The residual after `index` layers: its first `count` floats.
  std::span<float> stream(std::size_t index, std::size_t count) const;

private:
  std::uint64_t bytes_ = 0;
  bool kept_;
  std::span<float> streams_, layers_;
  std::size_t stream_floats_, layer_floats_;
};

HeadAttention attention_of(const TrainingModel& model, const TrainingBatch& batch, std::size_t positions);

} // namespace posenc
