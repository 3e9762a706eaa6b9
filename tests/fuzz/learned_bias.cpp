#include <algorithm>
#include <cmath>

#include "fuzz/targets.hpp"
#include "fuzz/training_values.hpp"
#include "kernels/training/fire_bias.hpp"
#include "kernels/training/fox_bias.hpp"
#include "kernels/training/shaw_bias.hpp"
#include "kernels/training/shaw_values.hpp"

namespace posenc::fuzz {
namespace {

using reference::Wide;
using Floats = std::vector<float>;
using Doubles = std::vector<double>;

double size_of(float x) {
  return std::fabs(static_cast<double>(x));
}

/// A gradient is linear in the one that it is made of, so one entry of that at a time says where each term goes. The due value
/// of `of` is a sum of weights · values, which the callers know.
void require_sum(double got, const std::vector<Wide>& terms, const std::string& what) {
  Wide sum = 0, size = 0;
  for (const Wide term : terms) {
    sum += term;
    size += term < 0 ? -term : term;
  }
  // The dot products of the kernel are in double; what is left is one rounding of each term and of the sum to float.
  require_near(got, sum, static_cast<double>(size) * 0x1p-22 + 0x1p-140, what);
}

void check_fire(Bytes& bytes) {
  const std::size_t positions = bytes.count(1, 6), heads = bytes.count(1, 3), units = bytes.count(1, 6);
  const double trained = static_cast<double>(bytes.count(1, 40));
  Floats weights = values(bytes, 2 + 2 * units + heads * (units + 1), 4);
  // Small roots would make quotients of nothing by nothing.
  for (std::size_t n = 0; n < 2; ++n)
    if (!(size_of(weights[n]) > 0.05)) weights[n] = 1;
  const FireTensors tensors(weights, heads);
  Floats bias(heads * positions * positions);
  fire_bias(tensors, trained / 4, positions, bias);
  reference::TrainedModel model{};
  model.positions = units;
  model.trained = trained;
  model.attention = {positions, heads, 1};
  const std::vector<Wide> wide = widened(weights);
  const auto due = reference::trained_fire(model, wide);
  // Up to a ratio of 1, a unit is at most 8 and a sum 6 · 32 + 4: terms err by 2^-46 of these.
  for (std::size_t h = 0; h < heads; ++h)
    for (std::size_t i = 0; i < positions; ++i)
      for (std::size_t j = 0; j < positions; ++j)
        require_near(bias[(h * positions + i) * positions + j], due(i, h, j), 0x1p-36, "fire_bias");

  // Along the weights of the last layer the bias is linear: g · dbias is that of the gradient, whatever the weights are.
  const std::size_t h = bytes.count(0, heads - 1), i = bytes.count(0, positions - 1),
                    j = bytes.count(0, positions - 1);
  Doubles gradient(bias.size());
  gradient[(h * positions + i) * positions + j] = 1;
  Floats out(weights.size(), 7.0f);
  fire_bias_backward(gradient, tensors, trained / 4, positions, FireTensors(out, heads));
  const FireTensors found(out, heads);
  Wide sum = Wide(tensors.output_bias[h]) * Wide(found.output_bias[h]);
  double size = size_of(tensors.output_bias[h]);
  for (std::size_t u = 0; u < units; ++u) {
    const Wide term = Wide(tensors.output_weight[h * units + u]) * Wide(found.output_weight[h * units + u]);
    sum += term;
    size += std::fabs(static_cast<double>(term));
  }
  require(std::fabs(static_cast<double>(sum - due(i, h, j))) <= size * 0x1p-23 + 0x1p-36,
          "fire_bias_backward: the last layer");
  // A unit's own weights: those of the output where it is over 0, and its input.
  for (std::size_t u = 0; u < units; ++u)
    require(found.hidden_bias[u] == 0.0f || found.hidden_bias[u] == tensors.output_weight[h * units + u],
            "fire_bias_backward: a unit's bias");
}

HeadAttention shape_of(Bytes& bytes) {
  const std::size_t sequences = bytes.count(1, 2), length = bytes.count(1, 7), heads = bytes.count(1, 2),
                    width = bytes.count(1, 6);
  const BiasPlaces places{0, heads * length * length, length * length, static_cast<std::ptrdiff_t>(length)};
  return {sequences, length, heads, width, places, 0, bytes.flag()};
}

std::size_t keys_of(const HeadAttention& shape, std::size_t i) {
  return shape.causal ? i + 1 : shape.length;
}

void check_shaw(Bytes& bytes) {
  const HeadAttention shape = shape_of(bytes);
  const auto [sequences, length, heads, width, places, window, causal] = shape;
  const std::size_t vectors = 2 * bytes.count(0, 4) + 1, all = 3 * heads * width;
  const Floats rows = values(bytes, sequences * length * all, 0x1p10f),
               table = values(bytes, vectors * width, 0x1p10f);
  Floats bias(sequences * heads * length * length);
  shaw_bias(rows, table, shape, bias);
  const std::vector<Wide> wide_rows = widened(rows), wide_table = widened(table);
  const auto due = reference::trained_shaw({length, heads, width}, wide_table, wide_rows);
  for (std::size_t r = 0; r < sequences * length; ++r)
    for (std::size_t h = 0; h < heads; ++h)
      for (std::size_t j = 0; j < keys_of(shape, r % length); ++j) {
        double size = 0;
        for (std::size_t c = 0; c < width; ++c) size += size_of(rows[r * all + h * width + c]) * 0x1p10;
        require_near(bias[places.row(r / length, h, r % length) + j], due(r, h, j), size * 0x1p-50,
                     "shaw_bias");
      }

  // One score's gradient: the query gets the vector, and the vector the query, both over the root of the width.
  const std::size_t r = bytes.count(0, sequences * length - 1), h = bytes.count(0, heads - 1);
  const std::size_t i = r % length, j = bytes.count(0, keys_of(shape, i) - 1);
  Doubles gradient(bias.size()), of_table(table.size());
  gradient[places.row(r / length, h, i) + j] = 1;
  Floats of_rows(rows.size());
  shaw_bias_backward(gradient, rows, table, shape, {of_rows, of_table});
  const std::size_t place = reference::shaw_place(i, j, table.size(), width);
  const Wide root = reference::square_root(Wide(width));
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const std::size_t c = n - (r * all + h * width); // wraps before the query
    require_sum(static_cast<double>(of_rows[n]), {c < width ? wide_table[place + c] / root : Wide(0)},
                "shaw_bias_backward: rows");
  }
  for (std::size_t n = 0; n < table.size(); ++n)
    require_sum(of_table[n],
                {n - place < width ? wide_rows[r * all + h * width + n - place] / root : Wide(0)},
                "shaw_bias_backward: table");
}

void check_shaw_values(Bytes& bytes) {
  const HeadAttention shape = shape_of(bytes);
  const auto [sequences, length, heads, width, places, window, causal] = shape;
  constexpr std::size_t stride = 8; // no length is over 8
  const std::size_t vectors = 2 * bytes.count(0, 4) + 1;
  const Floats weights = values(bytes, sequences * heads * stride * stride, 1),
               table = values(bytes, vectors * width, 0x1p10f);
  Floats out(sequences * length * heads * width);
  shaw_values(weights, table, shape, out);
  const auto weight_at = [&shape](std::size_t r, std::size_t h, std::size_t j) {
    return (((r / shape.length) * shape.heads + h) * stride + r % shape.length) * stride + j;
  };
  for (std::size_t r = 0; r < sequences * length; ++r)
    for (std::size_t h = 0; h < heads; ++h)
      for (std::size_t c = 0; c < width; ++c) {
        std::vector<Wide> terms;
        for (std::size_t j = 0; j < keys_of(shape, r % length); ++j)
          terms.push_back(Wide(weights[weight_at(r, h, j)]) *
                          Wide(table[reference::shaw_place(r % length, j, table.size(), width) + c]));
        require_sum(static_cast<double>(out[(r * heads + h) * width + c]), terms, "shaw_values");
      }

  // One output's gradient: each weight gets the entry of its vector, and each vector the weights that it has.
  const std::size_t r = bytes.count(0, sequences * length - 1), h = bytes.count(0, heads - 1),
                    c = bytes.count(0, width - 1);
  Floats gradient(out.size()), of_weights(sequences * heads * length * length);
  Doubles of_table(table.size());
  gradient[(r * heads + h) * width + c] = 1;
  shaw_values_backward(gradient, weights, table, shape, {of_weights, of_table});
  std::vector<std::vector<Wide>> terms(table.size());
  for (std::size_t j = 0; j < keys_of(shape, r % length); ++j) {
    const std::size_t place = reference::shaw_place(r % length, j, table.size(), width) + c;
    require(of_weights[places.row(r / length, h, r % length) + j] == table[place],
            "shaw_values_backward: weights");
    terms[place].push_back(Wide(weights[weight_at(r, h, j)]));
  }
  for (std::size_t n = 0; n < table.size(); ++n)
    require_sum(of_table[n], terms[n], "shaw_values_backward: table");
}

void check_fox(Bytes& bytes) {
  const FoxShape shape{bytes.count(1, 2), bytes.count(1, 9), bytes.count(1, 3)};
  const auto [sequences, length, heads] = shape;
  const Floats z = values(bytes, sequences * length * heads, 0x1p12f);
  Floats bias(z.size(), 7.0f), out(z.size(), 7.0f);
  fox_bias(z, shape, bias);
  // What is forgotten of z: ln(1 + e^−z), or −z where the power would leave the range of the reference.
  const auto forgotten = [](float gate) {
    const Wide x = Wide(gate);
    return x < -100 ? -x : reference::logarithm(1 + reference::exponential(-x));
  };
  for (std::size_t b = 0; b < sequences; ++b)
    for (std::size_t h = 0; h < heads; ++h) {
      Wide sum = 0;
      for (std::size_t t = 0; t < length; ++t) {
        sum += z[(b * length + t) * heads + h] > 100 ? Wide(0) : forgotten(z[(b * length + t) * heads + h]);
        // A gate over 100 forgets less than e^-100.
        require_near(bias[(b * heads + h) * length + t], sum, static_cast<double>(sum) * 0x1p-44 + 0x1p-100,
                     "fox_bias");
      }
    }

  // One key's gradient goes to all gates up to it, less what they keep.
  const std::size_t b = bytes.count(0, sequences - 1), h = bytes.count(0, heads - 1),
                    j = bytes.count(0, length - 1);
  Doubles gradient(z.size());
  gradient[(b * heads + h) * length + j] = 1;
  fox_bias_backward(z, gradient, shape, out);
  for (std::size_t n = 0; n < z.size(); ++n) {
    const std::size_t t = n / heads % length;
    const bool is_reached = n / heads / length == b && n % heads == h && t <= j;
    const float gate = std::clamp(z[n], -200.0f, 200.0f);
    const Wide rest = reference::sigmoid(-Wide(gate));
    require_near(out[n], is_reached ? -rest : Wide(0), 0x1p-40 * static_cast<double>(rest) + 0x1p-51,
                 "fox_bias_backward");
  }
}

} // namespace

void learned_bias(Bytes& bytes) {
  bytes.pick({check_fire, check_shaw, check_shaw_values, check_fox})(bytes);
}

} // namespace posenc::fuzz
