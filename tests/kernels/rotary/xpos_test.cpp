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
  const auto query = rotated(q, 10000, 600, XposSide::query, Pairing::interleaved);
  const auto key = rotated(k, 10000, 88, XposSide::key, Pairing::interleaved);
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
        const auto out = rotated_heads(x, table, {1, 1, 2 * pairs, 2 * pairs}, {Pairing::interleaved, false});
        for (std::size_t i = 0; i < pairs; ++i) {
          const Wide zeta = reference::xpos_zeta(i, pairs, 0.4), angle = Wide(p) * omega[i];
          const Wide scale = reference::xpos_scale(zeta, side == XposSide::query ? p : -p, 512);
          worst_entry = std::max(worst_entry, ulps(table[i], scale * reference::sine(angle)));
          worst_entry = std::max(worst_entry, ulps(table[pairs + i], scale * reference::cosine(angle)));
          const auto exact = reference::rotated(std::span(x).subspan(2 * i, 2), {&angle, 1}, true, scale);
          worst_rotation =
              std::max(worst_rotation, worst_pair(std::span(out).subspan(2 * i, 2), exact,
                                                  std::span(x).subspan(2 * i, 2), Pairing::interleaved, 1) /
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

TEST_CASE("xpos: quotients of the scales of two keys, within their bounds") {
  // exp2 leaves out what no float holds: quotients beyond 2^±1000 do not count.
  constexpr double largest = 1000 * 0.6931;
  for (const std::size_t pairs : {1u, 2u, 5u, 8u})
    for (const auto& [from_base, to_base, to_gamma] :
         {std::tuple{512.0, 512.0, 0.4}, std::tuple{512.0, 300.0, 0.4}, std::tuple{512.0, 512.0, 0.7}})
      for (const double p : {0.0, 600.5, -36000.0, 0x1p24 - 1})
        for (const double step : {0.0, 1.0, -511.0, 4096.0}) {
          CAPTURE(pairs, from_base, to_base, to_gamma, p, step);
          const bool are_alike = from_base == to_base && to_gamma == 0.4;
          const double to = p + step;
          const auto old_exponents = exponents(pairs), new_exponents = exponents(pairs, to_gamma);
          std::vector<double> table(2 * pairs, 1);
          xpos_quotient(table, pairs, {old_exponents, {&p, 1}, from_base},
                        {new_exponents, {&to, 1}, to_base});
          for (std::size_t i = 0; i < pairs; ++i) {
            const Wide had =
                reference::logarithm(reference::xpos_zeta(i, pairs, 0.4)) * Wide(p) / Wide(from_base);
            const Wide has =
                reference::logarithm(reference::xpos_zeta(i, pairs, to_gamma)) * Wide(to) / Wide(to_base);
            const double log = static_cast<double>(had - has);
            if (std::fabs(log) > largest) continue;
            const double size =
                are_alike ? std::fabs(log)
                          : std::fabs(static_cast<double>(had)) + std::fabs(static_cast<double>(has));
            const Wide exact = reference::exponential(had - has);
            const double off = std::fabs(static_cast<double>(Wide(table[i]) / exact - 1));
            REQUIRE(off <= 0x1p-50 * (1 + size * 1.4427)); // log2 e
            REQUIRE(table[pairs + i] == table[i]);
          }
        }
}

TEST_CASE("xpos: a quotient with an encoding without scales is the scale of one key, or its inverse") {
  const double p = 700;
  const auto some = exponents(3);
  const XposKeys none{{}, {}, 1}, keys{some, {&p, 1}, 512};
  for (const bool gains : {false, true}) {
    std::vector<double> table(6, 2);
    xpos_quotient(table, 3, gains ? none : keys, gains ? keys : none);
    for (std::size_t i = 0; i < 3; ++i) {
      const Wide key = reference::xpos_scale(reference::xpos_zeta(i, 3, 0.4), -p, 512);
      const Wide exact = 2 * (gains ? key : 1 / key);
      REQUIRE(std::fabs(static_cast<double>(Wide(table[3 + i]) / exact - 1)) <= 0x1p-48);
    }
  }
}
