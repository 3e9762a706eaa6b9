/// The model whose bits are known: it learns to write its letters backwards.
#pragma once

#include "kernels/arithmetic/philox.hpp"
#include "kernels/training/adamw.hpp"
#include "kernels/training/training_model.hpp"

namespace posenc {

inline constexpr PhiloxKey reverse_seed = {12345678901u & 0xffffffffu, 2};
inline constexpr TrainingModel reverse_model{.vocabulary = 17,
                                             .width = 16,
                                             .heads = 2,
                                             .layers = 2,
                                             .hidden = 32,
                                             .positions = 0,
                                             .window = 0,
                                             .causal = true,
                                             .position = PositionKind::rotary,
                                             .norm = NormKind::layer,
                                             .activation = ActivationKind::gelu};
inline constexpr Optimiser reverse_optimiser{.peak = 0.004,
                                             .beta1 = 0.9,
                                             .beta2 = 0.98,
                                             .epsilon = 1e-8,
                                             .decay = 0.05,
                                             .clip = 1,
                                             .warmup = 20,
                                             .steps = 150,
                                             .end = 0.1};

} // namespace posenc
