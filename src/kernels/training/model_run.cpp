#include "kernels/training/model_run.hpp"

#include "kernels/layers/linear.hpp"
#include "kernels/training/linear_backward.hpp"

namespace posenc {

void linear_forward(const Run& run, std::span<const float> x, const LinearTensors& weights,
                    std::span<float> out) {
  const MatmulShape shape{run.rows(), x.size() / run.rows(), out.size() / run.rows()};
  linear(x, {weights.weight, weights.bias, false}, shape, false, out, run.work.products);
}

void linear_backwards(const Run& run, const LinearPass& pass, const LinearTensors& weights,
                      const LinearTensors& gradients) {
  const MatmulShape shape{run.rows(), pass.x.size() / run.rows(), pass.gradient.size() / run.rows()};
  linear_backward(pass.x, weights.weight, pass.gradient, shape, {pass.out, gradients.weight, gradients.bias},
                  run.work.products);
}

} // namespace posenc
