// kit_test FILE: tests an engine with a file of the conformance kit. Says what is wrong, and ends with 1.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <iterator>

#include "engine.hpp"

namespace {

using kit::Json;
using kit::Values;

// Float32 angles at position 1000 are off by 6e-5.
constexpr double tolerance = 3e-4;

// The first value that is too far from the right one or missing. NaN as the right value means any.
std::size_t difference(const Values& own, const Values& right) {
  std::size_t i = 0;
  while (i < std::min(own.size(), right.size()) &&
         (std::isnan(right[i]) || std::abs(own[i] - right[i]) <= tolerance))
    ++i;
  return i;
}

bool agree(const Values& own, const Values& right) {
  return own.size() == right.size() && difference(own, right) == right.size();
}

bool check(const std::string& name, const Values& own, const Json& file, const std::string& field,
           bool has_mistakes = true) {
  const Values right = file[field].numbers();
  if (agree(own, right)) return true;
  for (const Json& mistake : file["wrong"].items) {
    if (!has_mistakes || !agree(own, mistake[field].numbers())) continue;
    std::cout << name << ": " << mistake["says"].text << '\n';
    return false;
  }
  const std::size_t at = difference(own, right);
  std::cout << name << ": ";
  if (own.size() != right.size())
    std::cout << own.size() << " values; there must be " << right.size() << '\n';
  else
    std::cout << "value " << at << " is " << own[at] << "; it must be " << right[at] << '\n';
  return false;
}

bool check_frequencies(const Values& own, const Values& right) {
  for (std::size_t pair = 0; pair < std::min(own.size(), right.size()); ++pair) {
    if (std::abs(own[pair] - right[pair]) <= 1e-5 * right[pair]) continue;
    std::cout << "pair " << pair << " turns by " << own[pair] << " radians per position; it must turn by "
              << right[pair] << '\n';
    return false;
  }
  if (own.size() == right.size()) return true;
  std::cout << own.size() << " frequencies; there must be " << right.size() << '\n';
  return false;
}

bool check_move(const Json& file) {
  const auto own =
      kit::move(file["rule"], file["cached"].numbers(), file["from"].numbers(), file["to"].numbers());
  if (own && !file["moved"].is("null")) return check("move", *own, file, "moved");
  if (!own && file["moved"].is("null")) return true;
  std::cout << "move: " << (own ? file["wrong"].items[0]["says"].text : "a rotation moves this key") << '\n';
  return false;
}

bool check_rotation(const Json& file) {
  const Json& rule = file["rule"];
  const auto rotated = [&](const char* of, const char* at) {
    return kit::rotate(rule, file[of].numbers(), file[at].numbers());
  };
  const Values factor = {kit::attention_factor(rule)};
  return check("rotate", rotated("query", "queryPosition"), file, "rotatedQuery") &&
         check("rotate", rotated("key", "keyPosition"), file, "rotatedKey", false) &&
         check("attention_factor", factor, file, "attentionFactor", false) &&
         check_frequencies(kit::frequencies(rule), file["frequencies"].numbers());
}

bool check_engine(const Json& file) {
  const std::string& kind = file["kind"].text;
  if (kind == "rotation") return check_rotation(file);
  if (kind == "move") return check_move(file);
  if (kind == "bias")
    return check("bias", kit::bias(file["rule"], file["offsets"].numbers()), file, "values");
  return check("ids", kit::ids(file["rule"]), file, "ids");
}

// Tests the reader itself: it must refuse what usual mistakes give.
bool check_mistakes(const Json& file, const std::string& field) {
  for (const Json& mistake : file["wrong"].items) {
    if (file[field].is("null") || !agree(mistake[field].numbers(), file[field].numbers())) continue;
    std::cout << "the reader accepts a mistake: " << mistake["says"].text << '\n';
    return false;
  }
  return true;
}

bool check_file(const Json& file) {
  const std::map<std::string, std::string> fields = {
      {"rotation", "rotatedQuery"}, {"move", "moved"}, {"bias", "values"}, {"ids", "ids"}};
  const auto field = fields.find(file["kind"].text);
  if (field != fields.end()) return check_mistakes(file, field->second) && check_engine(file);
  std::cout << "this reader does not know files of the kind " << file["kind"].text << '\n';
  return false;
}

} // namespace

int main(int count, char** arguments) {
  std::ifstream stream(count == 2 ? arguments[1] : "");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (text.empty()) {
    std::cout << "name a file of the kit: kit_test FILE\n";
    return 1;
  }
  return check_file(kit::JsonReader(text).value()) ? 0 : 1;
}
