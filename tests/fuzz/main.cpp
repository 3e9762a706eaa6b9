// libFuzzer's program: `fuzz --target=<name> [libFuzzer's own options] [corpus]`. Started by tests/fuzz/fuzz.mjs.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "fuzz/targets.hpp"

namespace {

const posenc::fuzz::Target* chosen = nullptr;

} // namespace

/// libFuzzer leaves options that begin with two dashes to the program.
extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  for (int i = 1; i < *count; ++i)
    for (const auto& target : posenc::fuzz::targets)
      if ("--target=" + std::string(target.name) == (*arguments)[i]) chosen = &target;
  if (chosen != nullptr) return 0;
  std::fputs("give a target: --target=<name>\n", stderr);
  std::exit(1);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  posenc::fuzz::Bytes bytes({data, size});
  try {
    chosen->run(bytes);
  } catch (const posenc::fuzz::Difference& difference) {
    std::fprintf(stderr, "difference: %s\n", difference.what());
    std::abort(); // libFuzzer keeps the input
  }
  return 0;
}
