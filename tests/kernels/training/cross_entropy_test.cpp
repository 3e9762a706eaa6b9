// Cross-entropy and its gradient, against the formula in wide precision.
#include "kernels/training/cross_entropy.hpp"

#include <catch_amalgamated.hpp>

#include "differences.hpp"
#include "random_values.hpp"
#include "reference/training.hpp"

using namespace posenc;

using Floats = std::vector<float>;

TEST_CASE("cross_entropy, its gradient and the likely words", "[training]") {
  RandomValues random(4);
  const std::size_t words = 5;
  const std::vector<std::int32_t> targets = {3, -1, 0, 4};
  const Floats logits = random.floats(targets.size() * words, -9, 9);
  Floats out = logits;
  std::vector<std::int32_t> likely(targets.size());
  likely_words(logits, words, likely);
  const LossSum sum = cross_entropy(out, words, targets);
  const auto loss = [&](const WideValues& v) { return reference::cross_entropy(v, targets); };
  CHECK(sum.targets == 3);
  CHECK(std::abs(sum.loss / 3 - static_cast<double>(loss(widened(logits)))) <= 9 * 0x1p-20);
  CHECK(sum.right == std::size_t{likely[0] == 3} + std::size_t{likely[2] == 0} + std::size_t{likely[3] == 4});
  cross_entropy_backward(out, words, targets, sum.targets);
  check_gradient(out, differences(widened(logits), loss));
}

TEST_CASE("cross_entropy of large logits is finite", "[training]") {
  Floats logits = {3e38f, -3e38f, 1e38f};
  const LossSum sum = cross_entropy(logits, 3, std::vector<std::int32_t>{0});
  CHECK(sum.loss == 0.0);
  CHECK(logits == Floats{1, 0, 0});
}
