// Steps of training: equal bits on every build, answers, and steps that are not finite.
#include "kernels/training/training_step.hpp"

#include <array>
#include <catch_amalgamated.hpp>
#include <cstring>

#include "fingerprint.hpp"
#include "reference/arithmetic.hpp"
#include "reverse_model.hpp"

using namespace posenc;

namespace {

constexpr TrainingBatch most{8, 10, true};

constexpr TrainingModel model_with(PositionKind kind, std::size_t positions) {
  TrainingModel other = reverse_model;
  other.position = kind;
  other.positions = positions;
  return other;
}

constexpr PositionRule unscaled{10000, 0, 1, 10, 128};
constexpr std::array<double, 4> plain = {1, 1, 1, 1};

/// A model with its memory.
class Training {
public:
  std::vector<float> state;

  explicit Training(const TrainingModel& trained = reverse_model, const PositionRule& rule = unscaled,
                    const PositionLists& lists = {plain, {}})
      : state(static_cast<std::size_t>(training_state_floats(trained))), model_(trained),
        bytes_(static_cast<std::size_t>(training_block_bytes(trained, most)) / 8 + 2) {
    training_start(model_, reverse_seed, state);
    training_positions(model_, rule, lists, block());
  }

  TrainingReport step(std::size_t n, std::span<const std::int32_t> tokens,
                      std::span<const std::int32_t> targets, const Optimiser& by = reverse_optimiser) {
    return training_step(model_, by, n, state, {most.sequences, tokens, targets}, block());
  }

  TrainingBlock block() { return {most, std::as_writable_bytes(std::span(bytes_))}; }

private:
  TrainingModel model_;
  std::vector<double> bytes_;
};

std::uint32_t below(const reference::Words& words, std::size_t n, std::uint32_t count) {
  return static_cast<std::uint32_t>(std::uint64_t{words[n]} * count >> 32);
}

/// The batch of a step of the task "reverse", as src/api/lab makes it, for 2 to 5 letters.
void reverse_batch(std::uint32_t step, std::vector<std::int32_t>& tokens,
                   std::vector<std::int32_t>& targets) {
  const std::size_t length =
      2 + below(reference::philox({4, step, 0xffffffff, 0}, reverse_seed[0], reverse_seed[1]), 0, 4);
  tokens.assign(most.sequences * 2 * length, 0);
  targets.assign(tokens.size(), -1);
  for (std::uint32_t n = 0; n < most.sequences; ++n)
    for (std::size_t i = 0; i < length; ++i) {
      const auto words = reference::philox({4, step, n, static_cast<std::uint32_t>(i / 4)}, reverse_seed[0],
                                           reverse_seed[1]);
      const auto letter = static_cast<std::int32_t>(1 + below(words, i % 4, 16));
      const std::size_t row = n * 2 * length, back = 2 * length - 1 - i;
      tokens[row + i] = letter;
      targets[row + back] = letter;
      if (i > 0) tokens[row + back + 1] = letter;
    }
}

/// The bits after some steps.
std::uint64_t hash_of(std::uint32_t steps, const TrainingModel& trained, const PositionRule& rule = unscaled,
                      const PositionLists& lists = {plain, {}}) {
  Training training(trained, rule, lists);
  std::vector<std::int32_t> tokens, targets;
  double loss = 0;
  for (std::uint32_t step = 1; step <= steps; ++step) {
    reverse_batch(step, tokens, targets);
    loss = training.step(step, tokens, targets).loss;
  }
  CHECK(loss > 1);
  CHECK(loss < 2.6);
  fingerprint::Hash hash;
  hash.add(training.state);
  return hash.value();
}

} // namespace

TEST_CASE("models after many steps have the bits that every build has", "[training]") {
  // The same numbers are in tests/fixtures/training_bits.json, for the module.
  CHECK(hash_of(500, reverse_model) == 0x75c4ce3a57976d90u);
  CHECK(hash_of(100, model_with(PositionKind::fire, 32)) == 0x0bcf2cef147cc2b2u);
  CHECK(hash_of(100, model_with(PositionKind::shaw, 7)) == 0x5515ab24e6858275u);
  CHECK(hash_of(100, model_with(PositionKind::fox, 0)) == 0x6c75ee72e4b6dce2u);
  // YaRN four times: over ten tokens only the first pair turns more than once. The attention factor is 0.1 ln 4 + 1, and the
  // factors of queries are 1 + ln(1 + ⌊(t + 3) / 4⌋).
  constexpr std::array<double, 4> ratios = {1, 0.25, 0.25, 0.25};
  constexpr float two = 1.6931472f, three = 2.0986123f, four = 2.3862944f;
  constexpr std::array<float, 10> factors = {1, two, two, two, two, three, three, three, three, four};
  TrainingModel scaled = reverse_model;
  scaled.scales_queries = true;
  CHECK(hash_of(100, scaled, {10000, 3, 1.138629436111989, 10, 128}, {ratios, factors}) ==
        0x677adac9c31ca482u);
}

TEST_CASE("a step whose gradient is not finite changes nothing", "[training]") {
  Training training;
  std::vector<std::int32_t> tokens, targets;
  reverse_batch(1, tokens, targets);
  training.state[5] = std::numeric_limits<float>::infinity();
  const std::vector<float> before = training.state;
  CHECK(!std::isfinite(training.step(1, tokens, targets).norm));
  CHECK(std::memcmp(before.data(), training.state.data(), before.size() * sizeof(float)) == 0);
}

TEST_CASE("an answer has the loss of the step, and weights of attention that sum to 1", "[training]") {
  Training training;
  std::vector<std::int32_t> tokens, targets, words;
  reverse_batch(3, tokens, targets);
  words.resize(tokens.size());
  const TrainingReport answer = training_answer(reverse_model, training.state,
                                                {most.sequences, tokens, targets}, training.block(), words);
  const TrainingBatch batch{most.sequences, tokens.size() / most.sequences, true};
  std::vector<float> weights(batch.sequences * reverse_model.heads * batch.length * batch.length);
  training_attention(reverse_model, batch, 1, training.block(), weights);
  for (std::size_t row = 0; row < weights.size(); row += batch.length) {
    double sum = 0;
    for (std::size_t j = 0; j < batch.length; ++j) {
      if (j > row / batch.length % batch.length) CHECK(weights[row + j] == 0.0f);
      sum += double{weights[row + j]};
    }
    CHECK(sum == Catch::Approx(1).epsilon(1e-6));
  }
  std::size_t right = 0;
  for (std::size_t r = 0; r < tokens.size(); ++r) right += targets[r] >= 0 && words[r] == targets[r];
  CHECK(static_cast<double>(right) == answer.right);
  CHECK(answer.loss == training.step(1, tokens, targets).loss);
}
