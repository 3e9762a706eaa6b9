// The table of operations: each kind has its row, and each row what its parts need.
#include "kernels/training/position_operations.hpp"

#include <catch_amalgamated.hpp>

using namespace posenc;

namespace {

constexpr TrainingModel two_layers(PositionKind kind) {
  return {.vocabulary = 3,
          .width = 8,
          .heads = 2,
          .layers = 2,
          .hidden = 3,
          .positions = 5,
          .window = 0,
          .causal = true,
          .position = kind,
          .norm = NormKind::layer,
          .activation = ActivationKind::gelu};
}

} // namespace

TEST_CASE("each kind of position has its row, and what is learned has a gradient", "[training]") {
  for (std::uint8_t k = 0; k <= static_cast<std::uint8_t>(PositionKind::fox); ++k) {
    const TrainingModel model = two_layers(static_cast<PositionKind>(k));
    const PositionOperations& row = operations_of(model);
    CAPTURE(int{k});
    CHECK(row.kind == model.position);
    CHECK((row.weights == nullptr || row.adds_weights || row.backward != nullptr));
    CHECK((!(row.adds_table || row.rotates) || row.fill != nullptr));
    CHECK((!row.biases || row.table != nullptr));
    CHECK((row.has_gates == (row.normed_backward != nullptr)));
    CHECK((position_floats(model) > 0) == (row.weights != nullptr));
  }
}

TEST_CASE("tables have the sizes that their formulas have", "[training]") {
  const TrainingBatch batch{3, 4, true};
  const auto floats = [&](PositionKind kind) { return position_table_floats(two_layers(kind), batch); };
  CHECK(floats(PositionKind::none) == 0);
  CHECK(floats(PositionKind::added) == 4 * 8);
  CHECK(floats(PositionKind::rotary) == 4 * 4);
  CHECK(floats(PositionKind::bias) == 7 * 2);
  CHECK(floats(PositionKind::fire) == 4 * 4 * 2);
  CHECK(floats(PositionKind::shaw) == 3 * 4 * 4 * 2);
  CHECK(floats(PositionKind::fox) == 3 * 4 * 2);
  CHECK(position_floats(two_layers(PositionKind::learned)) == 5 * 8);
  CHECK(position_floats(two_layers(PositionKind::t5)) == 5 * 2);
  CHECK(position_floats(two_layers(PositionKind::kerple)) == 2 * 2);
  CHECK(position_floats(two_layers(PositionKind::fire)) == 2 + 2 * 5 + 2 * 6);
  CHECK(position_floats(two_layers(PositionKind::shaw)) == 5 * 4);
}

TEST_CASE("rotations of every second layer leave out the others", "[training]") {
  const TrainingModel model = two_layers(PositionKind::rotary_alternate);
  CHECK(model.rotates_in(0));
  CHECK(!model.rotates_in(1));
  CHECK(two_layers(PositionKind::rotary).rotates_in(1));
}
