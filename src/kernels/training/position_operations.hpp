/// What each kind of position does to a model: one row for each, with nulls where it does nothing.
///
/// Shapes    as model_weights.hpp and training_workspace.hpp
/// Requires  as the kernels that a row calls
/// Accuracy  same as these kernels
/// Source    see those kernels
#pragma once

#include <cstdint>
#include <span>

#include "kernels/training/model_run.hpp"

namespace posenc {

struct PositionOperations {
  PositionKind kind;
  bool adds_table = false;                                              // a table to the embedding
  bool adds_weights = false;                                            // learned rows to the embedding
  bool rotates = false;                                                 // queries and keys
  bool alternates = false;                                              // in every second layer only
  bool biases = false;                                                  // the scores
  bool has_gates = false;                                               // one for each head of a token
  bool has_buckets = false, has_threshold = false, has_vectors = false; // parts of the workspace
  std::size_t channels = 2;                                             // of a frequency in the table

  std::uint64_t (*weights)(const TrainingModel& model) = nullptr;
  /// Floats of the table, or of the bias of a layer.
  std::uint64_t (*table)(const TrainingModel& model, const TrainingBatch& most) = nullptr;
  BiasPlaces (*places)(const TrainingModel& model, std::size_t length, std::size_t positions) = nullptr;

  /// Once for a number of positions.
  void (*fill)(const TableOf& of, std::span<float> out) = nullptr;
  void (*prepare)(const TrainingModel& model, const PositionRule& rule, std::size_t positions,
                  TrainingWorkspace& work) = nullptr;
  /// Before the layers, and after them.
  void (*bias)(const Run& run, const ModelTensors& tensors) = nullptr;
  void (*backward)(const Run& run, const ModelTensors& tensors, const ModelTensors& gradients) = nullptr;
  /// In each layer, before queries and keys rotate.
  void (*layer_bias)(const Run& run, const ModelTensors& tensors, const LayerTensors& weights,
                     const LayerValues& values) = nullptr;
  /// Adds to the gradient of queries, keys and values.
  void (*rows_backward)(const Run& run, const ModelTensors& tensors, const LayerValues& values,
                        std::span<float> rows) = nullptr;
  /// Adds to the gradient of the normed rows.
  void (*normed_backward)(const Run& run, const LayerTensors& weights, const LayerTensors& gradients,
                          const LayerValues& values, std::span<float> normed) = nullptr;
};

const PositionOperations& operations_of(const TrainingModel& model);

/// Weights of the position tensor.
std::uint64_t position_floats(const TrainingModel& model);

/// Floats of the table of positions, or of the bias of a layer; the table of a learned encoding is part of the weights.
std::uint64_t position_table_floats(const TrainingModel& model, const TrainingBatch& most);

BiasPlaces bias_places(const TrainingModel& model, std::size_t length, std::size_t positions);

std::size_t position_frequencies(const TrainingModel& model);

/// Adds what Shaw's vectors for values give to the mixed values.
void move_values(const Run& run, const ModelTensors& tensors, const LayerValues& values);

/// Computes the gradient that these vectors give to a layer's weights. It overwrites the bias in the table, which the pass has
/// used already.
std::span<const float> moved_values_backward(const Run& run, const ModelTensors& tensors,
                                             const LayerValues& values, std::span<const float> mixed);

} // namespace posenc
