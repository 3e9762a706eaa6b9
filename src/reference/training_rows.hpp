/// What the lab's model does to rows, each by itself: linear layers, norms, activations, and the loss; wide, and straight from the formulas.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/arithmetic.hpp"

namespace posenc::reference {

using WideRows = std::vector<Wide>;

inline Wide square_root(Wide x) {
  return exponential(logarithm(x) / 2);
}

/// x Wᵀ + b, x (R, K), W (N, K), b (N).
inline WideRows linear_rows(std::span<const Wide> x, std::span<const Wide> weight,
                            std::span<const Wide> bias) {
  const std::size_t outputs = bias.size(), inputs = weight.size() / outputs;
  WideRows out;
  for (std::size_t r = 0; r < x.size() / inputs; ++r)
    for (std::size_t n = 0; n < outputs; ++n) {
      Wide sum = bias[n];
      for (std::size_t k = 0; k < inputs; ++k) sum += x[r * inputs + k] * weight[n * inputs + k];
      out.push_back(sum);
    }
  return out;
}

/// A layer norm, or without a shift an RMS norm, of rows as long as the gain; ε = 1e-5.
inline WideRows norm_rows(std::span<const Wide> x, std::span<const Wide> gain, std::span<const Wide> shift) {
  const std::size_t columns = gain.size();
  const auto count = static_cast<Wide>(columns);
  WideRows out(x.size());
  for (std::size_t at = 0; at < x.size(); at += columns) {
    Wide mean = 0, variance = 0;
    for (std::size_t c = 0; c < columns && !shift.empty(); ++c) mean += x[at + c] / count;
    for (std::size_t c = 0; c < columns; ++c) variance += (x[at + c] - mean) * (x[at + c] - mean) / count;
    const Wide deviation = square_root(variance + Wide(1e-5));
    for (std::size_t c = 0; c < columns; ++c)
      out[at + c] = (x[at + c] - mean) / deviation * gain[c] + (shift.empty() ? Wide(0) : shift[c]);
  }
  return out;
}

inline Wide sigmoid(Wide x) {
  return 1 / (1 + exponential(-x));
}

/// x/2 (1 + tanh(√(2/π) (x + 0.044715 x³)))
inline WideRows gelu_rows(std::span<const Wide> x) {
  WideRows out;
  for (const Wide y : x)
    out.push_back(y * sigmoid(2 * square_root(2 / pi) * (y + Wide(44715) / Wide(1000000) * y * y * y)));
  return out;
}

/// Rows of gates and values.
inline WideRows swiglu_rows(std::span<const Wide> x, std::size_t hidden) {
  WideRows out;
  for (std::size_t at = 0; at < x.size(); at += 2 * hidden)
    for (std::size_t c = 0; c < hidden; ++c)
      out.push_back(x[at + c] * sigmoid(x[at + c]) * x[at + hidden + c]);
  return out;
}

/// The mean of −ln softmax over the rows with a target.
inline Wide cross_entropy(std::span<const Wide> logits, std::span<const std::int32_t> targets) {
  const std::size_t words = logits.size() / targets.size();
  Wide sum = 0;
  int count = 0;
  for (std::size_t r = 0; r < targets.size(); ++r) {
    if (targets[r] < 0) continue;
    Wide total = 0;
    for (std::size_t v = 0; v < words; ++v) total += exponential(logits[r * words + v]);
    sum += logarithm(total) - logits[r * words + static_cast<std::size_t>(targets[r])];
    ++count;
  }
  return sum / count;
}

} // namespace posenc::reference
