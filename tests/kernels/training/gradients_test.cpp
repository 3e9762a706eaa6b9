// The gradient of each part of a layer against differences of its formula in wide precision.
#include <catch_amalgamated.hpp>

#include "differences.hpp"
#include "kernels/training/activations.hpp"
#include "kernels/training/cross_entropy.hpp"
#include "kernels/training/head_attention.hpp"
#include "kernels/training/linear_backward.hpp"
#include "kernels/training/norm_backward.hpp"
#include "kernels/training/rotate_rows.hpp"
#include "kernels/training/token_rows.hpp"
#include "random_values.hpp"
#include "reference/training.hpp"

using namespace posenc;

using Floats = std::vector<float>;

TEST_CASE("linear_backward is the gradient of a linear layer", "[training]") {
  RandomValues random(1);
  for (const MatmulShape shape : {MatmulShape{1, 1, 1}, {5, 3, 7}, {9, 8, 4}, {70, 5, 2}}) {
    const Floats x = random.floats(shape.rows * shape.inner), w = random.floats(shape.columns * shape.inner),
                 b = random.floats(shape.columns), g = random.floats(shape.rows * shape.columns);
    Floats dx(x.size()), dw(w.size()), db(b.size());
    std::vector<std::byte> scratch(static_cast<std::size_t>(linear_backward_scratch(shape)));
    linear_backward(x, w, g, shape, {dx, dw, db}, scratch);
    const auto [wide_x, wide_w, wide_b] = std::tuple(widened(x), widened(w), widened(b));
    const auto loss = [&](const WideValues& xs, const WideValues& ws, const WideValues& bs) {
      return weighed(g, reference::linear_rows(xs, ws, bs));
    };
    check_gradient(dx, differences(wide_x, [&](const auto& v) { return loss(v, wide_w, wide_b); }));
    check_gradient(dw, differences(wide_w, [&](const auto& v) { return loss(wide_x, v, wide_b); }));
    check_gradient(db, differences(wide_b, [&](const auto& v) { return loss(wide_x, wide_w, v); }));
  }
}

TEST_CASE("norms have the gradients of their formulas", "[training]") {
  RandomValues random(2);
  for (const bool layer : {true, false})
    for (const std::size_t columns : {2, 3, 8, 13}) {
      const std::size_t rows = 3;
      const Floats x = random.floats(rows * columns), gain = random.floats(columns),
                   shift = random.floats(layer ? columns : 0), g = random.floats(x.size());
      Floats dx(x.size()), dgain(columns), dshift(shift.size());
      std::vector<double> sums(2 * columns);
      (layer ? layer_norm_backward : rms_norm_backward)(x, gain, g, 1e-5, {dx, dgain, dshift}, sums);
      const auto [wide_x, wide_gain, wide_shift] = std::tuple(widened(x), widened(gain), widened(shift));
      const auto loss = [&](const WideValues& xs, const WideValues& gains, const WideValues& shifts) {
        return weighed(g, reference::norm_rows(xs, gains, shifts));
      };
      check_gradient(dx, differences(wide_x, [&](const auto& v) { return loss(v, wide_gain, wide_shift); }));
      check_gradient(dgain,
                     differences(wide_gain, [&](const auto& v) { return loss(wide_x, v, wide_shift); }));
      check_gradient(dshift,
                     differences(wide_shift, [&](const auto& v) { return loss(wide_x, wide_gain, v); }));
    }
}

TEST_CASE("activations and their gradients", "[training]") {
  RandomValues random(3);
  const std::size_t hidden = 7;
  const Floats x = random.floats(2 * 3 * hidden, -6, 6), g = random.floats(x.size());
  Floats y(x.size()), dx(x.size());
  gelu_forward(x, y);
  const WideValues due = reference::gelu_rows(widened(x));
  for (std::size_t i = 0; i < y.size(); ++i)
    CHECK(std::abs(static_cast<double>(reference::Wide(y[i]) - due[i])) <=
          12 * 0x1p-24 * std::abs(double{x[i]}));
  gelu_backward(x, g, dx);
  check_gradient(dx,
                 differences(widened(x), [&](const auto& v) { return weighed(g, reference::gelu_rows(v)); }));

  Floats half(x.size() / 2);
  swiglu_forward(x, hidden, half);
  const WideValues gated = reference::swiglu_rows(widened(x), hidden);
  for (std::size_t i = 0; i < half.size(); ++i)
    CHECK(std::abs(static_cast<double>(reference::Wide(half[i]) - gated[i])) <= 12 * 0x1p-24 * 36);
  const Floats of_half(g.begin(), g.begin() + static_cast<std::ptrdiff_t>(half.size()));
  swiglu_backward(x, of_half, hidden, dx);
  check_gradient(dx, differences(widened(x), [&](const auto& v) {
                   return weighed(of_half, reference::swiglu_rows(v, hidden));
                 }));
}

