/// The mean of all entries of a table, in closed form, however long it is.
///
///   mean = (Σ_i Σ_t sin 2π(start + t)f[i] + Σ_i Σ_t cos 2π(start + t)f[i]) / (rows · columns)      t = 0 … rows − 1
///   Σ_t e^{iω(start + t)} = sin(rows·ω/2) / sin(ω/2) · e^{iω(start + (rows − 1)/2)}
///
/// Requires  rows an integer from 1 to 2^52, |start| <= 2^52; frequencies in (0, 1) turns; columns.pairs() <= pairs
/// Accuracy  <= 2^-50 absolute (tests/kernels/properties/table_mean_test.cpp)
/// Source    the sum of a geometric progression
#pragma once

#include <span>

#include "kernels/table/columns.hpp"
#include "kernels/table/frequencies.hpp"

namespace posenc {

double table_mean(std::span<const Frequency> frequencies, Columns columns, double start, double rows);

} // namespace posenc
