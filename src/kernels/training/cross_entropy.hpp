/// Softmax with cross-entropy over the rows that have a target, its gradient, and the most likely words.
///
///   loss = −1/N Σ_r ln p[r, target[r]]        p = softmax of row r        N = rows with target >= 0
///   dlogits[r,v] = (p[r,v] − (v = target[r])) / N, and 0 in rows without a target
///
/// Shapes    logits (R, V) f32, in: logits, out: the gradient; targets (R) i32, −1 for none; words (R) i32
/// Requires  targets below V
/// Accuracy  loss <= 2^-20 relative to the largest |logit| of a row; gradient <= 4 · 2^-24 / N an entry
///           (tests/kernels/training/cross_entropy_test.cpp)
/// Source    the chain rule; the maximum is taken away first, as always
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace posenc {

/// Σ over rows, of the loss, and how many rows have a target and how many of these the most likely word is right in.
struct LossSum {
  double loss;
  std::size_t targets, right;
};

/// Most likely word of each row; of equal ones the first.
void likely_words(std::span<const float> logits, std::size_t vocabulary, std::span<std::int32_t> words);

/// Changes the logits into probabilities of rows with a target; other rows stay as they are.
LossSum cross_entropy(std::span<float> logits, std::size_t vocabulary, std::span<const std::int32_t> targets);

/// Changes probabilities into the gradient of the mean loss over `count` rows.
void cross_entropy_backward(std::span<float> probabilities, std::size_t vocabulary,
                            std::span<const std::int32_t> targets, std::size_t count);

} // namespace posenc
