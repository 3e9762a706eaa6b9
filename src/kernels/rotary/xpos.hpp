/// xPos: RoPE with a table that also grows with the position for queries, and shrinks for keys.
///
///   table[t, i], table[t, P + i] <- · ζ[i]^(±p[t] / scale_base)      + for queries, − for keys
///   ζ[i] = (i / P + γ) / (1 + γ)                                     P pairs
///
/// A score then has the factor ζ^((p_query − p_key) / scale_base) for each pair, which falls with the distance. The scale
/// of a query or key itself exceeds the range of floats, with the paper's numbers at about 36 000 positions on either
/// side of 0; as only distances matter, positions may be counted from the middle of a text.
///
/// xpos_quotient is for keys that are rotated already: it multiplies a table of doubles by the scale that a key is to have,
/// divided by the one that it has. The quotient is near 1 if the positions are near each other, however far from 0 they are.
///
/// Shapes    table (T, 2P) f32 row-major, in place, as sincos_table writes it in the layout halves(2P), or f64 as
///           rerotation_table does; positions (T) f64, exponents (P) f64, both empty for an encoding without scales
/// Units     positions and scale_base in tokens; exponents are log2 ζ
/// Requires  γ in [2^-30, 2^30], scale_base > 0. Checked by src/api
/// Accuracy  exponents are the nearest doubles; an entry is off by <= 1.501 ULP if scales lie in [2^-120, 2^120],
///           a pair rotated by it by <= 2.75 · 2^-24 of its norm, times the scale. A quotient is off by
///           <= 2^-50 (1 + |log2 from's scale| + |log2 to's scale|) of itself, with the same exponents and scale_base on both
///           sides by <= 2^-50 (1 + |log2 quotient|). Proof: four roundings by 2^-53 in each logarithm, and 2^-51 of
///           exp2 (tests/kernels/rotary/xpos_test.cpp)
/// Source    Sun et al. 2022, arXiv 2212.10554, algorithm 1: γ = 0.4, scale_base = 512
#pragma once

#include <cstddef>
#include <span>

namespace posenc {

enum class XposSide { query, key };

void xpos_exponents(std::span<double> out, double gamma);

/// The positions of keys, and what their scales follow from.
struct XposKeys {
  std::span<const double> exponents, positions;
  double scale_base;
};

void xpos_quotient(std::span<double> table, std::size_t pairs, const XposKeys& from, const XposKeys& to);

void xpos(std::span<float> table, std::span<const double> exponents, std::span<const double> positions,
          double scale_base, XposSide side);

} // namespace posenc
