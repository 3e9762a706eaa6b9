/// The gradients of layer_norm() and rms_norm().
///
///   layer   dx = s (a − mean(a) − n · mean(a n))        n = (x − μ) s, s = 1 / √(σ² + ε), a = g · gain
///   rms     dx = s (a − n · mean(a n))                  n = x s, s = 1 / √(mean(x²) + ε)
///   dgain[c] = Σ_r g[r,c] n[r,c]        dshift[c] = Σ_r g[r,c]
///
/// Shapes    x, g, dx (R, C) f32 row-major, dx may be g itself; gain, dgain (C), dshift (C), or empty for an RMS norm;
///           sums (2C) f64, scratch
/// Accuracy  dx <= 1/2 ULP + C · 2^-51 · s · max|a|; the sums over rows <= 1/2 ULP + R · 2^-52 · Σ|g n|: all in double
///           (tests/kernels/training/norm_backward_test.cpp)
/// Source    Ba, Kiros & Hinton 2016, arXiv 1607.06450; Zhang & Sennrich 2019, arXiv 1910.07467; the chain rule
#pragma once

#include <cstddef>
#include <span>

namespace posenc {

struct NormGradients {
  std::span<float> x, gain, shift;
};

void layer_norm_backward(std::span<const float> x, std::span<const float> gain,
                         std::span<const float> gradient, double eps, const NormGradients& out,
                         std::span<double> sums);

void rms_norm_backward(std::span<const float> x, std::span<const float> gain, std::span<const float> gradient,
                       double eps, const NormGradients& out, std::span<double> sums);

} // namespace posenc
