// What a model adds, rotates by or looks up, against the formulas in wide precision; with schedules, too.
#include "kernels/training/position_operations.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>

#include "reference/bias.hpp"

using namespace posenc;

namespace {

constexpr std::size_t table_rows = 9;
constexpr double table_base = 100;

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

struct Schedule {
  std::vector<double> ratios = {1, 1};
  double attention_factor = 1, start = 0;
};

std::vector<float> table_of(PositionKind kind, const Schedule& of = {}) {
  const TrainingModel model = model_of(kind);
  std::vector<float> out(static_cast<std::size_t>(position_table_floats(model, {1, table_rows, false})));
  std::vector<Frequency> frequencies(position_frequencies(model));
  const PositionRule rule{table_base, of.start, of.attention_factor, table_rows, 16};
  operations_of(model).fill({model, rule, of.ratios, table_rows, frequencies}, out);
  return out;
}

} // namespace

TEST_CASE("the added table is sines and cosines over the root of two", "[training]") {
  const auto table = table_of(PositionKind::added);
  for (std::size_t t = 0; t < table_rows; ++t)
    for (std::size_t c = 0; c < 8; ++c) {
      const double angle = static_cast<double>(t) * std::pow(table_base, -static_cast<double>(c / 2) / 4);
      const double due = (c % 2 == 0 ? std::sin(angle) : std::cos(angle)) / std::sqrt(2.0);
      CHECK(std::abs(double{table[t * 8 + c]} - due) <= 0x1p-23);
    }
}

TEST_CASE("the table of sines has one frequency a channel", "[training]") {
  const auto table = table_of(PositionKind::sines);
  for (std::size_t t = 0; t < table_rows; ++t)
    for (std::size_t c = 0; c < 8; ++c) {
      const double due =
          std::sin(static_cast<double>(t) * std::pow(table_base, -static_cast<double>(c) / 8)) /
          std::sqrt(2.0);
      CHECK(std::abs(double{table[t * 8 + c]} - due) <= 0x1p-23);
    }
}

TEST_CASE("KERPLE falls by a logarithm of the distance, with squares of what is learned", "[training]") {
  const std::vector<float> roots = {0.5f, -2.0f, 1.5f, 0.0f};
  std::vector<float> bias(2 * (2 * table_rows - 1));
  kerple_bias(roots, 2, bias);
  for (std::size_t h = 0; h < 2; ++h)
    for (std::size_t n = 0; n < 2 * table_rows - 1; ++n) {
      const double distance = std::abs(static_cast<double>(n) - static_cast<double>(table_rows - 1));
      const double a = double{roots[h]}, b = double{roots[2 + h]};
      const double due = -a * a * std::log1p(b * b * distance);
      CHECK(std::abs(double{bias[h * (2 * table_rows - 1) + n]} - due) <= 0x1p-23 * std::abs(due));
    }
}

TEST_CASE("the rotary table has sines, then cosines, of each pair's frequency times its ratio",
          "[training]") {
  for (const Schedule& of : {Schedule{}, Schedule{{0.25, 0.75}, 1.25, 0}, Schedule{{1, 0}, 1, -2.5}}) {
    const auto table = table_of(PositionKind::rotary, of);
    for (std::size_t t = 0; t < table_rows; ++t)
      for (std::size_t pair = 0; pair < 2; ++pair) {
        const double angle = (of.start + static_cast<double>(t)) * (pair == 0 ? 1 : 0.1) * of.ratios[pair];
        CHECK(std::abs(double{table[t * 4 + pair]} - of.attention_factor * std::sin(angle)) <= 0x1p-24);
        CHECK(std::abs(double{table[t * 4 + 2 + pair]} - of.attention_factor * std::cos(angle)) <= 0x1p-24);
      }
  }
}

TEST_CASE("pairs without a ratio stay still, and those before them have the frequencies of their own number",
          "[training]") {
  const auto table = table_of(PositionKind::rotary, {{0.5}, 1.5, 0});
  for (std::size_t t = 0; t < table_rows; ++t) {
    const double angle = static_cast<double>(t) / 2;
    CHECK(std::abs(double{table[t * 4]} - 1.5 * std::sin(angle)) <= 0x1p-23);
    CHECK(std::abs(double{table[t * 4 + 2]} - 1.5 * std::cos(angle)) <= 0x1p-23);
    CHECK(table[t * 4 + 1] == 0.0f);
    CHECK(table[t * 4 + 3] == 1.0f);
  }
}

TEST_CASE("tables that are added start at any position", "[training]") {
  const auto table = table_of(PositionKind::added, {{}, 1, 4}), from_zero = table_of(PositionKind::added);
  const auto sines = table_of(PositionKind::sines, {{}, 1, 4}),
             sines_from_zero = table_of(PositionKind::sines);
  for (std::size_t n = 0; n < (table_rows - 4) * 8; ++n) {
    CHECK(table[n] == from_zero[4 * 8 + n]);
    CHECK(sines[n] == sines_from_zero[4 * 8 + n]);
  }
}

TEST_CASE("ALiBi falls by a slope a head, and T5 looks up and sums by bucket", "[training]") {
  const auto bias = table_of(PositionKind::bias);
  const TrainingModel model = model_of(PositionKind::t5);
  std::vector<std::int32_t> buckets(2 * table_rows - 1);
  position_buckets(model, {table_base, 0, 1, 1, 16}, table_rows, buckets);
  for (std::size_t n = 0; n < buckets.size(); ++n) {
    const double relative = static_cast<double>(n) - static_cast<double>(table_rows - 1);
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
