// kit_test INDEX FILE: tests an engine with a file of the conformance kit. Says what is wrong, and ends with 1.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <iterator>

#include "engine.hpp"

namespace {

using kit::Json;
using kit::Values;

Json read(const char* path) {
  std::ifstream stream(path);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  return kit::JsonReader(text).value();
}

// What the engine answers; nothing if no rotation moves the key.
std::optional<Values> call(const std::string& name, const Json& rule, const std::vector<Values>& given) {
  if (name == "frequencies") return kit::frequencies(rule);
  if (name == "attentionFactor") return Values{kit::attention_factor(rule)};
  if (name == "rotate") return kit::rotate(rule, given.at(0), given.at(1));
  if (name == "bias") return kit::bias(rule, given.at(0));
  if (name == "ids") return kit::ids(rule);
  return kit::move(rule, given.at(0), given.at(1), given.at(2));
}

// The first value that is too far from the right one or missing. NaN as the right value means any.
std::size_t difference(const Values& own, const Values& right, const Json& check) {
  const auto is_near = [&](double a, double b) {
    const double allowed = check["absolute"].number() + check["relative"].number() * std::abs(b);
    return std::isnan(b) || std::abs(a - b) <= allowed;
  };
  const auto found = std::mismatch(own.begin(), own.end(), right.begin(), right.end(), is_near);
  return static_cast<std::size_t>(found.first - own.begin());
}

bool agree(const std::optional<Values>& own, const Json& right, const Json& check) {
  if (!own || right.is("null")) return !own && right.is("null");
  const Values values = right.numbers();
  return own->size() == values.size() && difference(*own, values, check) == values.size();
}

std::string difference_text(const std::optional<Values>& own, const Json& right, const Json& check) {
  if (!own) return "it gives nothing; there is an answer";
  const Values values = right.is("null") ? Values{} : right.numbers();
  if (own->size() != values.size())
    return std::to_string(own->size()) + " values; there must be " + std::to_string(values.size());
  const std::size_t at = difference(*own, values, check);
  return "value " + std::to_string(at) + " is " + std::to_string(own->at(at)) + "; it must be " +
         std::to_string(values[at]);
}

// What is wrong with an answer: the name of a usual mistake, or a value.
std::string fault(const Json& file, const Json& check) {
  const std::string &name = check["call"].text, &field = check["answer"].text;
  std::vector<Values> given;
  for (const Json& each : check["given"].items) given.push_back(file[each.text].numbers());
  const auto own = call(name, file["rule"], given);
  std::string says = agree(own, file[field], check) ? "" : difference_text(own, file[field], check);
  for (const Json& mistake : file["wrong"].items) {
    if (!mistake.has(field)) continue;
    if (agree(mistake[field].numbers(), file[field], check)) return "the reader accepts a mistake";
    // If the file expects no answer, every answer is this mistake.
    if (!says.empty() && (file[field].is("null") || agree(own, mistake[field], check)))
      says = mistake["says"].text;
  }
  return says.empty() ? "" : name + ": " + says;
}

} // namespace

int main(int count, char** arguments) {
  if (count != 3) return std::cout << "kit_test INDEX FILE\n", 2;
  const Json index = read(arguments[1]), file = read(arguments[2]);
  int failed = 0;
  for (const Json& check : index["checks"][file["kind"].text].items) {
    const std::string says = fault(file, check);
    if (!says.empty()) std::cout << says << '\n', failed = 1;
  }
  return failed;
}
