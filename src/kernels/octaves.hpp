/// Frequencies that double from pair to pair, for the Fourier features of coordinates.
///
///   half turns   f[k] = 2^k / 2         sin(2^k π x), as in the paper
///   radians      f[k] = 2^k / 2π        sin(2^k x), as in its published code
///
/// Shapes    out (octaves)
/// Units     turns per unit of the coordinate; more than one from the second octave on
/// Requires  octaves <= 31, as radians() ends at 2^32. Checked by src/api
/// Accuracy  half turns exact, radians |error| <= 2^(k − 224) turns (tests/kernels/octaves_test.cpp)
/// Source    Mildenhall et al. 2020, arXiv 2003.08934, eq. 4
#pragma once

#include <span>

#include "kernels/frequencies.hpp"

namespace posenc {

enum class OctaveUnit { half_turns, radians };

void octave_frequencies(std::span<Frequency> out, OctaveUnit unit);

} // namespace posenc
