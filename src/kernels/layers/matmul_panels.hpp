/// The product of two matrices by packed panels: the core of matmul and linear.
///
///   out[m,n] = Σ_k a[m,k] b[k,n] + bias[n]
///
/// The right factor is packed into panels of 8 columns, (panel, K, 8), the left one into panels of 4 rows, (panel, K, 4), some
/// rows at a time, which stay in the second-level cache while all columns pass.
///
/// Accuracy  as matmul.hpp says. An entry is the same whatever stands in other rows and columns, and however the factors
///           are stored
/// Source    Goto & van de Geijn 2008, doi 10.1145/1356052.1356053
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/layers/matmul.hpp"

namespace posenc {

/// A matrix, row-major; if transposed, `values` holds the transposed matrix, row-major.
struct Factor {
  std::span<const float> values;
  bool transposed;
  bool packed =
      false; // whether `values` are panels already, which pack_factor() made: of the right factor only
};

/// Floats of the panels of a right factor.
std::uint64_t packed_floats(std::uint64_t inner, std::uint64_t columns);

/// Packs the right factor, for many products with it. Panels have packed_floats() floats.
void pack_factor(const Factor& b, std::size_t inner, std::size_t columns, std::span<float> panels);

/// Bytes of scratch that multiply_factors() needs.
std::uint64_t panels_scratch(const MatmulShape&, bool precise);

/// bias is (N), or empty for 0. Scratch is aligned to 16 bytes, of at least panels_scratch() bytes, and holds nothing
/// afterwards.
void multiply_factors(const Factor& a, const Factor& b, std::span<const float> bias, const MatmulShape&,
                      bool precise, std::span<float> out, std::span<std::byte> scratch);

} // namespace posenc
