#include "fuzz/corpus.hpp"

namespace posenc::fuzz {
namespace {

// clang-format off
constexpr std::string_view additive[] = {
#include "fuzz/corpus/additive.txt"
};
constexpr std::string_view arithmetic[] = {
#include "fuzz/corpus/arithmetic.txt"
};
constexpr std::string_view attention[] = {
#include "fuzz/corpus/attention.txt"
};
constexpr std::string_view bias[] = {
#include "fuzz/corpus/bias.txt"
};
constexpr std::string_view heatmap[] = {
#include "fuzz/corpus/heatmap.txt"
};
constexpr std::string_view layers[] = {
#include "fuzz/corpus/layers.txt"
};
constexpr std::string_view properties[] = {
#include "fuzz/corpus/properties.txt"
};
constexpr std::string_view rotary[] = {
#include "fuzz/corpus/rotary.txt"
};
constexpr std::string_view table[] = {
#include "fuzz/corpus/table.txt"
};
constexpr std::string_view training[] = {
#include "fuzz/corpus/training.txt"
};
// clang-format on

struct Corpus {
  std::string_view name;
  std::span<const std::string_view> inputs;
};

constexpr Corpus corpora[] = {
    {"additive", additive}, {"arithmetic", arithmetic}, {"attention", attention},   {"bias", bias},
    {"heatmap", heatmap},   {"layers", layers},         {"properties", properties}, {"rotary", rotary},
    {"table", table},       {"training", training},
};

} // namespace

std::span<const std::string_view> kept_inputs(std::string_view target) {
  for (const Corpus& corpus : corpora)
    if (corpus.name == target) return corpus.inputs;
  return {};
}

} // namespace posenc::fuzz
