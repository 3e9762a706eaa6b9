/// The fields of a spec as text: name and values. Each must be read by the method, as one that nobody reads would be a
/// convention that the numbers lack. A spec that cannot be read ends the program.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace posenc::vectors {

[[noreturn]] void refuse(const std::string& why);

double number_of(const std::string& text);

class Fields {
public:
  void set(const std::string& name, std::vector<std::string> values);

  bool has(const std::string& name) const;
  std::string word(const std::string& name);
  bool flag(const std::string& name);
  double number(const std::string& name);
  std::size_t count(const std::string& name);
  std::vector<double> numbers(const std::string& name);

  void must_be(const std::string& name, std::string_view only);
  void check_all_read() const;

private:
  struct Field {
    std::vector<std::string> values;
    bool is_read;
  };
  std::map<std::string, Field> fields_;

  const std::vector<std::string>& read(const std::string& name);
};

} // namespace posenc::vectors