TEST_CASE("activations of large numbers are their limits", "[training]") {
  const Floats x = {-3e38f, -100, 100, 3e38f}, g = {1, 1, 1, 1};
  Floats y(4), dx(4);
  gelu_forward(x, y);
  CHECK(y == Floats{0, 0, 100, 3e38f});
  gelu_backward(x, g, dx);
  CHECK(dx == Floats{0, 0, 1, 1});
}

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

TEST_CASE("token_rows looks up, and adds gradients of words that come again", "[training]") {
  const std::vector<std::int32_t> tokens = {2, 0, 2, 2};
  const Floats embedding = {1, 2, 3, 4, 5, 6}, table = {10, 20, 30, 40};
  Floats out(8), words(6), positions(4);
  token_rows(tokens, embedding, table, 2, 2, out);
  CHECK(out == Floats{15, 26, 31, 42, 15, 26, 35, 46});
  token_rows_backward(tokens, Floats{1, 2, 3, 4, 5, 6, 7, 8}, 2, 2, words, positions);
  CHECK(words == Floats{3, 4, 0, 0, 13, 16});
  CHECK(positions == Floats{6, 8, 10, 12});
}

namespace {

/// Attention with a table of biases against the reference: the result, and all gradients.
void check_attention(HeadAttention shape, bool biased, std::uint32_t seed) {
  RandomValues random(seed);
  shape.positions = shape.length + 2;
  const std::size_t width = shape.heads * shape.head_dim, rows = shape.sequences * shape.length,
                    relative = 2 * shape.positions - 1;
  const Floats x = random.floats(rows * 3 * width), g = random.floats(rows * width),
               bias = random.floats(biased ? shape.heads * relative : 0);
  Floats weights(attention_weights(shape)), y(rows * width), dx(x.size()), scratch(attention_scratch(shape));
  std::vector<double> dbias(bias.size());
  attention_forward(x, bias, shape, weights, y, scratch);
  attention_backward(x, weights, g, shape, {dx, dbias}, scratch);
  const auto forward = [&](const WideValues& values, const WideValues& table) {
    reference::TrainedAttention a{shape.length, shape.heads, shape.head_dim, shape.causal, shape.window};
    if (biased)
      a.bias = [&](std::size_t h, std::ptrdiff_t d) {
        return table[h * relative +
                     static_cast<std::size_t>(d + static_cast<std::ptrdiff_t>(shape.positions) - 1)];
      };
    return reference::attention_rows(values, a);
  };
  const WideValues wide = widened(x), table = widened(bias), due = forward(wide, table);
  for (std::size_t i = 0; i < y.size(); ++i)
    CHECK(std::abs(static_cast<double>(reference::Wide(y[i]) - due[i])) <= 2e-6); // values are at most 2
  check_gradient(dx, differences(wide, [&](const auto& v) { return weighed(g, forward(v, table)); }));
  if (biased)
    check_gradient(Floats(dbias.begin(), dbias.end()),
                   differences(table, [&](const auto& v) { return weighed(g, forward(wide, v)); }));
}

} // namespace

TEST_CASE("attention and its gradients: causal or not, with windows, biases and every tail", "[training]") {
  std::uint32_t seed = 10;
  for (const bool causal : {true, false})
    for (const std::size_t window : {0, 2})
      for (const bool biased : {true, false}) {
        check_attention({2, 5, 2, 4, 0, window, causal}, biased, ++seed);
        check_attention({1, 9, 1, 2, 0, window, causal}, biased, ++seed);
      }
  check_attention({1, 1, 1, 9, 0, 0, true}, true, ++seed);
}

TEST_CASE("rotate_rows is the rotation, and its gradient rotates back", "[training]") {
  RandomValues random(5);
  const RotatedRows shape{3, 2, 6};
  const std::size_t width = 12;
  const Floats x = random.floats(6 * 3 * width), g = random.floats(x.size());
  reference::TrainedAttention a{3, 2, 6};
  a.frequency = [](std::size_t pair) { return reference::Wide(1) / reference::Wide(pair + 1); };
  a.factor = reference::Wide(1.25);
  Floats table;
  for (std::size_t t = 0; t < 3; ++t)
    for (const auto wave : {reference::sine, reference::cosine})
      for (std::size_t pair = 0; pair < 3; ++pair)
        table.push_back(static_cast<float>(wave(reference::Wide(t) * a.frequency(pair)) * a.factor));
  Floats y = x, dx = g;
  rotate_rows(y, table, shape);
  const WideValues due = reference::rotate_heads(widened(x), a);
  for (std::size_t i = 0; i < y.size(); ++i)
    CHECK(std::abs(static_cast<double>(reference::Wide(y[i]) - due[i])) <= 8e-7);
  rotate_rows_backward(dx, table, shape);
  check_gradient(
      dx, differences(widened(x), [&](const auto& v) { return weighed(g, reference::rotate_heads(v, a)); }));
}
