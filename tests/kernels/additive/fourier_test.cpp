// Fourier features against tests/fixtures/fourier.json and the formula in wide precision.
#include "kernels/additive/fourier.hpp"

#include <bit>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "random_values.hpp"
#include "reference/additive.hpp"

using namespace posenc;

namespace {

struct NerfRecord { // tests/fixtures/fourier.json, nerf
  FourierFeatures features;
  std::vector<double> point;
  std::vector<float> output;
};

// clang-format off
const std::vector<NerfRecord> nerf_records{
    {{3, 4, true, false, false}, {0.25, -0.625, 1}, {0.7071067811865475244008444f,
     0.7071067811865475244008444f, 1.0f, 0.0f, 0.0f, -1.0f, 0.0f, 1.0f, -0.9238795325112867561281832f,
     -0.38268343236508977172846f, 0.7071067811865475244008444f, -0.7071067811865475244008444f, -1.0f,
     0.0f, 0.0f, -1.0f, 0.0f, -1.0f, 0.0f, 1.0f, 0.0f, 1.0f, 0.0f, 1.0f}},
    {{1, 10, true, false, false}, {0.1}, {0.3090169943749474406880937f, 0.9510565162951535667273861f,
     0.5877852522924731573861548f, 0.8090169943749474036011168f, 0.9510565162951535936726521f,
     0.3090169943749473577590922f, 0.5877852522924730162989104f, -0.809016994374947506107f,
     -0.9510565162951534858915881f, 0.3090169943749476894750985f, -0.5877852522924735806478882f,
     -0.809016994374947096083467f, 0.9510565162951539170158441f, 0.3090169943749463626110733f,
     0.587785252292471323251977f, -0.8090169943749487361775991f, -0.9510565162951521925188201f,
     0.3090169943749516700671741f, -0.5877852522924803528356219f, -0.8090169943749421758010709f}},
    {{2, 10, true, false, false}, {-0.9375, 3.5}, {-0.1950903220161282678482849f,
     -0.9807852804032304491261822f, 0.38268343236508977172846f, 0.9238795325112867561281832f,
     0.7071067811865475244008444f, 0.7071067811865475244008444f, 1.0f, 0.0f, 0.0f, -1.0f, 0.0f, 1.0f,
     0.0f, 1.0f, 0.0f, 1.0f, 0.0f, 1.0f, 0.0f, 1.0f, -1.0f, 0.0f, 0.0f, -1.0f, 0.0f, 1.0f, 0.0f, 1.0f,
     0.0f, 1.0f, 0.0f, 1.0f, 0.0f, 1.0f, 0.0f, 1.0f, 0.0f, 1.0f, 0.0f, 1.0f}},
    {{3, 4, false, true, true}, {0.25, -0.625, 1}, {0.25f, -0.625f, 1.0f, 0.2474039592545229295968487f,
     -0.5850972729404621548053993f, 0.8414709848078965066525023f, 0.9689124217106447841445954f,
     0.8109631195052179021895348f, 0.5403023058681397174009366f, 0.4794255386042030002732879f,
     -0.9489846193555862143484908f, 0.9092974268256816953960199f, 0.8775825618903727161162816f,
     0.3153223623952686654475386f, -0.4161468365471423869975682f, 0.8414709848078965066525023f,
     -0.5984721441039564940518547f, -0.7568024953079282513726391f, 0.5403023058681397174009366f,
     -0.8011436155469337148335028f, -0.6536436208636119146391682f, 0.9092974268256816953960199f,
     0.9589242746631384688931544f, 0.9893582466233817778081236f, -0.4161468365471423869975682f,
     0.2836621854632262644666392f, -0.1455000338086135258688414f}},
    {{3, 10, false, true, true}, {0.1, -2.5, 0.75}, {0.1000000000000000055511151f, -2.5f, 0.75f,
     0.09983341664682815783019687f, -0.5984721441039564940518547f, 0.681638760023334166733242f,
     0.9950041652780257655413752f, -0.8011436155469337148335028f, 0.7316888688738208863118388f,
     0.1986693307950612263403374f, 0.9589242746631384688931544f, 0.9974949866040544309417234f,
     0.9800665778412416289185239f, 0.2836621854632262644666392f, 0.07073720166770291008818985f,
     0.3894183423086505121179742f, 0.5440211108893698134047477f, 0.1411200080598672221007448f,
     0.9210609940028850741517025f, -0.8390715290764524522588639f, -0.9899924966004454572715728f,
     0.7173560908995227925671678f, -0.9129452507276276543761f, -0.2794154981989258728115554f,
     0.69670670934716538906374f, 0.4080820618133919860622679f, 0.9601702866503660205456523f,
     0.9995736030415051617486753f, -0.7451131604793487869877094f, -0.5365729180004349716653742f,
     -0.02919952230128881498574078f, -0.6669380616522618443840928f, 0.8438539587324921046539553f,
     -0.05837414342758008646999269f, 0.993888653923375189730811f, -0.9055783620066238451357934f,
     -0.9982947757947530742923298f, -0.1103872438390475581178667f, 0.4241790073369969759370509f,
     0.1165492048504936423305851f, -0.2194252583790047371288951f, -0.7682546613236667990449657f,
     0.9931849187581926171881437f, -0.9756293127952373138459441f, -0.6401443394691997313129414f,
     0.2315098251015389541488328f, 0.4281554280844515599861535f, 0.9835877454343448576077293f,
     0.9728325656974353384705595f, 0.9037051119706140228017909f, -0.1804304492910839501185013f,
     0.4504405942753893188819565f, 0.7738524981557709536577648f, -0.3549383576518462978163673f,
     0.8928064017629096879566625f, 0.633365858803640056741179f, -0.9348897059372351665642411f,
     0.8043124923659140677729836f, 0.9802635041635443064842706f, 0.6636564336219595776495042f,
     0.5942065420576682143345459f, -0.1976953778038549744641432f, 0.7480375245348200852962965f}},
};
// clang-format on

std::vector<float> features_of(const std::vector<double>& points, const FourierFeatures& features) {
  std::vector<float> out(points.size() / features.dimensions * fourier_width(features), -77);
  fourier(points, features, out);
  return out;
}

/// Every entry from the formula, rounded once.
std::vector<float> expected_of(const std::vector<double>& points, const FourierFeatures& features) {
  const std::size_t dimensions = features.dimensions, octaves = features.octaves;
  std::vector<float> all;
  for (std::size_t p = 0; p < points.size(); p += dimensions) {
    const auto phase = [&](std::size_t d, std::size_t k) {
      return reference::octave_phase(points[p + d], static_cast<unsigned>(k), features.with_pi);
    };
    const auto add = [&](reference::Wide value) { all.push_back(static_cast<float>(value)); };
    if (features.include_input)
      for (std::size_t d = 0; d < dimensions; ++d) add(points[p + d]);
    if (features.by_octave) {
      for (std::size_t k = 0; k < octaves; ++k) {
        for (std::size_t d = 0; d < dimensions; ++d) add(reference::sine(phase(d, k)));
        for (std::size_t d = 0; d < dimensions; ++d) add(reference::cosine(phase(d, k)));
      }
    } else {
      for (std::size_t d = 0; d < dimensions; ++d)
        for (std::size_t k = 0; k < octaves; ++k) {
          add(reference::sine(phase(d, k)));
          add(reference::cosine(phase(d, k)));
        }
    }
  }
  return all;
}

/// The reference knows no exact zero: its π has 113 bits.
void require_equal(const std::vector<float>& out, const std::vector<float>& expected) {
  REQUIRE(out.size() == expected.size());
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out[i] != expected[i]) {
      CAPTURE(i, out[i], expected[i]);
      REQUIRE((out[i] == 0 && std::abs(expected[i]) < 1e-20f));
    }
}

} // namespace

