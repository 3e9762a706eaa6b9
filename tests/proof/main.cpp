// Proves entries of a table of sines and cosines, stretch by stretch, on some threads. Started by tests/proof/prove.mjs, which
// keeps what is done and shows how far it is.
//
//   prove --pairs= --base= --numerator= --denominator= --scale= --sines= --cosines= --sine= --cosine= --step= --row=
//         --from=<position> --rows= --call-rows= --threads= [--skip=<stretch>[-<stretch>],…]
//
// Prints, for each stretch of 65536 rows, in any order: `fault <position> <channel> <entry> <expected>` for each fault, then
// `stretch <index> <entries> <computed alone> <hash>`.

#include <atomic>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "kernels/rotary/frequency_scaling.hpp"
#include "kernels/table/sincos_table.hpp"
#include "proof/stretch_check.hpp"

using namespace posenc;

namespace {

class Arguments {
public:
  Arguments(int count, char** arguments) {
    for (int i = 1; i < count; ++i) {
      const std::string text = arguments[i];
      const std::size_t equals = text.find('=');
      values_[text.substr(0, equals)] = equals == std::string::npos ? "" : text.substr(equals + 1);
    }
  }

  double number(const std::string& name) const { return std::atof(values_.at("--" + name).c_str()); }
  std::size_t count(const std::string& name) const { return static_cast<std::size_t>(number(name)); }
  std::string text(const std::string& name) const {
    const auto found = values_.find("--" + name);
    return found == values_.end() ? "" : found->second;
  }

private:
  std::map<std::string, std::string> values_;
};

proof::TableSpec table_spec(const Arguments& given) {
  return {given.count("pairs"),
          given.number("base"),
          static_cast<std::uint32_t>(given.count("numerator")),
          static_cast<std::uint32_t>(given.count("denominator")),
          given.number("scale"),
          given.count("sines"),
          given.count("cosines"),
          given.count("sine"),
          given.count("cosine"),
          given.count("step"),
          given.count("row")};
}

/// The kernels' table.
proof::TableMaker kernel_table(const proof::TableSpec& spec) {
  std::vector<Frequency> frequencies(spec.pairs);
  geometric_frequencies(frequencies, spec.base, spec.numerator, spec.denominator);
  if (spec.scale != 1) scale_frequencies(frequencies, spec.scale);
  return [frequencies, spec](std::int64_t first, std::size_t rows, std::span<float> out) {
    sincos_table(frequencies, {spec.sines, spec.cosines}, position(static_cast<double>(first)), rows,
                 {spec.sine, spec.cosine, spec.step, spec.row}, out);
  };
}

/// Marks the stretches of a list such as 0-17,19.
void skip(const std::string& list, std::vector<bool>& done) {
  const char* at = list.c_str();
  while (*at != '\0') {
    char* end = nullptr;
    const std::size_t from = std::strtoull(at, &end, 10);
    const std::size_t to = *end == '-' ? std::strtoull(end + 1, &end, 10) : from;
    for (std::size_t index = from; index <= to; ++index) done.at(index) = true;
    at = *end == ',' ? end + 1 : end;
  }
}

void print(std::size_t index, const proof::StretchResult& result) {
  for (const proof::Fault& fault : result.faults) {
    std::printf("fault %" PRId64 " %zu %.9g ", fault.position, fault.channel,
                static_cast<double>(fault.entry));
    if (fault.expected)
      std::printf("%.9g\n", static_cast<double>(*fault.expected));
    else
      std::puts("unknown");
  }
  std::printf("stretch %zu %" PRIu64 " %" PRIu64 " %016" PRIx64 "\n", index, result.entries, result.alone,
              result.hash);
  std::fflush(stdout);
}

} // namespace

int main(int count, char** arguments) {
  const Arguments given(count, arguments);
  const proof::TableSpec spec = table_spec(given);
  const auto from = static_cast<std::int64_t>(given.number("from"));
  const std::size_t rows = given.count("rows"), call_rows = given.count("call-rows");
  constexpr std::size_t stretch_rows = proof::ExactTable::stretch_rows;
  std::vector<bool> done((rows + stretch_rows - 1) / stretch_rows);
  skip(given.text("skip"), done);

  const proof::ExactTable exact(spec);
  const proof::TableMaker make = kernel_table(spec);
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> is_right = true;
  std::mutex printing;
  const auto work = [&] {
    for (std::size_t index = next++; index < done.size(); index = next++) {
      if (done[index]) continue;
      const std::size_t first = index * stretch_rows;
      const auto result = check_stretch(exact, make, from + static_cast<std::int64_t>(first),
                                        std::min(stretch_rows, rows - first), call_rows);
      if (!result.faults.empty()) is_right = false;
      const std::lock_guard lock(printing);
      print(index, result);
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t n = given.count("threads"); n > 0; --n) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  return is_right ? 0 : 1;
}
