/// A table of learned vectors, one for each relative position that a method tells apart.
///
/// Shapes    values (rows, heads, width) f32 row-major. Fewer heads than NH share: head h reads head h · heads / NH; the
///           papers have one for all (Shaw) and one for each (DeBERTa)
#pragma once

#include <cstddef>
#include <span>

namespace posenc {

struct RelativeTable {
  std::span<const float> values;
  std::size_t heads;

  std::span<const float> row(std::size_t index, std::size_t head, std::size_t all_heads,
                             std::size_t width) const {
    return values.subspan((index * heads + head * heads / all_heads) * width, width);
  }
};

} // namespace posenc
