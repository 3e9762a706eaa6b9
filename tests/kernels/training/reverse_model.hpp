/// The model whose bits are known: it learns to write its letters backwards.
#pragma once

#include "kernels/arithmetic/philox.hpp"
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

} // namespace posenc
