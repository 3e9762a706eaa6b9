// What an engine defines to be tested.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace kit {

using Json = nlohmann::json;
using Values = std::vector<double>;

// The answer of a function of the engine: "frequencies", "attentionFactor", "rotate" (a vector, its position with a number for each
// axis), "move" (a cached key, its old and new position; nothing if no rotation moves it), "bias" (offsets key - query), or "ids".
Values call(const std::string& function, const Json& rule, const std::vector<Values>& given);

} // namespace kit
