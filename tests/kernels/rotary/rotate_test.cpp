// Rotation against wide precision and independent vectors, and the laws that RoPE rests on.
#include "kernels/rotary/rotate.hpp"

#include <algorithm>
#include <bit>
#include <catch_amalgamated.hpp>
#include <limits>
#include <numeric>
#include <vector>

#include "kernels/rotary/proportional.hpp"
#include "random_values.hpp"
#include "reference/rotary.hpp"
#include "reference/table.hpp"
#include "rotary_case.hpp"

using namespace posenc;
using reference::Wide;

namespace {

constexpr Rotation in_halves{Pairing::halves, false}, in_interleaved{Pairing::interleaved, false};
const std::vector<float> vector_of_8{1, -2, 3, -4, 5, -6, 7, -8};

void require_close(std::span<const float> rotated, std::span<const double> expected, Pairing pairing,
                   std::span<const float> x, std::size_t pairs) {
  REQUIRE(worst_pair(rotated, expected, x, pairing, pairs) <= 1.75);
  for (std::size_t c = 2 * pairs; c < x.size(); ++c) REQUIRE(rotated[c] == x[c]);
}

} // namespace

TEST_CASE("rotate: rotation.json, rotations halves and interleaved at 4097 and 2^24 − 1") {
  const auto frequencies = plain_schedule(8, 10000);
  const std::vector<double> halves_4097{-0.8414697198939966226255242, 5.22133787673135090687699,
                                        -2.072410014187256845163488,  -4.2232869266246437767029,
                                        5.029108142653279519408543,   -3.568981756329184185651691,
                                        -7.328377496628866612724759,  7.884405338096296196313551};
  const std::vector<double> interleaved_far{-2.21404179526989345301826,  -0.3130797483039540271959323,
                                            -4.951118378084243574002284, -0.6974430487118280119009662,
                                            -5.433254699172764742807176, -5.610681186265805791013828,
                                            10.27759639326063020071532,  2.714960842670863555115089};
  require_close(rotate_one(vector_of_8, frequencies, 4097, in_halves), halves_4097, Pairing::halves,
                vector_of_8, 4);
  require_close(rotate_one(vector_of_8, frequencies, 16777215, in_interleaved), interleaved_far,
                Pairing::interleaved, vector_of_8, 4);
}

TEST_CASE("rotate: rotation.json, partial-interleaved and proportional-halves at 1000") {
  const std::span<const float> six(vector_of_8.data(), 6);
  const std::vector<double> partial{2.216138157354708111590024, -0.297878612049403421900611,
                                    -4.693299030786836610395582, 1.724222783637700368821213};
  require_close(rotate_one(six, plain_schedule(4, 10000), 1000, in_interleaved), partial,
                Pairing::interleaved, six, 2);
  const std::vector<double> proportional{-3.572018626369309810201188, -4.762831591233920630143223, 3, -4,
                                         3.638774921985517515647134,  -4.161181951506586017298516, 7, -8};
  std::vector<Frequency> frequencies(4);
  proportional_frequencies(frequencies, 10000, 2, 1);
  require_close(rotate_one(vector_of_8, frequencies, 1000, in_halves), proportional, Pairing::halves,
                vector_of_8, 4);
}

TEST_CASE("rotate: random heads of every width, by the formula, in place and out of place") {
  RandomValues random(1);
  double worst = 0;
  for (const std::size_t rotary : {0u, 2u, 6u, 8u, 10u, 14u, 16u, 18u, 34u, 62u, 64u, 66u, 128u})
    for (const std::size_t rest : {0u, 1u, 5u})
      for (const Pairing pairing : {Pairing::halves, Pairing::interleaved}) {
        CAPTURE(rotary, rest, pairing);
        const RotationShape shape{random.integer(0, 3), random.integer(1, 3), rotary + rest, rotary};
        const std::vector<float> x = random.floats(shape.tokens * shape.heads * shape.head_dim);
        std::vector<double> positions(shape.tokens);
        for (double& p : positions) p = std::floor(random.real(-0x1p24, 0x1p24));
        const auto table = halves_table(plain_schedule(rotary, 10000), positions);
        const auto out = rotated_heads(x, table, shape, {pairing, false});
        for (std::size_t row = 0; row < shape.tokens * shape.heads; ++row) {
          const std::span head = std::span(x).subspan(row * shape.head_dim, shape.head_dim);
          const std::span rotated = std::span(out).subspan(row * shape.head_dim, shape.head_dim);
          const auto angles = angles_at(positions[row / shape.heads], rotary, 10000);
          const auto exact = reference::rotated(head, angles, pairing == Pairing::interleaved);
          worst = std::max(worst, worst_pair(rotated, exact, head, pairing, rotary / 2));
          REQUIRE(std::ranges::equal(rotated.subspan(rotary), head.subspan(rotary)));
        }
        std::vector<float> same = x;
        rotate(same, table, shape, {pairing, false}, same);
        REQUIRE(same == out);
      }
  REQUIRE(worst <= 1.75);
  REQUIRE(worst > 0.5);
}

