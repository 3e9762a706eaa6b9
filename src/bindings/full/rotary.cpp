/// Rotary tables, what turns vectors by them, and the change of pairing.
///
/// The calls of one rotation follow each other on the same slices: a table is made, scaled for xPos, and used.
#include <emscripten/bind.h>

#include "bindings/slices.hpp"
#include "kernels/rotary/permute_pairing.hpp"
#include "kernels/rotary/rotary_table.hpp"
#include "kernels/rotary/rotate.hpp"
#include "kernels/rotary/xpos.hpp"

namespace posenc::bindings {
namespace {

// The structs are written from JavaScript: a change of their layout must not go unnoticed.
static_assert(sizeof(RotationShape) == 4 * 4 && sizeof(PermutationShape) == 4 * 4);

void fill_rotary_table(Address list, double start, std::size_t tokens, double amplitude) {
  const auto& [frequencies, axis_of_pair, positions, table] = slices<4>(list);
  rotary_table(frequencies, {tokens, start, positions, axis_of_pair}, amplitude, table);
}

void fill_rotary_recipe_table(Address list, std::size_t tokens, float amplitude) {
  const auto& [frequencies, axis_of_pair, positions, table] = slices<4>(list);
  rotary_recipe_table(frequencies, {tokens, 0, positions, axis_of_pair}, amplitude, table);
}

void scale_by_xpos(Address list, double scale_base, bool is_key) {
  const auto& [frequencies, axis_of_pair, positions, table, exponents] = slices<5>(list);
  xpos(table, exponents, positions, scale_base, is_key ? XposSide::key : XposSide::query);
}

void split_table(Address list, std::size_t pairs) {
  const auto& [frequencies, axis_of_pair, positions, table, exponents, sines, cosines] = slices<7>(list);
  split_rotary_table(table, pairs, sines, cosines);
}

void rotate_in_place(Address list, bool is_adjacent, bool is_inverse) {
  const auto& [frequencies, axis_of_pair, positions, table, exponents, shape, x] = slices<7>(list);
  rotate(x, table, shape.as<RotationShape>(), {is_adjacent ? Pairing::adjacent : Pairing::halves, is_inverse},
         x);
}

void permute(Address list, bool to_adjacent) {
  const auto& [x, shape, out] = slices<3>(list);
  permute_pairing(x, shape.as<PermutationShape>(), to_adjacent ? Pairing::adjacent : Pairing::halves, out);
}

} // namespace

EMSCRIPTEN_BINDINGS(rotary) {
  using emscripten::function;
  function("rotaryTable", &fill_rotary_table);
  function("rotaryRecipeTable", &fill_rotary_recipe_table);
  function("xposTable", &scale_by_xpos);
  function("splitRotaryTable", &split_table);
  function("rotate", &rotate_in_place);
  function("permutePairing", &permute);
}

} // namespace posenc::bindings
