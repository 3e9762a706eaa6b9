// As much of JSON as the files of the kit have. They have the form of schema.json, so that nothing is checked here.
#pragma once

#include <cctype>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace kit {

using Values = std::vector<double>;

struct Json {
  std::string text; // a string, or the letters of a number, true, false or null
  std::vector<Json> items;
  std::map<std::string, Json> fields;

  bool has(const std::string& name) const { return fields.contains(name); }
  const Json& operator[](const std::string& name) const { return fields.at(name); }
  bool is(const std::string& other) const { return text == other; }
  double number() const { return is("null") ? std::nan("") : std::stod(text); }
  double number(const std::string& name, double otherwise) const {
    return has(name) ? fields.at(name).number() : otherwise;
  }

  // The numbers of lists of any depth, one after another. null, which means any number, is NaN.
  Values numbers() const {
    if (!text.empty()) return {number()};
    Values all;
    for (const Json& item : items)
      for (const double value : item.numbers()) all.push_back(value);
    return all;
  }
};

class JsonReader {
public:
  explicit JsonReader(const std::string& text) : at_(text.c_str()) {}

  Json value() {
    Json read;
    if (next() == '"') {
      read.text = letters();
    } else if (next() == '[') {
      while (inside(']')) read.items.push_back(value());
    } else if (next() == '{') {
      while (inside('}')) {
        next();
        const std::string name = letters();
        next();
        ++at_; // the colon
        read.fields[name] = value();
      }
    } else {
      while (*at_ != '\0' && std::string(",]} \n").find(*at_) == std::string::npos) read.text += *at_++;
    }
    return read;
  }

private:
  const char* at_;

  char next() {
    while (std::isspace(static_cast<unsigned char>(*at_))) ++at_;
    return *at_;
  }

  // Steps over the bracket or comma before an item; false, after the last one, steps over the bracket that closes.
  bool inside(char closing) {
    if (next() != closing) ++at_;
    if (next() != closing) return true;
    ++at_;
    return false;
  }

  std::string letters() {
    std::string read;
    for (++at_; *at_ != '"' && *at_ != '\0'; ++at_) {
      if (*at_ == '\\') ++at_;
      read += *at_;
    }
    ++at_;
    return read;
  }
};

} // namespace kit
