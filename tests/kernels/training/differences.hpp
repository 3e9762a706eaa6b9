/// Central differences in wide precision, which kernels' gradients are compared with.
///
/// A step of 2^-30 leaves 2^-60 of the third derivative, and loses 2^-78 to cancellation: both are nothing beside a float.
#pragma once

#include <catch_amalgamated.hpp>
#include <cstddef>
#include <span>
#include <vector>

#include "reference/arithmetic.hpp"

namespace posenc {

using WideValues = std::vector<reference::Wide>;

inline WideValues widened(std::span<const float> x) {
  return {x.begin(), x.end()};
}

/// d f(x) / d x[i] for each i, where f takes WideValues and gives one number.
template <class F> std::vector<double> differences(WideValues x, const F& f) {
  constexpr double step = 0x1p-30;
  std::vector<double> out;
  for (auto& entry : x) {
    const reference::Wide old = entry;
    entry = old + reference::Wide(step);
    const reference::Wide above = f(x);
    entry = old - reference::Wide(step);
    const reference::Wide below = f(x);
    entry = old;
    out.push_back(static_cast<double>((above - below) / reference::Wide(2 * step)));
  }
  return out;
}

/// Σ g y: a number whose gradient in y is g.
inline reference::Wide weighed(std::span<const float> g, const WideValues& y) {
  reference::Wide sum = 0;
  for (std::size_t i = 0; i < y.size(); ++i) sum += reference::Wide(g[i]) * y[i];
  return sum;
}

/// Checks each entry to a part of the largest one. 1e-5 is 168 · 2^-24: what a float loses in some hundred roundings, as deep
/// as these formulas are; a wrong sign or a term left out is off by its own size.
inline void check_gradient(std::span<const float> got, std::span<const double> due) {
  REQUIRE(got.size() == due.size());
  double largest = 0, error = 0;
  for (const double x : due) largest = std::max(largest, std::abs(x));
  for (std::size_t i = 0; i < got.size(); ++i)
    error = std::max(error, std::abs(static_cast<double>(got[i]) - due[i]));
  CHECK(error <= 1e-5 * largest);
}

} // namespace posenc
