/// FIRE: a learned function of the distance, on a scale that grows with the query's position.
///
///   bias[h,i,j] = f_h(ψ(|i + offset − j|) / ψ(max(L, i + offset)))        ψ(x) = ln(1 + c·x)
///
/// f is a perceptron of one input and one output a head. Up to the threshold L the bias depends on the relative
/// position alone; beyond it the rows differ, so the bias cannot be stored as a vector in general.
///
/// Shapes    out (NH, T, S) f32 row-major, or the heads from first_head on; f of perceptron.hpp
/// Units     positions and L in tokens
/// Requires  0 < c, L and c · any position <= 2^900; offset >= 0. Checked by src/api
/// Accuracy  ψ's quotient <= 2^-47 relative, the perceptron as perceptron.hpp says, then one rounding to float
///           (tests/kernels/bias/fire_test.cpp)
/// Source    Li et al. 2023, arXiv 2310.04418, eq. 3. For keys after the query the distance is |i − j|, which the
///           paper leaves open
#pragma once

#include <span>

#include "kernels/arithmetic/perceptron.hpp"
#include "kernels/bias/score_block.hpp"

namespace posenc {

struct FireScale {
  double c, threshold; // both learned
};

void fire(FireScale scale, const Perceptron& f, std::size_t first_head, const ScoreBlock& block,
          std::span<float> out);

} // namespace posenc
