/// Swin's bias of a window: a table of two-dimensional offsets (v1), or a perceptron of log-spaced offsets (v2).
///
///   index[i,j]           = (yi − yj + H − 1)(2W − 1) + xi − xj + W − 1          i = yi·W + xi, j = yj·W + xj
///   coordinates[a,b,0]   = s(8 (a − H + 1) / (H' − 1))                          a = 0 … 2H − 2, b = 0 … 2W − 2
///   coordinates[a,b,1]   = s(8 (b − W + 1) / (W' − 1))                          s(x) = sign(x) log2(1 + |x|) / 3
///   table[a,b,h]         = 16 / (1 + exp(−f_h(coordinates[a,b])))
///
/// The row a·(2W − 1) + b of a table, learned (v1) or computed (v2), belongs to an index; indexed_bias() looks it up.
///
/// Shapes    index (HW, HW) i32, or the rows from `first` on that fit; table (2H − 1, 2W − 1, NH) f32 row-major; H, W the window, H', W' the window the model
///           was trained with; f of perceptron.hpp with the 2 coordinates, in double, as inputs
/// Units     offsets in patches
/// Requires  sides from 1 to 2^15 whose products fit i32. A trained side of 1 divides offsets by 1. Checked by src/api
/// Accuracy  index exact; table: the error of perceptron.hpp in f_h changes it by 4 of that, then 0.5 + 2^-20 ULP
///           (tests/kernels/bias/swin_test.cpp)
/// Source    Liu et al. 2021, arXiv 2103.14030, eq. 4, and 2111.09883, section 3.3; the factors 8, 3 and 16 and the
///           sigmoid come from the authors' code
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/arithmetic/perceptron.hpp"

namespace posenc {

struct SwinWindow {
  std::uint32_t height, width;
};

/// Rows of the table: offsets that two cells of a window can have.
constexpr std::size_t swin_offsets(SwinWindow window) {
  return (2 * std::size_t{window.height} - 1) * (2 * std::size_t{window.width} - 1);
}

void swin_index(SwinWindow window, std::size_t first, std::span<std::int32_t> index);

void swin_table(SwinWindow window, SwinWindow trained, const Perceptron& f, std::size_t heads,
                std::span<float> table);

} // namespace posenc
