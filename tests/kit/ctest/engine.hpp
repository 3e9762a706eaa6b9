// What an engine defines to be tested. A position has a number for each axis.
#pragma once

#include <optional>

#include "json.hpp"

namespace kit {

Values frequencies(const Json& rule);
double attention_factor(const Json& rule);
Values rotate(const Json& rule, const Values& x, const Values& position);
// Nothing if no rotation moves the key.
std::optional<Values> move(const Json& rule, const Values& cached, const Values& from, const Values& to);
// A row for each head of ALiBi, buckets of T5.
Values bias(const Json& rule, const Values& offsets);
Values ids(const Json& rule);

} // namespace kit
