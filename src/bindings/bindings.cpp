/// The functions of the WebAssembly module, as a table: addresses become spans and structs, and nothing else happens.
///
/// A call's arrays arrive as one list of slices, in the order of the names that the function gives them; its structs
/// are slices too, laid out as the kernels declare them. src/api/memory.ts writes the list and owns the memory;
/// src/api/module.ts types this table.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include <emscripten/bind.h>

#include "kernels/attention.hpp"
#include "kernels/frequencies.hpp"
#include "kernels/heatmap.hpp"
#include "kernels/sincos_table.hpp"

// Lets the loader refuse a module of another version before it runs.
asm(".section .custom_section.posenc,\"\",@\n.ascii \"" POSENC_VERSION "\"\n.text\n");

namespace {

using namespace posenc;

using Address = std::uintptr_t;

struct Slice {
  std::uint32_t address, bytes;

  template <class T> operator std::span<T>() const {
    return {reinterpret_cast<T*>(Address{address}), bytes / sizeof(T)};
  }
  template <class T> const T& as() const { return *reinterpret_cast<const T*>(Address{address}); }
};

template <std::size_t N> using Slices = std::array<Slice, N>;

template <std::size_t N> const Slices<N>& slices(Address list) {
  return *reinterpret_cast<const Slices<N>*>(list);
}

// The structs are written from JavaScript: a change of their layout must not go unnoticed.
static_assert(sizeof(Layout) == 4 * 4 && sizeof(HeatmapView) == 4 * 8 && sizeof(HeatmapShape) == 3 * 4 &&
              sizeof(AttentionShape) == 6 * 4);

Address allocate(std::size_t bytes) {
  return reinterpret_cast<Address>(std::aligned_alloc(16, bytes));
}

void release(Address address) {
  std::free(reinterpret_cast<void*>(address));
}

std::size_t frequency_bytes() {
  return sizeof(Frequency);
}

void fill_frequencies(Address list, double base, std::uint32_t numerator, std::uint32_t denominator) {
  const auto& [frequencies] = slices<1>(list);
  geometric_frequencies(frequencies, base, numerator, denominator);
}

void fill_radians(Address list) {
  const auto& [frequencies, out] = slices<2>(list);
  std::ranges::transform(std::span<const Frequency>(frequencies), std::span<double>(out).begin(), radians);
}

void fill_table(Address list, double start, std::size_t rows) {
  const auto& [frequencies, layout, out] = slices<3>(list);
  sincos_table(frequencies, start, rows, layout.as<Layout>(), out);
}

void fill_table_at(Address list) {
  const auto& [frequencies, layout, out, positions] = slices<4>(list);
  sincos_table_at(frequencies, positions, layout.as<Layout>(), out);
}

std::size_t heatmap_scratch_bytes(Address list, std::size_t pairs) {
  const auto& [layout, shape] = slices<2>(list);
  return heatmap_scratch(pairs, layout.as<Layout>(), shape.as<HeatmapShape>());
}

void fill_heatmap(Address list, int mode) {
  const auto& [frequencies, layout, view, shape, scratch, values] = slices<6>(list);
  heatmap_values(frequencies, layout.as<Layout>(), view.as<HeatmapView>(), HeatmapMode(mode),
                 shape.as<HeatmapShape>(), values, scratch);
}

// The slices of fill_heatmap come first, so that values need not leave the module to be coloured.
void colour_heatmap(Address list, int mode) {
  fill_heatmap(list, mode);
  const auto& [frequencies, layout, view, shape, scratch, values, palette, rgba] = slices<8>(list);
  heatmap_colours(values, std::span<const std::uint32_t>(palette).first<256>(), rgba);
}

std::size_t attention_scratch_bytes(Address list, double scale, bool causal) {
  const auto& [shape] = slices<1>(list);
  return attention_scratch(shape.as<AttentionShape>(), {scale, causal});
}

void run_attention(Address list, double scale, bool causal) {
  const auto& [q, k, v, shape, out, weights, scratch] = slices<7>(list);
  attention(q, k, v, shape.as<AttentionShape>(), {scale, causal}, {out, weights}, scratch);
}

} // namespace

EMSCRIPTEN_BINDINGS(posenc) {
  using emscripten::function;
  function("allocate", &allocate);
  function("release", &release);
  function("frequencyBytes", &frequency_bytes);
  function("frequencies", &fill_frequencies);
  function("radians", &fill_radians);
  function("sincosTable", &fill_table);
  function("sincosTableAt", &fill_table_at);
  function("heatmapScratch", &heatmap_scratch_bytes);
  function("heatmapValues", &fill_heatmap);
  function("heatmapColours", &colour_heatmap);
  function("attentionScratch", &attention_scratch_bytes);
  function("attention", &run_attention);
}
