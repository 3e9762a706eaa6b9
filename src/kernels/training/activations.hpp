/// GELU and SwiGLU for training, and their gradients.
///
///   gelu     y = x σ(2z)              z = √(2/π) (x + 0.044715 x³)        the form with tanh, as (1 + tanh z) / 2 = σ(2z)
///   swiglu   y[r,c] = u σ(u) · v      u = x[r,c], v = x[r,F+c]
///
///   gelu     dx = g (σ + 2 x z' σ(1 − σ))
///   swiglu   du = g v σ(1 + u (1 − σ))        dv = g u σ
///
/// Shapes    gelu: all of one length; swiglu: x, dx (R, 2F), y, g (R, F); f32 row-major. dx is not x or g
/// Accuracy  gelu <= (12 + 6 |z|) · 2^-24 · |y| where σ is not subnormal, as the rounding of z is a factor of its power;
///           swiglu <= 12 · 2^-24 · |y|; gradients <= 12 · 2^-24 · (|g|, |g v| or |g u|): exp.hpp errs by 1 ULP, and each
///           step rounds once (tests/fuzz/training.cpp, tests/kernels/training/activations_test.cpp)
/// Source    Hendrycks & Gimpel 2016, arXiv 1606.08415; Shazeer 2020, arXiv 2002.05202
#pragma once

#include <cstddef>
#include <span>

namespace posenc {

void gelu_forward(std::span<const float> x, std::span<float> out);
void gelu_backward(std::span<const float> x, std::span<const float> gradient, std::span<float> out);

void swiglu_forward(std::span<const float> x, std::size_t hidden, std::span<float> out);
void swiglu_backward(std::span<const float> x, std::span<const float> gradient, std::size_t hidden,
                     std::span<float> out);

} // namespace posenc
