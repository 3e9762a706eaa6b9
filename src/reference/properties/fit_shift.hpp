/// The least squares fit of a shift by the normal equations, R̂ (Σ P_t P_tᵀ) = Σ P_{t+k} P_tᵀ.
///
/// Accuracy  the condition of the Gram matrix times 2^-110; for tables whose rows span all dimensions
#pragma once

#include <cstddef>
#include <vector>

#include "reference/arithmetic/wide.hpp"

namespace posenc::reference {

struct ShiftFit {
  std::vector<Wide> matrix; // row-major
  Wide squared_residual;    // relative
};

ShiftFit fit_shift(const std::vector<std::vector<Wide>>& rows, std::size_t offset);

} // namespace posenc::reference
