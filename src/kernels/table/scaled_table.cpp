#include "kernels/table/scaled_table.hpp"

#include <cassert>
#include <cmath>

#include "kernels/table/pair_group.hpp"
#include "kernels/table/rounded_sine.hpp"
#include "kernels/table/table_store.hpp"

namespace posenc {
namespace {

using simd::f64x2;

class Factor {
public:
  explicit Factor(double value)
      : value_(value), sign_(value < 0 ? -1.0f : 1.0f), size_(fixed(std::fabs(value))) {}

  /// Two pairs at one position; the lanes hold floats.
  SineCosine<f64x2> rounded(const Frequency& a, const Frequency& b, Position position) const {
    const SineCosine<f64x2> unit = sine_cosine(a, b, position);
    const f64x2 factor(value_);
    const SineCosine<f64x2> value{unit.sine * factor + f64x2(0.0), unit.cosine * factor + f64x2(0.0)};
    const double phase_error = std::fabs(value_) * posenc::phase_error(position);
    const auto [rounded, is_certain] = rounding(value, f64x2(phase_error), relative_error);
    if (is_certain) return {simd::widen_low(rounded), simd::widen_high(rounded)};
    const SineCosine<float> first = exact_sine_cosine(exact_phase(a, position), size_);
    const SineCosine<float> second = exact_sine_cosine(exact_phase(b, position), size_);
    return {{sign_ * first.sine, sign_ * second.sine}, {sign_ * first.cosine, sign_ * second.cosine}};
  }

private:
  // 2^-51 of the sine and 2^-53 of the product.
  static constexpr double relative_error = 0x1p-50;

  double value_;
  float sign_;
  Fixed size_;
};

[[gnu::noinline]] void put_row(std::span<const Frequency> frequencies, Columns columns, Position position,
                               const Factor& factor, const Layout& layout, float* row) {
  const std::size_t pairs = columns.pairs();
  for (std::size_t g = 0; g < group_count(pairs); ++g) {
    const PairGroup at = pair_group(g, pairs);
    put_pairs(factor.rounded(frequencies[at.first], frequencies[at.second], position), at, columns, layout,
              row);
  }
}

} // namespace

void scaled_table(std::span<const Frequency> frequencies, Columns columns, Position start, std::size_t rows,
                  double factor, Layout layout, std::span<float> out) {
  assert(columns.pairs() <= frequencies.size() && out.size() >= rows * layout.row);
  const Factor by(factor);
  for (std::size_t t = 0; t < rows; ++t)
    put_row(frequencies, columns, {start.whole + static_cast<double>(t), start.fraction}, by, layout,
            out.data() + t * layout.row);
}

void scaled_table_at(std::span<const Frequency> frequencies, Columns columns,
                     std::span<const double> positions, double factor, Layout layout, std::span<float> out) {
  assert(columns.pairs() <= frequencies.size() && out.size() >= positions.size() * layout.row);
  const Factor by(factor);
  for (std::size_t t = 0; t < positions.size(); ++t)
    put_row(frequencies, columns, position(positions[t]), by, layout, out.data() + t * layout.row);
}

void scale_entries(std::span<float> table, float factor) {
  for (float& entry : table) entry *= factor;
}

} // namespace posenc
