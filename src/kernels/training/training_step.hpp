/// What the lab calls: a step of training, a pass without training, and what it leaves to look at.
///
/// Shapes    tokens, targets, words (R) i32, targets −1 where nothing is asked; state (3W): weights, first and second moments;
///           block: the bytes of TrainingWorkspace for `most`; batch no longer than `most`
/// Requires  a step of a block whose positions are prepared; block aligned to 16
/// Accuracy  as model_passes.hpp and adamw.hpp. No allocation. If the norm of the gradient is not finite, the state stays as it is
#pragma once

#include <cstdint>
#include <span>

#include "kernels/arithmetic/philox.hpp"
#include "kernels/training/adamw.hpp"
#include "kernels/training/model_passes.hpp"

namespace posenc {

/// In the order of the names that src/bindings/lab.ts has. All are doubles, as they cross to JavaScript.
struct TrainingReport {
  double loss; // the mean over the targets
  double norm; // of the gradient
  double rate; // that the step took
  double targets, right;
};

/// A block of memory, and the largest batch that it has room for.
struct TrainingBlock {
  TrainingBatch most;
  std::span<std::byte> bytes;
};

double training_block_bytes(const TrainingModel& model, const TrainingBatch& most);
double training_state_floats(const TrainingModel& model);

/// Fills the state of a new model: weights from the seed, moments of 0.
void training_start(const TrainingModel& model, PhiloxKey seed, std::span<float> state);

/// Fills the positions of a block; again, with other lists, if they depend on the length of a batch.
void training_positions(const TrainingModel& model, const PositionRule& rule, const PositionLists& lists,
                        const TrainingBlock& block);

/// Tokens and what they should be followed by.
struct TrainingTokens {
  std::size_t sequences;
  std::span<const std::int32_t> tokens, targets;
};

TrainingReport training_step(const TrainingModel& model, const Optimiser& optimiser, std::size_t step,
                             std::span<float> state, const TrainingTokens& tokens,
                             const TrainingBlock& block);

/// A pass without a change of weights; writes the most likely word of each row.
TrainingReport training_answer(const TrainingModel& model, std::span<float> state,
                               const TrainingTokens& tokens, const TrainingBlock& block,
                               std::span<std::int32_t> words);

/// The attention weights of the last pass over a block that is kept: (B, NH, T, T) of a layer.
void training_attention(const TrainingModel& model, const TrainingBatch& batch, std::size_t layer,
                        const TrainingBlock& block, std::span<float> out);

/// The residual after `layers` layers of the last pass over a block that is kept: (R, D).
void training_stream(const TrainingModel& model, const TrainingBatch& batch, std::size_t layers,
                     const TrainingBlock& block, std::span<float> out);

} // namespace posenc
