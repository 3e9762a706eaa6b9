#include <algorithm>
#include <cmath>

#include "fuzz/targets.hpp"
#include "fuzz/training_values.hpp"
#include "kernels/training/activations.hpp"
#include "kernels/training/cross_entropy.hpp"

namespace posenc::fuzz {
namespace {

using reference::Wide;
using Floats = std::vector<float>;

void check_cross_entropy(Bytes& bytes) {
  const std::size_t rows = bytes.count(1, 4), words = bytes.count(1, 20);
  const Floats logits = values(bytes, rows * words, 100);
  std::vector<std::int32_t> targets(rows);
  for (std::int32_t& target : targets)
    target = static_cast<std::int32_t>(bytes.count(0, words)) - 1; // -1 for none
  targets[0] = std::max(targets[0], 0);
  Floats out = logits;
  const LossSum sum = cross_entropy(out, words, targets);
  double largest = 1;
  for (const float x : logits) largest = std::max(largest, static_cast<double>(std::fabs(x)));
  const auto count = static_cast<double>(sum.targets);
  require_near(sum.loss, reference::cross_entropy(widened(logits), targets) * Wide(count),
               count * largest * 0x1p-20, "cross_entropy");
  cross_entropy_backward(out, words, targets, sum.targets);
  for (std::size_t r = 0; r < rows; ++r) {
    Wide total = 0;
    for (std::size_t v = 0; v < words; ++v) total += reference::exponential(Wide(logits[r * words + v]));
    for (std::size_t v = 0; v < words; ++v) {
      const auto is_target = static_cast<double>(static_cast<std::int32_t>(v) == targets[r]);
      const Wide share = reference::exponential(Wide(logits[r * words + v])) / total;
      const Wide exact = targets[r] < 0 ? Wide(0) : (share - Wide(is_target)) / Wide(count);
      require_near(out[r * words + v], exact, 4 * 0x1p-24 / count, "cross_entropy_backward");
    }
  }
}

/// Up to 8, where no power leaves the range of floats.
void check_activations(Bytes& bytes) {
  const std::size_t rows = bytes.count(0, 3), hidden = bytes.count(1, 20);
  const Floats x = values(bytes, rows * 2 * hidden, 8);
  Floats gelu(x.size(), 7.0f), gated(x.size() / 2, 7.0f);
  gelu_forward(x, gelu);
  swiglu_forward(x, hidden, gated);
  const std::vector<Wide> due = reference::gelu_rows(widened(x)),
                          due_gated = reference::swiglu_rows(widened(x), hidden);
  for (std::size_t n = 0; n < gelu.size(); ++n) {
    const double size = std::fabs(static_cast<double>(x[n])),
                 z = 0.8 * (size + 0.044715 * size * size * size);
    require_near(gelu[n], due[n], (12 + 6 * z) * 0x1p-24 * std::fabs(static_cast<double>(due[n])),
                 "gelu_forward");
  }
  for (std::size_t n = 0; n < gated.size(); ++n)
    require_near(gated[n], due_gated[n], 12 * 0x1p-24 * std::fabs(static_cast<double>(due_gated[n])),
                 "swiglu_forward");
}

} // namespace

void training(Bytes& bytes) {
  bytes.pick({check_activations, check_cross_entropy, learned_bias})(bytes);
}

} // namespace posenc::fuzz
