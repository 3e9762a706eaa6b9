/// One step of AdamW, with warm-up, a cosine decay, and gradients clipped by their norm.
///
///   g <- g · min(1, clip / |g|)        |g| the norm of all gradients; clip 0: none
///   m <- β1 m + (1 − β1) g             v <- β2 v + (1 − β2) g²
///   w <- w (1 − rate · decay) − rate / (1 − β1^t) · m / (√(v / (1 − β2^t)) + ε)
///
///   rate = peak · t / warmup                                              t <= warmup
///          peak · (end + (1 − end)(1 + cos(π (t − warmup) / (steps − warmup))) / 2)     up to steps, then peak · end
///          peak                                                           steps = 0
///
/// Only matrices of linear layers decay.
///
/// Shapes    weights, gradients, m, v: as model_weights.hpp; t from 1
/// Accuracy  rate <= 2^-48 relative; an entry <= 8 · 2^-24 · (|w| + |step|): floats, rounded at each of the steps above
///           (tests/kernels/training/adamw_test.cpp)
/// Source    Loshchilov & Hutter 2017, arXiv 1711.05101, algorithm 2, with the decay times the rate, as PyTorch has it; clipping:
///           Pascanu et al. 2012, arXiv 1211.5063
#pragma once

#include <cstddef>
#include <span>

#include "kernels/training/training_model.hpp"

namespace posenc {

struct Optimiser {
  double peak, beta1, beta2, epsilon, decay, clip;
  std::size_t warmup, steps;
  double end; // as a part of the peak
};

double learning_rate(const Optimiser& optimiser, std::size_t t);

/// √Σ g², in double.
double gradient_norm(std::span<const float> gradient);

struct Moments {
  std::span<float> first, second;
};

/// Requires the finite norm of `gradient`.
void adamw(const TrainingModel& model, const Optimiser& optimiser, std::size_t t, double norm,
           std::span<float> gradient, std::span<float> weights, const Moments& moments);

} // namespace posenc
