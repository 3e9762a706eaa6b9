/// FIRE's bias from what a model learns, and the gradient of that.
///
///   bias[h,i,j] = f_h(r)        r = ψ(|i − j|) / ψ(max(L, i))        ψ(x) = ln(1 + c x)        c = a²        L = m² · threshold
///
///   dr/dc = (|i − j| / (1 + c |i − j|) − r y / (1 + c y)) / ψ(y)        y = max(L, i)
///   dr/dL = −r c / (1 + c L) / ψ(L)        where L > i
///   f is a perceptron: perceptron.hpp; the gradient of a unit that is at most 0 is 0
///
/// Shapes    weights as FireTensors: roots a and m; bias (NH, N, N) f32, its gradient f64; U <= 32, NH <= 16
/// Units     threshold in tokens: L before training, as a and m start at 1. Squares are never below zero; the paper takes |c| and |L|
/// Requires  a and m other than 0, which rounding does not bring about; otherwise rows are NaN
/// Accuracy  the bias as fire.hpp says; gradients are sums in double of terms that err by 2^-46 of themselves, then one rounding
///           (tests/kernels/training/fire_bias_test.cpp)
/// Source    Li et al. 2023, arXiv 2310.04418, eq. 3; the chain rule
#pragma once

#include <span>

#include "kernels/training/model_weights.hpp"

namespace posenc {

void fire_bias(const FireTensors& weights, double threshold, std::size_t positions, std::span<float> out);

/// Writes the gradient of each weight to `out`.
void fire_bias_backward(std::span<const double> gradient, const FireTensors& weights, double threshold,
                        std::size_t positions, const FireTensors& out);

} // namespace posenc
