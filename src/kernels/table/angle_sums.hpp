/// Sines of consecutive positions from the sines of a nearby position: the fast level of a table, which is nearly exact.
///
///   sin(a + b) = sin a cos b + cos a sin b        cos(a + b) = cos a cos b − sin a sin b
///
/// An anchor is a position whose sines are computed directly. From there the state moves to the middle of a block
/// of rows, and then by block_rows positions at a time. The rows of a block lie as far before as after its middle, so
/// two rows share the products of the angle sums.
///
/// Shapes    pairs of channels go by twos, a group, one in each lane; a chunk of groups is worked on at a time
/// Accuracy  |error| <= state.sine_error and cosine_error. With u = 2^-53 and size = min(1, |anchor's value| + radians
///           up to the next anchor), which bounds the value in all rows and the sine of any step: a step of a block
///           adds (2u of rounding + 4u of the factors) · 2 size, and the same amount for the errors of the second value,
///           24u size for each of 63 steps. The factors for half-odd positions err by up to 88u, as products of 8
///           such factors: the step from anchor to middle adds 376u size and the step to the row 180u; the bound
///           itself rounds by 4u. Together below 2304u size = 1.125 · 2^-42 size, plus the error of the anchor's
///           phase. For sines, size matters: most entries of a table are sines of small angles. For cosines it is
///           taken as 1 (tests/kernels/table/angle_sums_test.cpp)
/// Source    the angle sums; the test that follows in sincos_table.cpp is Ziv's
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "kernels/table/frequencies.hpp"
#include "kernels/table/pair_group.hpp"
#include "kernels/table/phase.hpp"
#include "kernels/table/sine.hpp"

namespace posenc {

/// The angle-sum recurrence for neighbouring groups.
struct AngleSums {
  // Rows made from one state: enough to hide the cost of the next state.
  static constexpr std::size_t block_rows = 16;
  // Rows before a new anchor. With more of them the bound of the error grows, and the number of doubtful entries.
  static constexpr std::size_t anchor_rows = 1024;
  // Groups kept at a time: 22 KiB, which fit the stack and a first-level cache.
  static constexpr std::size_t capacity = 64;

  // The bound for cosines; the excess over 1.125 · 2^-42 is for the phase, at most 2^-79.
  static constexpr double cosine_error = 0x1.21p-42;

  struct State {
    SineCosine<simd::f64x2> value;      // of the middle of the block, between two rows
    simd::f64x2 sine_error;             // bounds for every row up to the next anchor
    SineCosine<simd::f64x2> block_step; // by block_rows positions
  };
  std::array<State, capacity> states;
  // [k]: by k + 1/2 positions.
  std::array<std::array<SineCosine<simd::f64x2>, capacity>, block_rows / 2> steps;
  std::size_t first = 0, count = 0; // of the groups

  /// Takes groups [from, from + size) of the pairs; size <= capacity.
  void set_groups(std::span<const Frequency> frequencies, std::size_t from, std::size_t size);
  /// Sets the state to the block that starts with a position.
  void set_anchor(std::span<const Frequency> frequencies, Position position);
  /// Moves the state on by block_rows positions.
  void advance();
};

} // namespace posenc
