#include "kernels/training/model_weights.hpp"

#include <cassert>

#include "kernels/training/position_operations.hpp"

namespace posenc {

namespace {

/// Takes tensors off the front of an array.
struct Cursor {
  std::span<float> rest;

  std::span<float> take(std::size_t count) {
    const std::span<float> taken = rest.first(count);
    rest = rest.subspan(count);
    return taken;
  }
  NormWeights norm(const TrainingModel& model) {
    const auto gain = take(model.width);
    return {gain, take(model.norm == NormKind::layer ? model.width : 0)};
  }
  LinearTensors linear(std::size_t inputs, std::size_t outputs) {
    const auto weight = take(inputs * outputs);
    return {weight, take(outputs)};
  }
};

std::uint64_t norm_floats(const TrainingModel& model) {
  return model.norm == NormKind::layer ? 2 * model.width : model.width;
}

std::uint64_t linear_floats(std::uint64_t inputs, std::uint64_t outputs) {
  return inputs * outputs + outputs;
}

std::uint64_t layer_floats(const TrainingModel& model) {
  return 2 * norm_floats(model) + linear_floats(model.width, 3 * model.width) +
         linear_floats(model.width, model.gates()) + linear_floats(model.width, model.width) +
         linear_floats(model.width, model.up()) + linear_floats(model.hidden, model.width);
}

} // namespace

std::uint64_t model_weights(const TrainingModel& model) {
  return std::uint64_t{model.vocabulary} * model.width + position_floats(model) +
         model.layers * layer_floats(model) + norm_floats(model) +
         linear_floats(model.width, model.vocabulary);
}

FireTensors::FireTensors(std::span<float> all, std::size_t heads) {
  Cursor cursor{all};
  const std::size_t units = (all.size() - 2 - heads) / (2 + heads);
  roots = cursor.take(2);
  hidden_weight = cursor.take(units);
  hidden_bias = cursor.take(units);
  output_weight = cursor.take(heads * units);
  output_bias = cursor.take(heads);
  assert(cursor.rest.empty());
}

ModelTensors::ModelTensors(const TrainingModel& model, std::span<float> all) : model_(model) {
  assert(all.size() == model_weights(model));
  Cursor cursor{all};
  embedding = cursor.take(model.vocabulary * model.width);
  positions = cursor.take(static_cast<std::size_t>(position_floats(model)));
  layers_ = cursor.take(model.layers * static_cast<std::size_t>(layer_floats(model)));
  last_norm = cursor.norm(model);
  head = cursor.linear(model.width, model.vocabulary);
}

LayerTensors ModelTensors::layer(std::size_t index) const {
  const std::size_t floats = layers_.size() / model_.layers;
  Cursor cursor{layers_.subspan(index * floats, floats)};
  // In order: the members follow the order of the array.
  return {.attention_norm = cursor.norm(model_),
          .queries_keys_values = cursor.linear(model_.width, 3 * model_.width),
          .gates = cursor.linear(model_.width, model_.gates()),
          .output = cursor.linear(model_.width, model_.width),
          .feed_norm = cursor.norm(model_),
          .up = cursor.linear(model_.width, model_.up()),
          .down = cursor.linear(model_.hidden, model_.width)};
}

} // namespace posenc
