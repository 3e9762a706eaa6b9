// The float32 recipe against tests/fixtures/recipe.json and against its steps in wide precision.
#include "kernels/table/recipe.hpp"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "random_values.hpp"
#include "reference/table.hpp"

using namespace posenc;

namespace {

constexpr std::size_t recipe_width = 512, recipe_pairs = recipe_width / 2;

struct FrequencyEntry {
  Recipe recipe;
  std::size_t pair;
  float frequency;
};

const std::vector<FrequencyEntry> frequency_entries{
    // tests/fixtures/recipe.json, recipePairFrequency
    {Recipe::direct, 0, 1.0f},
    {Recipe::direct, 1, 0.964661657810211181640625f},
    {Recipe::direct, 2, 0.930572032928466796875f},
    {Recipe::direct, 3, 0.897687137126922607421875f},
    {Recipe::direct, 64, 0.1000000014901161193847656f},
    {Recipe::direct, 100, 0.02738419547677040100097656f},
    {Recipe::direct, 127, 0.01036632899194955825805664f},
    {Recipe::direct, 128, 0.009999999776482582092285156f},
    {Recipe::direct, 200, 0.0007498941849917173385620117f},
    {Recipe::direct, 254, 0.000107460778963286429643631f},
    {Recipe::direct, 255, 0.0001036632893374189734458923f},
    {Recipe::logarithmic, 0, 1.0f},
    {Recipe::logarithmic, 1, 0.96466159820556640625f},
    {Recipe::logarithmic, 2, 0.930572032928466796875f},
    {Recipe::logarithmic, 3, 0.897687137126922607421875f},
    {Recipe::logarithmic, 64, 0.0999999940395355224609375f},
    {Recipe::logarithmic, 100, 0.02738419361412525177001953f},
    {Recipe::logarithmic, 127, 0.01036632806062698364257813f},
    {Recipe::logarithmic, 128, 0.009999999776482582092285156f},
    {Recipe::logarithmic, 200, 0.0007498940685763955116271973f},
    {Recipe::logarithmic, 254, 0.0001074607571354135870933533f},
    {Recipe::logarithmic, 255, 0.0001036633257172070443630219f},
    {Recipe::cast, 0, 1.0f},
    {Recipe::cast, 1, 0.96466159820556640625f},
    {Recipe::cast, 2, 0.930572032928466796875f},
    {Recipe::cast, 3, 0.897687137126922607421875f},
    {Recipe::cast, 64, 0.1000000014901161193847656f},
    {Recipe::cast, 100, 0.02738419547677040100097656f},
    {Recipe::cast, 127, 0.01036632899194955825805664f},
    {Recipe::cast, 128, 0.009999999776482582092285156f},
    {Recipe::cast, 200, 0.0007498941849917173385620117f},
    {Recipe::cast, 254, 0.0001074607862392440438270569f},
    {Recipe::cast, 255, 0.0001036632893374189734458923f},
};

struct TableEntry {
  Recipe recipe;
  double position;
  std::size_t pair;
  float phase, sine, cosine;
};

const std::vector<TableEntry> table_entries{
    // recipePositionPairPhaseSineCosine
    {Recipe::direct, 5000, 1, 4823.30810546875f, -0.8211266432287388855731318f, -0.570746034397001627103391f},
    {Recipe::direct, 5000, 3, 4488.435546875f, 0.7835475969268042253324736f, -0.6213317659272140720485328f},
    {Recipe::direct, 5000, 100, 136.9209747314453125f, -0.965953019604422690805806f,
     0.2587175369338108721991053f},
    {Recipe::direct, 5000, 255, 0.518316447734832763671875f, 0.4954184154227043028200956f,
     0.8686544731134795597689968f},
    {Recipe::direct, 16777215, 1, 16184336.0f, 0.4543270014586447292489696f, 0.8908349879442301238275186f},
    {Recipe::direct, 16777215, 3, 15060690.0f, 0.9980758619398449702855235f, -0.0620046273517994967088666f},
    {Recipe::direct, 16777215, 100, 459430.53125f, -0.7707365692509627265386785f,
     -0.6371539380865945313602586f},
    {Recipe::direct, 16777215, 255, 1739.1812744140625f, -0.9524126541703121228680632f,
     0.3048116404868118583590108f},
    {Recipe::logarithmic, 5000, 1, 4823.30810546875f, -0.8211266432287388855731318f,
     -0.570746034397001627103391f},
    {Recipe::logarithmic, 5000, 3, 4488.435546875f, 0.7835475969268042253324736f,
     -0.6213317659272140720485328f},
    {Recipe::logarithmic, 5000, 100, 136.9209747314453125f, -0.965953019604422690805806f,
     0.2587175369338108721991053f},
    {Recipe::logarithmic, 5000, 255, 0.51831662654876708984375f, 0.4954185707502202899094192f,
     0.8686543845257496730350566f},
    {Recipe::logarithmic, 16777215, 1, 16184335.0f, -0.5041378681004985101403095f,
     0.8636231874765083950231039f},
    {Recipe::logarithmic, 16777215, 3, 15060690.0f, 0.9980758619398449702855235f,
     -0.0620046273517994967088666f},
    {Recipe::logarithmic, 16777215, 100, 459430.5f, -0.750452443669903414876028f,
     -0.6609244508942534515223522f},
    {Recipe::logarithmic, 16777215, 255, 1739.181884765625f, -0.9522264345201483042010191f,
     0.3053928902267466245809854f},
    {Recipe::cast, 5000, 1, 4823.30810546875f, -0.8211266432287388855731318f, -0.570746034397001627103391f},
    {Recipe::cast, 5000, 3, 4488.435546875f, 0.7835475969268042253324736f, -0.6213317659272140720485328f},
    {Recipe::cast, 5000, 100, 136.9209747314453125f, -0.965953019604422690805806f,
     0.2587175369338108721991053f},
    {Recipe::cast, 5000, 255, 0.518316447734832763671875f, 0.4954184154227043028200956f,
     0.8686544731134795597689968f},
    {Recipe::cast, 16777215, 1, 16184335.0f, -0.5041378681004985101403095f, 0.8636231874765083950231039f},
    {Recipe::cast, 16777215, 3, 15060690.0f, 0.9980758619398449702855235f, -0.0620046273517994967088666f},
    {Recipe::cast, 16777215, 100, 459430.53125f, -0.7707365692509627265386785f,
     -0.6371539380865945313602586f},
    {Recipe::cast, 16777215, 255, 1739.1812744140625f, -0.9524126541703121228680632f,
     0.3048116404868118583590108f},
};

struct ErrorEntry {
  Recipe recipe;
  double position;
  double largest, root_mean_square;
};

const std::vector<ErrorEntry> error_entries{
    // recipePositionLargestErrorRootMeanSquare
    {Recipe::direct, 512, 0.00001713554883656715036208969, 0.000002300052565048248326546013},
    {Recipe::direct, 5000, 0.000252949724776835926276017, 0.00003112864055456376913904373},
    {Recipe::direct, 45000, 0.002166996172838503916407037, 0.0002555726933378212751125381},
    {Recipe::direct, 131072, 0.004861432336353480358174599, 0.0005888130918541457909252686},
    {Recipe::direct, 1000000, 0.06160837611519083756981235, 0.00704319762827047356355156},
    {Recipe::direct, 16777215, 0.6157231889947585959101812, 0.09014106218107719195064897},
    {Recipe::logarithmic, 512, 0.00001510534318998552460641467, 0.00000245986862690462013485386},
    {Recipe::logarithmic, 5000, 0.000252949724776835926276017, 0.00003600415395159230281952171},
    {Recipe::logarithmic, 45000, 0.001491381412176071346437062, 0.0002465758520374557186194596},
    {Recipe::logarithmic, 131072, 0.003608110034258991802248474, 0.0006297261728724739957490137},
    {Recipe::logarithmic, 1000000, 0.03772367845082489014453037, 0.006445431317230657939154536},
    {Recipe::logarithmic, 16777215, 0.712597714781030236829074, 0.1197670254681334860536734},
    {Recipe::cast, 512, 0.00001396259775415165043880609, 0.000001704995939692053498717692},
    {Recipe::cast, 5000, 0.000252949724776835926276017, 0.00002712467659860836780473931},
    {Recipe::cast, 45000, 0.001491381412176071346437062, 0.0001992099778129106686954831},
    {Recipe::cast, 131072, 0.003504309998838093803308135, 0.0004364788286005578128866371},
    {Recipe::cast, 1000000, 0.05158826851629844455821303, 0.005195752245095138241043341},
    {Recipe::cast, 16777215, 0.712597714781030236829074, 0.09250510673172548958260011},
};

std::vector<float> frequencies_of(Recipe recipe, double base = 10000, std::uint32_t numerator = 2,
                                  std::uint32_t denominator = recipe_width,
                                  std::size_t count = recipe_pairs) {
  std::vector<float> out(count);
  recipe_frequencies(out, recipe, base, numerator, denominator);
  return out;
}

std::vector<float> rows_of(Recipe recipe, const std::vector<double>& positions) {
  std::vector<float> out(positions.size() * recipe_width);
  recipe_table(frequencies_of(recipe), {recipe_pairs, recipe_pairs}, positions, 1, interleaved(recipe_width),
               out);
  return out;
}

/// The differences of one row from the exact one.
struct Errors {
  double largest = 0, sum_of_squares = 0;

