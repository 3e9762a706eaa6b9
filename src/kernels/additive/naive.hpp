/// The encodings that come to mind first: the position itself, its share of the whole, a channel for each.
///
///   index             out[t,c] = p[t]
///   normalized_index  out[t,c] = 2 p[t] / (length − 1) − 1
///   one_hot           out[t,c] = 1 if p[t] = c, else 0
///
/// Shapes    positions (T), out (T, C) f32 row-major; all channels of index and normalized_index are equal
/// Units     positions in tokens
/// Requires  |p| <= 2^53, 2 <= length <= 2^52, out.size() = T · C. Checked by src/api
/// Accuracy  index and one_hot correctly rounded; normalized_index too if 2p − (length − 1) and length − 1 are floats
///           (integers up to 2^24 are), else |error| <= ½ ULP + 2^-52 (|p| / length + 1) (tests/kernels/additive/naive_test.cpp)
/// Source    the candidates that introductions to the subject reject
#pragma once

#include <span>

namespace posenc {

void index_rows(std::span<const double> positions, std::span<float> out);

void normalized_index_rows(std::span<const double> positions, double length, std::span<float> out);

void one_hot_rows(std::span<const double> positions, std::span<float> out);

} // namespace posenc
