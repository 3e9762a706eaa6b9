// FIRE against the formula in wide precision, and against tests/fixtures/bias.json.
#include "kernels/bias/fire.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "random_values.hpp"
#include "reference/bias.hpp"

using namespace posenc;

namespace {

Perceptron view(const reference::Perceptron& net) {
  return {net.hidden_weight, net.hidden_bias, net.output_weight, net.output_bias};
}

} // namespace

TEST_CASE("fire: tests/fixtures/bias.json, fire", "[fire]") {
  const reference::Perceptron net{{1, -2, 0.5}, {0.25, 1, -0.125}, {2, -1, 4, -0.5, 0.75, 1}, {0.125, -1}};
  struct Record {
    double c, threshold, query;
    std::size_t key;
    float bias[2];
  };
  constexpr Record records[] = {
      {1, 64, 0, 0, {-0.375f, -0.375f}},
      {1, 64, 10, 3, {2.113857631886880823066758f, -1.24721440797172020576669f}},
      {0.5, 64, 63, 0, {4.107534032187952643725673f, -1.25f}},
      {0.5, 64, 1000, 0, {4.125f, -1.25f}},
      {0.1, 512, 2048, 2040, {0.0663720044856806169360501f, -0.595686002242840308468025f}},
  };
  for (const Record& record : records) {
    const ScoreBlock block{1, record.key + 1, record.query};
    std::vector<float> out(2 * block.keys);
    fire({record.c, record.threshold}, view(net), 0, block, out);
    CHECK(out[record.key] == record.bias[0]);
    CHECK(out[block.keys + record.key] == record.bias[1]);
  }
}

TEST_CASE("fire: every score of blocks before, across and beyond the threshold", "[fire]") {
  RandomValues random(5);
  for (const double offset : {0.0, 5.0, 61.0, 100.0, 16777216.0})
    for (const std::size_t queries : {0, 1, 2, 7})
      for (const std::size_t keys : {0, 1, 2, 3, 4, 5, 13, 67}) {
        const std::size_t heads = random.integer(1, 3), units = random.integer(1, 9);
        const reference::Perceptron net{random.floats(units), random.floats(units),
                                        random.floats(heads * units), random.floats(heads)};
        const double c = random.real(0.01, 3), threshold = 64.5;
        std::vector<float> out(heads * queries * keys);
        fire({c, threshold}, view(net), 0, {queries, keys, offset}, out);
        double worst = 0;
        std::size_t at = 0;
        for (std::size_t h = 0; h < heads; ++h)
          for (std::size_t i = 0; i < queries; ++i)
            for (std::size_t j = 0; j < keys; ++j, ++at) {
              const double query = static_cast<double>(i) + offset, key = static_cast<double>(j);
              const auto exact = reference::fire(c, threshold, net, h, query, key);
              const double off = static_cast<double>(reference::Wide(out[at]) - exact);
              // One rounding of the float; f's slope times the distance is below 4 · units · 5.
              const double bound =
                  0x1p-24 * std::abs(static_cast<double>(exact)) + 20 * static_cast<double>(units) * 0x1p-46;
              worst = std::max(worst, std::abs(off) / bound);
            }
        INFO(queries << " x " << keys << " at " << offset);
        CHECK(worst <= 1);
      }
}

TEST_CASE("fire: a NaN weight gives the one NaN", "[fire]") {
  const float weight = -std::nanf("1"), one = 1;
  std::vector<float> out(5);
  fire({1, 64}, {{&weight, 1}, {&one, 1}, {&one, 1}, {}}, 0, {1, 5, 0}, out);
  for (const float value : out) CHECK(std::bit_cast<std::uint32_t>(value) == 0x7fc00000u);
}
