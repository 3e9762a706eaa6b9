#include "kernels/training/model_passes.hpp"

#include <algorithm>

#include "kernels/layers/add.hpp"
#include "kernels/layers/layer_norm.hpp"
#include "kernels/layers/rms_norm.hpp"
#include "kernels/training/activations.hpp"
#include "kernels/training/model_run.hpp"
#include "kernels/training/norm_backward.hpp"
#include "kernels/training/position_operations.hpp"
#include "kernels/training/rotate_rows.hpp"
#include "kernels/training/scale_queries.hpp"
#include "kernels/training/token_rows.hpp"

namespace posenc {

namespace {

void norm(const Run& run, std::span<const float> x, const NormWeights& weights, std::span<float> out) {
  if (run.model().norm == NormKind::layer)
    layer_norm(x, run.model().width, {weights.gain, weights.shift, norm_epsilon}, out);
  else
    rms_norm(x, run.model().width, weights.gain, norm_epsilon, out);
}

void norm_backward(const Run& run, std::span<const float> x, const NormWeights& weights,
                   const NormWeights& gradients, std::span<float> gradient) {
  const NormGradients out{gradient, gradients.gain, gradients.shift};
  if (run.model().norm == NormKind::layer)
    layer_norm_backward(x, weights.gain, gradient, norm_epsilon, out, run.work.sums);
  else
    rms_norm_backward(x, weights.gain, gradient, norm_epsilon, out, run.work.sums);
}

/// What is added to the embedding: a table, a learned one or nothing.
std::span<const float> added_rows(const Run& run, const ModelTensors& tensors) {
  if (run.model().adds_table()) return run.work.table;
  return operations_of(run.model()).adds_weights ? tensors.positions : std::span<float>();
}

std::span<const float> score_bias(const Run& run) {
  return operations_of(run.model()).biases ? run.work.table : std::span<float>();
}

void attention_part(const Run& run, const ModelTensors& tensors, std::size_t layer,
                    const LayerValues& values) {
  const LayerTensors weights = tensors.layer(layer);
  norm(run, values.in, weights.attention_norm, values.normed);
  linear_forward(run, values.normed, weights.queries_keys_values, values.rows);
  const PositionOperations& position = operations_of(run.model());
  if (position.layer_bias != nullptr) position.layer_bias(run, tensors, weights, values);
  if (run.model().rotates_in(layer)) rotate_rows(values.rows, run.work.table, run.rotation());
  if (run.model().scales_queries_in(layer))
    scale_queries(values.rows, run.work.query_factors, run.rotation());
  attention_forward(values.rows, score_bias(run), run.attention(), values.weights, values.mixed,
                    run.work.attention);
  if (run.model().moves_values) move_values(run, tensors, values);
  linear_forward(run, values.mixed, weights.output, values.middle);
  add(values.middle, values.in, values.middle);
}

void feed_part(const Run& run, const LayerTensors& weights, const LayerValues& values) {
  norm(run, values.middle, weights.feed_norm, values.feed_normed);
  linear_forward(run, values.feed_normed, weights.up, values.up);
  if (run.model().activation == ActivationKind::gelu)
    gelu_forward(values.up, values.active);
  else
    swiglu_forward(values.up, run.model().hidden, values.active);
  linear_forward(run, values.active, weights.down, values.out);
  add(values.out, values.middle, values.out);
}

/// Changes work.residual from the gradient of the layer's result to the gradient of values.middle.
void feed_part_backward(const Run& run, const LayerTensors& weights, const LayerTensors& gradients,
                        const LayerValues& values) {
  const std::size_t rows = run.rows();
  const auto active = run.work.narrow.first(rows * run.model().hidden);
  const auto up = run.work.wide.first(rows * run.model().up());
  const auto normed = run.work.narrow.first(rows * run.model().width);
  const auto residual = run.work.residual.first(rows * run.model().width);
  linear_backwards(run, {values.active, residual, active}, weights.down, gradients.down);
  if (run.model().activation == ActivationKind::gelu)
    gelu_backward(values.up, active, up);
  else
    swiglu_backward(values.up, active, run.model().hidden, up);
  linear_backwards(run, {values.feed_normed, up, normed}, weights.up, gradients.up);
  norm_backward(run, values.middle, weights.feed_norm, gradients.feed_norm, normed);
  add(residual, normed, residual);
}

/// Changes work.residual from the gradient of values.middle to the gradient of the layer's input.
void attention_part_backward(const Run& run, const ModelTensors& tensors, std::size_t layer,
                             const LayerTensors& gradients, const LayerValues& values) {
  const LayerTensors weights = tensors.layer(layer);
  const PositionOperations& position = operations_of(run.model());
  const std::size_t rows = run.rows();
  const auto mixed = run.work.narrow.first(rows * run.model().width);
  const auto projected = run.work.wide.first(rows * 3 * run.model().width);
  const auto residual = run.work.residual.first(rows * run.model().width);
  linear_backwards(run, {values.mixed, residual, mixed}, weights.output, gradients.output);
  if (run.model().biases_each_layer()) std::ranges::fill(run.work.bias_gradient, 0.0);
  const auto moved = run.model().moves_values ? moved_values_backward(run, tensors, values, mixed)
                                              : std::span<const float>();
  attention_backward(values.rows, values.weights, mixed, moved, run.attention(),
                     {projected, run.work.bias_gradient}, run.work.attention);
  if (run.model().scales_queries_in(layer)) scale_queries(projected, run.work.query_factors, run.rotation());
  if (position.rows_backward != nullptr) position.rows_backward(run, tensors, values, projected);
  if (run.model().rotates_in(layer)) rotate_rows_backward(projected, run.work.table, run.rotation());
  linear_backwards(run, {values.normed, projected, mixed}, weights.queries_keys_values,
                   gradients.queries_keys_values);
  if (position.normed_backward != nullptr) position.normed_backward(run, weights, gradients, values, mixed);
  norm_backward(run, values.in, weights.attention_norm, gradients.attention_norm, mixed);
  add(residual, mixed, residual);
}

} // namespace

void prepare_positions(const TrainingModel& model, const PositionRule& rule, const PositionLists& lists,
                       std::size_t positions, TrainingWorkspace& work) {
  const PositionOperations& position = operations_of(model);
  if (position.prepare != nullptr) position.prepare(model, rule, positions, work);
  if (model.scales_queries) std::ranges::copy(lists.query_factors, work.query_factors.begin());
  if (position.fill != nullptr)
    position.fill(
        {model, rule, lists.ratios, positions, work.frequencies},
        work.table.first(static_cast<std::size_t>(position_table_floats(model, {1, positions, false}))));
}

void forward_pass(const Pass& pass, std::span<float> weights, TrainingWorkspace& work) {
  const Run run{pass, work};
  const TrainingModel& model = pass.model;
  const ModelTensors tensors(model, weights);
  const std::size_t floats = run.rows() * model.width;
  const PositionOperations& position = operations_of(model);
  if (position.bias != nullptr) position.bias(run, tensors);
  token_rows(pass.tokens, tensors.embedding, added_rows(run, tensors), pass.batch.length, model.width,
             work.stream(0, floats));
  for (std::size_t l = 0; l < model.layers; ++l) {
    const LayerValues values = work.layer(model, pass.batch, l);
    attention_part(run, tensors, l, values);
    feed_part(run, tensors.layer(l), values);
  }
  norm(run, work.stream(model.layers, floats), tensors.last_norm, work.normed.first(floats));
  linear_forward(run, work.normed.first(floats), tensors.head,
                 work.logits.first(run.rows() * model.vocabulary));
}

void backward_pass(const Pass& pass, std::span<float> weights, TrainingWorkspace& work) {
  const Run run{pass, work};
  const TrainingModel& model = pass.model;
  const ModelTensors tensors(model, weights), gradients(model, work.gradient);
  const std::size_t floats = run.rows() * model.width;
  const auto residual = work.residual.first(floats);
  std::ranges::fill(gradients.embedding, 0.0f);
  std::ranges::fill(gradients.positions, 0.0f);
  std::ranges::fill(work.bias_gradient, 0.0);
  std::ranges::fill(work.vector_gradient, 0.0);
  linear_backwards(run,
                   {work.normed.first(floats), work.logits.first(run.rows() * model.vocabulary), residual},
                   tensors.head, gradients.head);
  norm_backward(run, work.stream(model.layers, floats), tensors.last_norm, gradients.last_norm, residual);
  for (std::size_t l = model.layers; l-- > 0;) {
    const LayerTensors out = gradients.layer(l);
    const LayerValues values = work.layer(model, pass.batch, l);
    feed_part_backward(run, tensors.layer(l), out, values);
    attention_part_backward(run, tensors, l, out, values);
  }
  const PositionOperations& position = operations_of(model);
  token_rows_backward(pass.tokens, residual, pass.batch.length, model.width, gradients.embedding,
                      position.adds_weights ? gradients.positions : std::span<float>());
  if (position.backward != nullptr) position.backward(run, tensors, gradients);
}

} // namespace posenc
