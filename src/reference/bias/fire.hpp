/// FIRE, score by score in wide precision.
///
/// Source    Li et al. 2023, arXiv 2310.04418, eq. 3
#pragma once

#include "reference/arithmetic/perceptron.hpp"

namespace posenc::reference {

/// ψ(|query − key|) / ψ(max(threshold, query))
Wide fire_distance(double c, double threshold, double query, double key);

Wide fire(double c, double threshold, const Perceptron& f, std::size_t head, double query, double key);

} // namespace posenc::reference
