/// A calculator for the formulas of the reference, in wide precision.
///
///   in    lines of words: numbers, and names of functions, which follow their arguments: "3 64 10000 1 64 5 geometric * sine"
///   out   one line for each: mantissa and exponent of the result, mantissa · 2^exponent, the mantissa in hexadecimal
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "reference/additive.hpp"
#include "reference/bias.hpp"
#include "reference/rotary.hpp"

namespace {

using namespace posenc::reference;
using Numbers = std::vector<double>;

/// sin πx. Exactly 0 for integers, unlike the sine of a rounded πx.
Wide sine_of_half_turns(Wide x) {
  Wide rest = x - 2 * static_cast<Wide>(static_cast<long long>(x / 2)); // within ±2, without error
  if (rest > 1) rest -= 2;
  if (rest < -1) rest += 2;
  if (rest > Wide(0.5)) rest = 1 - rest;
  if (rest < Wide(-0.5)) rest = -1 - rest;
  return sine(pi * rest);
}

struct Function {
  std::size_t arity;
  Wide (*value)(const Wide*);
};

const std::map<std::string, Function> functions{
    {"+", {2, [](const Wide* x) { return x[0] + x[1]; }}},
    {"*", {2, [](const Wide* x) { return x[0] * x[1]; }}},
    {"/", {2, [](const Wide* x) { return x[0] / x[1]; }}},
    {"root", {1, [](const Wide* x) { return exponential(logarithm(x[0]) / 2); }}},
    {"inverse-root", {1, [](const Wide* x) { return exponential(-logarithm(x[0]) / 2); }}},
    {"sine", {1, [](const Wide* x) { return sine(x[0]); }}},
    {"cosine", {1, [](const Wide* x) { return cosine(x[0]); }}},
    {"sine-of-half-turns", {1, [](const Wide* x) { return sine_of_half_turns(x[0]); }}},
    {"cosine-of-half-turns", {1, [](const Wide* x) { return sine_of_half_turns(x[0] + Wide(0.5)); }}},
    {"normalized", {2, [](const Wide* x) { return normalized(double(x[0]), double(x[1])); }}},
    {"dynamic-growth",
     {3, [](const Wide* x) { return dynamic_growth(double(x[0]), double(x[1]), double(x[2])); }}},
    {"yarn-factor",
     {3, [](const Wide* x) { return yarn_attention_factor(double(x[0]), double(x[1]), double(x[2])); }}},
    {"longrope-square",
     {2, [](const Wide* x) { return squared_longrope_attention_factor(double(x[0]), double(x[1])); }}},
    {"alibi", {3, [](const Wide* x) { return alibi(std::size_t(x[0]), std::size_t(x[1]), double(x[2])); }}},
    {"t5", {4, [](const Wide* x) { return Wide(t5_bucket(double(x[0]), int(x[1]), int(x[2]), x[3] != 0)); }}},
};

/// Frequencies of as many pairs as the first argument says.
struct Schedule {
  std::size_t arity;
  std::vector<Wide> (*values)(std::size_t pairs, const Numbers&);
};

const std::map<std::string, Schedule> schedules{
    {"geometric",
     {4, [](std::size_t n,
            const Numbers& x) { return geometric_frequencies(n, x[1], unsigned(x[2]), unsigned(x[3])); }}},
    {"ntk", {3, [](std::size_t n, const Numbers& x) { return ntk_frequencies(n, x[1], Wide(x[2])); }}},
    {"yarn",
     {7, [](std::size_t n,
            const Numbers& x) { return yarn_frequencies(n, x[1], {x[2], x[3], x[4], x[5], x[6] != 0}); }}},
    {"llama3",
     {6,
      [](std::size_t n, const Numbers& x) { return llama3_frequencies(n, x[1], {x[2], x[3], x[4], x[5]}); }}},
    {"proportional",
     {4, [](std::size_t n, const Numbers& x) { return proportional_frequencies(n, x[1], x[2], x[3]); }}},
};

[[noreturn]] void refuse(const std::string& why) {
  std::fprintf(stderr, "vectors: %s\n", why.c_str());
  std::exit(1);
}

/// Takes the last `count` numbers off the stack.
std::vector<Wide> taken(std::vector<Wide>& stack, std::size_t count) {
  if (stack.size() < count) refuse("too few arguments");
  const std::vector<Wide> last(stack.end() - std::ptrdiff_t(count), stack.end());
  stack.resize(stack.size() - count);
  return last;
}

/// The frequency of a pair, the argument after those of its schedule. Each schedule is computed once.
Wide frequency(const std::string& name, const Schedule& schedule, const std::vector<Wide>& arguments) {
  static std::map<std::pair<std::string, Numbers>, std::vector<Wide>> known;
  Numbers numbers;
  for (const Wide x : arguments) numbers.push_back(double(x));
  const auto pair = std::size_t(numbers.back());
  numbers.pop_back();
  std::vector<Wide>& values = known[{name, numbers}];
  if (values.empty()) values = schedule.values(std::size_t(numbers[0]), numbers);
  return values.at(pair);
}

Wide value_of(const std::string& line) {
  std::vector<Wide> stack;
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    if (const auto function = functions.find(word); function != functions.end()) {
      const std::vector<Wide> arguments = taken(stack, function->second.arity);
      stack.push_back(function->second.value(arguments.data()));
    } else if (const auto schedule = schedules.find(word); schedule != schedules.end()) {
      stack.push_back(frequency(word, schedule->second, taken(stack, schedule->second.arity + 1)));
    } else {
      char* end = nullptr;
      stack.push_back(Wide(std::strtod(word.c_str(), &end)));
      if (*end != '\0') refuse("neither a number nor a function: " + word);
    }
  }
  if (stack.size() != 1) refuse("not one result: " + line);
  return stack[0];
}

/// Exact: a wide number has 113 bits.
void print(Wide value) {
  int exponent = 0;
  Wide size = value < 0 ? -value : value;
  for (; size != 0 && size < Wide(0x1p112); size *= 2) --exponent;
  for (; size >= Wide(0x1p113); size /= 2) ++exponent;
  const auto upper = static_cast<unsigned long long>(size / Wide(0x1p64));
  const auto lower = static_cast<unsigned long long>(size - Wide(upper) * Wide(0x1p64));
  std::printf("%s0x%llx%016llx %d\n", value < 0 ? "-" : "", upper, lower, exponent);
}

} // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) print(value_of(line));
}
