/// Sinusoidal encodings of images and volumes: one table for each axis, side by side in the rows of the places.
///
///   P[place] = E(c[order[0]]) ‖ E(c[order[1]]) ‖ …, cut off after C channels        E as sincos_table has it
///   c[a] = start + min(place[a], valid[a] − 1)
///   c[a] · 2π / (start + valid[a] − 1 + 10^-6) instead if normalized                 the double nearest to 10^-6
///
/// 1. For each axis, the share of each coordinate that the rows have is made in `scratch`, once.
/// 2. Each row copies its shares from there.
///
/// A normalized coordinate is not a double. So grid_frequencies gives the factor to the frequencies, in fixed point, and the
/// count stays.
///
/// Shapes    shape, valid: places along each axis, the last axis fastest. part: the places of a share's pairs, part.row
///           channels wide; frequencies (pairs), or (axes, pairs) if each share has its own; scaled (axes, pairs);
///           out (rows, C) f32 row-major, rows from first_row on of class token and places; scratch (rows, part.row)
/// Units     places along an axis
/// Requires  2 or 3 axes, order a permutation of them, 1 <= valid <= shape, shares that name all channels and
///           reach C; |start| + shape <= 2^53, start >= 0 if normalized. Checked by src/api
/// Accuracy  every entry correctly rounded for integer counts below 2^24, normalized or not (tests/kernels/additive/grid_test.cpp)
/// Source    Carion et al. 2020, arXiv 2005.12872 and its code: y before x, counts from 1 to the end of what is valid;
///           He et al. 2021, arXiv 2111.06377 and its code: x before y, a row of zeros for the class token
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "kernels/table/sincos_table.hpp"

namespace posenc {

struct Grid {
  std::size_t axes, width;                 // C
  std::array<std::size_t, 3> shape, valid; // by axis
  std::array<std::size_t, 3> order;        // the axis of each share
  double start;
  bool is_normalized, has_class_token;
};

/// The frequencies of each share of a normalized grid.
void grid_frequencies(std::span<const Frequency> frequencies, const Grid& grid, std::span<Frequency> scaled);

/// Some rows of the table, from `first_row` on.
void grid_table(std::span<const Frequency> frequencies, const Grid& grid, Layout part, std::size_t first_row,
                std::span<float> out, std::span<float> scratch);

} // namespace posenc
