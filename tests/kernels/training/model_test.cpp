// The gradient of whole models against differences of the loss in wide precision, for every kind of position.
#include "kernels/training/model_passes.hpp"

#include <array>
#include <catch_amalgamated.hpp>

#include "differences.hpp"
#include "kernels/training/cross_entropy.hpp"
#include "kernels/training/model_weights.hpp"
#include "random_values.hpp"
#include "reference/training.hpp"

using namespace posenc;

namespace {

constexpr double base = 100;
constexpr std::size_t max_distance = 9;
constexpr double trained_length =
    40; // so that FIRE's threshold, a quarter times a square, is below some queries and above others
constexpr TrainingBatch small_batch{2, 5, true};
constexpr std::array<float, 6> query_factors = {1, 1, 1.25f, 1.25f, 1.5f, 1.5f};

struct Positions {
  std::vector<double> ratios = {1, 1};
  double attention_factor = 1, start = 0;
};

struct Gradient {
  std::vector<float> weights, gradient;
  double loss;
};

Gradient gradient_of(const TrainingModel& model, const Positions& at, std::span<const std::int32_t> tokens,
                     std::span<const std::int32_t> targets, std::uint32_t seed) {
  RandomValues random(seed);
  const auto count = static_cast<std::size_t>(model_weights(model));
  Gradient out{random.floats(count, -0.7, 0.7), {}, 0};
  // One more position than the batch has, and room for another sequence.
  const TrainingBatch most{3, 6, true};
  std::vector<double> block(static_cast<std::size_t>(TrainingWorkspace(model, most, nullptr).bytes()) / 8 +
                            4);
  TrainingWorkspace work(model, most, reinterpret_cast<std::byte*>(block.data()));
  const PositionLists lists{at.ratios,
                            std::span(query_factors).first(model.scales_queries ? most.length : 0)};
  prepare_positions(model, {base, at.start, at.attention_factor, trained_length, max_distance}, lists,
                    most.length, work);
  const Pass pass{model, small_batch, most.length, tokens};
  forward_pass(pass, out.weights, work);
  const auto logits = work.logits.first(small_batch.rows() * model.vocabulary);
  const LossSum sum = cross_entropy(logits, model.vocabulary, targets);
  cross_entropy_backward(logits, model.vocabulary, targets, sum.targets);
  backward_pass(pass, out.weights, work);
  out.gradient.assign(work.gradient.begin(), work.gradient.end());
  out.loss = sum.loss / static_cast<double>(sum.targets);
  return out;
}

reference::TrainedModel reference_of(const TrainingModel& model, const Positions& at) {
  using enum reference::TrainedPositions;
  constexpr reference::TrainedPositions kinds[] = {none,  sinusoidal, learned, rotary, alibi, t5,
                                                   sines, alternate,  kerple,  fire,   shaw,  fox};
  reference::TrainedModel wide{
      model.vocabulary,
      model.width,
      model.hidden,
      model.layers,
      model.positions,
      kinds[static_cast<int>(model.position)],
      model.norm == NormKind::rms,
      model.activation == ActivationKind::swiglu,
      base,
      static_cast<int>(max_distance),
      trained_length,
      {small_batch.length, model.heads, model.head_dim(), model.causal, model.window}};
  wide.attention.factor = reference::Wide(at.attention_factor);
  wide.attention.start = reference::Wide(at.start);
  wide.moves_values = model.moves_values;
  wide.ratios.assign(at.ratios.begin(), at.ratios.end());
  if (model.scales_queries) wide.query_factors.assign(query_factors.begin(), query_factors.end());
  return wide;
}

/// Compares each tensor along a random direction, which reaches all of its entries.
void check_model(const TrainingModel& model, std::uint32_t seed, const Positions& at = {}) {
  const std::vector<std::int32_t> tokens = {0, 4, 2, 4, 1, 3, 3, 0, 2, 4},
                                  targets = {-1, 2, 4, 1, 0, 3, -1, 2, 4, 4};
  Gradient got = gradient_of(model, at, tokens, targets, seed);
  const reference::TrainedModel wide = reference_of(model, at);
  const WideValues weights = widened(got.weights);
  const auto loss = [&](const WideValues& given) {
    return reference::training_loss(wide, given, tokens, targets);
  };
  CHECK(std::abs(got.loss - static_cast<double>(loss(weights))) <= 1e-6 * got.loss);
  RandomValues random(seed + 1000);
  double norm = 0;
  for (const float g : got.gradient) norm += double{g} * double{g};
  norm = std::sqrt(norm);
  each_tensor(model, got.weights, [&](std::span<float> tensor, TensorRole, std::size_t) {
    if (tensor.empty()) return;
    const auto first = static_cast<std::size_t>(tensor.data() - got.weights.data());
    const auto direction = random.floats(tensor.size(), -1, 1);
    double along = 0, length = 0;
    for (std::size_t i = 0; i < tensor.size(); ++i) {
      along += double{direction[i]} * double{got.gradient[first + i]};
      length += double{direction[i]} * double{direction[i]};
    }
    const auto due = differences({0}, [&](const WideValues& step) {
      WideValues moved = weights;
      for (std::size_t i = 0; i < tensor.size(); ++i)
        moved[first + i] += step[0] * reference::Wide(direction[i]);
      return loss(moved);
    });
    CHECK(std::abs(along - due[0]) <= 1e-5 * norm * std::sqrt(length));
  });
}

/// Two layers of eight channels, with layer norm and GELU.
constexpr TrainingModel small_model(PositionKind kind, bool causal) {
  return {.vocabulary = 5,
          .width = 8,
          .heads = 2,
          .layers = 2,
          .hidden = 6,
          .positions = kind == PositionKind::shaw ? 5u : 8u, // Shaw's are odd, and clip distances beyond 2
          .window = 0,
          .causal = causal,
          .position = kind,
          .norm = NormKind::layer,
          .activation = ActivationKind::gelu};
}

} // namespace

TEST_CASE("models of two layers have the gradient of their loss, for every kind of position", "[training]") {
  std::uint32_t seed = 1;
  using enum PositionKind;
  for (const PositionKind kind :
       {none, added, learned, rotary, bias, t5, sines, rotary_alternate, kerple, fire, shaw, fox}) {
    check_model(small_model(kind, true), ++seed);
    TrainingModel sees_all = small_model(kind, false);
    sees_all.norm = NormKind::rms;
    sees_all.activation = ActivationKind::swiglu;
    sees_all.window = 4;
    check_model(sees_all, ++seed);
  }
}

TEST_CASE("Shaw's vectors for values have the gradient of the loss, too", "[training]") {
  std::uint32_t seed = 201;
  for (const bool causal : {true, false}) {
    TrainingModel model = small_model(PositionKind::shaw, causal);
    model.moves_values = true;
    model.window = causal ? 0 : 3;
    check_model(model, ++seed);
  }
}

TEST_CASE("schedules, partial rotation, a start and factors of queries have the gradient of their loss",
          "[training]") {
  std::uint32_t seed = 101;
  using enum PositionKind;
  const std::vector<std::vector<double>> schedules = {{1, 0.25}, {0.3, 0}, {0.75}};
  for (const PositionKind kind : {none, added, sines, bias, rotary, rotary_alternate})
    for (const auto& ratios : schedules) {
      TrainingModel model = small_model(kind, true);
      for (const bool scales_queries : {true, false}) {
        model.scales_queries = scales_queries;
        check_model(model, ++seed, {ratios, 1.125, 3});
      }
      if (!model.rotates()) break; // it reads no schedule
    }
}