TEST_CASE("rotate: the last and the middle channels are rotated as the first are, and the others copied") {
  RandomValues random(11);
  for (const std::size_t rotary : {2u, 6u, 8u, 64u})
    for (const std::size_t before : {1u, 4u, 13u})
      for (const std::size_t after : {0u, 3u})
        for (const Rotation rotation : {in_halves, in_interleaved}) {
          CAPTURE(rotary, before, after);
          const std::size_t width = before + rotary + after;
          const RotationShape shape{2, 3, width, rotary, before}, part{2, 3, rotary, rotary};
          const std::vector<float> x = random.floats(2 * 3 * width);
          const auto table = halves_table(plain_schedule(rotary, 10000), std::vector<double>{5, 4097});
          std::vector<float> channels;
          for (std::size_t row = 0; row < 6; ++row)
            channels.insert(channels.end(), &x[row * width + before], &x[row * width + before + rotary]);
          const auto alone = rotated_heads(channels, table, part, rotation);
          std::vector<float> expected = x, same = x;
          for (std::size_t row = 0; row < 6; ++row)
            std::copy_n(&alone[row * rotary], rotary, &expected[row * width + before]);
          REQUIRE(rotated_heads(x, table, shape, rotation) == expected);
          rotate(same, table, shape, rotation, same);
          REQUIRE(same == expected);
        }
}

TEST_CASE("rotate: lengths stay, rotations add up, and the inverse undoes") {
  RandomValues random(2);
  const auto frequencies = plain_schedule(128, 10000);
  for (int round = 0; round < 40; ++round) {
    const Pairing pairing = round % 2 == 0 ? Pairing::halves : Pairing::interleaved;
    const std::vector<float> x = random.floats(128);
    const double p = std::floor(random.real(0, 131072)), q = std::floor(random.real(-131072, 131072));
    const auto at_p = rotate_one(x, frequencies, p, {pairing, false});
    REQUIRE(std::fabs(norm(at_p) / norm(x) - 1) <= 1.75 * 0x1p-24);
    const auto twice = rotate_one(at_p, frequencies, q, {pairing, false});
    const auto once = rotate_one(x, frequencies, p + q, {pairing, false});
    REQUIRE(worst_pair(twice, once, x, pairing, 64) <= 5.25); // three rotations
    const auto back = rotate_one(at_p, frequencies, p, {pairing, true});
    REQUIRE(worst_pair(back, x, x, pairing, 64) <= 3.5);
    REQUIRE(rotate_one(x, frequencies, p, {pairing, true}) ==
            rotate_one(x, frequencies, -p, {pairing, false}));
    REQUIRE(rotate_one(x, frequencies, 0, {pairing, false}) == x);
  }
}

TEST_CASE("rotate: a score depends on the distance alone, at any position") {
  RandomValues random(3);
  for (const double base : {10000.0, 500000.0}) {
    const auto frequencies = plain_schedule(128, base);
    double worst = 0;
    for (int round = 0; round < 60; ++round) {
      const Rotation rotation{round % 2 == 0 ? Pairing::halves : Pairing::interleaved, false};
      const std::vector<float> q = random.floats(128), k = random.floats(128);
      const double distance = std::floor(random.real(0, 4096));
      const auto near = product(rotate_one(q, frequencies, distance, rotation), k);
      for (const double shift : {1.0, 131072.0, 1e6, 16773000.0}) {
        const auto far = product(rotate_one(q, frequencies, shift + distance, rotation),
                                 rotate_one(k, frequencies, shift, rotation));
        const double off = std::fabs(static_cast<double>(far - near)) / (norm(q) * norm(k));
        worst = std::max(worst, off * 0x1p24);
      }
    }
    CAPTURE(worst);
    REQUIRE(worst <= 8);
    REQUIRE(worst > 0);
  }
}

TEST_CASE("rotate: rotation.json, scores at 104 and 100") {
  const std::vector<float> key{2, 1, -1, 3, 0, 4, -2, 1};
  const auto frequencies = plain_schedule(8, 10000);
  const auto score = [&](Rotation rotation, double query_at, double key_at) {
    return static_cast<double>(product(rotate_one(vector_of_8, frequencies, query_at, rotation),
                                       rotate_one(key, frequencies, key_at, rotation)));
  };
  const double bound = 3.5 * 0x1p-24 * norm(vector_of_8) * norm(key);
  REQUIRE(std::fabs(score(in_halves, 104, 100) + 55.33193750993674116382869) <= bound);
  REQUIRE(std::fabs(score(in_halves, 3, 7) + 69.15029228856764721005795) <= bound);
  REQUIRE(std::fabs(score(in_interleaved, 104, 100) + 60.86967545540519576049019) <= bound);
  REQUIRE(std::fabs(score(in_interleaved, 3, 7) + 58.7234074848776309415873) <= bound);
}

TEST_CASE("rotate: a NaN stays in its pair and is the canonical one") {
  const float odd_nan = std::bit_cast<float>(0xffc12345u);
  for (const std::size_t at : {0u, 5u, 17u}) {
    std::vector<float> x(18, 1.0f);
    x[at] = odd_nan;
    const auto out = rotate_one(x, plain_schedule(18, 10000), 3, in_interleaved);
    for (std::size_t c = 0; c < 18; ++c) {
      if (c / 2 != at / 2) REQUIRE(out[c] == out[c]);
      if (c / 2 == at / 2)
        REQUIRE(std::bit_cast<std::uint32_t>(out[c]) ==
                std::bit_cast<std::uint32_t>(std::numeric_limits<float>::quiet_NaN()));
    }
  }
}
