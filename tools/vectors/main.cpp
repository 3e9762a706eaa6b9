/// Answers questions about specs, line by line, in wide precision.
///
///   in    spec METHOD              begins a spec
///         set NAME VALUE…          one of its fields
///         ask QUESTION NUMBER…     after all of the fields
///   out   one line for each question: 20 significant digits
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "decimal.hpp"
#include "questions.hpp"

namespace {

using namespace posenc::vectors;

const std::map<std::string, Questions (*)(Fields&)> methods{
    {"sinusoidal", sinusoidal}, {"sine", sine}, {"learned", learned}, {"grid", grid},
    {"fourier", fourier},       {"rope", rope}, {"alibi", alibi},     {"t5", t5},
};

struct Spec {
  std::string method;
  Fields fields;
  Questions questions; // none before the first is asked
};

std::string answer(Spec& spec, const std::string& question, const std::vector<std::string>& given) {
  if (spec.questions.empty()) {
    const auto method = methods.find(spec.method);
    if (method == methods.end()) refuse("no vectors for the method " + spec.method);
    spec.questions = method->second(spec.fields);
    spec.fields.check_all_read();
  }
  const auto found = spec.questions.find(question);
  if (found == spec.questions.end()) refuse(spec.method + " has no " + question);
  Numbers numbers;
  for (const std::string& text : given) numbers.push_back(number_of(text));
  return decimal(found->second(numbers));
}

} // namespace

int main() {
  Spec spec;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string verb, name;
    words >> verb >> name;
    std::vector<std::string> values;
    for (std::string value; words >> value;) values.push_back(value);
    if (verb == "spec")
      spec = {name, {}, {}};
    else if (verb == "set")
      spec.fields.set(name, values);
    else if (verb == "ask")
      std::cout << answer(spec, name, values) << '\n';
    else
      refuse("not understood: " + line);
  }
}
