/// The weights that training starts from: uniform numbers of a generator with a counter.
///
///   w[i] = RN(bound · (k 2^-23 − 1))        k = the upper 24 bits of word i mod 4 of philox({3, ⌊i / 4⌋, tensor, 0}, seed)
///
///   bound = √3 · 0.5            embedding, learned positions, the vectors of Shaw, the hidden units of FIRE
///           √(3 / inputs)       linear layers, also / √(2 · layers) if their result is added to the residual
///   gains, KERPLE's numbers and FIRE's two roots are 1; other biases, shifts and the table of T5 are 0
///
/// Shapes    weights as in model_weights.hpp; tensor counts each_tensor()'s calls from 0
/// Units     seed: its lower and its upper 32 bits
/// Accuracy  exact: bounds are doubles, rounded to float once (tests/kernels/training/initial_weights_test.cpp)
/// Source    the variance 1 / inputs of LeCun et al. 1998, Efficient BackProp; the division by the root of the number of sums is
///           as in Radford et al. 2019 (GPT-2), section 2.3
#pragma once

#include <span>

#include "kernels/arithmetic/philox.hpp"
#include "kernels/training/training_model.hpp"

namespace posenc {

void initial_weights(const TrainingModel& model, PhiloxKey seed, std::span<float> weights);

} // namespace posenc
