// The product of matrices against sums in wide precision.
#include "kernels/layers/matmul.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>

#include "absolute.hpp"
#include "random_values.hpp"
#include "reference/layers.hpp"

using namespace posenc;

namespace {

std::vector<float> product(const std::vector<float>& a, const std::vector<float>& b, std::size_t inner,
                           bool precise = false) {
  const MatmulShape shape{inner == 0 ? 2 : a.size() / inner, inner, inner == 0 ? 3 : b.size() / inner};
  std::vector<float> out(shape.rows * shape.columns, 7.0f);
  std::vector<std::byte> scratch(static_cast<std::size_t>(matmul_scratch(shape, precise)), std::byte{0xff});
  matmul(a, b, shape, {.precise = precise}, out, scratch);
  return out;
}

/// The largest |error| − ½ ULP of the default in units of 2^-24 · Σ|a b|, and of the precise one in those of 2^-53.
struct Excess {
  double plain = 0.0, precise = 0.0;
};

Excess excess(const std::vector<float>& a, const std::vector<float>& b, std::size_t inner) {
  const std::vector<float> plain = product(a, b, inner), precise = product(a, b, inner, true);
  const auto exact = reference::matmul(a, b, inner),
             sizes = reference::matmul(absolute(a), absolute(b), inner);
  Excess worst;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const auto size = static_cast<double>(sizes[i]),
               half_ulp = std::abs(static_cast<double>(exact[i])) * 0x1p-24;
    const auto beyond = [&](float got) {
      const double error = std::abs(static_cast<double>(reference::Wide(got) - exact[i]));
      return std::isnan(got) ? std::numeric_limits<double>::infinity()
                             : std::max(error - half_ulp - 0x1p-149, 0.0) / size;
    };
    if (size == 0.0) continue;
    worst.plain = std::max(worst.plain, beyond(plain[i]) * 0x1p24);
    worst.precise = std::max(worst.precise, beyond(precise[i]) * 0x1p53);
  }
  return worst;
}

} // namespace

TEST_CASE("matmul is within its bound at every size around a tile and a sum", "[matmul]") {
  RandomValues random(1);
  for (const std::size_t rows : {1, 3, 4, 5, 13})
    for (const std::size_t columns : {1, 7, 8, 9, 17})
      for (const std::size_t inner : {1, 2, 3, 31, 63, 64, 65, 127, 255, 257}) {
        const auto a = random.floats(rows * inner), b = random.floats(inner * columns);
        const Excess worst = excess(a, b, inner);
        INFO("(" << rows << ", " << inner << ") by (" << inner << ", " << columns << ")");
        CHECK(worst.plain <= 64.0);
        CHECK(worst.precise <= static_cast<double>(inner));
      }
}

TEST_CASE("matmul keeps its bound if all terms have one sign, and if they cancel", "[matmul]") {
  RandomValues random(2);
  const std::size_t inner = 1021;
  auto a = random.floats(5 * inner, 1.0, 2.0), b = random.floats(inner * 9, 1.0, 2.0);
  CHECK(excess(a, b, inner).plain <= 64.0);
  CHECK(excess(a, b, inner).precise <= 1021.0);
  for (std::size_t k = 0; k < a.size(); k += 2) a[k] = -a[k];
  CHECK(excess(a, b, inner).plain <= 64.0);
  CHECK(excess(a, b, inner).precise <= 1021.0);
}

TEST_CASE("matmul of small integers is exact", "[matmul]") {
  const std::vector<float> a = {1, 2, 3, 4, 5, 6}, b = {7, 8, 9, 10, 11, 12};
  CHECK(product(a, b, 3) == std::vector<float>{58, 64, 139, 154});
  CHECK(product(a, b, 3, true) == std::vector<float>{58, 64, 139, 154});
  CHECK(product(a, b, 1).size() == 36);
}

TEST_CASE("matmul: an entry does not depend on what stands in other rows and columns", "[matmul]") {
  RandomValues random(3);
  const std::size_t inner = 70;
  const auto a = random.floats(6 * inner), b = random.floats(inner * 11);
  const auto whole = product(a, b, inner);
  for (std::size_t m = 0; m < 6; ++m) {
    const auto begin = a.begin() + static_cast<std::ptrdiff_t>(m * inner);
    const auto row = product({begin, begin + inner}, b, inner);
    CHECK(std::equal(row.begin(), row.end(), whole.begin() + static_cast<std::ptrdiff_t>(m * 11)));
  }
}

namespace {

std::vector<float> transposed(const std::vector<float>& x, std::size_t columns) {
  std::vector<float> out;
  for (std::size_t c = 0; c < columns; ++c)
    for (std::size_t at = c; at < x.size(); at += columns) out.push_back(x[at]);
  return out;
}

} // namespace

TEST_CASE("matmul of factors that are given transposed has the same bits", "[matmul]") {
  RandomValues random(4);
  for (const MatmulShape shape : {MatmulShape{1, 1, 1}, {3, 5, 7}, {4, 64, 8}, {5, 65, 9}, {67, 300, 17}}) {
    const auto a = random.floats(shape.rows * shape.inner), b = random.floats(shape.inner * shape.columns);
    for (const bool precise : {false, true}) {
      const auto due = product(a, b, shape.inner, precise);
      for (const bool left : {false, true})
        for (const bool right : {false, true}) {
          std::vector<float> out(due.size(), 7.0f);
          std::vector<std::byte> scratch(static_cast<std::size_t>(matmul_scratch(shape, precise)),
                                         std::byte{0xff});
          matmul(left ? transposed(a, shape.inner) : a, right ? transposed(b, shape.columns) : b, shape,
                 {left, right, precise}, out, scratch);
          CHECK(out == due);
        }
    }
  }
}

TEST_CASE("matmul of more rows and terms than are packed at once", "[matmul]") {
  RandomValues random(5);
  for (const std::size_t rows : {63, 64, 65, 131}) {
    const std::size_t inner = 259;
    const auto a = random.floats(rows * inner), b = random.floats(inner * 3);
    CHECK(excess(a, b, inner).plain <= 64.0);
    CHECK(excess(a, b, inner).precise <= 259.0);
  }
  const auto a = random.floats(9 * 9001),
             b = random.floats(9001 * 2); // so long that few rows are packed at once
  CHECK(excess(a, b, 9001).plain <= 64.0);
}

TEST_CASE("matmul without rows, columns or terms is empty or zero", "[matmul]") {
  CHECK(product({}, {1, 2}, 2).empty());
  CHECK(product({1, 2}, {}, 2).empty());
  for (const bool precise : {false, true}) CHECK(product({}, {}, 0, precise) == std::vector<float>(6, 0.0f));
}

TEST_CASE("matmul spreads NaN and Inf as IEEE 754 has it, and holds what a float cannot if precise",
          "[matmul]") {
  const float nan = std::nanf(""), inf = std::numeric_limits<float>::infinity();
  for (const bool precise : {false, true}) {
    const auto got = product({nan, 0, 1, 0, inf, 1, 0, 1}, {1, 2, inf, 4}, 2, precise);
    CHECK(std::isnan(got[0]));
    CHECK(std::isnan(got[2])); // 0 · Inf
    CHECK(got[3] == 2.0f);
    CHECK(got[4] == inf);
    CHECK(got[6] == inf);
    CHECK(got[7] == 4.0f);
  }
  const std::vector<float> huge = {3e38f, 3e38f};
  CHECK(product(huge, {2.0f, -2.0f}, 2, true) == std::vector<float>{0.0f});
  CHECK(std::isnan(product(huge, {2.0f, -2.0f}, 2)[0]));
}
