/// The vector types of the kernels, and the only raw intrinsics in the project.
///
/// Every target uses 128-bit lanes (4 × f32, 2 × f64): WebAssembly supports only this width, and the native build
/// must give the same bits, so a wider register would change the order of the reductions.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <xsimd/xsimd.hpp>

namespace posenc::simd {

#if defined(__wasm_simd128__)
using Arch = xsimd::wasm;
#elif defined(__SSE4_1__)
using Arch = xsimd::sse4_1;
#elif defined(__aarch64__)
using Arch = xsimd::neon64;
#else
using Arch = xsimd::emulated<128>;
#endif

using f32x4 = xsimd::batch<float, Arch>;
using f64x2 = xsimd::batch<double, Arch>;
using i32x4 = xsimd::batch<std::int32_t, Arch>;
using u32x4 = xsimd::batch<std::uint32_t, Arch>;
using u64x2 = xsimd::batch<std::uint64_t, Arch>;

static_assert(f32x4::size == 4 && f64x2::size == 2, "results depend on 128-bit lanes");

/// The bits of floats as integers and back, for one number and for a vector of them.
inline u32x4 bits(f32x4 x) {
  return xsimd::bitwise_cast<std::uint32_t>(x);
}
inline std::uint64_t bits(double x) {
  return std::bit_cast<std::uint64_t>(x);
}
inline u64x2 bits(f64x2 x) {
  return xsimd::bitwise_cast<std::uint64_t>(x);
}
inline double from_bits(std::uint64_t x) {
  return std::bit_cast<double>(x);
}
inline f64x2 from_bits(u64x2 x) {
  return xsimd::bitwise_cast<double>(x);
}

/// The lower and the upper two lanes as doubles. Exact.
inline f64x2 widen_low(f32x4 x) {
#if defined(__wasm_simd128__)
  return wasm_f64x2_promote_low_f32x4(x);
#elif defined(__SSE4_1__)
  return _mm_cvtps_pd(x);
#else
  return {double(x.get(0)), double(x.get(1))};
#endif
}

inline f64x2 widen_high(f32x4 x) {
#if defined(__wasm_simd128__)
  return wasm_f64x2_promote_low_f32x4(wasm_i32x4_shuffle(x, x, 2, 3, 2, 3));
#elif defined(__SSE4_1__)
  return _mm_cvtps_pd(_mm_movehl_ps(x, x));
#else
  return {double(x.get(2)), double(x.get(3))};
#endif
}

/// a · b + c, rounded after each step. In the module with relaxed SIMD the machine decides whether the product is rounded,
/// which can only lower the bound of the error.
inline f32x4 multiply_add(f32x4 a, f32x4 b, f32x4 c) {
#if defined(__wasm_relaxed_simd__)
  return wasm_f32x4_relaxed_madd(a, b, c);
#else
  return a * b + c;
#endif
}

inline f64x2 multiply_add(f64x2 a, f64x2 b, f64x2 c) {
#if defined(__wasm_relaxed_simd__)
  return wasm_f64x2_relaxed_madd(a, b, c);
#else
  return a * b + c;
#endif
}

/// Four doubles, each rounded to the nearest float.
inline f32x4 narrow(f64x2 low, f64x2 high) {
#if defined(__wasm_simd128__)
  return wasm_i64x2_shuffle(wasm_f32x4_demote_f64x2_zero(low), wasm_f32x4_demote_f64x2_zero(high), 0, 2);
#elif defined(__SSE4_1__)
  return _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high));
#else
  return {float(low.get(0)), float(low.get(1)), float(high.get(0)), float(high.get(1))};
#endif
}

/// Four doubles, each rounded to the nearest float, in the order even 0, odd 0, even 1, odd 1.
inline f32x4 narrow_interleaved(f64x2 even, f64x2 odd) {
#if defined(__wasm_simd128__)
  return wasm_i32x4_shuffle(wasm_f32x4_demote_f64x2_zero(even), wasm_f32x4_demote_f64x2_zero(odd), 0, 4, 1,
                            5);
#elif defined(__SSE4_1__)
  return _mm_unpacklo_ps(_mm_cvtpd_ps(even), _mm_cvtpd_ps(odd));
#else
  return {float(even.get(0)), float(odd.get(0)), float(even.get(1)), float(odd.get(1))};
#endif
}

