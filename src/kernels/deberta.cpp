#include "kernels/deberta.hpp"

#include <algorithm>
#include <cassert>

#include "kernels/canonical.hpp"
#include "kernels/dot.hpp"

namespace posenc {
namespace {

/// δ for a distance, of the one that looks from the one that is looked at.
std::size_t row(double distance, std::uint32_t reach) {
  return static_cast<std::size_t>(std::clamp(distance + reach, 0.0, 2.0 * reach - 1));
}

} // namespace

void deberta_rows(DebertaTerm term, std::uint32_t reach, double first_relative,
                  std::span<std::int32_t> rows) {
  const double sign = term == DebertaTerm::content_to_position ? -1 : 1; // relative = key − query
  for (std::size_t n = 0; n < rows.size(); ++n)
    rows[n] = static_cast<std::int32_t>(row(sign * (first_relative + static_cast<double>(n)), reach));
}

void deberta_scores(const DebertaInput& input, const DebertaShape& shape, double scale,
                    std::span<float> scores) {
  const auto& [block, heads, width, reach] = shape;
  assert(scores.size() == heads * block.queries * block.keys);
  const auto at = [&](std::span<const float> x, std::size_t token, std::size_t head) {
    return x.subspan((token * heads + head) * width, width);
  };
  float* out = scores.data();
  for (std::size_t h = 0; h < heads; ++h)
    for (std::size_t i = 0; i < block.queries; ++i)
      for (std::size_t j = 0; j < block.keys; ++j) {
        const double relative = relative_position(block, i, j);
        double sum = 0;
        if (!input.key_table.values.empty())
          sum += dot(at(input.q, i, h), input.key_table.row(row(-relative, reach), h, heads, width));
        if (!input.query_table.values.empty())
          sum += dot(at(input.k, j, h), input.query_table.row(row(relative, reach), h, heads, width));
        *out++ = canonical(scale * sum);
      }
}

} // namespace posenc
