#include <cmath>
#include <limits>
#include <vector>

#include "fingerprint.hpp"
#include "kernels/layers/gelu.hpp"
#include "kernels/layers/layer_norm.hpp"
#include "kernels/layers/matmul.hpp"
#include "random_values.hpp"

using namespace posenc;

FINGERPRINT("matmul of every tail, in float and precise") {
  RandomValues random(1);
  for (const MatmulShape shape : {MatmulShape{1, 1, 1}, {5, 67, 9}, {4, 64, 8}, {13, 200, 31}})
    for (const bool precise : {false, true}) {
      std::vector<float> a = random.floats(shape.rows * shape.inner),
                         b = random.floats(shape.inner * shape.columns), out(shape.rows * shape.columns);
      b.back() = std::numeric_limits<float>::infinity();
      std::vector<std::byte> scratch(static_cast<std::size_t>(matmul_scratch(shape, precise)));
      matmul(a, b, shape, precise, out, scratch);
      hash.add(out);
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