  void add(reference::Wide difference) {
    const double size = std::abs(static_cast<double>(difference));
    largest = std::max(largest, size);
    sum_of_squares += size * size;
  }
};

Errors errors_of(std::span<const float> row, double position, const std::vector<reference::Wide>& omega) {
  Errors errors;
  for (std::size_t i = 0; i < recipe_pairs; ++i) {
    const reference::Wide phase = reference::Wide(position) * omega[i];
    errors.add(row[2 * i] - reference::sine(phase));
    errors.add(row[2 * i + 1] - reference::cosine(phase));
  }
  return errors;
}

} // namespace

TEST_CASE("recipe: tests/fixtures/recipe.json, recipePairFrequency", "[recipe]") {
  for (const FrequencyEntry& entry : frequency_entries) {
    CAPTURE(static_cast<int>(entry.recipe), entry.pair);
    REQUIRE(frequencies_of(entry.recipe)[entry.pair] == entry.frequency);
  }
}

TEST_CASE("recipe: tests/fixtures/recipe.json, recipePositionPairPhaseSineCosine", "[recipe]") {
  for (const TableEntry& entry : table_entries) {
    CAPTURE(static_cast<int>(entry.recipe), entry.position, entry.pair);
    const auto row = rows_of(entry.recipe, {entry.position});
    REQUIRE(static_cast<float>(entry.position) * frequencies_of(entry.recipe)[entry.pair] == entry.phase);
    REQUIRE(row[2 * entry.pair] == entry.sine);
    REQUIRE(row[2 * entry.pair + 1] == entry.cosine);
  }
}

