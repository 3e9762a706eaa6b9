/// The parts of an encoder layer around attention.
#include <emscripten/bind.h>

#include "bindings/slices.hpp"
#include "kernels/layers/gelu.hpp"
#include "kernels/layers/layer_norm.hpp"
#include "kernels/layers/matmul.hpp"
#include "kernels/layers/softmax.hpp"

namespace posenc::bindings {
namespace {

void run_softmax(Address list, std::size_t rows, std::size_t columns) {
  const auto& [x, out] = slices<2>(list);
  softmax(x, rows, columns, out);
}

double matmul_scratch_bytes(std::size_t rows, std::size_t inner, std::size_t columns, bool precise) {
  return static_cast<double>(matmul_scratch({rows, inner, columns}, precise));
}

void run_matmul(Address list, std::size_t rows, std::size_t inner, std::size_t columns, bool precise) {
  const auto& [a, b, out, scratch] = slices<4>(list);
  matmul(a, b, {rows, inner, columns}, precise, out, scratch);
}

void run_layer_norm(Address list, std::size_t columns, double eps) {
  const auto& [x, gain, bias, out] = slices<4>(list);
  layer_norm(x, columns, {gain, bias, eps}, out);
}

void run_gelu(Address list, bool by_tanh) {
  const auto& [x, out] = slices<2>(list);
  gelu(x, by_tanh ? GeluForm::tanh : GeluForm::exact, out);
}

} // namespace

EMSCRIPTEN_BINDINGS(layers) {
  using emscripten::function;
  function("softmax", &run_softmax);
  function("matmulScratch", &matmul_scratch_bytes);
  function("matmul", &run_matmul);
  function("layerNorm", &run_layer_norm);
  function("gelu", &run_gelu);
}

} // namespace posenc::bindings
