/// The model that the lab trains, and its loss, in wide precision and straight from the formulas. Without gradients: tests
/// take differences of the loss.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "reference/arithmetic.hpp"
#include "reference/bias.hpp"
#include "reference/training_rows.hpp"

namespace posenc::reference {

struct TrainedAttention {
  std::size_t length, heads, head_dim;
  bool causal = true;
  std::size_t window = 0;
  std::function<Wide(std::size_t head, std::ptrdiff_t distance)> bias = nullptr; // of key − query
  std::function<Wide(std::size_t row, std::size_t head, std::size_t key)> row_bias =
      nullptr; // of a query's row
  std::function<Wide(std::size_t row, std::size_t key, std::size_t c)> row_value =
      nullptr;                                               // added to a key's value
  std::function<Wide(std::size_t pair)> frequency = nullptr; // in radians: rotates by halves
  std::size_t turned = 0;                                    // pairs that turn; 0: all
  Wide factor = 1;                                           // of sines and cosines
  Wide start = 0;                                            // the first token's position
};

/// Rotates the queries and keys of rows of queries, keys and values.
inline WideRows rotate_heads(WideRows rows, const TrainedAttention& a) {
  const std::size_t width = a.heads * a.head_dim, half = a.head_dim / 2;
  for (std::size_t r = 0; r < rows.size() / (3 * width); ++r)
    for (std::size_t h = 0; h < 2 * a.heads; ++h)
      for (std::size_t c = 0; c < (a.turned == 0 ? half : a.turned); ++c) {
        Wide& x = rows[r * 3 * width + h * a.head_dim + c];
        Wide& y = rows[r * 3 * width + h * a.head_dim + half + c];
        const Wide angle = (static_cast<Wide>(r % a.length) + a.start) * a.frequency(c);
        const Wide cos = cosine(angle) * a.factor, sin = sine(angle) * a.factor, old = x;
        x = old * cos - y * sin;
        y = old * sin + y * cos;
      }
  return rows;
}

/// Multiplies the queries by a factor of their position.
inline WideRows scale_queries(WideRows rows, const std::vector<Wide>& factors, const TrainedAttention& a) {
  const std::size_t width = a.heads * a.head_dim;
  for (std::size_t r = 0; r < rows.size() / (3 * width); ++r)
    for (std::size_t c = 0; c < width; ++c) rows[r * 3 * width + c] *= factors[r % a.length];
  return rows;
}

/// Attention of rows of queries, keys and values (R, 3D): (R, D).
inline WideRows attention_rows(std::span<const Wide> rows, const TrainedAttention& a) {
  const std::size_t width = a.heads * a.head_dim, count = rows.size() / (3 * width);
  WideRows out(count * width);
  for (std::size_t r = 0; r < count; ++r)
    for (std::size_t h = 0; h < a.heads; ++h) {
      const std::size_t i = r % a.length, first = r - i;
      const Wide* q = &rows[r * 3 * width + h * a.head_dim];
      WideRows weights;
      Wide total = 0;
      for (std::size_t j = 0; j < a.length; ++j) {
        const Wide* k = &rows[(first + j) * 3 * width + width + h * a.head_dim];
        const auto distance = static_cast<std::ptrdiff_t>(j) - static_cast<std::ptrdiff_t>(i);
        const auto away = static_cast<std::size_t>(distance < 0 ? -distance : distance);
        Wide score = 0;
        for (std::size_t c = 0; c < a.head_dim; ++c) score += q[c] * k[c];
        score /= square_root(static_cast<Wide>(a.head_dim));
        if (a.bias) score += a.bias(h, distance);
        if (a.row_bias) score += a.row_bias(r, h, j);
        const bool seen = (!a.causal || j <= i) && (a.window == 0 || away < a.window);
        weights.push_back(seen ? exponential(score) : Wide(0));
        total += weights.back();
      }
      for (std::size_t j = 0; j < a.length; ++j)
        for (std::size_t c = 0; c < a.head_dim; ++c) {
          const Wide value = rows[(first + j) * 3 * width + 2 * width + h * a.head_dim + c];
          out[r * width + h * a.head_dim + c] +=
              weights[j] / total * (a.row_value ? value + a.row_value(r, j, c) : value);
        }
    }
  return out;
}

enum class TrainedPositions {
  none,
  sinusoidal,
  learned,
  rotary,
  alibi,
  t5,
  sines,
  alternate,
  kerple,
  fire,
  shaw,
  fox
};

/// Sizes as in the kernels' manual; the weights follow each other in the same order.
struct TrainedModel {
  std::size_t vocabulary, width, hidden, layers, positions;
  TrainedPositions kind;
  bool rms, swiglu;
  double base;
  int max_distance;
  double trained; // tokens of the longest sequences trained
  TrainedAttention attention;
  std::vector<Wide> ratios = {};        // of the frequencies of the pairs that turn to the plain ones
  std::vector<Wide> query_factors = {}; // by position
  bool moves_values = false;            // of Shaw
};

/// Takes the next tensor of an array.
struct NextTensor {
  std::span<const Wide> rest;

