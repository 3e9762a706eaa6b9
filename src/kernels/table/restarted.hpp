/// Frequencies of pairs that follow several axes, as for an image.
///
///   f[first[s] + i] = bases[s]^(−i / sections[s]) / 2π      i = 0 … sections[s] − 1, first[s] = Σ sections before s
///
/// Shapes    out (pairs), bases, sections (S); their sum is the number of pairs
/// Units     turns per position
/// Requires  bases as for geometric_frequencies. Checked by src/api
/// Accuracy  same as geometric_frequencies() (tests/kernels/table/restarted_test.cpp)
/// Source    Heo et al. 2024, arXiv 2403.13298, section 3.2 (axial frequency). Bases of their own: diffusers,
///           transformer_cosmos.py, CosmosRotaryPosEmbed
#pragma once

#include <cstdint>
#include <span>

#include "kernels/table/frequencies.hpp"

namespace posenc {

/// Frequencies that start again with each section of the pairs.
void restarted_frequencies(std::span<Frequency> out, std::span<const double> bases,
                           std::span<const std::uint32_t> sections);

/// out[i] = frequencies[picks[i]]: the pairs in another order. No overlap.
void pick_frequencies(std::span<Frequency> out, std::span<const Frequency> frequencies,
                      std::span<const std::uint32_t> picks);

} // namespace posenc
