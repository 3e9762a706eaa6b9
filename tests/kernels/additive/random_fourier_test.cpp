// Random Fourier features against tests/fixtures/fourier.json and the formula in wide precision.
#include "kernels/additive/random_fourier.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <string_view>
#include <vector>

#include "kernels/additive/normal.hpp"
#include "random_values.hpp"
#include "reference/additive.hpp"
#include "ulps.hpp"

using namespace posenc;

namespace {

struct RandomRecord { // tests/fixtures/fourier.json, random
  std::string_view layout;
  std::vector<double> point;
  std::vector<float> output;
};

const std::vector<double> matrix{0.5, -1.25, 3, 0.0625, -10.75, 7.5, 0, 1};

const std::vector<RandomRecord> random_records{
    {"flipped", {0, 0}, {1.0f, 1.0f, 1.0f, 1.0f, 0.0f, 0.0f, 0.0f, 0.0f}},
    {"flipped",
     {0.25, 0.75},
     {0.38268343236508977172846f, 0.2902846772544623676361924f, 0.9238795325112867561281832f, 0.0f,
      0.9238795325112867561281832f, -0.9569403357322088649357979f, -0.38268343236508977172846f, -1.0f}},
    {"flipped",
     {-1.5, 0.1},
     {0.7071067811865475552295377f, -0.9992290362407229346515431f, 0.7071067811865477093730044f,
      0.8090169943749474036011168f, 0.707106781186547493572151f, -0.03925981575906861119904054f,
      -0.7071067811865473394286843f, 0.5877852522924731573861548f}},
    {"halves", {0, 0}, {0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 1.0f, 1.0f, 1.0f}},
    {"halves",
     {0.25, 0.75},
     {0.9238795325112867561281832f, -0.9569403357322088649357979f, -0.38268343236508977172846f, -1.0f,
      0.38268343236508977172846f, 0.2902846772544623676361924f, 0.9238795325112867561281832f, 0.0f}},
    {"halves",
     {-1.5, 0.1},
     {0.707106781186547493572151f, -0.03925981575906861119904054f, -0.7071067811865473394286843f,
      0.5877852522924731573861548f, 0.7071067811865475552295377f, -0.9992290362407229346515431f,
      0.7071067811865477093730044f, 0.8090169943749474036011168f}},
    {"interleaved", {0, 0}, {1.0f, 0.0f, 1.0f, 0.0f, 1.0f, 0.0f, 1.0f, 0.0f}},
    {"interleaved",
     {0.25, 0.75},
     {0.38268343236508977172846f, 0.9238795325112867561281832f, 0.2902846772544623676361924f,
      -0.9569403357322088649357979f, 0.9238795325112867561281832f, -0.38268343236508977172846f, 0.0f, -1.0f}},
    {"interleaved",
     {-1.5, 0.1},
     {0.7071067811865475552295377f, 0.707106781186547493572151f, -0.9992290362407229346515431f,
      -0.03925981575906861119904054f, 0.7071067811865477093730044f, -0.7071067811865473394286843f,
      0.8090169943749474036011168f, 0.5877852522924731573861548f}},
};

Layout layout_of(std::string_view name, std::size_t features) {
  if (name == "flipped") return {features, 0, 1, 2 * features};
  if (name == "halves") return halves(2 * features);
  return {1, 0, 2, 2 * features}; // interleaved, cosines first
}

} // namespace

TEST_CASE("random fourier: tests/fixtures/fourier.json, random", "[random_fourier]") {
  for (const RandomRecord& record : random_records) {
    CAPTURE(record.layout, record.point);
    std::vector<float> out(8);
    random_fourier(record.point, matrix, 2, layout_of(record.layout, 4), out);
    REQUIRE(out == record.output);
  }
}

TEST_CASE("random fourier: the bound holds for every shape and size of the phase", "[random_fourier]") {
  RandomValues random(11);
  for (const std::size_t dimensions : {1u, 2u, 3u, 17u})
    for (const std::size_t features : {1u, 2u, 3u, 64u})
      for (const double sigma : {0.01, 1.0, 1e3, 1e9}) {
        std::vector<double> b(features * dimensions), points(5 * dimensions);
        normal_numbers(sigma, 3, b);
        for (double& x : points) x = random.real(-2, 2);
        std::vector<float> out(5 * 2 * features);
        random_fourier(points, b, dimensions, halves(2 * features), out);
        for (std::size_t p = 0; p < 5; ++p)
          for (std::size_t f = 0; f < features; ++f) {
            const auto row = std::span<const double>(b).subspan(f * dimensions, dimensions);
            const auto point = std::span<const double>(points).subspan(p * dimensions, dimensions);
            double sum = 0;
            for (std::size_t d = 0; d < dimensions; ++d) sum += std::abs(row[d] * point[d]);
            const double bound = 0x1p-50 * static_cast<double>(dimensions + 1) * sum;
            const reference::Wide phase = reference::feature_phase(row, point);
            const float sine = out[p * 2 * features + f], cosine = out[p * 2 * features + features + f];
            const double half_ulp = 0x1p-24; // for values up to 1, and more than enough for smaller ones
            CAPTURE(dimensions, features, sigma);
            REQUIRE(std::abs(static_cast<double>(sine - reference::sine(phase))) <= half_ulp + bound);
            REQUIRE(std::abs(static_cast<double>(cosine - reference::cosine(phase))) <= half_ulp + bound);
            if (bound < 1e-14 && std::abs(sine) > 1e-3f)
              REQUIRE(ulps(sine, reference::sine(phase)) <= 0.5 + 0x1p-12);
          }
      }
}

TEST_CASE("random fourier: a sum too large for a double's fraction counts as no phase", "[random_fourier]") {
  const std::vector<double> point{1e300, 1e300}, b{1e10, 1, 1e200, 1e200};
  std::vector<float> out(4, -77);
  random_fourier(point, b, 2, halves(4), out);
  REQUIRE(out == std::vector<float>{0, 0, 1, 1});

  // There is a quarter of a turn in the double, but the documented limit is 2^50.
  random_fourier(std::vector<double>{0x1p50 + 0.25}, std::vector<double>{1}, 1, halves(2),
                 std::span(out).first(2));
  REQUIRE(out == std::vector<float>{0, 1, 1, 1});
}
