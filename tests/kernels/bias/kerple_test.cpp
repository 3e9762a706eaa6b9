// KERPLE against the formulas in wide precision, and against tests/fixtures/bias.json.
#include "kernels/bias/kerple.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "random_values.hpp"
#include "reference/bias.hpp"
#include "ulps.hpp"

using namespace posenc;

namespace {

struct Numbers { // tests/fixtures/bias.json, kerple.records: r1, r2 and the values of the distances
  double r1, r2;
  std::vector<float> logarithmic, power;
};

constexpr double distances[] = {1, 10, 127, 65535};

const std::vector<Numbers> records{
    {1,
     1,
     {-0.6931471805599453094172321f, -2.397895272798370544061944f, -4.852030263919617165920625f,
      -11.09035488895912495067571f},
     {-1.0f, -10.0f, -127.0f, -65535.0f}},
    {0.5,
     0.25,
     {-0.1115717756571048778831475f, -0.6263814842476839978440603f, -1.74445148104063046265748f,
      -4.852053151579357954362116f},
     {-0.5f, -0.8891397050194614006127106f, -1.678498411496466451366221f, -7.999969482247250462931058f}},
    {2,
     0.01,
     {-0.01990066170633616610864223f, -0.1906203596086497238727555f, -1.639559662986622637247472f,
      -12.97338836649883288372802f},
     {-2.0f, -2.046585984561508262913524f, -2.099268711418674215535668f, -2.234573935172889297580422f}},
    {1.25,
     2,
     {-1.373265360835137114244057f, -3.805653047154278745625747f, -6.926579431448032682806924f,
      -14.72936805011929378950704f},
     {-1.25f, -125.0f, -20161.25f, -5368545281.25f}},
};

} // namespace

TEST_CASE("kerple: tests/fixtures/bias.json, kerple", "[kerple]") {
  for (const Numbers& record : records)
    for (std::size_t n = 0; n < std::size(distances); ++n) {
      float out;
      INFO(record.r1 << ", " << record.r2 << " at " << distances[n]);
      kerple_logarithmic({&record.r1, 1}, {&record.r2, 1}, -distances[n], {&out, 1});
      CHECK(out == record.logarithmic[n]);
      kerple_power({&record.r1, 1}, {&record.r2, 1}, distances[n], {&out, 1});
      CHECK(out == record.power[n]);
    }
}

TEST_CASE("kerple: both kernels keep their bounds at every length and distance", "[kerple]") {
  RandomValues random(3);
  double worst_logarithm = 0, worst_power = 0;
  for (const std::size_t count : {0, 1, 2, 3, 4, 5, 31, 257})
    for (const double first : {-130.0, 0.0, -16777250.0, 0x1p40, -0x1p53}) {
      const std::size_t heads = random.integer(1, 5);
      std::vector<double> r1(heads), r2(heads);
      for (double& r : r1) r = random.real(0.001, 4);
      for (double& r : r2)
        r = random.integer(0, 2) == 0 ? std::exp2(random.real(-60, 1)) : random.real(0.01, 2);
      std::vector<float> logarithmic(heads * count), power(heads * count);
      kerple_logarithmic(r1, r2, first, logarithmic);
      kerple_power(r1, r2, first, power);
      for (std::size_t h = 0; h < heads; ++h)
        for (std::size_t n = 0; n < count; ++n) {
          const double distance = std::abs(first + static_cast<double>(n));
          const std::size_t at = h * count + n;
          worst_logarithm = std::max(
              worst_logarithm, ulps(logarithmic[at], reference::kerple_logarithmic(r1[h], r2[h], distance)));
          worst_power =
              std::max(worst_power, ulps(power[at], reference::kerple_power(r1[h], r2[h], distance)));
        }
    }
  CHECK(worst_logarithm <= 0.5 + 0x1p-24);
  CHECK(worst_power <= 0.5 + 0x1p-18);
}

TEST_CASE("kerple: no distance is +0", "[kerple]") {
  constexpr double r1 = 1.5, r2 = 0.5;
  float out = -1;
  kerple_logarithmic({&r1, 1}, {&r2, 1}, 0, {&out, 1});
  CHECK((out == 0 && !std::signbit(out)));
  kerple_power({&r1, 1}, {&r2, 1}, 0, {&out, 1});
  CHECK((out == 0 && !std::signbit(out)));
}
