/// Random shapes and options of attention: primes, one, a lane more and less, and every option with every other.
#pragma once

#include "attention_case.hpp"

namespace posenc::test {

class Random {
public:
  explicit Random(unsigned seed) : engine(seed) {}

  template <class T> T pick(std::initializer_list<T> list) { return list.begin()[engine() % list.size()]; }
  bool chance(unsigned percent) { return engine() % 100 < percent; }

  std::mt19937 engine;
};

inline AttentionShape random_shape(Random& random) {
  AttentionShape shape{};
  shape.queries = random.pick<std::size_t>({1, 2, 3, 4, 5, 7, 8, 13, 16, 31, 64, 65, 131});
  shape.keys = random.pick<std::size_t>({1, 2, 3, 4, 5, 7, 8, 13, 17, 31, 63, 64, 65, 127, 193});
  shape.kv_heads = random.pick<std::size_t>({1, 2, 3});
  shape.heads = shape.kv_heads * random.pick<std::size_t>({1, 1, 2, 3});
  shape.head_dim = random.pick<std::size_t>({1, 2, 3, 4, 5, 7, 8, 16, 17, 31, 32, 64});
  shape.value_dim = random.pick<std::size_t>({1, 3, 4, 5, 7, 8, 9, 16, 17, 33});
  return shape;
}

inline std::vector<float> random_bias(Random& random, std::size_t count, unsigned hidden_percent) {
  std::normal_distribution<float> normal;
  std::vector<float> values(count);
  for (float& x : values) x = random.chance(hidden_percent) ? -infinity : normal(random.engine);
  return values;
}

/// An additive mask with any of its axes shared, and a bias by relative position.
inline void add_random_biases(AttentionCase& c, Random& random) {
  const std::size_t heads = c.shape.heads, queries = c.shape.queries, keys = c.shape.keys;
  if (random.chance(40)) {
    const bool by_head = random.chance(50), by_query = random.chance(50);
    const std::size_t query = by_query ? keys : 0, head = by_head ? (by_query ? queries : 1) * keys : 0;
    c.add_bias(random_bias(random, (by_head ? heads : 1) * (by_query ? queries : 1) * keys, 20), 0,
               static_cast<std::ptrdiff_t>(head), static_cast<std::ptrdiff_t>(query));
  }
  if (random.chance(40)) {
    const std::size_t positions = queries + keys - 1;
    c.add_bias(random_bias(random, heads * positions, 0), static_cast<std::ptrdiff_t>(queries) - 1,
               static_cast<std::ptrdiff_t>(positions), -1);
  }
}

inline AttentionCase random_case(Random& random) {
  AttentionCase c(random_shape(random));
  c.fill(random.engine);
  c.options.causal = random.chance(40);
  if (random.chance(50))
    c.options.past = random.pick<std::ptrdiff_t>(
        {-2, 1, 5, static_cast<std::ptrdiff_t>(c.shape.keys) - static_cast<std::ptrdiff_t>(c.shape.queries)});
  if (random.chance(25)) c.options.before = random.pick<std::size_t>({0, 1, 7, 70});
  if (random.chance(25)) c.options.after = random.pick<std::size_t>({0, 2, 33});
  if (random.chance(25)) c.options.softcap = random.pick<double>({0.7, 3.0, 50.0});
  if (random.chance(20)) c.options.scale *= 0.3;
  if (random.chance(20)) c.options.precise = true;
  if (random.chance(25)) c.options.chunk = random.pick<std::size_t>({1, 2, 7, 64, 100});
  if (random.chance(25))
    for (std::size_t h = 0; h < c.shape.heads; ++h)
      c.sinks.push_back(random.pick({-infinity, -3.0f, 0.0f, 0.7f, 2.5f, 40.0f}));
  if (random.chance(25))
    for (std::size_t t = 0; t < c.shape.queries; ++t)
      c.query_factors.push_back(random.pick({0.0, 0.5, 1.0, 1.3862943611198906}));
  add_random_biases(c, random);
  if (random.chance(30)) {
    c.seen.resize(c.shape.keys * (random.chance(50) ? 1 : c.shape.queries));
    for (std::uint8_t& x : c.seen) x = random.chance(70);
    c.options.seen.query = c.seen.size() == c.shape.keys ? 0 : static_cast<std::ptrdiff_t>(c.shape.keys);
  }
  return c;
}

} // namespace posenc::test
