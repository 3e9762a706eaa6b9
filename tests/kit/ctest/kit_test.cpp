// kit_test FILE: tests an engine with a file of the conformance kit. Says what is wrong, and ends with 1.
#include <cmath>
#include <fstream>
#include <iostream>

#include "engine.hpp"

using kit::Json, kit::Values;

// The first value that is too far from the right one, in words.
static std::string difference(const Values& own, const Values& right, const Json& check) {
  const double absolute = check["absolute"], relative = check["relative"];
  if (own.size() != right.size())
    return std::to_string(own.size()) + " values; there must be " + std::to_string(right.size());
  for (std::size_t i = 0; i < right.size(); ++i)
    if (!(std::abs(own[i] - right[i]) <= absolute + relative * std::abs(right[i])))
      return "value " + std::to_string(i) + " is " + Json(own[i]).dump() + "; it must be " +
             Json(right[i]).dump();
  return "";
}

// What is wrong with the engine's answer: the name of a usual mistake, or a value.
static std::string fault(const Json& rule, const Json& check) {
  const Values own = kit::call(check["call"], rule, check["given"]);
  for (const Json& mistake : check["wrong"])
    if (difference(own, mistake["answer"], check).empty()) return mistake["says"];
  return difference(own, check["answer"], check);
}

int main(int, char** arguments) {
  std::ifstream stream(arguments[1]);
  const Json file = Json::parse(stream);
  int failed = 0;
  for (const Json& check : file["checks"]) {
    const std::string says = fault(file["rule"], check);
    if (!says.empty()) std::cout << check["call"] << ": " << says << '\n', failed = 1;
  }
  return failed;
}
