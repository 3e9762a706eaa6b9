// What a model adds, rotates by or looks up, against the formulas in wide precision; stretched, too.
#include "kernels/training/position_tables.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>

#include "reference/bias.hpp"

using namespace posenc;

namespace {

constexpr std::size_t positions = 9;
constexpr double base = 100;

constexpr TrainingModel model_of(PositionKind kind) {
  return {.vocabulary = 3,
          .width = 8,
          .heads = 2,
          .layers = 1,
          .hidden = 3,
          .positions = 8,
          .window = 0,
          .causal = true,
          .position = kind,
          .norm = NormKind::layer,
          .activation = ActivationKind::gelu};
}

std::vector<float> table_of(PositionKind kind, StretchKind stretch = StretchKind::none, double factor = 1) {
  const TrainingModel model = model_of(kind);
  std::vector<float> out(static_cast<std::size_t>(position_table_floats(model, positions)));
  std::vector<Frequency> frequencies(position_frequencies(model));
  position_table(model, {base, stretch, factor, positions, 16}, positions, frequencies, out);
  return out;
}

} // namespace

TEST_CASE("the added table is sines and cosines over the root of two", "[training]") {
  const auto table = table_of(PositionKind::added);
  for (std::size_t t = 0; t < positions; ++t)
    for (std::size_t c = 0; c < 8; ++c) {
      const double angle = static_cast<double>(t) * std::pow(base, -static_cast<double>(c / 2) / 4);
      const double due = (c % 2 == 0 ? std::sin(angle) : std::cos(angle)) / std::sqrt(2.0);
      CHECK(std::abs(double{table[t * 8 + c]} - due) <= 0x1p-23);
    }
}

TEST_CASE("the table of sines has one frequency a channel", "[training]") {
  const auto table = table_of(PositionKind::sines);
  for (std::size_t t = 0; t < positions; ++t)
    for (std::size_t c = 0; c < 8; ++c) {
      const double due =
          std::sin(static_cast<double>(t) * std::pow(base, -static_cast<double>(c) / 8)) / std::sqrt(2.0);
      CHECK(std::abs(double{table[t * 8 + c]} - due) <= 0x1p-23);
    }
}

TEST_CASE("the rotary table of half the channels leaves the others as they are", "[training]") {
  for (const auto stretch : {StretchKind::none, StretchKind::linear, StretchKind::ntk, StretchKind::yarn}) {
    const double factor = stretch == StretchKind::none ? 1 : 4;
    const auto table = table_of(PositionKind::rotary_half, stretch, factor);
    // One pair of two: its frequency is 1 unless positions are divided.
    const double slower = stretch == StretchKind::linear ? 4 : 1;
    const double attention = stretch == StretchKind::yarn ? 0.1 * std::log(4.0) + 1 : 1;
    for (std::size_t t = 0; t < positions; ++t) {
      const double angle = static_cast<double>(t) / slower;
      CHECK(std::abs(double{table[t * 4]} - attention * std::sin(angle)) <= 0x1p-22);
      CHECK(std::abs(double{table[t * 4 + 2]} - attention * std::cos(angle)) <= 0x1p-22);
      CHECK(table[t * 4 + 1] == 0.0f);
      CHECK(table[t * 4 + 3] == 1.0f);
    }
  }
}

TEST_CASE("KERPLE falls by a logarithm of the distance, with squares of what is learned", "[training]") {
  const std::vector<float> roots = {0.5f, -2.0f, 1.5f, 0.0f};
  std::vector<float> bias(2 * (2 * positions - 1));
  kerple_bias(roots, 2, bias);
  for (std::size_t h = 0; h < 2; ++h)
    for (std::size_t n = 0; n < 2 * positions - 1; ++n) {
      const double distance = std::abs(static_cast<double>(n) - static_cast<double>(positions - 1));
      const double a = double{roots[h]}, b = double{roots[2 + h]};
      const double due = -a * a * std::log1p(b * b * distance);
      CHECK(std::abs(double{bias[h * (2 * positions - 1) + n]} - due) <= 0x1p-23 * std::abs(due));
    }
}

TEST_CASE("the rotary table has sines, then cosines, of frequencies that may be stretched", "[training]") {
  const auto check = [](const std::vector<float>& table, double slower, double factor) {
    for (std::size_t t = 0; t < positions; ++t)
      for (std::size_t pair = 0; pair < 2; ++pair) {
        const double angle = static_cast<double>(t) * (pair == 0 ? 1 : slower);
        CHECK(std::abs(double{table[t * 4 + pair]} - factor * std::sin(angle)) <= 0x1p-22);
        CHECK(std::abs(double{table[t * 4 + 2 + pair]} - factor * std::cos(angle)) <= 0x1p-22);
      }
  };
  check(table_of(PositionKind::rotary), 0.1, 1);
  check(table_of(PositionKind::rotary, StretchKind::ntk, 4), 0.1 / 4, 1);
  const auto linear = table_of(PositionKind::rotary, StretchKind::linear, 4);
  CHECK(std::abs(double{linear[4]} - std::sin(0.25)) <= 0x1p-23);
  // Of four pairs' worth of channels, all turn less than once over nine tokens but the first: YaRN divides it in part.
  const auto yarn = table_of(PositionKind::rotary, StretchKind::yarn, 4);
  CHECK(std::abs(double{yarn[2]} - (0.1 * std::log(4.0) + 1)) <= 0x1p-22);
}

TEST_CASE("ALiBi falls by a slope a head, and T5 looks up and sums by bucket", "[training]") {
  const auto bias = table_of(PositionKind::bias);
  const TrainingModel model = model_of(PositionKind::t5);
  std::vector<std::int32_t> buckets(2 * positions - 1);
  position_buckets(model, {base, StretchKind::none, 1, 1, 16}, positions, buckets);
  for (std::size_t n = 0; n < buckets.size(); ++n) {
    const double relative = static_cast<double>(n) - static_cast<double>(positions - 1);
    for (std::size_t h = 0; h < 2; ++h)
      CHECK(bias[h * buckets.size() + n] == static_cast<float>(reference::alibi(h, 2, relative)));
    CHECK(buckets[n] == reference::t5_bucket(relative, 8, 16, false));
  }
  std::vector<float> table(16), found(2 * buckets.size()), gradient(16);
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = static_cast<float>(i);
  bucket_bias(table, buckets, 2, found);
  std::vector<double> ones(found.size(), 1);
  bucket_bias_backward(ones, buckets, 2, gradient);
  double sum = 0;
  for (std::size_t n = 0; n < found.size(); ++n)
    CHECK(found[n] ==
          static_cast<float>(buckets[n % buckets.size()] * 2) + static_cast<float>(n / buckets.size()));
  for (const float entry : gradient) sum += double{entry};
  CHECK(sum == static_cast<double>(found.size()));
}
