#include "kernels/training/initial_weights.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/training/model_weights.hpp"

namespace posenc {

namespace {

constexpr double embedding_deviation = 0.5;

void fill_uniform(std::span<float> out, float bound, std::uint32_t tensor, PhiloxKey seed) {
  for (std::size_t i = 0; i < out.size(); i += 4) {
    const auto block = static_cast<std::uint32_t>(i / 4);
    const auto words =
        philox<std::uint32_t>({static_cast<std::uint32_t>(RandomStream::weights), block, tensor, 0}, seed);
    for (std::size_t lane = 0; lane < std::min<std::size_t>(4, out.size() - i); ++lane)
      out[i + lane] = bound * (static_cast<float>(words[lane] >> 8) * 0x1p-23f - 1.0f);
  }
}

} // namespace

void initial_weights(const TrainingModel& model, PhiloxKey seed, std::span<float> weights) {
  std::uint32_t tensor = 0;
  each_tensor(model, weights, [&](std::span<float> out, TensorRole role, std::size_t inputs) {
    const double deviation = std::sqrt(1.0 / static_cast<double>(inputs));
    const double sums = std::sqrt(2.0 * static_cast<double>(model.layers));
    const auto fill = [&](double sigma) {
      fill_uniform(out, static_cast<float>(std::sqrt(3.0) * sigma), tensor, seed);
    };
    switch (role) {
    case TensorRole::embedding:
    case TensorRole::learned:
      fill(embedding_deviation);
      break;
    case TensorRole::matrix:
      fill(deviation);
      break;
    case TensorRole::residual:
      fill(deviation / sums);
      break;
    case TensorRole::gain:
      std::ranges::fill(out, 1.0f);
      break;
    case TensorRole::bucket:
    case TensorRole::shift:
      std::ranges::fill(out, 0.0f);
      break;
    }
    ++tensor;
  });
}

} // namespace posenc