TEST_CASE("fourier: tests/fixtures/fourier.json, nerf", "[fourier]") {
  for (const NerfRecord& record : nerf_records) {
    CAPTURE(record.features.octaves, record.features.by_octave);
    REQUIRE(features_of(record.point, record.features) == record.output);
  }
}

TEST_CASE("fourier: every shape and order against wide precision", "[fourier]") {
  RandomValues random(7);
  for (const std::size_t dimensions : {1u, 2u, 3u, 5u})
    for (const std::size_t octaves : {0u, 1u, 2u, 3u, 10u, 16u, 31u})
      for (unsigned options = 0; options < 8; ++options) {
        const FourierFeatures features{dimensions, octaves, (options & 1) != 0, (options & 2) != 0,
                                       (options & 4) != 0};
        std::vector<double> points(7 * dimensions);
        for (std::size_t i = 0; i < points.size(); ++i) {
          points[i] = i % 3 == 0 ? random.real(-1, 1) : random.real(-1, 1) * std::exp2(random.real(-40, 20));
          if (i % 2 == 0) points[i] = static_cast<double>(static_cast<float>(points[i]));
        }
        CAPTURE(dimensions, octaves, options);
        require_equal(features_of(points, features), expected_of(points, features));
      }
}

TEST_CASE("fourier: zeros and quarter turns are exact in every octave", "[fourier]") {
  for (const double x : {0.0, -0.0, 0.25, -0.5, 1.0, -3.0, 0x1p53, -0x1p53, 0x1p-60})
    for (const bool with_pi : {true, false}) {
      if (!with_pi && x != 0) continue;
      for (const float entry : features_of({x}, {1, 64, with_pi, false, false})) {
        const bool is_dyadic = entry == 0 || std::abs(entry) == 1;
        if (std::abs(x) >= 0.5 || x == 0) REQUIRE(is_dyadic);
        REQUIRE((entry != 0 || !std::signbit(entry)));
      }
    }
}

TEST_CASE("fourier: octaves beyond the reach of doubles", "[fourier]") {
  // sin and cos of 2^63 and of 2^63 / 3 rounded to double: mpmath 1.2.1 at 60 digits.
  const auto power = features_of({1.0}, {1, 64, false, false, false});
  REQUIRE(power[126] == 0.99993037667344222962f);
  REQUIRE(power[127] == 0.011800076512800236684f);
  const auto third = features_of({1.0 / 3}, {1, 64, false, false, false});
  REQUIRE(third[126] == -0.51944344578575088144f);
  REQUIRE(third[127] == -0.85450483125037138952f);
}

TEST_CASE("fourier: small coordinates keep their digits", "[fourier]") {
  for (const double x : {0x1p-149, -3e-42, 1e-38, 0x1.23456789abcdep-99, 1e-20, 1e-8}) {
    CAPTURE(x);
    for (const bool with_pi : {true, false})
      require_equal(features_of({x}, {1, 5, with_pi, false, false}),
                    expected_of({x}, {1, 5, with_pi, false, false}));
  }
}
