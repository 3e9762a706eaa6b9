#include "kernels/bias/deberta.hpp"

#include <algorithm>

#include "kernels/arithmetic/dot.hpp"
#include "kernels/bias/score_terms.hpp"

namespace posenc {
namespace {

/// δ for a signed distance: the position of the token whose content counts, minus the position of the second token.
std::size_t bucket_row(double distance, std::uint32_t reach) {
  return static_cast<std::size_t>(std::clamp(distance + reach, 0.0, 2.0 * reach - 1));
}

} // namespace

void deberta_rows(DebertaTerm term, std::uint32_t reach, double first_relative,
                  std::span<std::int32_t> rows) {
  const double sign = term == DebertaTerm::content_to_position ? -1 : 1; // relative = key − query
  for (std::size_t n = 0; n < rows.size(); ++n)
    rows[n] = static_cast<std::int32_t>(bucket_row(sign * (first_relative + static_cast<double>(n)), reach));
}

void deberta_scores(const DebertaInput& input, const DebertaShape& shape, double scale,
                    std::span<float> scores) {
  const TokenVectors q{input.q, shape.heads, shape.width}, k{input.k, shape.heads, shape.width};
  put_scores(shape.block, shape.first_head, scores, [&](std::size_t h, std::size_t i, std::size_t j) {
    const double relative = relative_position(shape.block, i, j);
    double sum = 0;
    if (!input.key_table.values.empty())
      sum += dot(q.at(i, h),
                 input.key_table.row(bucket_row(-relative, shape.reach), h, shape.heads, shape.width));
    if (!input.query_table.values.empty())
      sum += dot(k.at(j, h),
                 input.query_table.row(bucket_row(relative, shape.reach), h, shape.heads, shape.width));
    return scale * sum;
  });
}

} // namespace posenc
