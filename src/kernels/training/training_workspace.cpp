#include "kernels/training/training_workspace.hpp"

#include <algorithm>

#include "kernels/training/linear_backward.hpp"
#include "kernels/training/model_weights.hpp"
#include "kernels/training/position_operations.hpp"

namespace posenc {

namespace {

constexpr std::uint64_t alignment = 16;

/// Takes parts off the front of a block, which may be none while its size is asked for.
struct BlockCursor {
  std::byte* base;
  std::uint64_t used = 0;

  template <class T> std::span<T> take(std::uint64_t count) {
    T* const at = base == nullptr ? nullptr : reinterpret_cast<T*>(base + static_cast<std::size_t>(used));
    used += (count * sizeof(T) + alignment - 1) / alignment * alignment;
    return {at, static_cast<std::size_t>(count)};
  }
};

std::uint64_t product_bytes(const TrainingModel& model, std::size_t rows) {
  const auto bytes = [rows](std::size_t inputs, std::size_t outputs) {
    return linear_backward_scratch({rows, inputs, outputs});
  };
  return std::max({bytes(model.width, 3 * model.width), bytes(model.width, model.width),
                   bytes(model.width, model.up()), bytes(model.hidden, model.width),
                   bytes(model.width, model.vocabulary), bytes(model.width, model.gates())});
}

/// Floats of the values of a layer, each in whole vectors.
std::uint64_t layer_values(const TrainingModel& model, const TrainingBatch& batch) {
  BlockCursor cursor{nullptr};
  const std::uint64_t rows = batch.rows();
  for (const std::uint64_t columns : {model.width, 3 * model.width, model.gates(), model.width, model.width,
                                      model.width, model.up(), model.hidden})
    cursor.take<float>(rows * columns);
  cursor.take<float>(attention_weights(attention_of(model, batch, batch.length)));
  return cursor.used / sizeof(float);
}

} // namespace

HeadAttention attention_of(const TrainingModel& model, const TrainingBatch& batch, std::size_t positions) {
  const BiasPlaces bias = bias_places(model, batch.length, positions);
  return {batch.sequences, batch.length, model.heads, model.head_dim(), bias, model.window, model.causal};
}

TrainingWorkspace::TrainingWorkspace(const TrainingModel& model, const TrainingBatch& most, std::byte* block)
    : kept_(most.kept) {
  BlockCursor cursor{block};
  const std::uint64_t rows = most.rows(), relative = 2 * std::uint64_t{most.length} - 1;
  table = cursor.take<float>(position_table_floats(model, most));
  query_factors = cursor.take<float>(model.scales_queries ? most.length : 0);
  frequencies = cursor.take<Frequency>(position_frequencies(model));
  buckets = cursor.take<std::int32_t>(operations_of(model).has_buckets ? relative : 0);
  threshold = cursor.take<double>(operations_of(model).has_threshold ? 1 : 0);
  normed = cursor.take<float>(rows * model.width);
  logits = cursor.take<float>(rows * model.vocabulary);
  attention = cursor.take<float>(attention_scratch(attention_of(model, most, most.length)));
  products = cursor.take<std::byte>(product_bytes(model, most.rows()));
  const auto floats = [&cursor](std::uint64_t count) {
    const auto part = cursor.take<float>(count);
    return part;
  };
  const std::uint64_t of_stream = (rows * model.width + 3) / 4 * 4, of_layer = layer_values(model, most);
  stream_floats_ = static_cast<std::size_t>(of_stream);
  layer_floats_ = static_cast<std::size_t>(of_layer);
  streams_ = floats(of_stream * (kept_ ? model.layers + 1 : 1));
  layers_ = floats(of_layer * (kept_ ? model.layers : 1));
  if (kept_) {
    gradient = floats(model_weights(model));
    bias_gradient = cursor.take<double>(model.learns_bias() ? position_table_floats(model, most) : 0);
    vector_gradient = cursor.take<double>(operations_of(model).has_vectors ? position_floats(model) : 0);
    sums = cursor.take<double>(2 * model.width);
    wide = floats(rows * std::max(3 * model.width, model.up()));
    narrow = floats(rows * std::max(model.width, model.hidden));
    residual = floats(rows * model.width);
  }
  bytes_ = cursor.used;
}

std::span<float> TrainingWorkspace::stream(std::size_t index, std::size_t count) const {
  return streams_.subspan(kept_ ? index * stream_floats_ : 0, count);
}

LayerValues TrainingWorkspace::layer(const TrainingModel& model, const TrainingBatch& batch,
                                     std::size_t index) const {
  const std::size_t rows = batch.rows();
  BlockCursor cursor{reinterpret_cast<std::byte*>(layers_.data() + (kept_ ? index * layer_floats_ : 0))};
  const auto part = [&](std::size_t columns) { return cursor.take<float>(rows * columns); };
  LayerValues values;
  values.in = stream(index, rows * model.width);
  values.out = stream(index + 1, rows * model.width);
  values.normed = part(model.width);
  values.rows = part(3 * model.width);
  values.gates = part(model.gates());
  values.mixed = part(model.width);
  values.middle = part(model.width);
  values.feed_normed = part(model.width);
  values.up = part(model.up());
  values.active = part(model.hidden);
  values.weights = cursor.take<float>(attention_weights(attention_of(model, batch, batch.length)));
  return values;
}

} // namespace posenc