/// Lanes 0 and 2 of both vectors: the first floats of interleaved pairs.
inline f32x4 even_lanes(f32x4 low, f32x4 high) {
#if defined(__wasm_simd128__)
  return wasm_i32x4_shuffle(low, high, 0, 2, 4, 6);
#elif defined(__SSE4_1__)
  return _mm_shuffle_ps(low, high, 0b10001000);
#else
  return {low.get(0), low.get(2), high.get(0), high.get(2)};
#endif
}

/// Lanes 1 and 3 of both vectors: the second floats of interleaved pairs.
inline f32x4 odd_lanes(f32x4 low, f32x4 high) {
#if defined(__wasm_simd128__)
  return wasm_i32x4_shuffle(low, high, 1, 3, 5, 7);
#elif defined(__SSE4_1__)
  return _mm_shuffle_ps(low, high, 0b11011101);
#else
  return {low.get(1), low.get(3), high.get(1), high.get(3)};
#endif
}

/// Stores the lower two lanes at one place and the upper two at another, of any alignment.
inline void store_split(float* low, float* high, f32x4 x) {
#if defined(__wasm_simd128__)
  wasm_v128_store64_lane(low, x, 0);
  wasm_v128_store64_lane(high, x, 1);
#elif defined(__SSE4_1__)
  _mm_storel_pi(reinterpret_cast<__m64*>(low), x);
  _mm_storeh_pi(reinterpret_cast<__m64*>(high), x);
#else
  low[0] = x.get(0), low[1] = x.get(1);
  high[0] = x.get(2), high[1] = x.get(3);
#endif
}

/// The lower and the upper half of each product of 32-bit integers, for one number and for a vector of them.
template <class Word> struct Products {
  Word low, high;
};

constexpr Products<std::uint32_t> products(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t product = std::uint64_t{a} * b;
  return {static_cast<std::uint32_t>(product), static_cast<std::uint32_t>(product >> 32)};
}

inline Products<u32x4> products(u32x4 a, std::uint32_t b) {
#if defined(__wasm_simd128__)
  const v128_t factor = wasm_u32x4_splat(b);
  const v128_t first = wasm_u64x2_extmul_low_u32x4(a, factor);
  const v128_t last = wasm_u64x2_extmul_high_u32x4(a, factor);
  return {wasm_i32x4_shuffle(first, last, 0, 2, 4, 6), wasm_i32x4_shuffle(first, last, 1, 3, 5, 7)};
#elif defined(__SSE4_1__)
  const __m128i factor = _mm_set1_epi32(static_cast<int>(b));
  const __m128i even = _mm_mul_epu32(a, factor), odd = _mm_mul_epu32(_mm_srli_epi64(a, 32), factor);
  constexpr int odd_lanes = 0b11001100;
  return {_mm_blend_epi16(even, _mm_slli_epi64(odd, 32), odd_lanes),
          _mm_blend_epi16(_mm_srli_epi64(even, 32), odd, odd_lanes)};
#else
  const auto p = [&](std::size_t lane) { return products(a.get(lane), b); };
  return {{p(0).low, p(1).low, p(2).low, p(3).low}, {p(0).high, p(1).high, p(2).high, p(3).high}};
#endif
}

/// The larger of a and b in each lane; a if either is NaN, on every target.
inline f64x2 larger(f64x2 a, f64x2 b) {
#if defined(__wasm_simd128__)
  return wasm_f64x2_pmax(a, b);
#elif defined(__SSE4_1__)
  return _mm_max_pd(b, a);
#else
  return xsimd::select(a < b, b, a);
#endif
}

inline f32x4 larger(f32x4 a, f32x4 b) {
#if defined(__wasm_simd128__)
  return wasm_f32x4_pmax(a, b);
#elif defined(__SSE4_1__)
  return _mm_max_ps(b, a);
#else
  return xsimd::select(a < b, b, a);
#endif
}

/// The smaller of a and b in each lane; a if either is NaN, on every target.
inline f64x2 smaller(f64x2 a, f64x2 b) {
#if defined(__wasm_simd128__)
  return wasm_f64x2_pmin(a, b);
#elif defined(__SSE4_1__)
  return _mm_min_pd(b, a);
#else
  return xsimd::select(b < a, b, a);
#endif
}

inline f32x4 smaller(f32x4 a, f32x4 b) {
#if defined(__wasm_simd128__)
  return wasm_f32x4_pmin(a, b);
#elif defined(__SSE4_1__)
  return _mm_min_ps(b, a);
#else
  return xsimd::select(b < a, b, a);
#endif
}

} // namespace posenc::simd
