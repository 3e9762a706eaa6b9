#include <cstddef>

#include "questions.hpp"
#include "reference/rotary/frequency_scaling.hpp"
#include "reference/rotary/llama3.hpp"
#include "reference/rotary/longrope.hpp"
#include "reference/rotary/ntk.hpp"
#include "reference/rotary/proportional.hpp"
#include "reference/rotary/yarn.hpp"
#include "reference/table/frequencies.hpp"

namespace posenc::vectors {
namespace {

using reference::Wide;

/// What all scaling rules start from.
struct Turning {
  std::size_t pairs;
  double base, current_length;
};

std::vector<Wide> unscaled(const Turning& turning) {
  return reference::geometric_frequencies(turning.pairs, turning.base, 2,
                                          static_cast<unsigned>(2 * turning.pairs));
}

std::vector<Wide> yarn(Fields& spec, const Turning& turning) {
  const reference::YarnSettings settings{spec.number("scaling.factor"), spec.number("scaling.originalLength"),
                                         spec.number("scaling.betaFast"), spec.number("scaling.betaSlow"),
                                         spec.flag("scaling.truncate")};
  return reference::yarn_frequencies(turning.pairs, turning.base, settings);
}

std::vector<Wide> llama3(Fields& spec, const Turning& turning) {
  const reference::Llama3Settings settings{
      spec.number("scaling.factor"), spec.number("scaling.originalLength"),
      spec.number("scaling.lowFreqFactor"), spec.number("scaling.highFreqFactor")};
  return reference::llama3_frequencies(turning.pairs, turning.base, settings);
}

std::vector<Wide> longrope(Fields& spec, const Turning& turning) {
  const std::vector<double> shorter = spec.numbers("scaling.shortFactor"),
                            longer = spec.numbers("scaling.longFactor");
  const bool is_long = turning.current_length > spec.number("scaling.originalLength");
  return reference::divided(unscaled(turning), is_long ? longer : shorter);
}

std::vector<Wide> dynamic(Fields& spec, const Turning& turning) {
  const Wide growth = reference::dynamic_growth(
      spec.number("scaling.factor"), spec.number("scaling.originalLength"), turning.current_length);
  return reference::ntk_frequencies(turning.pairs, turning.base, growth);
}

std::vector<Wide> scaled(Fields& spec, const std::string& type, const Turning& turning) {
  if (type == "none") return unscaled(turning);
  if (type == "linear") return reference::divided(unscaled(turning), spec.number("scaling.factor"));
  if (type == "ntk")
    return reference::ntk_frequencies(turning.pairs, turning.base, Wide(spec.number("scaling.factor")));
  if (type == "dynamic") return dynamic(spec, turning);
  if (type == "yarn") return yarn(spec, turning);
  if (type == "longrope") return longrope(spec, turning);
  if (type == "llama3") return llama3(spec, turning);
  if (type == "proportional")
    return reference::proportional_frequencies(turning.pairs, turning.base,
                                               spec.number("scaling.partialRotaryFactor"),
                                               spec.number("scaling.factor"));
  refuse("no vectors for scaling " + type);
}

/// Each section with exponents over its own pairs.
std::vector<Wide> restarted(double base, const std::vector<double>& sections) {
  std::vector<Wide> all;
  for (const double section : sections) {
    const auto pairs = static_cast<unsigned>(section);
    const std::vector<Wide> omega = reference::geometric_frequencies(pairs, base, 1, pairs);
    all.insert(all.end(), omega.begin(), omega.end());
  }
  return all;
}

Wide attention_factor(Fields& spec, const std::string& type) {
  if (spec.has("scaling.attentionFactor")) return Wide(spec.number("scaling.attentionFactor"));
  if (type == "longrope") {
    const Wide square = reference::squared_longrope_attention_factor(spec.number("scaling.factor"),
                                                                     spec.number("scaling.originalLength"));
    return reference::exponential(reference::logarithm(square) / 2);
  }
  if (type != "yarn") return 1;
  const auto magnitude = [&](const std::string& name) { return spec.has(name) ? spec.number(name) : 0; };
  const double mscale = magnitude("scaling.mscale"), all = magnitude("scaling.mscaleAllDim");
  const bool both = mscale != 0 && all != 0;
  return reference::yarn_attention_factor(spec.number("scaling.factor"), both ? mscale : 1, both ? all : 0);
}

/// The axis of a position that a pair turns with: in turn while an axis has pairs left, or section by section.
std::size_t axis_of(std::size_t pair, const std::vector<double>& sections, bool is_interleaved) {
  if (sections.empty()) return 0;
  if (is_interleaved) {
    const std::size_t axis = pair % sections.size();
    return static_cast<double>(pair) < static_cast<double>(sections.size()) * sections[axis] ? axis : 0;
  }
  std::size_t axis = 0;
  for (double end = sections[0]; static_cast<double>(pair) >= end; end += sections[axis]) ++axis;
  return axis;
}

} // namespace

Questions rope(Fields& spec) {
  spec.must_be("precision", "exact");
  spec.count("headDim");
  const std::size_t pairs = spec.count("rotaryDim") / 2;
  const Turning turning{pairs, spec.number("base"), spec.number("currentLength")};
  const std::string type = spec.word("scaling.type");
  const std::vector<double> sections = spec.has("sections") ? spec.numbers("sections") : Numbers{};
  const bool is_interleaved = spec.flag("interleavedSections"),
             is_adjacent = spec.word("pairing") == "adjacent";
  const std::vector<Wide> omega =
      spec.flag("restartSections") ? restarted(turning.base, sections) : scaled(spec, type, turning);
  const Wide factor = attention_factor(spec, type);

  const auto pair_of = [](double number) { return static_cast<std::size_t>(number); };
  return {
      {"frequency", [=](const Numbers& of) { return omega[pair_of(of[0])]; }},
      {"cosine",
       [=](const Numbers& of) { return factor * reference::cosine(Wide(of[0]) * omega[pair_of(of[1])]); }},
      {"sine",
       [=](const Numbers& of) { return factor * reference::sine(Wide(of[0]) * omega[pair_of(of[1])]); }},
      {"axis", [=](const Numbers& of) { return Wide(axis_of(pair_of(of[0]), sections, is_interleaved)); }},
      {"first", [=](const Numbers& of) { return Wide(is_adjacent ? 2 * of[0] : of[0]); }},
      {"second",
       [=](const Numbers& of) {
         return Wide(is_adjacent ? 2 * of[0] + 1 : of[0]) + Wide(is_adjacent ? 0 : pairs);
       }},
      {"factor", [=](const Numbers&) { return factor; }},
  };
}

} // namespace posenc::vectors
