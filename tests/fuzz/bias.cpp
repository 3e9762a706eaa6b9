#include <cmath>

#include "fuzz/score_block.hpp"
#include "fuzz/targets.hpp"
#include "kernels/bias/alibi.hpp"
#include "kernels/bias/fire.hpp"
#include "kernels/bias/kerple.hpp"
#include "kernels/bias/relative_bias.hpp"
#include "kernels/bias/sandwich.hpp"
#include "kernels/bias/swin.hpp"
#include "kernels/bias/t5_buckets.hpp"
#include "reference/bias.hpp"
#include "reference/table.hpp"

namespace posenc::fuzz {
namespace {

using reference::Wide;

double size(Wide x) {
  return std::fabs(static_cast<double>(x));
}

void check_by_distance(Bytes& bytes) {
  const std::size_t heads = bytes.count(1, 12), count = bytes.count(0, 13);
  const double first = bytes.flag() ? bytes.integer() : -static_cast<double>(bytes.count(0, 20));
  std::vector<double> slopes(heads), r1(heads), r2(heads);
  alibi_slopes(slopes);
  for (std::size_t h = 0; h < heads; ++h) r1[h] = bytes.real(0.01, 4), r2[h] = bytes.real(0.01, 2);
  std::vector<float> linear(heads * count), logarithmic = linear, power = linear;
  alibi(slopes, first, linear);
  kerple_logarithmic(r1, r2, first, logarithmic);
  kerple_power(r1, r2, first, power);
  for (std::size_t n = 0; n < linear.size(); ++n) {
    const std::size_t h = n / count;
    const double distance = std::fabs(first + static_cast<double>(n % count));
    const Wide exact = reference::alibi(h, heads, distance);
    require_near(linear[n], exact, 0x1p-49 * size(exact), "alibi");
    const Wide slow = reference::kerple_logarithmic(r1[h], r2[h], distance);
    require_near(logarithmic[n], slow, 0x1p-47 * size(slow), "kerple_logarithmic");
    const Wide fast = reference::kerple_power(r1[h], r2[h], distance);
    require_near(power[n], fast, 0x1p-41 * size(fast), "kerple_power");
  }
}

void check_sandwich(Bytes& bytes) {
  const std::size_t pairs = bytes.count(1, 9), heads = bytes.count(1, 3);
  std::vector<Frequency> frequencies(pairs);
  geometric_frequencies(frequencies, 10000, 2, static_cast<std::uint32_t>(2 * pairs));
  std::vector<double> ratios(heads);
  sandwich_ratios(ratios);
  const double relative = bytes.flag() ? bytes.integer() : static_cast<double>(bytes.count(0, 99));
  if (std::fabs(relative) > 0x1p40) return; // 113 bits of the phase would not do
  std::vector<float> out(heads);
  sandwich(frequencies, ratios, relative, out);
  const Wide sum = reference::sandwich({2 * pairs, 10000, 0}, relative);
  for (std::size_t h = 0; h < heads; ++h) {
    const Wide ratio = Wide(8 * (h + 1)) / Wide(heads);
    const double slack = static_cast<double>(pairs * pairs) * 0x1p-52 / static_cast<double>(ratio);
    require_near(out[h], sum / ratio, slack, "sandwich");
  }
}

void check_buckets(Bytes& bytes) {
  const bool two_sided = bytes.flag();
  const auto buckets = static_cast<std::uint32_t>(bytes.count(two_sided ? 4 : 2, 80));
  const T5Buckets settings{buckets, static_cast<std::uint32_t>(bytes.count(81, 100000)), two_sided};
  std::vector<std::uint32_t> boundaries(settings.steps() - 1);
  t5_boundaries(settings, boundaries);
  const double first = -static_cast<double>(bytes.count(0, 200000));
  std::vector<std::int32_t> out(bytes.count(1, 20));
  t5_buckets(settings, boundaries, first, out);
  for (std::size_t n = 0; n < out.size(); ++n)
    require(out[n] == reference::t5_bucket(first + static_cast<double>(n), static_cast<int>(buckets),
                                           static_cast<int>(settings.max_distance), two_sided),
            "t5_buckets");
}

void check_fire(Bytes& bytes) {
  const ScoreBlock block = block_of(bytes);
  const std::size_t heads = bytes.count(1, 3), units = bytes.count(1, 9);
  reference::Perceptron net{bytes.finite_floats(units), bytes.finite_floats(units),
                            bytes.finite_floats(heads * units),
                            bytes.flag() ? bytes.finite_floats(heads) : std::vector<float>()};
  for (auto* part : {&net.hidden_weight, &net.hidden_bias, &net.output_weight, &net.output_bias})
    for (float& x : *part) x = std::fmin(std::fmax(x, -4.0f), 4.0f);
  const FireScale scale{bytes.real(0.01, 10), bytes.real(0.5, 20)};
  std::vector<float> out(heads * block.queries * block.keys);
  fire(scale, {net.hidden_weight, net.hidden_bias, net.output_weight, net.output_bias}, 0, block, out);
  std::size_t n = 0;
  for (std::size_t h = 0; h < heads; ++h)
    for (std::size_t i = 0; i < block.queries; ++i)
      for (std::size_t j = 0; j < block.keys; ++j) {
        const Wide exact = reference::fire(scale.c, scale.threshold, net, h,
                                           static_cast<double>(i) + block.offset, static_cast<double>(j));
        // Each unit's input is at most 4 · (quotient + 1), its output weight 4; a quotient can exceed 1 for later keys.
        require_near(out[n++], exact, static_cast<double>(units) * 64 * 0x1p-44, "fire");
      }
}

void check_swin(Bytes& bytes) {
  const auto side = [&] { return static_cast<std::uint32_t>(bytes.count(1, 5)); };
  const SwinWindow window{side(), side()}, trained{side(), side()};
  const std::size_t heads = bytes.count(1, 3), units = bytes.count(1, 7),
                    cells = window.height * window.width;
  std::vector<std::int32_t> index(cells * cells);
  swin_index(window, 0, index);
  for (std::size_t n = 0; n < index.size(); ++n)
    require(static_cast<std::size_t>(index[n]) ==
                reference::swin_index(window.height, window.width, n / cells, n % cells),
            "swin_index");
  const reference::Perceptron net{
      tame(bytes.floats(2 * units)), tame(bytes.floats(units)), tame(bytes.floats(heads * units)), {}};
  std::vector<float> table(heads * swin_offsets(window));
  swin_table(window, trained, {net.hidden_weight, net.hidden_bias, net.output_weight, {}}, heads, table);
  for (std::size_t n = 0; n < table.size(); ++n) {
    const auto columns = static_cast<int>(2 * window.width - 1), at = static_cast<int>(n / heads);
    const Wide y =
        reference::swin_coordinate(at / columns + 1 - static_cast<int>(window.height), trained.height);
    const Wide x =
        reference::swin_coordinate(at % columns + 1 - static_cast<int>(window.width), trained.width);
    const Wide exact = reference::swin_bias(net, n % heads, y, x);
    // f is a sum of units of at most 4 · 4 · (1 + 2 · 2) each; its error changes the logarithm of the bias.
    const double of_f = static_cast<double>(units * (units + 5)) * 80 * 0x1p-53;
    require_near(table[n], exact, size(exact) * (of_f + 0x1p-43), "swin_table");
  }
}

void check_matrix(Bytes& bytes) {
  const ScoreBlock block = block_of(bytes);
  const std::size_t heads = bytes.count(1, 3), count = relative_positions(block);
  const auto vector = bytes.floats(heads * count);
  const bool causal = bytes.flag();
  std::vector<float> in_place = vector, matrix(heads * block.queries * block.keys);
  if (causal && count > 0) hide_future(in_place, relative_row(block), 0);
  const std::size_t cut = bytes.count(0, heads * block.queries); // rows of the first of two parts
  const auto [head, tail] =
      std::pair(std::span(matrix).first(cut * block.keys), std::span(matrix).subspan(cut * block.keys));
  finish_bias(vector, block, causal, 0, head);
  finish_bias(vector, block, causal, cut, tail);
  std::size_t n = 0;
  for (std::size_t h = 0; h < heads; ++h)
    for (std::size_t i = 0; i < block.queries; ++i)
      for (std::size_t j = 0; j < block.keys; ++j, ++n) {
        const std::size_t at = h * count + j + block.queries - 1 - i;
        const bool is_hidden = causal && static_cast<double>(j) > static_cast<double>(i) + block.offset;
        const float expected = is_hidden ? -std::numeric_limits<float>::infinity() : vector[at];
        const auto bits = [](float x) { return std::bit_cast<std::uint32_t>(x); };
        require(bits(matrix[n]) == bits(expected), "finish_bias: the matrix");
        require(bits(in_place[at]) == bits(expected), "hide_future: the vector");
      }
}

} // namespace

void bias(Bytes& bytes) {
  bytes.pick({check_by_distance, check_sandwich, check_buckets, check_fire, relative_scores, check_swin,
              check_matrix})(bytes);
}

} // namespace posenc::fuzz
