/// Fuzz targets: one for each folder of kernels. Each makes a case of the bytes, runs a kernel on it and the reference, and
/// throws where they differ by more than the kernel's header allows.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "fuzz/bytes.hpp"
#include "reference/arithmetic.hpp"

namespace posenc::fuzz {

void additive(Bytes& bytes);
void arithmetic(Bytes& bytes);
void attention(Bytes& bytes);
void bias(Bytes& bytes);
void relative_scores(Bytes& bytes); // a part of bias
void heatmap(Bytes& bytes);
void layers(Bytes& bytes);
void properties(Bytes& bytes);
void rotary(Bytes& bytes);
void table(Bytes& bytes);
void training(Bytes& bytes);
void learned_bias(Bytes& bytes); // a part of training

struct Target {
  std::string_view name;
  void (*run)(Bytes& bytes);
};

inline constexpr Target targets[] = {
    {"additive", additive}, {"arithmetic", arithmetic}, {"attention", attention},   {"bias", bias},
    {"heatmap", heatmap},   {"layers", layers},         {"properties", properties}, {"rotary", rotary},
    {"table", table},       {"training", training},
};

/// A kernel and the reference do not agree.
class Difference : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Requires a condition of a kernel's result; `what` names the kernel and the law.
void require(bool holds, const std::string& what);

/// Requires a result within half of its last place, and `slack` beyond, of the exact value; NaN for NaN.
void require_near(float got, reference::Wide exact, double slack, const std::string& what);
void require_near(double got, reference::Wide exact, double slack, const std::string& what);

} // namespace posenc::fuzz
