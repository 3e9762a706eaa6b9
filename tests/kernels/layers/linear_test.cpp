// The linear layer against sums in wide precision.
#include "kernels/layers/linear.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>

#include "absolute.hpp"
#include "random_values.hpp"
#include "reference/layers.hpp"

using namespace posenc;

namespace {

std::vector<float> linear_of(const std::vector<float>& x, const LinearWeights& weights,
                             const MatmulShape& shape, bool precise = false) {
  std::vector<float> out(shape.rows * shape.columns, 7.0f);
  std::vector<std::byte> scratch(static_cast<std::size_t>(matmul_scratch(shape, precise)), std::byte{0xff});
  linear(x, weights, shape, precise, out, scratch);
  return out;
}

/// Every entry against the reference. `plain` · 2^-24 and `precise` · 2^-53 of the sizes of the terms are allowed.
void check(const std::vector<float>& x, const std::vector<float>& weight, const std::vector<float>& bias,
           const MatmulShape& shape) {
  const auto exact = reference::linear(x, weight, bias, shape.inner);
  const auto products =
      reference::linear(absolute(x), absolute(weight), std::vector<float>(bias.size()), shape.inner);
  const auto plain = linear_of(x, {weight, bias, false}, shape);
  const auto precise = linear_of(x, {weight, bias, false}, shape, true);
  const double terms = static_cast<double>(shape.inner) + 1.0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double half_ulp = std::abs(static_cast<double>(exact[i])) * 0x1p-24 + 0x1p-149;
    const auto size = static_cast<double>(products[i]);
    const double shift = std::abs(static_cast<double>(bias[i % shape.columns]));
    CHECK(std::abs(static_cast<double>(reference::Wide(plain[i]) - exact[i])) <=
          half_ulp + 64 * 0x1p-24 * size);
    CHECK(std::abs(static_cast<double>(reference::Wide(precise[i]) - exact[i])) <=
          half_ulp + terms * 0x1p-53 * (size + shift));
  }
}

} // namespace

TEST_CASE("linear is within its bound at every size around a tile and a sum", "[linear]") {
  RandomValues random(1);
  for (const std::size_t rows : {1, 3, 4, 5, 13})
    for (const std::size_t columns : {1, 7, 8, 9, 17})
      for (const std::size_t inner : {1, 2, 3, 31, 63, 64, 65, 127, 257}) {
        const auto x = random.floats(rows * inner), weight = random.floats(columns * inner);
        check(x, weight, random.floats(columns), {rows, inner, columns});
        check(x, weight, random.floats(columns, -1e4, 1e4), {rows, inner, columns});
      }
}

TEST_CASE("linear adds a bias that the sum cancels with one rounding", "[linear]") {
  for (const std::size_t inner : {5, 67}) {
    RandomValues random(2);
    const auto x = random.floats(inner), weight = random.floats(3 * inner);
    auto bias = linear_of(x, {weight, {}, false}, {1, inner, 3}, true);
    for (float& b : bias) b = -b;
    check(x, weight, bias, {1, inner, 3});
  }
}

TEST_CASE("linear reads weights of either layout to the same bits, and without a bias is matmul",
          "[linear]") {
  RandomValues random(3);
  for (const MatmulShape shape : {MatmulShape{3, 5, 9}, {66, 259, 8}, {2, 64, 11}}) {
    const auto x = random.floats(shape.rows * shape.inner),
               weight = random.floats(shape.inner * shape.columns);
    const auto bias = random.floats(shape.columns);
    std::vector<float> by_input;
    for (std::size_t k = 0; k < shape.inner; ++k)
      for (std::size_t n = 0; n < shape.columns; ++n) by_input.push_back(weight[n * shape.inner + k]);
    for (const bool precise : {false, true}) {
      CHECK(linear_of(x, {weight, bias, false}, shape, precise) ==
            linear_of(x, {by_input, bias, true}, shape, precise));
      std::vector<float> out(shape.rows * shape.columns, 7.0f);
      std::vector<std::byte> scratch(static_cast<std::size_t>(matmul_scratch(shape, precise)));
      matmul(x, by_input, shape, {.precise = precise}, out, scratch);
      CHECK(out == linear_of(x, {weight, {}, false}, shape, precise));
    }
  }
}

TEST_CASE("linear of packed weights has the same bits", "[linear]") {
  RandomValues random(4);
  for (const MatmulShape shape : {MatmulShape{1, 1, 1}, {3, 5, 7}, {5, 31, 8}, {4, 64, 9}, {66, 259, 17}}) {
    const auto x = random.floats(shape.rows * shape.inner),
               weight = random.floats(shape.inner * shape.columns);
    const auto bias = random.floats(shape.columns);
    for (const bool in_out : {false, true}) {
      std::vector<float> packed(static_cast<std::size_t>(packed_weights(shape.inner, shape.columns)), 7.0f);
      pack_weights(weight, in_out, shape.inner, shape.columns, packed);
      for (const bool precise : {false, true})
        CHECK(linear_of(x, {packed, bias, in_out, true}, shape, precise) ==
              linear_of(x, {weight, bias, in_out}, shape, precise));
    }
  }
}

TEST_CASE("linear without rows or outputs is empty, and without terms the bias", "[linear]") {
  const std::vector<float> two = {1, 2};
  CHECK(linear_of({}, {two, {}, false}, {0, 2, 1}).empty());
  CHECK(linear_of(two, {{}, {}, false}, {1, 2, 0}).empty());
  CHECK(linear_of({}, {{}, two, false}, {2, 0, 2}) == std::vector<float>{1, 2, 1, 2});
}
