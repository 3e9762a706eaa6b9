#include "kernels/rotary/direction.hpp"

#include <cassert>

namespace posenc {
namespace {

/// 0 − x, which is 0 for 0, where −x would be −0.
template <class Real> void negate(std::span<Real> values) {
  for (Real& value : values) value = Real(0) - value;
}

} // namespace

void reverse_table(std::span<float> table, std::size_t pairs) {
  assert(pairs > 0 && table.size() % (2 * pairs) == 0);
  for (std::size_t row = 0; row < table.size(); row += 2 * pairs) negate(table.subspan(row, pairs));
}

void reverse_phases(std::span<double> phases) {
  negate(phases);
}

} // namespace posenc
