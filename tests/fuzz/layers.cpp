#include <algorithm>
#include <cmath>

#include "fuzz/targets.hpp"
#include "kernels/layers/gelu.hpp"
#include "kernels/layers/layer_norm.hpp"
#include "kernels/layers/linear.hpp"
#include "kernels/layers/log_softmax.hpp"
#include "kernels/layers/matmul.hpp"
#include "kernels/layers/relu.hpp"
#include "kernels/layers/rms_norm.hpp"
#include "kernels/layers/silu.hpp"
#include "kernels/layers/softmax.hpp"
#include "reference/layers.hpp"

namespace posenc::fuzz {
namespace {

using reference::Wide;

bool is_finite(float x) {
  return std::isfinite(x);
}

void check_softmax(Bytes& bytes) {
  const std::size_t rows = bytes.count(1, 3), columns = bytes.count(1, 70);
  const std::vector<float> x = bytes.floats(rows * columns);
  std::vector<float> out(x.size(), 7.0f);
  softmax(x, rows, columns, out);
  for (std::size_t r = 0; r < rows; ++r) {
    std::vector<double> exact(x.begin() + static_cast<std::ptrdiff_t>(r * columns),
                              x.begin() + static_cast<std::ptrdiff_t>((r + 1) * columns));
    reference::softmax(exact);
    double sum = 0, due = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      const float got = out[r * columns + c];
      // Relative, in all; the smallest weights are subnormal. The reference errs by some 2^-52.
      require_near(got, exact[c], 4 * 0x1p-24 * std::fabs(exact[c]) + 0x1p-149, "softmax");
      sum += static_cast<double>(got), due += exact[c];
    }
    if (!std::isnan(due))
      require(std::fabs(sum - std::round(due)) <= 2 * 0x1p-24, "softmax: the sum of a row");
  }
}

void check_log_softmax(Bytes& bytes) {
  const std::size_t columns = bytes.count(1, 40);
  const std::vector<float> x = bytes.floats(columns);
  std::vector<float> out(columns, 7.0f);
  log_softmax(x, 1, columns, out);
  const float largest = *std::ranges::max_element(x);
  if (std::ranges::any_of(x, [](float value) { return std::isnan(value); })) {
    for (const float y : out) require(std::isnan(y), "log_softmax of a row with NaN");
  } else if (std::isinf(largest)) { // equal shares of +Inf, or no weight at all
    const auto count = static_cast<double>(std::ranges::count(x, largest));
    for (std::size_t c = 0; c < columns; ++c) {
      const bool has_share = largest > 0 && x[c] == largest;
      const Wide share =
          has_share ? -reference::logarithm(count) : Wide(-std::numeric_limits<double>::infinity());
      require_near(out[c], share, 0x1p-23, "log_softmax of infinities");
    }
  } else {
    Wide sum = 0;
    for (const float value :
         x) { // far below the largest a weight is 0, and the reference has no power so small
      const Wide below = Wide(value) - Wide(largest);
      sum += below < -1000 ? Wide(0) : reference::exponential(below);
    }
    for (std::size_t c = 0; c < columns; ++c)
      require_near(out[c], Wide(x[c]) - Wide(largest) - reference::logarithm(sum), 2 * 0x1p-24,
                   "log_softmax");
  }
}

/// The transposed matrix of `rows` rows.
std::vector<float> transposed_matrix(const std::vector<float>& values, std::size_t rows) {
  std::vector<float> result(values.size());
  const std::size_t columns = rows == 0 ? 0 : values.size() / rows;
  for (std::size_t n = 0; n < values.size(); ++n) result[n % columns * rows + n / columns] = values[n];
  return result;
}

/// A product and a bias, by matmul() if there is none, and by linear().
void check_products(Bytes& bytes) {
  const MatmulShape shape{bytes.count(0, 9), bytes.count(1, 300), bytes.count(0, 20)};
  const MatmulOptions options{bytes.flag(), bytes.flag(), bytes.flag()};
  // Products in float may leave its range, which the header allows.
  const auto values = [&](std::size_t count) {
    return options.precise ? bytes.floats(count) : bytes.finite_floats(count);
  };
  const auto a = values(shape.rows * shape.inner), b = values(shape.inner * shape.columns);
  const auto bias = bytes.flag() ? bytes.finite_floats(shape.columns) : std::vector<float>();
  std::vector<float> product(shape.rows * shape.columns, 7.0f), layer = product;
  std::vector<std::byte> scratch(static_cast<std::size_t>(matmul_scratch(shape, options.precise)),
                                 std::byte{0xff});
  const auto left = options.transpose_a ? transposed_matrix(a, shape.rows) : a;
  const auto right = options.transpose_b ? transposed_matrix(b, shape.inner) : b;
  matmul(left, right, shape, options, product, scratch);
  linear(a, {right, bias, !options.transpose_b}, shape, options.precise, layer, scratch);
  const std::vector<Wide> exact = reference::matmul(a, b, shape.inner);
  for (std::size_t n = 0; n < product.size(); ++n) {
    const std::size_t row = n / shape.columns, column = n % shape.columns;
    double sizes = 0;
    for (std::size_t k = 0; k < shape.inner; ++k)
      sizes += std::fabs(static_cast<double>(a[row * shape.inner + k]) *
                         static_cast<double>(b[k * shape.columns + column]));
    const double shift = bias.empty() ? 0 : static_cast<double>(bias[column]);
    const double relative = options.precise ? static_cast<double>(shape.inner + 1) * 0x1p-53 : 64 * 0x1p-24;
    const auto slack = [&](double size) { return std::isfinite(size) ? relative * size + 0x1p-140 : 0; };
    require_near(product[n], exact[n], slack(sizes), "matmul");
    require_near(layer[n], exact[n] + Wide(shift), slack(sizes + std::fabs(shift)), "linear");
  }
}

void check_layer_norm(Bytes& bytes) {
  const std::size_t columns = bytes.count(1, 40);
  const std::vector<float> x = bytes.floats(columns);
  const auto gain = bytes.flag() ? bytes.finite_floats(columns) : std::vector<float>();
  const auto bias = bytes.flag() ? bytes.finite_floats(columns) : std::vector<float>();
  const double eps = bytes.pick({1e-5, 1e-12, 1.0, 1e-30});
  std::vector<float> out(columns, 7.0f);
  layer_norm(x, columns, {gain, bias, eps}, out);
  if (!std::ranges::all_of(x, is_finite)) {
    for (const float y : out) require(std::isnan(y), "layer_norm of a row that is not finite");
    return;
  }
  const std::vector<Wide> exact = reference::layer_norm(x, eps);
  Wide mean = 0, variance = 0;
  double largest = 0;
  for (const float value : x) {
    mean += Wide(value) / Wide(columns);
    largest = std::max(largest, std::fabs(static_cast<double>(value)));
  }
  for (const float value : x) variance += (Wide(value) - mean) * (Wide(value) - mean) / Wide(columns);
  const double deviation = std::sqrt(static_cast<double>(variance) + eps);
  for (std::size_t c = 0; c < columns; ++c) {
    const double factor = gain.empty() ? 1 : static_cast<double>(gain[c]);
    const double shift = bias.empty() ? 0 : static_cast<double>(bias[c]);
    const double of_mean = static_cast<double>(columns) * 0x1p-53 * largest / deviation * std::fabs(factor);
    const double terms = std::fabs(static_cast<double>(exact[c]) * factor) + std::fabs(shift);
    require_near(out[c], exact[c] * Wide(factor) + Wide(shift), of_mean + 0x1p-50 * terms, "layer_norm");
  }
}

void check_rms_norm(Bytes& bytes) {
  const std::size_t columns = bytes.count(1, 40);
  const std::vector<float> x = bytes.finite_floats(columns);
  const auto gain = bytes.flag() ? bytes.finite_floats(columns) : std::vector<float>();
  const double eps = bytes.pick({1e-5, 1e-12, 1.0});
  std::vector<float> out(columns, 7.0f);
  rms_norm(x, columns, gain, eps, out);
  const std::vector<Wide> exact = reference::rms_norm(x, eps);
  for (std::size_t c = 0; c < columns; ++c) {
    const Wide due = exact[c] * (gain.empty() ? Wide(1) : Wide(gain[c]));
    const double relative = static_cast<double>(columns + 4) * 0x1p-53;
    require_near(out[c], due, relative * std::fabs(static_cast<double>(due)), "rms_norm");
  }
}

/// Functions of one number: GELU in both forms, SiLU and ReLU.
void check_activations(Bytes& bytes) {
  const std::vector<float> x = bytes.floats(bytes.count(1, 13));
  const GeluForm form = bytes.pick({GeluForm::exact, GeluForm::tanh});
  std::vector<float> gaussian(x.size(), 7.0f), sigmoid = gaussian, rectified = gaussian;
  gelu(x, form, gaussian);
  silu(x, sigmoid);
  relu(x, rectified);
  // The references end at 20 and at 120; there the result has long been the number itself, or so small that it is subnormal.
  const auto is_end = [](float at, float got) { return at > 0 ? got == at : std::fabs(got) < 1e-40f; };
  const auto check = [](float got, Wide exact, const char* what) {
    require_near(got, exact, 0.001 * std::fabs(static_cast<double>(exact)) * 0x1p-23 + 0x1p-149, what);
  };
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double at = static_cast<double>(x[i]);
    if (std::isnan(at)) {
      require(std::isnan(gaussian[i]) && std::isnan(sigmoid[i]) && std::isnan(rectified[i]),
              "an activation of NaN");
      continue;
    }
    require(rectified[i] == static_cast<float>(reference::relu(at)), "relu");
    if (std::fabs(at) > 14.4)
      require(is_end(x[i], gaussian[i]), "gelu of a large number");
    else
      check(gaussian[i], form == GeluForm::exact ? reference::gelu(at) : reference::gelu_by_tanh(at), "gelu");
    if (std::fabs(at) > 110)
      require(is_end(x[i], sigmoid[i]), "silu of a large number");
    else
      check(sigmoid[i], reference::silu(at), "silu");
  }
}

} // namespace

void layers(Bytes& bytes) {
  bytes.pick({check_softmax, check_log_softmax, check_products, check_layer_norm, check_rms_norm,
              check_activations})(bytes);
}

} // namespace posenc::fuzz