  std::span<const Wide> operator()(std::size_t count) {
    const auto taken = rest.first(count);
    rest = rest.subspan(count);
    return taken;
  }
};

inline WideRows added(WideRows a, const WideRows& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}

/// FIRE's tensors: the roots of c and of the threshold, then a perceptron of one input. The threshold starts at a quarter of the trained length.
inline std::function<Wide(std::size_t, std::size_t, std::size_t)> trained_fire(const TrainedModel& m,
                                                                               std::span<const Wide> all) {
  return [all, units = m.positions, heads = m.attention.heads, length = m.attention.length,
          start = Wide(m.trained) / 4](std::size_t r, std::size_t h, std::size_t j) {
    const Wide c = all[0] * all[0], threshold = all[1] * all[1] * start, query = Wide(r % length);
    const Wide distance = query > Wide(j) ? query - Wide(j) : Wide(j) - query;
    const Wide input =
        logarithm(1 + c * distance) / logarithm(1 + c * (query > threshold ? query : threshold));
    Wide sum = all[2 + 2 * units + heads * units + h];
    for (std::size_t u = 0; u < units; ++u) {
      const Wide unit = all[2 + u] * input + all[2 + units + u];
      if (unit > 0) sum += unit * all[2 + 2 * units + h * units + u];
    }
    return sum;
  };
}

/// Shaw's vector of a query's row and a key: its place in (2k + 1, HS).
inline std::size_t shaw_place(std::size_t i, std::size_t j, std::size_t floats, std::size_t width) {
  const auto k = static_cast<std::ptrdiff_t>(floats / width / 2);
  const auto away = static_cast<std::ptrdiff_t>(j) - static_cast<std::ptrdiff_t>(i);
  return static_cast<std::size_t>((away < -k ? -k : away > k ? k : away) + k) * width;
}

/// The vectors of Shaw, which the queries of a layer meet.
inline std::function<Wide(std::size_t, std::size_t, std::size_t)>
trained_shaw(const TrainedAttention& a, std::span<const Wide> vectors, std::span<const Wide> rows) {
  return [=, width = a.head_dim, all = 3 * a.heads * a.head_dim,
          length = a.length](std::size_t r, std::size_t h, std::size_t j) {
    const std::size_t place = shaw_place(r % length, j, vectors.size(), width);
    Wide sum = 0;
    for (std::size_t c = 0; c < width; ++c) sum += rows[r * all + h * width + c] * vectors[place + c];
    return sum / square_root(static_cast<Wide>(width));
  };
}

/// Those that are added to values.
inline std::function<Wide(std::size_t, std::size_t, std::size_t)>
trained_shaw_values(const TrainedAttention& a, std::span<const Wide> vectors) {
  return [vectors, width = a.head_dim, length = a.length](std::size_t r, std::size_t j, std::size_t c) {
    return vectors[shaw_place(r % length, j, vectors.size(), width) + c];
  };
}

/// What gates (R, NH) keep of a key on the way to a query: the logarithm of the product of their σ.
inline std::function<Wide(std::size_t, std::size_t, std::size_t)> trained_fox(const TrainedAttention& a,
                                                                              const WideRows& gates) {
  return [gates, heads = a.heads, length = a.length](std::size_t r, std::size_t h, std::size_t j) {
    const std::size_t i = r % length, first = r - i;
    Wide sum = 0;
    for (std::size_t l = j + 1; l <= i; ++l) sum += logarithm(sigmoid(gates[(first + l) * heads + h]));
    for (std::size_t l = i + 1; l <= j; ++l) sum -= logarithm(sigmoid(gates[(first + l) * heads + h]));
    return sum;
  };
}

/// The tensor of positions, which some kinds have.
inline std::span<const Wide> position_tensor(const TrainedModel& m, NextTensor& next) {
  const std::size_t heads = m.attention.heads, rows = m.positions;
  switch (m.kind) {
  case TrainedPositions::learned:
    return next(rows * m.width);
  case TrainedPositions::t5:
    return next(rows * heads);
  case TrainedPositions::kerple:
    return next(2 * heads);
  case TrainedPositions::fire:
    return next(2 + 2 * rows + heads * rows + heads);
  case TrainedPositions::shaw:
    return next(rows * m.attention.head_dim * (m.moves_values ? 2 : 1));
  default:
    return {};
  }
}

/// The embedding of tokens with their positions, and the attention of each layer with its bias or frequencies.
inline WideRows first_rows(TrainedModel& m, std::span<const Wide> embedding, std::span<const Wide> table,
                           std::span<const std::int32_t> tokens) {
  const bool learned = m.kind == TrainedPositions::learned, t5 = m.kind == TrainedPositions::t5;
  const auto power = [base = m.base](std::size_t i, std::size_t width) {
    return exponential(-logarithm(base) * Wide(2 * i) / Wide(width));
  };
  const std::size_t heads = m.attention.heads;
  if (m.kind == TrainedPositions::rotary || m.kind == TrainedPositions::alternate) {
    m.attention.turned = m.ratios.size();
    m.attention.frequency = [power, ratios = m.ratios](std::size_t pair) {
      return power(pair, 2 * ratios.size()) * ratios[pair];
    };
  }
  if (m.kind == TrainedPositions::fire) m.attention.row_bias = trained_fire(m, table);
  if (m.kind == TrainedPositions::kerple)
    m.attention.bias = [heads, table](std::size_t h, std::ptrdiff_t d) {
      const Wide a = table[h], b = table[heads + h], away = static_cast<Wide>(d < 0 ? -d : d);
      return -a * a * logarithm(1 + b * b * away);
    };
  if (m.kind == TrainedPositions::alibi)
    m.attention.bias = [heads](std::size_t h, std::ptrdiff_t d) {
      return alibi(h, heads, static_cast<double>(d));
    };
  if (t5)
    m.attention.bias = [heads, table, buckets = static_cast<int>(m.positions), most = m.max_distance,
                        two_sided = !m.attention.causal](std::size_t h, std::ptrdiff_t d) {
      const int bucket = t5_bucket(static_cast<double>(d), buckets, most, two_sided);
      return table[static_cast<std::size_t>(bucket) * heads + h];
    };
  WideRows x;
  for (std::size_t r = 0; r < tokens.size(); ++r)
    for (std::size_t c = 0; c < m.width; ++c) {
      const std::size_t t = r % m.attention.length;
      Wide value = embedding[static_cast<std::size_t>(tokens[r]) * m.width + c];
      if (learned) value += table[t * m.width + c];
      const Wide position = Wide(t) + m.attention.start, angle = position * power(c / 2, m.width);
      if (m.kind == TrainedPositions::sinusoidal)
        value += (c % 2 == 0 ? sine(angle) : cosine(angle)) / square_root(2);
      if (m.kind == TrainedPositions::sines)
        value += sine(position * exponential(-logarithm(m.base) * Wide(c) / Wide(m.width))) / square_root(2);
      x.push_back(value);
    }
  return x;
}

inline Wide training_loss(TrainedModel m, std::span<const Wide> weights, std::span<const std::int32_t> tokens,
                          std::span<const std::int32_t> targets) {
  NextTensor next{weights};
  const std::size_t width = m.width, shift = m.rms ? 0 : width, up = m.swiglu ? 2 * m.hidden : m.hidden;
  const auto norm = [&](const WideRows& rows) {
    const auto gain = next(width);
    return norm_rows(rows, gain, next(shift));
  };
  const auto linear = [&](const WideRows& rows, std::size_t inputs, std::size_t outputs) {
    const auto weight = next(inputs * outputs);
    return linear_rows(rows, weight, next(outputs));
  };
  const auto embedding = next(m.vocabulary * width);
  const auto table = position_tensor(m, next);
  WideRows x = first_rows(m, embedding, table, tokens);
  for (std::size_t l = 0; l < m.layers; ++l) {
    const WideRows normed = norm(x);
    WideRows rows = linear(normed, width, 3 * width);
    if (m.kind == TrainedPositions::shaw) {
      const auto keys = table.first(m.positions * m.attention.head_dim), others = table.subspan(keys.size());
      m.attention.row_bias = trained_shaw(m.attention, keys, rows);
      if (m.moves_values) m.attention.row_value = trained_shaw_values(m.attention, others);
    }
    if (m.kind == TrainedPositions::fox)
      m.attention.row_bias = trained_fox(m.attention, linear(normed, width, m.attention.heads));
    const bool still = m.kind == TrainedPositions::alternate && l % 2 == 1;
    if (m.attention.frequency && !still) rows = rotate_heads(rows, m.attention);
    if (!m.query_factors.empty() && (m.kind != TrainedPositions::alternate || still))
      rows = scale_queries(rows, m.query_factors, m.attention);
    x = added(x, linear(attention_rows(rows, m.attention), width, width));
    const WideRows wide = linear(norm(x), width, up);
    x = added(x, linear(m.swiglu ? swiglu_rows(wide, m.hidden) : gelu_rows(wide), m.hidden, width));
  }
  return cross_entropy(linear(norm(x), width, m.vocabulary), targets);
}

} // namespace posenc::reference
