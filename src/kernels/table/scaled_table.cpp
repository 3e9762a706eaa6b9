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

template <class PositionOf>
void put_rows(std::span<const Frequency> frequencies, Columns columns, std::size_t rows,
              const PositionOf& position_of, double value, Layout layout, std::span<float> out) {
  assert(columns.pairs() <= frequencies.size() && out.size() >= rows * layout.row);
  const Factor factor(value);
  with_stores(layout, columns, [&]<class Store>(const Store& store, std::size_t first, std::size_t count) {
    const std::span<const Frequency> run = frequencies.subspan(first, count);
    for (std::size_t t = 0; t < rows; ++t)
      for (std::size_t g = 0; g < group_count(count); ++g) {
        const PairGroup at = pair_group(g, count);
        const auto values = factor.rounded(run[at.first], run[at.second], position_of(t));
        store.put(out.data() + t * layout.row, at.first, at.second,
                  Store::arrange(values.sine, values.cosine));
      }
  });
}

} // namespace

void scaled_table(std::span<const Frequency> frequencies, Columns columns, Position start, std::size_t rows,
                  double factor, Layout layout, std::span<float> out) {
  const auto position_of = [&](std::size_t t) {
    return Position{start.whole + static_cast<double>(t), start.fraction};
  };
  put_rows(frequencies, columns, rows, position_of, factor, layout, out);
}

void scaled_table_at(std::span<const Frequency> frequencies, Columns columns,
                     std::span<const double> positions, double factor, Layout layout, std::span<float> out) {
  const auto position_of = [&](std::size_t t) { return position(positions[t]); };
  put_rows(frequencies, columns, positions.size(), position_of, factor, layout, out);
}

void scale_entries(std::span<float> table, float factor) {
  for (float& entry : table) entry *= factor;
}

} // namespace posenc