TEST_CASE("recipe: tests/fixtures/recipe.json, recipePositionLargestErrorRootMeanSquare", "[recipe]") {
  const auto omega = reference::geometric_frequencies(recipe_pairs, 10000, 2, recipe_width);
  for (const ErrorEntry& entry : error_entries) {
    CAPTURE(static_cast<int>(entry.recipe), entry.position);
    const Errors errors = errors_of(rows_of(entry.recipe, {entry.position}), entry.position, omega);
    const double rounding = 0x1p-24; // of the entry, which the fixture leaves exact
    CHECK(std::abs(errors.largest - entry.largest) <= rounding);
    CHECK(std::abs(std::sqrt(errors.sum_of_squares / recipe_width) - entry.root_mean_square) <= rounding);
  }
}

TEST_CASE("recipe: tests/fixtures/recipe.json, recipeFirstLastRootMeanSquare", "[recipe]") {
  const auto omega = reference::geometric_frequencies(recipe_pairs, 10000, 2, recipe_width);
  std::vector<double> positions(100);
  for (std::size_t t = 0; t < positions.size(); ++t) positions[t] = 4900 + static_cast<double>(t);
  const auto rms = [&](Recipe recipe) {
    const auto rows = rows_of(recipe, positions);
    double sum = 0;
    for (std::size_t t = 0; t < positions.size(); ++t)
      sum += errors_of(std::span(rows).subspan(t * recipe_width, recipe_width), positions[t], omega)
                 .sum_of_squares;
    return std::sqrt(sum / static_cast<double>(rows.size()));
  };
  CHECK(std::abs(rms(Recipe::direct) - 0.00003052211822407422597139) <= 1e-7);
  CHECK(std::abs(rms(Recipe::logarithmic) - 0.00003171216700320778306647701) <= 1e-7);
}

TEST_CASE("recipe: every step against wide precision", "[recipe]") {
  RandomValues random(5);
  for (int round = 0; round < 40; ++round) {
    const double base = round % 4 == 0 ? 10000 : std::exp2(random.real(-3, 30));
    const auto numerator = static_cast<std::uint32_t>(random.integer(1, 2));
    const auto denominator = static_cast<std::uint32_t>(random.integer(18, 4096));
    const std::size_t count = random.integer(1, 10);
    const auto direct = frequencies_of(Recipe::direct, base, numerator, denominator, count);
    const auto logarithmic = frequencies_of(Recipe::logarithmic, base, numerator, denominator, count);
    const auto cast = frequencies_of(Recipe::cast, base, numerator, denominator, count);
    for (std::uint32_t i = 0; i < count; ++i) {
      CAPTURE(base, numerator, denominator, i);
      REQUIRE(direct[i] == reference::direct_frequency(base, numerator * i, denominator));
      REQUIRE(logarithmic[i] == reference::logarithmic_frequency(base, numerator * i, denominator));
      REQUIRE(cast[i] == reference::cast_frequency(base, numerator * i, denominator));
    }
  }
}

TEST_CASE("recipe: rows of any position, scale and layout against wide precision", "[recipe]") {
  const std::vector<double> positions{0, 1, -3, 0.1, 16777217, 1e12 + 0.5, 0x1p53, 123.456, -0.0};
  const std::vector<float> frequencies{1, 0.3f, 1e-4f, 0.9f, 7e-9f};
  for (const float scale : {1.0f, 0.1f})
    for (const Columns columns :
         {Columns{5, 5}, Columns{5, 4}, Columns{4, 5}, Columns{5, 0}, Columns{1, 1}}) {
      const Layout layout{0, 5, 1, 11};
      std::vector<float> out(positions.size() * 11, -77), expected = out;
      recipe_table(frequencies, columns, positions, scale, layout, out);
      for (std::size_t t = 0; t < positions.size(); ++t)
        for (std::size_t i = 0; i < 5; ++i) {
          const float phase = reference::recipe_phase(positions[t], frequencies[i], scale);
          if (i < columns.sines) expected[t * 11 + i] = static_cast<float>(reference::sine(phase));
          if (i < columns.cosines) expected[t * 11 + 5 + i] = static_cast<float>(reference::cosine(phase));
        }
      REQUIRE(out == expected);
    }
}
