#include "kernels/training/model_passes.hpp"

#include <algorithm>

#include "kernels/layers/add.hpp"
#include "kernels/layers/layer_norm.hpp"
#include "kernels/layers/linear.hpp"
#include "kernels/layers/rms_norm.hpp"
#include "kernels/training/activations.hpp"
#include "kernels/training/fire_bias.hpp"
#include "kernels/training/fox_bias.hpp"
#include "kernels/training/linear_backward.hpp"
#include "kernels/training/model_weights.hpp"
#include "kernels/training/norm_backward.hpp"
#include "kernels/training/rotate_rows.hpp"
#include "kernels/training/scale_queries.hpp"
#include "kernels/training/shaw_bias.hpp"
#include "kernels/training/shaw_values.hpp"
#include "kernels/training/token_rows.hpp"

namespace posenc {

namespace {

/// A pass with the memory that it works in.
struct Run {
  const Pass& pass;
  TrainingWorkspace& work;

  const TrainingModel& model() const { return pass.model; }
  std::size_t rows() const { return pass.batch.rows(); }
  RotatedRows rotation() const { return {pass.batch.length, model().heads, model().head_dim()}; }
  HeadAttention attention() const { return attention_of(model(), pass.batch, pass.positions); }
};

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

void linear_forward(const Run& run, std::span<const float> x, const LinearTensors& weights,
                    std::span<float> out) {
  const MatmulShape shape{run.rows(), x.size() / run.rows(), out.size() / run.rows()};
  linear(x, {weights.weight, weights.bias, false}, shape, false, out, run.work.products);
}

struct LinearPass {
  std::span<const float> x, gradient;
  std::span<float> out;
};

void linear_backwards(const Run& run, const LinearPass& pass, const LinearTensors& weights,
                      const LinearTensors& gradients) {
  const MatmulShape shape{run.rows(), pass.x.size() / run.rows(), pass.gradient.size() / run.rows()};
  linear_backward(pass.x, weights.weight, pass.gradient, shape, {pass.out, gradients.weight, gradients.bias},
                  run.work.products);
}

/// What is added to the embedding: a table, a learned one or nothing.
std::span<const float> added_rows(const Run& run, const ModelTensors& tensors) {
  if (run.model().adds_table()) return run.work.table;
  if (run.model().position == PositionKind::learned) return tensors.positions;
  return {};
}

std::span<const float> score_bias(const Run& run) {
  const bool has_bias = run.model().position == PositionKind::bias || run.model().learns_bias();
  return has_bias ? run.work.table : std::span<float>();
}

/// Shaw's vectors for keys and, if the model has them, for values.
template <class T> struct ShawTables {
  std::span<T> keys, values;

  ShawTables(const TrainingModel& model, std::span<T> all)
      : keys(all.first(model.positions * model.head_dim())), values(all.subspan(keys.size())) {}
};

FoxShape gates_of(const Run& run) {
  return {run.pass.batch.sequences, run.pass.batch.length, run.model().heads};
}

/// The bias of a layer that makes its own.
void layer_bias(const Run& run, const ModelTensors& tensors, const LayerTensors& weights,
                const LayerValues& values) {
  if (run.model().position == PositionKind::shaw)
    shaw_bias(values.rows, ShawTables(run.model(), tensors.positions).keys, run.attention(), run.work.table);
  if (run.model().position != PositionKind::fox) return;
  linear_forward(run, values.normed, weights.gates, values.gates);
  fox_bias(values.gates, gates_of(run), run.work.table);
}

void attention_part(const Run& run, const ModelTensors& tensors, std::size_t layer,
                    const LayerValues& values) {
  const LayerTensors weights = tensors.layer(layer);
  norm(run, values.in, weights.attention_norm, values.normed);
  linear_forward(run, values.normed, weights.queries_keys_values, values.rows);
  layer_bias(run, tensors, weights, values);
  if (run.model().rotates_in(layer)) rotate_rows(values.rows, run.work.table, run.rotation());
  if (run.model().scales_queries_in(layer))
    scale_queries(values.rows, run.work.query_factors, run.rotation());
  attention_forward(values.rows, score_bias(run), run.attention(), values.weights, values.mixed,
                    run.work.attention);
  if (run.model().moves_values)
    shaw_values(values.weights, ShawTables(run.model(), tensors.positions).values, run.attention(),
                values.mixed);
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

/// Adds what the gates of a layer leave to the gradient of the normed rows.
void gates_backward(const Run& run, const LayerTensors& weights, const LayerTensors& gradients,
                    const LayerValues& values, std::span<float> normed) {
  const auto gates = run.work.wide.first(values.gates.size());
  const auto from_gates = run.work.wide.subspan(gates.size(), normed.size());
  fox_bias_backward(values.gates, run.work.bias_gradient, gates_of(run), gates);
  linear_backwards(run, {values.normed, gates, from_gates}, weights.gates, gradients.gates);
  add(normed, from_gates, normed);
}

/// What Shaw's vectors for values add to the gradient of a layer's weights. It takes the place of the layer's bias, which is
/// no longer needed.
std::span<const float> shaw_weight_gradient(const Run& run, const ModelTensors& tensors,
                                            const LayerValues& values, std::span<const float> mixed) {
  if (!run.model().moves_values) return {};
  shaw_values_backward(mixed, values.weights, ShawTables(run.model(), tensors.positions).values,
                       run.attention(),
                       {run.work.table, ShawTables(run.model(), run.work.vector_gradient).values});
  return run.work.table;
}

/// Changes work.residual from the gradient of values.middle to the gradient of the layer's input.
void attention_part_backward(const Run& run, const ModelTensors& tensors, std::size_t layer,
                             const LayerTensors& gradients, const LayerValues& values) {
  const LayerTensors weights = tensors.layer(layer);
  const std::size_t rows = run.rows();
  const auto mixed = run.work.narrow.first(rows * run.model().width);
  const auto projected = run.work.wide.first(rows * 3 * run.model().width);
  const auto residual = run.work.residual.first(rows * run.model().width);
  linear_backwards(run, {values.mixed, residual, mixed}, weights.output, gradients.output);
  if (run.model().biases_each_layer()) std::ranges::fill(run.work.bias_gradient, 0.0);
  attention_backward(values.rows, values.weights, mixed, shaw_weight_gradient(run, tensors, values, mixed),
                     run.attention(), {projected, run.work.bias_gradient}, run.work.attention);
  if (run.model().scales_queries_in(layer)) scale_queries(projected, run.work.query_factors, run.rotation());
  if (run.model().position == PositionKind::shaw)
    shaw_bias_backward(run.work.bias_gradient, values.rows, ShawTables(run.model(), tensors.positions).keys,
                       run.attention(), {projected, ShawTables(run.model(), run.work.vector_gradient).keys});
  if (run.model().rotates_in(layer)) rotate_rows_backward(projected, run.work.table, run.rotation());
  linear_backwards(run, {values.normed, projected, mixed}, weights.queries_keys_values,
                   gradients.queries_keys_values);
  if (run.model().gates() > 0) gates_backward(run, weights, gradients, values, mixed);
  norm_backward(run, values.in, weights.attention_norm, gradients.attention_norm, mixed);
  add(residual, mixed, residual);
}

} // namespace

void prepare_positions(const TrainingModel& model, const PositionRule& rule, const PositionLists& lists,
                       std::size_t positions, TrainingWorkspace& work) {
  // Below the trained length, so that the scale grows within the texts of the training.
  constexpr double part_of_trained = 0.25;
  if (model.position == PositionKind::fire) work.threshold[0] = part_of_trained * rule.trained;
  if (model.position == PositionKind::t5) position_buckets(model, rule, positions, work.buckets);
  if (model.scales_queries) std::ranges::copy(lists.query_factors, work.query_factors.begin());
  if (!model.learns_bias())
    position_table(model, rule, lists.ratios, positions, work.frequencies, work.table);
}

void forward_pass(const Pass& pass, std::span<float> weights, TrainingWorkspace& work) {
  const Run run{pass, work};
  const TrainingModel& model = pass.model;
  const ModelTensors tensors(model, weights);
  const std::size_t floats = run.rows() * model.width;
  if (model.position == PositionKind::t5)
    bucket_bias(tensors.positions, work.buckets, model.heads, work.table);
  if (model.position == PositionKind::kerple) kerple_bias(tensors.positions, model.heads, work.table);
  if (model.position == PositionKind::fire)
    fire_bias({tensors.positions, model.heads}, work.threshold[0], pass.positions, work.table);
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
  const bool learned = model.position == PositionKind::learned;
  token_rows_backward(pass.tokens, residual, pass.batch.length, model.width, gradients.embedding,
                      learned ? gradients.positions : std::span<float>());
  if (model.position == PositionKind::t5)
    bucket_bias_backward(work.bias_gradient, work.buckets, model.heads, gradients.positions);
  if (model.position == PositionKind::kerple)
    kerple_bias_backward(work.bias_gradient, tensors.positions, model.heads, gradients.positions);
  if (model.position == PositionKind::fire)
    fire_bias_backward(work.bias_gradient, {tensors.positions, model.heads}, work.threshold[0],
                       pass.positions, {gradients.positions, model.heads});
  if (model.position == PositionKind::shaw)
    std::ranges::transform(work.vector_gradient, gradients.positions.begin(),
                           [](double sum) { return static_cast<float>(sum); });
}

} // namespace posenc
