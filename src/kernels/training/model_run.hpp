/// A pass with the memory that it works in, and the linear layers of a pass.
///
/// Shapes    rows (R, columns); weights as model_weights.hpp
/// Requires  as model_passes.hpp
/// Accuracy  as linear.hpp and linear_backward.hpp
/// Source    training_model.hpp
#pragma once

#include "kernels/training/model_passes.hpp"
#include "kernels/training/model_weights.hpp"
#include "kernels/training/rotate_rows.hpp"

namespace posenc {

struct Run {
  const Pass& pass;
  TrainingWorkspace& work;

  const TrainingModel& model() const { return pass.model; }
  std::size_t rows() const { return pass.batch.rows(); }
  RotatedRows rotation() const { return {pass.batch.length, model().heads, model().head_dim()}; }
  HeadAttention attention() const { return attention_of(model(), pass.batch, pass.positions); }
};

void linear_forward(const Run& run, std::span<const float> x, const LinearTensors& weights,
                    std::span<float> out);

struct LinearPass {
  std::span<const float> x, gradient;
  std::span<float> out;
};

void linear_backwards(const Run& run, const LinearPass& pass, const LinearTensors& weights,
                      const LinearTensors& gradients);

} // namespace posenc
