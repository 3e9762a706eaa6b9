// The Gaussian error linear unit against wide precision.
#include "kernels/layers/gelu.hpp"

#include <bit>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>

#include "random_values.hpp"
#include "reference/layers.hpp"
#include "ulps.hpp"

using namespace posenc;

namespace {

std::vector<float> gelu_of(const std::vector<float>& x, GeluForm form) {
  std::vector<float> out(x.size(), 7.0f);
  gelu(x, form, out);
  return out;
}

double worst_error(const std::vector<float>& x, GeluForm form) {
  const std::vector<float> got = gelu_of(x, form);
  double worst = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto at = static_cast<double>(x[i]);
    const reference::Wide exact = form == GeluForm::exact ? reference::gelu(at) : reference::gelu_by_tanh(at);
    const double error = ulps(got[i], exact);
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

} // namespace

TEST_CASE("gelu is within 0.501 ULP of both forms", "[gelu]") {
  RandomValues random(1);
  std::vector<float> x = random.floats(3000, -6, 6);
  const auto far = random.floats(1000, -16, 16);
  x.insert(x.end(), far.begin(), far.end());
  for (const float size : {1e-45f, 1e-38f, 1e-20f, 1e-6f, 1e-3f, 0.5f, 4.0f, 14.0f, 20.0f})
    for (const float sign : {-1.0f, 1.0f}) x.push_back(sign * size);
  CHECK(worst_error(x, GeluForm::exact) <= 0.501);
  CHECK(worst_error(x, GeluForm::tanh) <= 0.501);
}

TEST_CASE("gelu at its limits", "[gelu]") {
  const float inf = std::numeric_limits<float>::infinity();
  for (const GeluForm form : {GeluForm::exact, GeluForm::tanh}) {
    const auto got = gelu_of({0.0f, -0.0f, inf, -inf, std::nanf(""), -1e30f, 1e30f}, form);
    const auto bits = [&](std::size_t i) { return std::bit_cast<std::uint32_t>(got[i]); };
    CHECK(bits(0) == 0);
    CHECK(bits(1) == 0x80000000u);
    CHECK(got[2] == inf);
    CHECK(bits(3) == 0x80000000u);
    CHECK(bits(4) == 0x7fc00000u);
    CHECK(bits(5) == 0x80000000u);
    CHECK(got[6] == 1e30f);
  }
}

TEST_CASE("gelu of any number of entries, in place as elsewhere", "[gelu]") {
  RandomValues random(2);
  for (const std::size_t count : {0, 1, 2, 3, 4, 5, 7, 8, 13}) {
    std::vector<float> x = random.floats(count);
    const auto apart = gelu_of(x, GeluForm::exact);
    for (std::size_t i = 0; i < count; ++i) CHECK(gelu_of({x[i]}, GeluForm::exact)[0] == apart[i]);
    gelu(x, GeluForm::exact, x);
    CHECK(x == apart);
  }
}
