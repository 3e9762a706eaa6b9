#include <vector>

#include "fingerprint.hpp"
#include "kernels/bias/alibi.hpp"
#include "kernels/bias/deberta.hpp"
#include "kernels/bias/fire.hpp"
#include "kernels/bias/kerple.hpp"
#include "kernels/bias/sandwich.hpp"
#include "kernels/bias/shaw.hpp"
#include "kernels/bias/swin.hpp"
#include "kernels/bias/t5_buckets.hpp"
#include "kernels/bias/transformer_xl.hpp"
#include "random_values.hpp"

using namespace posenc;

FINGERPRINT("alibi 12 heads, 4001 relative positions") {
  std::vector<double> slopes(12);
  alibi_slopes(slopes);
  std::vector<float> out(12 * 4001);
  alibi(slopes, -2000, out);
  hash.add(slopes);
  hash.add(out);
}
FINGERPRINT("kerple 3 heads, 4001 relative positions") {
  const std::vector<double> r1{1, 0.5, 1.25}, r2{0.01, 0.3, 1.9};
  std::vector<float> out(3 * 4001);
  kerple_logarithmic(r1, r2, -2000, out);
  hash.add(out);
  kerple_power(r1, r2, -2000, out);
  hash.add(out);
}
FINGERPRINT("sandwich 128 wide, 4 heads, 1001 relative positions") {
  std::vector<Frequency> frequencies(64);
  geometric_frequencies(frequencies, 10000, 2, 128);
  std::vector<double> ratios(4);
  sandwich_ratios(ratios);
  std::vector<float> out(4 * 1001);
  sandwich(frequencies, ratios, -500, out);
  hash.add(out);
}
FINGERPRINT("fire 2 heads, 97 queries, 101 keys") {
  RandomValues random(1);
  const auto hidden = random.floats(16), bias = random.floats(16), output = random.floats(32);
  std::vector<float> out(2 * 97 * 101);
  fire({0.1, 64}, {hidden, bias, output, {}}, 0, {97, 101, 4}, out);
  hash.add(out);
}
FINGERPRINT("t5_buckets 32 of 128") {
  const T5Buckets settings{32, 128, true};
  std::vector<std::uint32_t> boundaries(settings.steps() - 1);
  t5_boundaries(settings, boundaries);
  std::vector<std::int32_t> out(1001);
  t5_buckets(settings, boundaries, -500, out);
  hash.add(boundaries);
  hash.add(out);
}
FINGERPRINT("swin 16x16 after 8x8") {
  RandomValues random(2);
  const auto hidden = random.floats(32), bias = random.floats(16), output = random.floats(48);
  std::vector<float> table(3 * swin_offsets({16, 16}));
  swin_table({16, 16}, {8, 8}, {hidden, bias, output, {}}, 3, table);
  hash.add(table);
}
FINGERPRINT("shaw, deberta, transformer_xl 2 heads of 37 channels") {
  const ScoreBlock block{11, 23, 5};
  RandomValues random(3);
  const auto q = random.floats(11 * 2 * 37), k = random.floats(23 * 2 * 37),
             table = random.floats(33 * 2 * 37);
  std::vector<float> scores(2 * 11 * 23), out(11 * 2 * 37);
  shaw_scores(q, {table, 2}, {block, 2, 37, 8}, 0.125, scores);
  hash.add(scores);
  shaw_values(scores, {table, 2}, {block, 2, 37, 8}, out);
  hash.add(out);
  deberta_scores({q, k, {table, 2}, {table, 2}}, {block, 2, 37, 8}, 0.125, scores);
  hash.add(scores);
  transformer_xl_scores({q, k, table, q, k}, {true, true, true, true}, {block, 2, 37}, 0.125, scores);
  hash.add(scores);
}
