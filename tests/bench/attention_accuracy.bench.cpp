/// The worst errors of attention over 10 000 random shapes and option sets, in units of 2^-24, and of exp over every float.
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "../kernels/attention_rotary_case.hpp"
#include "kernels/arithmetic/exp.hpp"

namespace {

using namespace posenc;
using namespace posenc::test;

struct Worst {
  double out = 0.0, plain = 0.0, weight = 0.0, sum = 0.0;
};

void attend(const char* name, float heat, int rounds) {
  Random random(1);
  Worst worst;
  for (int i = 0; i < rounds; ++i) {
    AttentionCase c = random_case(random);
    c.fill(random.engine, heat);
    const reference::AttentionOutput exact = c.exact();
    const Output got = c.run();
    worst.out = std::max(worst.out, output_error(c, got, exact));
    worst.plain = std::max(worst.plain, output_error(c, c.run_plain(), exact));
    worst.weight = std::max(worst.weight, weight_error(got, exact));
    worst.sum = std::max(worst.sum, sum_error(c, got, exact));
  }
  std::printf(
      "attention, %-18s %6d shapes: output %.3f of max|V|, with weights %.3f, weight %.3f, row sum %.3f\n",
      name, rounds, worst.plain, worst.out, worst.weight, worst.sum);
}

void attend_rotated(int rounds) {
  Random random(2);
  double worst = 0.0;
  for (int i = 0; i < rounds;) {
    AttentionCase c = random_case(random);
    if (c.shape.head_dim < 2) continue;
    const RotaryCase rotary = random_rotary(random, c.shape.head_dim);
    const reference::AttentionOutput exact = c.exact(exact_rotary(rotary, c.options.past));
    worst = std::max(worst, output_error(c, rotated(c, rotary).run_plain(), exact));
    ++i;
  }
  std::printf("attention with rotary  %15d shapes: output %.3f of max|V|\n", rounds, worst);
}

double exp_error(std::uint32_t from, std::uint32_t to) {
  double worst = 0.0;
  for (std::uint32_t bits = from; bits < to; ++bits) {
    const float x = std::bit_cast<float>(bits);
    const double exact = std::exp(static_cast<double>(x));
    const double got = static_cast<double>(posenc::exp(simd::f32x4(x)).get(0));
    const int exponent = std::max(std::ilogb(exact), -126);
    worst = std::max(worst, std::abs(got - exact) / std::ldexp(1.0, exponent - 23));
  }
  return worst;
}

} // namespace

int main() {
  attend("normal data", 1.0f, 10000);
  attend("scores of size 10", 10.0f, 10000);
  attend_rotated(2000);
  const auto bits = [](float x) { return std::bit_cast<std::uint32_t>(x); };
  std::printf("exp, every float from 2^-40 to 88.72: %.3f ULP", exp_error(bits(0x1p-40f), bits(88.72f)));
  std::printf(", from -103.97 to -2^-40: %.3f ULP\n", exp_error(bits(-0x1p-40f), bits(-103.97f)));
}
