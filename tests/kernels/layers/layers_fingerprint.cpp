#include <cmath>
#include <limits>
#include <vector>

#include "fingerprint.hpp"
#include "kernels/layers/add.hpp"
#include "kernels/layers/gelu.hpp"
#include "kernels/layers/layer_norm.hpp"
#include "kernels/layers/linear.hpp"
#include "kernels/layers/log_softmax.hpp"
#include "kernels/layers/matmul.hpp"
#include "kernels/layers/multiply.hpp"
#include "kernels/layers/relu.hpp"
#include "kernels/layers/rms_norm.hpp"
#include "kernels/layers/silu.hpp"
#include "random_values.hpp"

using namespace posenc;

FINGERPRINT("matmul of every tail, in float and precise") {
  RandomValues random(1);
  for (const MatmulShape shape : {MatmulShape{1, 1, 1}, {5, 67, 9}, {4, 64, 8}, {13, 200, 31}, {70, 300, 5}})
    for (const bool precise : {false, true}) {
      std::vector<float> a = random.floats(shape.rows * shape.inner),
                         b = random.floats(shape.inner * shape.columns), out(shape.rows * shape.columns);
      b.back() = std::numeric_limits<float>::infinity();
      std::vector<std::byte> scratch(static_cast<std::size_t>(matmul_scratch(shape, precise)));
      for (const bool transpose : {false, true}) {
        matmul(a, b, shape, {transpose, transpose, precise}, out, scratch);
        hash.add(out);
      }
    }
}

FINGERPRINT("linear with and without bias") {
  RandomValues random(4);
  for (const MatmulShape shape : {MatmulShape{3, 5, 9}, {66, 259, 8}})
    for (const bool in_out : {false, true}) {
      const auto x = random.floats(shape.rows * shape.inner),
                 weight = random.floats(shape.inner * shape.columns), bias = random.floats(shape.columns);
      std::vector<float> out(shape.rows * shape.columns);
      std::vector<std::byte> scratch(static_cast<std::size_t>(matmul_scratch(shape, true)));
      for (const bool precise : {false, true}) {
        linear(x, {weight, bias, in_out}, shape, precise, out, scratch);
        hash.add(out);
        linear(x, {weight, {}, in_out}, shape, precise, out, scratch);
        hash.add(out);
      }
    }
}

FINGERPRINT("layer_norm of even, odd and spoilt rows") {
  RandomValues random(2);
  for (const std::size_t columns : {1u, 7u, 64u}) {
    std::vector<float> x = random.floats(5 * columns);
    x[3 * columns] = std::nanf("");
    const auto gain = random.floats(columns), bias = random.floats(columns);
    layer_norm(x, columns, {gain, bias, 1e-5}, x);
    hash.add(x);
  }
}

FINGERPRINT("rms_norm of even, odd and spoilt rows") {
  RandomValues random(5);
  for (const std::size_t columns : {1u, 7u, 64u}) {
    std::vector<float> x = random.floats(5 * columns);
    x[2 * columns] = std::numeric_limits<float>::infinity();
    x[3 * columns] = std::nanf("");
    rms_norm(x, columns, random.floats(columns), 1e-6, x);
    hash.add(x);
  }
}

FINGERPRINT("log_softmax of hot, short and spoilt rows") {
  RandomValues random(6);
  const float inf = std::numeric_limits<float>::infinity();
  for (const std::size_t columns : {1u, 7u, 64u, 1001u}) {
    std::vector<float> x = random.floats(5 * columns, -60, 60);
    x[2 * columns] = inf, x[3 * columns] = std::nanf(""), x[4 * columns] = -inf;
    log_softmax(x, 5, columns, x);
    hash.add(x);
  }
}

FINGERPRINT("silu and relu") {
  RandomValues random(7);
  std::vector<float> x = random.floats(997, -110, 90);
  x[1] = -std::numeric_limits<float>::infinity();
  x[2] = -std::nanf("");
  std::vector<float> out(x.size());
  silu(x, out);
  hash.add(out);
  relu(x, out);
  hash.add(out);
}

FINGERPRINT("add and multiply") {
  RandomValues random(8);
  std::vector<float> a = random.floats(997, -1e20, 1e20), b = random.floats(997);
  a[1] = std::numeric_limits<float>::infinity(), b[1] = -a[1];
  a[2] = -std::nanf("");
  std::vector<float> out(a.size());
  add(a, b, out);
  hash.add(out);
  multiply(a, b, out);
  hash.add(out);
}

FINGERPRINT("gelu in both forms") {
  RandomValues random(3);
  for (const GeluForm form : {GeluForm::exact, GeluForm::tanh}) {
    std::vector<float> x = random.floats(997, -15, 15);
    x[1] = -std::numeric_limits<float>::infinity();
    x[2] = -std::nanf("");
    gelu(x, form, x);
    hash.add(x);
  }
}
