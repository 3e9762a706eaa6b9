/// Attention of rotated queries and keys against the reference, which rotates them in wide precision.
#include <catch_amalgamated.hpp>

#include "attention_rotary_case.hpp"

using namespace posenc;
using namespace posenc::test;

TEST_CASE("attention of rotated queries and keys agrees with the reference, with every option") {
  Random random(21);
  double worst = 0.0;
  for (int i = 0; i < 400; ++i) {
    AttentionCase c = random_case(random);
    if (c.shape.head_dim < 2) continue;
    const RotaryCase rotary = random_rotary(random, c.shape.head_dim);
    const reference::AttentionOutput exact = c.exact(exact_rotary(rotary, c.options.past));
    AttentionCase due = rotated(c, rotary);
    worst = std::max({worst, output_error(c, due.run(), exact), output_error(c, due.run_plain(), exact)});
  }
  INFO("worst: output " << worst << " · 2^-24 · max|V|");
  // What attention is off by, and what a rotation moves the scores by: 1.75 · 2^-24 of a pair's norm at most, on each side.
  CHECK(worst <= 3.0);
}

TEST_CASE("rotated attention depends on distances alone") {
  Random random(22);
  AttentionCase c({20, 50, 2, 1, 16, 8});
  c.fill(random.engine);
  c.options.causal = true, c.options.past = 30;
  const RotaryCase near{16, Pairing::halves, 1e4, 1.0, 0.0}, far{16, Pairing::halves, 1e4, 1.0, 1e6};
  const Output here = rotated(c, near).run(), there = rotated(c, far).run();
  for (std::size_t i = 0; i < here.out.size(); ++i)
    CHECK(static_cast<double>(std::abs(here.out[i] - there.out[i])) <= 4 * unit * c.largest_value());
  CHECK(here.out != c.run().out);
}
