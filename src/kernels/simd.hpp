/// The vector types of the kernels, and the only raw intrinsics in the project.
///
/// Every target uses 128-bit lanes (4 × f32, 2 × f64): WebAssembly has no other width, and the native build
/// must give the same bits, so a wider register would change the order of the reductions.
#pragma once

#include <cstddef>
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

static_assert(f32x4::size == 4 && f64x2::size == 2, "results depend on 128-bit lanes");

} // namespace posenc::simd
