/// The weights of a model as one array, tensor after tensor; gradients and moments are arrays of the same order.
///
///   embedding (V, D), positions, then in each layer: norm, queries-keys-values (3D, D), FoX's gates (NH, D), output (D, D),
///   norm, up (F, D) or (2F, D), down (D, F); at the end a norm and the head (V, D). A linear layer is weight, then bias;
///   a norm is gain, then shift, which an RMS norm does not have.
///
///   positions: learned (P, D), T5 (buckets, NH), KERPLE (2, NH), Shaw (2k + 1, HS) for keys, then for values if it has them, FIRE as FireTensors; nothing otherwise
///
/// Units     floats
#pragma once

#include <cstdint>
#include <span>

#include "kernels/training/training_model.hpp"

namespace posenc {

struct NormWeights {
  std::span<float> gain, shift;
};

struct LinearTensors {
  std::span<float> weight, bias;
};

struct LayerTensors {
  NormWeights attention_norm;
  LinearTensors queries_keys_values, gates, output;
  NormWeights feed_norm;
  LinearTensors up, down;
};

/// FIRE's part of the weights: two numbers, and a perceptron of one input and NH outputs.
struct FireTensors {
  std::span<float> roots; // of c, and of the threshold in parts of what it starts with
  std::span<float> hidden_weight, hidden_bias, output_weight, output_bias; // (U), (U), (NH, U), (NH)

  FireTensors(std::span<float> all, std::size_t heads);
};

/// Views of the tensors of an array of model_weights() floats.
class ModelTensors {
public:
  ModelTensors(const TrainingModel& model, std::span<float> all);

  std::span<float> embedding, positions;
  NormWeights last_norm;
  LinearTensors head;

  LayerTensors layer(std::size_t index) const;

private:
  const TrainingModel& model_;
  std::span<float> layers_;
};

std::uint64_t model_weights(const TrainingModel& model);

/// The role of a tensor decides its initial values and whether it decays.
enum class TensorRole : std::uint8_t { embedding, learned, bucket, matrix, residual, gain, shift };

/// KERPLE's numbers start at 1, as gains do.
constexpr TensorRole role_of_positions(PositionKind kind) {
  if (kind == PositionKind::t5) return TensorRole::bucket;
  return kind == PositionKind::kerple ? TensorRole::gain : TensorRole::learned;
}

/// The hidden units of FIRE bend at places all over its input, so their biases start as their weights do.
template <class Visit> void each_fire_tensor(const FireTensors& fire, const Visit& visit) {
  visit(fire.roots, TensorRole::gain, std::size_t{1});
  visit(fire.hidden_weight, TensorRole::learned, std::size_t{1});
  visit(fire.hidden_bias, TensorRole::learned, std::size_t{1});
  visit(fire.output_weight, TensorRole::matrix, fire.hidden_bias.size());
  visit(fire.output_bias, TensorRole::shift, std::size_t{1});
}

/// Calls visit(tensor, role, inputs) for each tensor in the order of the array; `inputs` counts the inputs of a linear layer.
template <class Visit>
void each_tensor(const TrainingModel& model, std::span<float> all, const Visit& visit) {
  const ModelTensors tensors(model, all);
  const auto norm = [&](const NormWeights& weights) {
    visit(weights.gain, TensorRole::gain, std::size_t{1});
    visit(weights.shift, TensorRole::shift, std::size_t{1});
  };
  const auto linear = [&](const LinearTensors& weights, std::size_t inputs, TensorRole role) {
    visit(weights.weight, role, inputs);
    visit(weights.bias, TensorRole::shift, std::size_t{1});
  };
  visit(tensors.embedding, TensorRole::embedding, std::size_t{1});
  if (model.position == PositionKind::fire)
    each_fire_tensor(FireTensors(tensors.positions, model.heads), visit);
  else
    visit(tensors.positions, role_of_positions(model.position), std::size_t{1});
  for (std::size_t l = 0; l < model.layers; ++l) {
    const LayerTensors layer = tensors.layer(l);
    norm(layer.attention_norm);
    linear(layer.queries_keys_values, model.width, TensorRole::matrix);
    if (model.gates() > 0) linear(layer.gates, model.width, TensorRole::matrix);
    linear(layer.output, model.width, TensorRole::residual);
    norm(layer.feed_norm);
    linear(layer.up, model.width, TensorRole::matrix);
    linear(layer.down, model.hidden, TensorRole::residual);
  }
  norm(tensors.last_norm);
  linear(tensors.head, model.width, TensorRole::matrix);
}

} // namespace posenc
