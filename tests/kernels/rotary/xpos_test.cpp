// xPos against wide precision and independent vectors, and its law: scores fall with the distance alone.
#include "kernels/rotary/xpos.hpp"

#include <catch_amalgamated.hpp>
#include <vector>

#include "random_values.hpp"
#include "reference/rotary.hpp"
#include "reference/table.hpp"
#include "rotary_case.hpp"
#include "ulps.hpp"

using namespace posenc;
using reference::Wide;

namespace {

std::vector<double> exponents(std::size_t pairs, double gamma = 0.4) {
  std::vector<double> out(pairs);
  xpos_exponents(out, gamma);
  return out;
}

std::vector<float> rotated(std::span<const float> head, double base, double position, XposSide side,
                           Pairing pairing) {
  auto table = halves_table(plain_schedule(head.size(), base), {&position, 1});
  xpos(table, exponents(head.size() / 2), {&position, 1}, 512, side);
  return rotated_heads(head, table, {1, 1, head.size(), head.size()}, {pairing, false});
}

} // namespace

TEST_CASE("xpos: exponents are the nearest doubles") {
  for (const std::size_t pairs : {1u, 4u, 37u, 64u})
    for (const double gamma : {0.4, 1e-6, 1.0, 1e6}) {
      const auto all = exponents(pairs, gamma);
      for (std::size_t i = 0; i < pairs; ++i) {
        CAPTURE(pairs, gamma, i);
        const Wide exact = reference::logarithm(reference::xpos_zeta(i, pairs, gamma)) / reference::ln_2;
        REQUIRE(all[i] == static_cast<double>(exact));
      }
    }
}

TEST_CASE("xpos: rotary.json, scales at 100 and 5000") {
  for (const auto& [position, pair, query, key] :
       {std::tuple{100.0, 0u, 0.7829548345013279621244233, 1.277212881170738731378227},
        std::tuple{100.0, 3u, 0.9623087062319713893742771, 1.039167570161152480585413},
        std::tuple{5000.0, 0u, 0.00000486223006486749594225798, 205666.9443154479167297895},
        std::tuple{5000.0, 2u, 0.01336958441863724127564921, 74.7966405452361678161385}})
    for (const XposSide side : {XposSide::query, XposSide::key}) {
      std::vector<float> ones(8, 1.0f);
      xpos(ones, exponents(4), {&position, 1}, 512, side);
      REQUIRE(ones[pair] == static_cast<float>(side == XposSide::query ? query : key));
      REQUIRE(ones[pair + 4] == ones[pair]);
    }
}

TEST_CASE("xpos: rotation.json, xpos at 600 and 88") {
  const std::vector<float> q{1, -2, 3, -4, 5, -6, 7, -8}, k{2, 1, -1, 3, 0, 4, -2, 1};
  const auto query = rotated(q, 10000, 600, XposSide::query, Pairing::adjacent);
  const auto key = rotated(k, 10000, 88, XposSide::key, Pairing::adjacent);
  const std::vector<double> exact_query{-0.2097856826363542264799245, 0.4704622549284638406356959,
                                        -1.658820966020226979054021,  1.178136542905744265506795,
                                        1.861636998974353352151473,   -4.26512596807733735350983,
                                        8.175066377512350320373505,   -2.104568706158756226297498};
  const std::vector<double> exact_key{2.435056474953184224152549,  1.327285721446241068203914,
                                      -1.076678792710535278876022, -3.443647946835954995162131,
                                      -3.326194055785814118886503, 2.749683980517414788178744,
                                      -2.151678785603864116914459, 0.848567713226035631428727};
  for (std::size_t c = 0; c < 8; ++c) {
    REQUIRE(std::fabs(static_cast<double>(query[c]) - exact_query[c]) <= 8e-7);
    REQUIRE(std::fabs(static_cast<double>(key[c]) - exact_key[c]) <= 8e-7);
  }
  REQUIRE(std::fabs(static_cast<double>(product(query, key)) + 39.45337270250185885685414) <= 1e-5);
}

TEST_CASE("xpos: entries and rotated pairs within their bounds, for every width") {
  RandomValues random(1);
  double worst_entry = 0, worst_rotation = 0;
  for (const std::size_t pairs : {1u, 3u, 4u, 5u, 8u, 33u, 64u})
    for (const double p : {0.0, 1.0, -1.0, 777.0, -5000.5, 30000.0})
      for (const XposSide side : {XposSide::query, XposSide::key}) {
        CAPTURE(pairs, p);
        const auto omega =
            reference::geometric_frequencies(pairs, 10000, 2, static_cast<unsigned>(2 * pairs));
        auto table = halves_table(plain_schedule(2 * pairs, 10000), {&p, 1});
        xpos(table, exponents(pairs), {&p, 1}, 512, side);
        const std::vector<float> x = random.floats(2 * pairs);
        const auto out = rotated_heads(x, table, {1, 1, 2 * pairs, 2 * pairs}, {Pairing::adjacent, false});
        for (std::size_t i = 0; i < pairs; ++i) {
          const Wide zeta = reference::xpos_zeta(i, pairs, 0.4), angle = Wide(p) * omega[i];
          const Wide scale = reference::xpos_scale(zeta, side == XposSide::query ? p : -p, 512);
          worst_entry = std::max(worst_entry, ulps(table[i], scale * reference::sine(angle)));
          worst_entry = std::max(worst_entry, ulps(table[pairs + i], scale * reference::cosine(angle)));
          const auto exact = reference::rotated(std::span(x).subspan(2 * i, 2), {&angle, 1}, true, scale);
          worst_rotation =
              std::max(worst_rotation, worst_pair(std::span(out).subspan(2 * i, 2), exact,
                                                  std::span(x).subspan(2 * i, 2), Pairing::adjacent, 1) /
                                           static_cast<double>(scale));
        }
      }
  CAPTURE(worst_entry, worst_rotation);
  REQUIRE((worst_entry <= 1.501 && worst_entry > 0.5));
  REQUIRE((worst_rotation <= 2.75 && worst_rotation > 0.5));
}

TEST_CASE("xpos: a score depends on the distance alone") {
  RandomValues random(2);
  for (int round = 0; round < 20; ++round) {
    const std::vector<float> q = random.floats(64), k = random.floats(64);
    const auto score = [&](double query_at, double key_at) {
      return static_cast<double>(product(rotated(q, 10000, query_at, XposSide::query, Pairing::halves),
                                         rotated(k, 10000, key_at, XposSide::key, Pairing::halves)));
    };
    const double near = score(300, 0);
    for (const double shift : {-150.0, 1000.0, 20000.0})
      REQUIRE(std::fabs(score(300 + shift, shift) - near) <= 8 * 0x1p-24 * norm(q) * norm(k));
  }
}
