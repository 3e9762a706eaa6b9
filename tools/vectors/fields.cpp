#include "fields.hpp"

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace posenc::vectors {

void refuse(const std::string& why) {
  std::fprintf(stderr, "vectors: %s\n", why.c_str());
  std::exit(1);
}

double number_of(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') refuse("no number: " + text);
  return value;
}

void Fields::set(const std::string& name, std::vector<std::string> values) {
  fields_[name] = {std::move(values), false};
}

bool Fields::has(const std::string& name) const {
  return fields_.contains(name);
}

const std::vector<std::string>& Fields::read(const std::string& name) {
  const auto found = fields_.find(name);
  if (found == fields_.end()) refuse("the spec has no " + name);
  found->second.is_read = true;
  return found->second.values;
}

std::string Fields::word(const std::string& name) {
  const std::vector<std::string>& values = read(name);
  if (values.size() != 1) refuse(name + " must be one word");
  return values[0];
}

bool Fields::flag(const std::string& name) {
  return word(name) == "true";
}

double Fields::number(const std::string& name) {
  return number_of(word(name));
}

std::size_t Fields::count(const std::string& name) {
  return static_cast<std::size_t>(number(name));
}

std::vector<double> Fields::numbers(const std::string& name) {
  std::vector<double> list;
  for (const std::string& value : read(name)) list.push_back(number_of(value));
  return list;
}

void Fields::must_be(const std::string& name, std::string_view only) {
  if (word(name) != only) refuse("no vectors for " + name + " " + word(name));
}

void Fields::check_all_read() const {
  for (const auto& [name, field] : fields_)
    if (!field.is_read) refuse("no vectors for a spec with " + name);
}

} // namespace posenc::vectors
