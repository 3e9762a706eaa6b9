#include "kernels/training/training_step.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "kernels/training/cross_entropy.hpp"
#include "kernels/training/initial_weights.hpp"
#include "kernels/training/model_weights.hpp"
#include "kernels/training/strided_tile.hpp"

namespace posenc {

namespace {

/// The three parts of the state.
struct State {
  std::span<float> weights;
  Moments moments;

  State(const TrainingModel& model, std::span<float> all) {
    const auto count = static_cast<std::size_t>(model_weights(model));
    assert(all.size() == 3 * count);
    weights = all.first(count);
    moments = {all.subspan(count, count), all.subspan(2 * count, count)};
  }
};

TrainingBatch batch_of(const TrainingTokens& tokens, const TrainingBlock& block) {
  return {tokens.sequences, tokens.tokens.size() / tokens.sequences, block.most.kept};
}

/// The logits of a pass become probabilities.
LossSum forward_loss(const Pass& pass, std::span<float> weights, std::span<const std::int32_t> targets,
                     std::span<std::int32_t> words, TrainingWorkspace& work) {
  forward_pass(pass, weights, work);
  const auto logits = work.logits.first(pass.batch.rows() * pass.model.vocabulary);
  if (!words.empty()) likely_words(logits, pass.model.vocabulary, words);
  return cross_entropy(logits, pass.model.vocabulary, targets);
}

TrainingReport report_of(const LossSum& sum) {
  const auto count = static_cast<double>(sum.targets);
  return {sum.targets == 0 ? 0.0 : sum.loss / count, 0.0, 0.0, count, static_cast<double>(sum.right)};
}

} // namespace

double training_block_bytes(const TrainingModel& model, const TrainingBatch& most) {
  return static_cast<double>(TrainingWorkspace(model, most, nullptr).bytes());
}

double training_state_floats(const TrainingModel& model) {
  return static_cast<double>(3 * model_weights(model));
}

void training_start(const TrainingModel& model, PhiloxKey seed, std::span<float> state) {
  std::ranges::fill(state, 0.0f);
  initial_weights(model, seed, State(model, state).weights);
}

void training_positions(const TrainingModel& model, const PositionRule& rule, const PositionLists& lists,
                        const TrainingBlock& block) {
  TrainingWorkspace work(model, block.most, block.bytes.data());
  prepare_positions(model, rule, lists, block.most.length, work);
}

TrainingReport training_step(const TrainingModel& model, const Optimiser& optimiser, std::size_t step,
                             std::span<float> state, const TrainingTokens& tokens,
                             const TrainingBlock& block) {
  TrainingWorkspace work(model, block.most, block.bytes.data());
  const State parts(model, state);
  const TrainingBatch batch = batch_of(tokens, block);
  const Pass pass{model, batch, block.most.length, tokens.tokens};
  const LossSum sum = forward_loss(pass, parts.weights, tokens.targets, {}, work);
  cross_entropy_backward(work.logits.first(batch.rows() * model.vocabulary), model.vocabulary, tokens.targets,
                         sum.targets);
  backward_pass(pass, parts.weights, work);
  TrainingReport report = report_of(sum);
  report.norm = gradient_norm(work.gradient);
  report.rate = learning_rate(optimiser, step);
  if (report.norm <= std::numeric_limits<double>::max())
    adamw(model, optimiser, step, report.norm, work.gradient, parts.weights, parts.moments);
  return report;
}

TrainingReport training_answer(const TrainingModel& model, std::span<float> state,
                               const TrainingTokens& tokens, const TrainingBlock& block,
                               std::span<std::int32_t> words) {
  TrainingWorkspace work(model, block.most, block.bytes.data());
  const State parts(model, state);
  const TrainingBatch batch = batch_of(tokens, block);
  const Pass pass{model, batch, block.most.length, tokens.tokens};
  return report_of(forward_loss(pass, parts.weights, tokens.targets, words, work));
}

void training_attention(const TrainingModel& model, const TrainingBatch& batch, std::size_t layer,
                        const TrainingBlock& block, std::span<float> out) {
  const TrainingWorkspace work(model, block.most, block.bytes.data());
  const auto weights = work.layer(model, batch, layer).weights;
  const std::size_t stride = padded(batch.length), matrices = batch.sequences * model.heads;
  assert(out.size() == matrices * batch.length * batch.length);
  for (std::size_t m = 0; m < matrices; ++m)
    for (std::size_t i = 0; i < batch.length; ++i)
      std::copy_n(&weights[(m * stride + i) * stride], batch.length,
                  &out[(m * batch.length + i) * batch.length]);
}

void training_stream(const TrainingModel& model, const TrainingBatch& batch, std::size_t layers,
                     const TrainingBlock& block, std::span<float> out) {
  const TrainingWorkspace work(model, block.most, block.bytes.data());
  std::ranges::copy(work.stream(layers, batch.rows() * model.width), out.begin());
}

} // namespace posenc
