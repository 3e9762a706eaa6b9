#include <algorithm>
#include <cmath>

#include "fuzz/targets.hpp"
#include "kernels/rotary/llama3.hpp"
#include "kernels/rotary/longrope.hpp"
#include "kernels/rotary/ntk.hpp"
#include "kernels/rotary/permute_pairing.hpp"
#include "kernels/rotary/proportional.hpp"
#include "kernels/rotary/rerotate.hpp"
#include "kernels/rotary/rotary_phases.hpp"
#include "kernels/rotary/rotate.hpp"
#include "kernels/rotary/xpos.hpp"
#include "kernels/rotary/yarn.hpp"
#include "reference/rotary.hpp"

namespace posenc::fuzz {
namespace {

using reference::Wide;

void check_rotation(Bytes& bytes) {
  const std::size_t tokens = bytes.count(0, 5), heads = bytes.count(1, 4), pairs = bytes.count(0, 19);
  const std::size_t before = bytes.count(0, 5);
  const RotationShape shape{tokens, heads, before + 2 * pairs + bytes.count(0, 9), 2 * pairs, before};
  const Rotation rotation{bytes.pick({Pairing::halves, Pairing::interleaved}), bytes.flag()};
  const std::vector<float> x = bytes.floats(tokens * heads * shape.head_dim);
  std::vector<float> table = bytes.floats(tokens * shape.rotary_dim);
  for (float& entry : table) entry = std::isfinite(entry) ? std::clamp(entry, -2.0f, 2.0f) : 0;
  std::vector<float> out(x.size(), 7.0f), in_place = x;
  rotate(x, table, shape, rotation, out);
  rotate(in_place, table, shape, rotation, in_place);
  for (std::size_t row = 0; row < tokens * heads; ++row) {
    const float *from = x.data() + row * shape.head_dim, *to = out.data() + row * shape.head_dim;
    const float* angles = table.data() + row / heads * shape.rotary_dim;
    for (std::size_t i = 0; i < pairs; ++i) {
      const PairChannels pair = channels(rotation.pairing, i, pairs);
      const std::size_t first = before + pair.first, second = before + pair.second;
      const Wide a = from[first], b = from[second], c = angles[pairs + i];
      const Wide s = rotation.is_inverse ? -angles[i] : angles[i];
      // Products of floats are exact in double; their sum is rounded there, then to float.
      const double size = std::fabs(static_cast<double>(a * c)) + std::fabs(static_cast<double>(b * s)) +
                          std::fabs(static_cast<double>(a * s)) + std::fabs(static_cast<double>(b * c));
      const double slack = std::isfinite(size) ? size * 0x1p-53 : 0;
      require_near(to[first], a * c - b * s, slack, "rotate: a first channel");
      require_near(to[second], a * s + b * c, slack, "rotate: a second channel");
    }
    for (std::size_t c = 0; c < shape.head_dim; ++c)
      if (c < before || c >= before + shape.rotary_dim)
        require(std::bit_cast<std::uint32_t>(to[c]) == std::bit_cast<std::uint32_t>(from[c]),
                "rotate: the rest");
  }
  for (std::size_t n = 0; n < out.size(); ++n)
    require(std::bit_cast<std::uint32_t>(out[n]) == std::bit_cast<std::uint32_t>(in_place[n]),
            "rotate in place");
}

/// Phases of tokens by frequencies of a random base at random positions, and their angles in radians.
struct Phases {
  std::vector<double> phases;
  std::vector<Wide> angles;
};

Phases phases_of(std::size_t pairs, std::size_t tokens, Bytes& bytes) {
  const double base = bytes.pick({10000.0, 500000.0, bytes.real(1, 1e7)});
  std::vector<double> positions(tokens);
  for (double& p : positions)
    p = bytes.flag() ? std::floor(bytes.real(-0x1p24, 0x1p24)) : bytes.real(-1e5, 1e5);
  std::vector<Frequency> frequencies(pairs);
  const auto width = static_cast<unsigned>(2 * pairs);
  if (pairs > 0) geometric_frequencies(frequencies, base, 2, width);
  Phases result{std::vector<double>(tokens * 2 * pairs), {}};
  const std::vector<std::uint32_t> axes(pairs);
  rotary_phases(frequencies, {tokens, 0, 0, positions, axes}, result.phases);
  const std::vector<Wide> omega =
      pairs > 0 ? reference::geometric_frequencies(pairs, base, 2, width) : std::vector<Wide>{};
  for (const double p : positions)
    for (const Wide w : omega) result.angles.push_back(Wide(p) * w);
  return result;
}

void check_rerotation(Bytes& bytes) {
  const std::size_t tokens = bytes.count(0, 4), heads = bytes.count(1, 3), pairs = bytes.count(0, 9);
  const RotationShape shape{tokens, heads, 2 * pairs + bytes.count(0, 5), 2 * pairs};
  const Pairing pairing = bytes.pick({Pairing::halves, Pairing::interleaved});
  const double factor = bytes.pick({1.0, bytes.real(0.25, 4)});
  const Phases from = phases_of(pairs, tokens, bytes), to = phases_of(pairs, tokens, bytes);
  std::vector<double> table = to.phases;
  rerotation_table(from.phases, table, pairs, factor, table);
  const std::vector<float> x = bytes.floats(tokens * heads * shape.head_dim);
  std::vector<float> out(x.size(), 7.0f), in_place = x;
  rerotate(x, table, shape, pairing, out);
  rerotate(in_place, table, shape, pairing, in_place);
  for (std::size_t row = 0; row < tokens * heads; ++row) {
    const std::span head = std::span(x).subspan(row * shape.head_dim, shape.head_dim);
    const std::span got = std::span(out).subspan(row * shape.head_dim, shape.head_dim);
    const std::size_t t = row / heads;
    const auto exact = reference::rerotated(head, std::span(from.angles).subspan(t * pairs, pairs),
                                            std::span(to.angles).subspan(t * pairs, pairs),
                                            pairing == Pairing::interleaved, Wide(factor));
    for (std::size_t i = 0; i < pairs; ++i) {
      const auto [first, second] = channels(pairing, i, pairs);
      const double size =
          std::fabs(static_cast<double>(head[first])) + std::fabs(static_cast<double>(head[second]));
      if (!std::isfinite(size))
        continue; // the reference rotates back first: an infinity less another is no number
      for (const std::size_t channel : {first, second})
        require_near(got[channel], exact[channel], size * factor * 0x1p-49, "rerotate");
    }
    for (std::size_t c = shape.rotary_dim; c < shape.head_dim; ++c)
      require(std::bit_cast<std::uint32_t>(got[c]) == std::bit_cast<std::uint32_t>(head[c]),
              "rerotate: the rest");
  }
  for (std::size_t n = 0; n < out.size(); ++n)
    require(std::bit_cast<std::uint32_t>(out[n]) == std::bit_cast<std::uint32_t>(in_place[n]),
            "rerotate in place");
}

void check_permutation(Bytes& bytes) {
  const std::size_t half = bytes.count(0, 6);
  const PermutationShape shape{bytes.count(0, 4), 2 * half + bytes.count(0, 5), 2 * half, bytes.count(0, 6)};
  const std::vector<float> x = bytes.floats(shape.outer * shape.channels * shape.inner);
  std::vector<float> out(x.size(), 7.0f), back(x.size(), 7.0f);
  permute_pairing(x, shape, Pairing::halves, out);
  permute_pairing(out, shape, Pairing::interleaved, back);
  const auto from = reference::halves_from_interleaved(shape.channels, shape.rotary_dim);
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  for (std::size_t n = 0; n < x.size(); ++n) {
    const std::size_t inner = n % shape.inner, channel = n / shape.inner % shape.channels;
    const std::size_t outer = n / shape.inner / shape.channels;
    require(bits(out[n]) == bits(x[(outer * shape.channels + from[channel]) * shape.inner + inner]),
            "permute_pairing");
    require(bits(back[n]) == bits(x[n]), "permute_pairing there and back");
  }
}

void check_frequencies(std::span<const Frequency> got, const std::vector<Wide>& omega,
                       const std::string& what) {
  // The reference's own logarithms and exponentials err by some 2^-100; a ramp between near ends magnifies it.
  for (std::size_t i = 0; i < omega.size(); ++i)
    require_near(radians(got[i]), omega[i], 0x1p-80 * static_cast<double>(omega[i]), what);
}

void check_yarn(std::span<Frequency> out, double base, double factor, double length, Bytes& bytes) {
  const double slow = bytes.real(0.25, 4), fast = slow + bytes.real(1, 60);
  const bool truncate = bytes.flag();
  yarn_frequencies(out, base, {factor, length, fast, slow, truncate});
  check_frequencies(
      out, reference::yarn_frequencies(out.size(), base, {factor, length, fast, slow, truncate}), "yarn");
  const double mscale = bytes.real(0, 2), all = bytes.real(0, 2);
  require_near(yarn_attention_factor(factor, mscale, all),
               reference::yarn_attention_factor(factor, mscale, all), 0x1p-90, "yarn_attention_factor");
}

void check_schedule(Bytes& bytes) {
  const std::size_t pairs = bytes.count(2, 40);
  const double base = bytes.pick({10000.0, 500000.0, bytes.real(2, 1e7)});
  const double factor = bytes.pick({1.0, 8.0, bytes.real(1, 64)});
  const double length = bytes.pick({4096.0, 8192.0, static_cast<double>(bytes.count(16, 100000))});
  std::vector<Frequency> out(pairs);
  switch (bytes.count(0, 5)) {
  case 0:
    return check_yarn(out, base, factor, length, bytes);
  case 1: {
    const double low = bytes.real(0.5, 2), high = low + bytes.real(0.5, 6);
    llama3_frequencies(out, base, {factor, length, low, high});
    return check_frequencies(out, reference::llama3_frequencies(pairs, base, {factor, length, low, high}),
                             "llama3");
  }
  case 2: {
    std::vector<double> divisors(pairs);
    for (double& d : divisors) d = bytes.real(0.5, 64);
    longrope_frequencies(out, base, divisors);
    const auto omega = reference::geometric_frequencies(pairs, base, 2, static_cast<unsigned>(2 * pairs));
    return check_frequencies(out, reference::divided(omega, divisors), "longrope");
  }
  case 3:
    ntk_frequencies(out, base, factor);
    return check_frequencies(out, reference::ntk_frequencies(pairs, base, factor), "ntk");
  case 4: {
    const double current = length + static_cast<double>(bytes.count(0, 1000000)) - 1000;
    dynamic_ntk_frequencies(out, base, {factor, length, std::max(current, 0.0)});
    const Wide growth = reference::dynamic_growth(factor, length, std::max(current, 0.0));
    return check_frequencies(out, reference::ntk_frequencies(pairs, base, growth), "dynamic_ntk");
  }
  default: {
    const std::size_t rotated = bytes.count(0, pairs);
    proportional_frequencies(out, base, rotated, factor);
    const double share = static_cast<double>(rotated) / static_cast<double>(pairs) + 0x1p-40;
    return check_frequencies(out, reference::proportional_frequencies(pairs, base, share, factor),
                             "proportional");
  }
  }
}

void check_xpos(Bytes& bytes) {
  const std::size_t pairs = bytes.count(1, 9);
  const double gamma = bytes.real(0.1, 2), scale_base = bytes.real(16, 1024);
  const std::vector<double> positions{std::round(bytes.real(-3000, 3000))};
  const XposSide side = bytes.pick({XposSide::query, XposSide::key});
  std::vector<double> exponents(pairs);
  xpos_exponents(exponents, gamma);
  const std::vector<float> table = bytes.finite_floats(2 * pairs);
  std::vector<float> out = table;
  xpos(out, exponents, positions, scale_base, side);
  const double power = side == XposSide::query ? positions[0] : -positions[0];
  for (std::size_t n = 0; n < 2 * pairs; ++n) {
    const Wide zeta = reference::xpos_zeta(n % pairs, pairs, gamma);
    const Wide exact = Wide(table[n]) * reference::xpos_scale(zeta, power, scale_base);
    const double size = std::fabs(static_cast<double>(exact));
    if (size < 0x1p-120 || size > 0x1p120) continue; // the header's bound ends there
    require_near(out[n], exact, size * 1.001 * 0x1p-23, "xpos");
  }
}

} // namespace

void rotary(Bytes& bytes) {
  bytes.pick({check_rotation, check_rotation, check_permutation, check_schedule, check_schedule, check_xpos,
              check_rerotation})(bytes);
}

} // namespace posenc::fuzz
