/// Biases on the attention score, the scores of relative vectors, and the rows of learned tables that they read.
///
/// A bias by relative position is computed as a vector; `matrix` is empty where the vector is what is wanted.
#include <algorithm>

#include <emscripten/bind.h>

#include "bindings/slices.hpp"
#include "kernels/bias/alibi.hpp"
#include "kernels/bias/fire.hpp"
#include "kernels/bias/indexed_bias.hpp"
#include "kernels/bias/kerple.hpp"
#include "kernels/bias/relative_bias.hpp"
#include "kernels/bias/sandwich.hpp"
#include "kernels/bias/swin.hpp"
#include "kernels/bias/t5_buckets.hpp"

namespace posenc::bindings {
namespace {

// The structs are written from JavaScript: a change of their layout must not go unnoticed.
static_assert(sizeof(ScoreBlock) == 16 && offsetof(ScoreBlock, offset) == 8 && sizeof(SwinWindow) == 2 * 4 &&
              sizeof(T5Buckets) == 3 * 4 && sizeof(FireScale) == 2 * 8);

void fill_slopes(Address list) {
  const auto& [slopes] = slices<1>(list);
  alibi_slopes(slopes);
}

void alibi_bias(Address list, std::size_t heads, bool causal) {
  const auto& [block, vector, matrix, slopes] = slices<4>(list);
  alibi_slopes(slopes);
  alibi(slopes, first_relative(block.as<ScoreBlock>()), vector);
  finish_bias(vector, heads, block.as<ScoreBlock>(), causal, matrix);
}

void t5_bias(Address list, std::size_t heads, bool causal) {
  const auto& [block, vector, matrix, settings, boundaries, index, table] = slices<7>(list);
  t5_boundaries(settings.as<T5Buckets>(), boundaries);
  t5_buckets(settings.as<T5Buckets>(), boundaries, first_relative(block.as<ScoreBlock>()), index);
  indexed_bias(index, table, heads, vector);
  finish_bias(vector, heads, block.as<ScoreBlock>(), causal, matrix);
}

void kerple_bias(Address list, std::size_t heads, bool causal, bool power) {
  const auto& [block, vector, matrix, r1, r2] = slices<5>(list);
  (power ? kerple_power : kerple_logarithmic)(r1, r2, first_relative(block.as<ScoreBlock>()), vector);
  finish_bias(vector, heads, block.as<ScoreBlock>(), causal, matrix);
}

void sandwich_bias(Address list, std::size_t heads, bool causal, std::size_t first_pair, bool head_ratios) {
  const auto& [frequencies, block, vector, matrix, ratios] = slices<5>(list);
  const std::span<double> of_heads = ratios;
  if (head_ratios)
    sandwich_ratios(of_heads);
  else
    std::ranges::fill(of_heads, 1.0);
  sandwich(std::span<const Frequency>(frequencies).subspan(first_pair), of_heads,
           first_relative(block.as<ScoreBlock>()), vector);
  finish_bias(vector, heads, block.as<ScoreBlock>(), causal, matrix);
}

void no_bias(Address list, std::size_t heads, bool causal) {
  const auto& [block, vector, matrix] = slices<3>(list);
  std::ranges::fill(std::span<float>(vector), 0.0f);
  finish_bias(vector, heads, block.as<ScoreBlock>(), causal, matrix);
}

void fire_bias(Address list, std::size_t heads, bool causal) {
  const auto& [block, scale, hidden_weight, hidden_bias, output_weight, output_bias, matrix] =
      slices<7>(list);
  fire(scale.as<FireScale>(), {hidden_weight, hidden_bias, output_weight, output_bias}, heads,
       block.as<ScoreBlock>(), matrix);
  if (causal) hide_future(matrix, heads, block.as<ScoreBlock>());
}

void swin_bias(Address list, std::size_t heads) {
  const auto& [window, index, table, matrix] = slices<4>(list);
  swin_index(window.as<SwinWindow>(), index);
  indexed_bias(index, table, heads, matrix);
}

// The slices of swin_bias come first, so that the table need not leave the module to be read.
void swin_computed_bias(Address list, std::size_t heads) {
  const auto& [window, index, table, matrix, trained, hidden_weight, hidden_bias, output_weight,
               output_bias] = slices<9>(list);
  swin_table(window.as<SwinWindow>(), trained.as<SwinWindow>(),
             {hidden_weight, hidden_bias, output_weight, output_bias}, heads, table);
  swin_bias(list, heads);
}

void t5_index(Address list) {
  const auto& [block, vector, matrix, settings, boundaries] = slices<5>(list);
  t5_boundaries(settings.as<T5Buckets>(), boundaries);
  t5_buckets(settings.as<T5Buckets>(), boundaries, first_relative(block.as<ScoreBlock>()), vector);
  spread_relative(vector, block.as<ScoreBlock>(), matrix);
}

void fill_swin_index(Address list) {
  const auto& [window, index] = slices<2>(list);
  swin_index(window.as<SwinWindow>(), index);
}

} // namespace

EMSCRIPTEN_BINDINGS(bias) {
  using emscripten::function;
  function("alibiSlopes", &fill_slopes);
  function("alibi", &alibi_bias);
  function("t5", &t5_bias);
  function("kerple", &kerple_bias);
  function("sandwich", &sandwich_bias);
  function("noBias", &no_bias);
  function("fire", &fire_bias);
  function("swin", &swin_bias);
  function("swinComputed", &swin_computed_bias);
  function("t5Index", &t5_index);
  function("swinIndex", &fill_swin_index);
}

} // namespace posenc::bindings
