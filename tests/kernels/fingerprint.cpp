/// Prints `hash  name` for every case, in the order of the names; the same text from every build.
#include "fingerprint.hpp"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace posenc::fingerprint {

namespace {
// A function's static: cases register before main, in an order that the language leaves open.
std::map<std::string_view, Run>& cases() {
  static std::map<std::string_view, Run> all;
  return all;
}
} // namespace

bool add_case(std::string_view name, Run run) {
  if (!cases().emplace(name, run).second) std::abort(); // two cases of one name
  return true;
}

} // namespace posenc::fingerprint

int main() {
  for (const auto& [name, run] : posenc::fingerprint::cases()) {
    posenc::fingerprint::Hash hash;
    run(hash);
    std::printf("%016" PRIx64 "  %.*s\n", hash.value(), static_cast<int>(name.size()), name.data());
  }
  return posenc::fingerprint::cases().empty() ? 1 : 0;
}
