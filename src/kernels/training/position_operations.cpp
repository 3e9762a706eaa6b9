#include "kernels/training/position_operations.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "kernels/layers/add.hpp"
#include "kernels/training/fire_bias.hpp"
#include "kernels/training/fox_bias.hpp"
#include "kernels/training/shaw_bias.hpp"
#include "kernels/training/shaw_values.hpp"

namespace posenc {

namespace {

std::uint64_t rows_of_width(const TrainingModel& model, const TrainingBatch& most) {
  return std::uint64_t{most.length} * model.width;
}

std::uint64_t rows_of_head(const TrainingModel& model, const TrainingBatch& most) {
  return std::uint64_t{most.length} * model.head_dim();
}

std::uint64_t distances(const TrainingModel& model, const TrainingBatch& most) {
  return (2 * std::uint64_t{most.length} - 1) * model.heads;
}

std::uint64_t rows_of_heads(const TrainingModel& model, const TrainingBatch& most) {
  return std::uint64_t{most.rows()} * model.heads;
}

std::ptrdiff_t stride(std::size_t count) {
  return static_cast<std::ptrdiff_t>(count);
}

void prepare_buckets(const TrainingModel& model, const PositionRule& rule, std::size_t positions,
                     TrainingWorkspace& work) {
  position_buckets(model, rule, positions, work.buckets);
}

/// Below the trained length, so that FIRE's scale grows within the texts of the training.
void prepare_threshold(const TrainingModel&, const PositionRule& rule, std::size_t, TrainingWorkspace& work) {
  constexpr double part_of_trained = 0.25;
  work.threshold[0] = part_of_trained * rule.trained;
}

void t5_bias(const Run& run, const ModelTensors& tensors) {
  bucket_bias(tensors.positions, run.work.buckets, run.model().heads, run.work.table);
}

void t5_backward(const Run& run, const ModelTensors&, const ModelTensors& gradients) {
  bucket_bias_backward(run.work.bias_gradient, run.work.buckets, run.model().heads, gradients.positions);
}

void kerple(const Run& run, const ModelTensors& tensors) {
  kerple_bias(tensors.positions, run.model().heads, run.work.table);
}

void kerple_backward(const Run& run, const ModelTensors& tensors, const ModelTensors& gradients) {
  kerple_bias_backward(run.work.bias_gradient, tensors.positions, run.model().heads, gradients.positions);
}

void fire(const Run& run, const ModelTensors& tensors) {
  fire_bias({tensors.positions, run.model().heads}, run.work.threshold[0], run.pass.positions,
            run.work.table);
}

void fire_backward(const Run& run, const ModelTensors& tensors, const ModelTensors& gradients) {
  fire_bias_backward(run.work.bias_gradient, {tensors.positions, run.model().heads}, run.work.threshold[0],
                     run.pass.positions, {gradients.positions, run.model().heads});
}

/// Shaw's vectors for keys and, if the model has them, for values.
template <class T> struct ShawTables {
  std::span<T> keys, values;

  ShawTables(const TrainingModel& model, std::span<T> all)
      : keys(all.first(model.positions * model.head_dim())), values(all.subspan(keys.size())) {}
};

void shaw(const Run& run, const ModelTensors& tensors, const LayerTensors&, const LayerValues& values) {
  shaw_bias(values.rows, ShawTables(run.model(), tensors.positions).keys, run.attention(), run.work.table);
}

void shaw_rows_backward(const Run& run, const ModelTensors& tensors, const LayerValues& values,
                        std::span<float> rows) {
  shaw_bias_backward(run.work.bias_gradient, values.rows, ShawTables(run.model(), tensors.positions).keys,
                     run.attention(), {rows, ShawTables(run.model(), run.work.vector_gradient).keys});
}

void shaw_backward(const Run& run, const ModelTensors&, const ModelTensors& gradients) {
  std::ranges::transform(run.work.vector_gradient, gradients.positions.begin(),
                         [](double sum) { return static_cast<float>(sum); });
}

FoxShape gates_of(const Run& run) {
  return {run.pass.batch.sequences, run.pass.batch.length, run.model().heads};
}

void fox(const Run& run, const ModelTensors&, const LayerTensors& weights, const LayerValues& values) {
  linear_forward(run, values.normed, weights.gates, values.gates);
  fox_bias(values.gates, gates_of(run), run.work.table);
}

void fox_backward(const Run& run, const LayerTensors& weights, const LayerTensors& gradients,
                  const LayerValues& values, std::span<float> normed) {
  const auto gates = run.work.wide.first(values.gates.size());
  const auto from_gates = run.work.wide.subspan(gates.size(), normed.size());
  fox_bias_backward(values.gates, run.work.bias_gradient, gates_of(run), gates);
  linear_backwards(run, {values.normed, gates, from_gates}, weights.gates, gradients.gates);
  add(normed, from_gates, normed);
}

/// In the order of PositionKind.
constexpr std::array<PositionOperations, 12> operations{{
    {.kind = PositionKind::none},
    {.kind = PositionKind::added, .adds_table = true, .table = rows_of_width, .fill = added_table},
    {.kind = PositionKind::learned,
     .adds_weights = true,
     .weights = [](const TrainingModel& model) { return std::uint64_t{model.positions} * model.width; }},
    {.kind = PositionKind::rotary, .rotates = true, .table = rows_of_head, .fill = rotation_table},
    {.kind = PositionKind::bias, .biases = true, .table = distances, .fill = alibi_table},
    {.kind = PositionKind::t5,
     .biases = true,
     .has_buckets = true,
     .weights = [](const TrainingModel& model) { return std::uint64_t{model.positions} * model.heads; },
     .table = distances,
     .prepare = prepare_buckets,
     .bias = t5_bias,
     .backward = t5_backward},
    {.kind = PositionKind::sines,
     .adds_table = true,
     .channels = 1,
     .table = rows_of_width,
     .fill = sines_table},
    {.kind = PositionKind::rotary_alternate,
     .rotates = true,
     .alternates = true,
     .table = rows_of_head,
     .fill = rotation_table},
    {.kind = PositionKind::kerple,
     .biases = true,
     .weights = [](const TrainingModel& model) { return 2 * std::uint64_t{model.heads}; },
     .table = distances,
     .bias = kerple,
     .backward = kerple_backward},
    {.kind = PositionKind::fire,
     .biases = true,
     .has_threshold = true,
     .weights =
         [](const TrainingModel& model) {
           const std::uint64_t units = model.positions;
           return 2 + 2 * units + model.heads * (units + 1);
         },
     .table =
         [](const TrainingModel& model, const TrainingBatch& most) {
           return std::uint64_t{most.length} * most.length * model.heads;
         },
     .places =
         [](const TrainingModel&, std::size_t, std::size_t positions) {
           return BiasPlaces{0, 0, positions * positions, stride(positions)};
         },
     .prepare = prepare_threshold,
     .bias = fire,
     .backward = fire_backward},
    {.kind = PositionKind::shaw,
     .biases = true,
     .has_vectors = true,
     .weights =
         [](const TrainingModel& model) {
           return std::uint64_t{model.positions} * model.head_dim() * (model.moves_values ? 2 : 1);
         },
     .table = [](const TrainingModel& model,
                 const TrainingBatch& most) { return rows_of_heads(model, most) * most.length; },
     .places =
         [](const TrainingModel& model, std::size_t length, std::size_t) {
           return BiasPlaces{0, model.heads * length * length, length * length, stride(length)};
         },
     .backward = shaw_backward,
     .layer_bias = shaw,
     .rows_backward = shaw_rows_backward},
    {.kind = PositionKind::fox,
     .biases = true,
     .has_gates = true,
     .table = rows_of_heads,
     .places = [](const TrainingModel& model, std::size_t length,
                  std::size_t) { return BiasPlaces{0, model.heads * length, length, 0}; },
     .layer_bias = fox,
     .normed_backward = fox_backward},
}};

} // namespace

const PositionOperations& operations_of(const TrainingModel& model) {
  const PositionOperations& row = operations[static_cast<std::size_t>(model.position)];
  assert(row.kind == model.position);
  return row;
}

std::uint64_t position_floats(const TrainingModel& model) {
  const auto weights = operations_of(model).weights;
  return weights == nullptr ? 0 : weights(model);
}

std::uint64_t position_table_floats(const TrainingModel& model, const TrainingBatch& most) {
  const auto table = operations_of(model).table;
  return table == nullptr ? 0 : table(model, most);
}

BiasPlaces bias_places(const TrainingModel& model, std::size_t length, std::size_t positions) {
  const auto places = operations_of(model).places;
  return places == nullptr ? by_distance(positions) : places(model, length, positions);
}

std::size_t position_frequencies(const TrainingModel& model) {
  return model.width / operations_of(model).channels;
}

bool TrainingModel::adds_table() const {
  return operations_of(*this).adds_table;
}
bool TrainingModel::rotates() const {
  return operations_of(*this).rotates;
}

bool TrainingModel::rotates_in(std::size_t layer) const {
  return rotates() && (!operations_of(*this).alternates || layer % 2 == 0);
}

bool TrainingModel::scales_queries_in(std::size_t layer) const {
  return scales_queries && !(operations_of(*this).alternates && rotates_in(layer));
}

bool TrainingModel::learns_bias() const {
  return operations_of(*this).biases && operations_of(*this).fill == nullptr;
}

bool TrainingModel::biases_each_layer() const {
  return operations_of(*this).layer_bias != nullptr;
}
std::size_t TrainingModel::gates() const {
  return operations_of(*this).has_gates ? heads : 0;
}

void move_values(const Run& run, const ModelTensors& tensors, const LayerValues& values) {
  shaw_values(values.weights, ShawTables(run.model(), tensors.positions).values, run.attention(),
              values.mixed);
}

std::span<const float> moved_values_backward(const Run& run, const ModelTensors& tensors,
                                             const LayerValues& values, std::span<const float> mixed) {
  shaw_values_backward(mixed, values.weights, ShawTables(run.model(), tensors.positions).values,
                       run.attention(),
                       {run.work.table, ShawTables(run.model(), run.work.vector_gradient).values});
  return run.work.table;
}

} // namespace posenc
