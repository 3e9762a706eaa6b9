/// POSENC_UNROLL before a loop over a constant count writes out its rounds.
///
/// The modules are built for size, which leaves loops as they are. Vectors in an array stay in registers only where each index is a
/// constant: a tile of products took 2.5 times as long in a loop.
#pragma once

#if defined(__clang__)
#define POSENC_UNROLL _Pragma("clang loop unroll(full)")
#else
#define POSENC_UNROLL _Pragma("GCC unroll 16")
#endif
