// posenc's kernels as an engine for the conformance kit. Position ids are not made in C++: they are counted here.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "engine.hpp"
#include "kernels/bias/alibi.hpp"
#include "kernels/bias/t5_buckets.hpp"
#include "kernels/rotary/frequency_scaling.hpp"
#include "kernels/rotary/llama3.hpp"
#include "kernels/rotary/longrope.hpp"
#include "kernels/rotary/ntk.hpp"
#include "kernels/rotary/proportional.hpp"
#include "kernels/rotary/rerotate.hpp"
#include "kernels/rotary/rotary_phases.hpp"
#include "kernels/rotary/rotary_table.hpp"
#include "kernels/rotary/rotate.hpp"
#include "kernels/rotary/yarn.hpp"
#include "kernels/table/restarted.hpp"

namespace kit {
namespace {

std::size_t size_of(const Json& rule, const char* name) {
  return rule[name];
}

std::vector<posenc::Frequency> schedule(const Json& rule) {
  const Json& s = rule["scaling"];
  const double base = rule["base"], factor = s["factor"];
  const double original = s["originalLength"], current = rule["currentLength"];
  const std::size_t width = size_of(rule, "rotaryDim");
  std::vector<posenc::Frequency> out(width / 2);
  if (rule["restartSections"]) {
    const std::vector<std::uint32_t> sections = rule["sections"];
    posenc::restarted_frequencies(out, Values(sections.size(), base), sections);
    return out;
  }
  const std::string type = s["type"];
  if (type == "yarn") {
    posenc::yarn_frequencies(out, base, {factor, original, s["betaFast"], s["betaSlow"], s["truncate"]});
  } else if (type == "llama3") {
    posenc::llama3_frequencies(out, base, {factor, original, s["lowFreqFactor"], s["highFreqFactor"]});
  } else if (type == "longrope") {
    const Values divisors = s[current > original ? "longFactor" : "shortFactor"];
    posenc::longrope_frequencies(out, base, divisors);
  } else if (type == "dynamic" && current > original) {
    posenc::dynamic_ntk_frequencies(out, base, {factor, original, current});
  } else if (type == "proportional") {
    const double share = s["partialRotaryFactor"].get<double>() * static_cast<double>(width / 2);
    posenc::proportional_frequencies(out, base, static_cast<std::size_t>(share), factor);
  } else {
    posenc::geometric_frequencies(out, base, 2, static_cast<std::uint32_t>(width));
    if (type == "linear") posenc::divide_frequencies(out, factor);
  }
  return out;
}

std::vector<std::uint32_t> axes_of(const Json& rule) {
  return rule["axisOfPair"];
}

posenc::Pairing pairing_of(const Json& rule) {
  return rule["pairing"] == "halves" ? posenc::Pairing::halves : posenc::Pairing::interleaved;
}

posenc::RotationShape shape_of(const Json& rule) {
  return {1, 1, size_of(rule, "headDim"), size_of(rule, "rotaryDim"), size_of(rule, "rotaryOffset")};
}

Values widened(const std::vector<float>& x) {
  return {x.begin(), x.end()};
}
std::vector<float> narrowed(const Values& x) {
  std::vector<float> out(x.size());
  std::transform(x.begin(), x.end(), out.begin(), [](double value) { return static_cast<float>(value); });
  return out;
}

Values frequencies(const Json& rule) {
  const auto turning = schedule(rule);
  Values out(turning.size());
  posenc::radians(turning, out);
  return out;
}

double attention_factor(const Json& rule) {
  const Json& s = rule["scaling"];
  const double factor = s["factor"], stated = s["attentionFactor"];
  if (stated != 0) return stated;
  if (s["type"] == "longrope") return posenc::longrope_attention_factor(factor, s["originalLength"]);
  return posenc::yarn_attention_factor(factor, s["mscale"], s["mscaleAllDim"]);
}

Values rotate(const Json& rule, const Values& x, const Values& position) {
  const auto axes = axes_of(rule);
  std::vector<float> table(size_of(rule, "rotaryDim")), out = narrowed(x);
  posenc::rotary_table(schedule(rule), {1, 0, 0, position, axes}, attention_factor(rule), table);
  posenc::rotate(out, table, shape_of(rule), {pairing_of(rule), false}, out);
  return widened(out);
}

Values move(const Json& rule, const Values& cached, const Values& from, const Values& to) {
  const Json& s = rule["scaling"];
  // The base of these keys depends on the length of the text.
  if (s["type"] == "dynamic" && std::max(from[0], to[0]) >= s["originalLength"]) return {};
  const auto axes = axes_of(rule);
  const auto turning = schedule(rule);
  const auto phases = [&](const Values& position) {
    Values out(2 * turning.size());
    posenc::rotary_phases(turning, {1, 0, 0, position, axes}, out);
    return out;
  };
  Values table(2 * turning.size());
  posenc::rerotation_table(phases(from), phases(to), turning.size(), 1, table);
  std::vector<float> out = narrowed(cached);
  posenc::rerotate(out, table, shape_of(rule), pairing_of(rule), out);
  return widened(out);
}

Values bias(const Json& rule, const Values& offsets) {
  Values all;
  if (rule["method"] == "alibi") {
    Values slopes(size_of(rule, "heads"));
    posenc::alibi_slopes(slopes);
    for (const double slope : slopes)
      for (const double offset : offsets) {
        float value = 0;
        posenc::alibi(std::span(&slope, 1), offset, std::span(&value, 1));
        all.push_back(static_cast<double>(value));
      }
    return all;
  }
  const posenc::T5Buckets settings{static_cast<std::uint32_t>(size_of(rule, "buckets")),
                                   static_cast<std::uint32_t>(size_of(rule, "maxDistance")),
                                   rule["bidirectional"]};
  std::vector<std::uint32_t> boundaries(settings.steps() - 1);
  posenc::t5_boundaries(settings, boundaries);
  for (const double offset : offsets) {
    std::int32_t bucket = 0;
    posenc::t5_buckets(settings, boundaries, offset, std::span(&bucket, 1));
    all.push_back(bucket);
  }
  return all;
}

Values ids(const Json& rule) {
  Values all;
  const auto count = [&all](double tokens) {
    for (double i = 0; i < tokens; ++i) all.push_back(i);
  };
  const std::string kind = rule["ids"];
  if (kind == "packed")
    for (const double length : rule["lengths"]) count(length);
  if (kind == "left-padded")
    for (const Values row : rule["mask"]) count(std::accumulate(row.begin(), row.end(), 0.0));
  if (kind != "m-rope") return all;
  // Text counts on all axes; an image or a video counts time, row and column from the next free position.
  Values axes[3];
  double start = 0;
  for (const Json& part : rule["parts"]) {
    const bool is_text = part.contains("text");
    const Values grid = is_text ? Values{part["text"], 1, 1} : part["grid"].get<Values>();
    for (double t = 0; t < grid[0]; ++t)
      for (double row = 0; row < grid[1]; ++row)
        for (double column = 0; column < grid[2]; ++column) {
          const double at[3] = {t, is_text ? t : row, is_text ? t : column};
          for (std::size_t axis = 0; axis < 3; ++axis) axes[axis].push_back(start + at[axis]);
        }
    start += *std::max_element(grid.begin(), grid.end());
  }
  for (const Values& axis : axes) all.insert(all.end(), axis.begin(), axis.end());
  return all;
}

} // namespace

Values call(const std::string& function, const Json& rule, const std::vector<Values>& given) {
  if (function == "frequencies") return frequencies(rule);
  if (function == "attentionFactor") return {attention_factor(rule)};
  if (function == "rotate") return rotate(rule, given[0], given[1]);
  if (function == "move") return move(rule, given[0], given[1], given[2]);
  if (function == "bias") return bias(rule, given[0]);
  return ids(rule);
}

} // namespace kit
