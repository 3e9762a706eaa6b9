/// The product of two matrices, either of which may be given transposed.
///
///   out[m,n] = Σ_k a[m,k] b[k,n]
///
/// Shapes    a (M, K) or transposed (K, M), b (K, N) or transposed (N, K), out (M, N); f32 row-major
/// Requires  no overlap of out with anything. Checked by src/api/layers/matmul.ts
/// Accuracy  <= 1/2 ULP + 64 · 2^-24 · Σ|a b|, whatever K is: sums of 64 products are made in float, and their sum in double.
///           Precise, <= 1/2 ULP + K · 2^-53 · Σ|a b|. Products that are subnormal err by half a step of those
///           (tests/kernels/layers/matmul_test.cpp). The bits are the same for factors that are given transposed
/// Faults    NaN and Inf propagate as in IEEE 754, 0 · Inf included; unless precise, 64 products may exceed the range of a float
/// Source    matmul_panels.hpp
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace posenc {

struct MatmulShape {
  std::size_t rows, inner, columns; // M, K, N
};

struct MatmulOptions {
  bool transpose_a = false, transpose_b = false; // whether the factor is given transposed
  bool precise = false;                          // whether all sums are made in double
};

/// Bytes of scratch that matmul() needs: a copy of b, and a few rows and columns. They may exceed the range of an address.
std::uint64_t matmul_scratch(const MatmulShape&, bool precise);

/// Scratch is aligned to 16 bytes, of at least matmul_scratch() bytes, and holds nothing afterwards.
void matmul(std::span<const float> a, std::span<const float> b, const MatmulShape&, const MatmulOptions&,
            std::span<float> out, std::span<std::byte> scratch);

} // namespace posenc
