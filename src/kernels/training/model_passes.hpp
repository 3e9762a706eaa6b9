/// The forward and the backward pass of a whole model.
///
/// Shapes    tokens, targets (R) i32; weights as model_weights.hpp; the workspace of at least that batch
/// Requires  0 <= tokens < V; prepare_positions() has filled the workspace; backward follows forward and cross_entropy()
/// Accuracy  gradients agree with the wide-precision model to 1e-5 of their norm
///           (tests/kernels/training/model_test.cpp)
/// Source    training_model.hpp; the chain rule
#pragma once

#include <cstdint>
#include <span>

#include "kernels/training/training_workspace.hpp"

namespace posenc {

void prepare_positions(const TrainingModel& model, const PositionRule& rule, const PositionLists& lists,
                       std::size_t positions, TrainingWorkspace& work);

/// One pass over a batch with `positions` positions in the tables.
struct Pass {
  const TrainingModel& model;
  const TrainingBatch& batch;
  std::size_t positions;
  std::span<const std::int32_t> tokens;
};

/// Leaves the logits in the workspace.
void forward_pass(const Pass& pass, std::span<float> weights, TrainingWorkspace& work);

/// From the gradient of the logits, stored in their place, to the gradient of all weights.
void backward_pass(const Pass& pass, std::span<float> weights, TrainingWorkspace& work);

} // namespace posenc
