/// Compares one stretch of a table with what it must be, and counts.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "proof/exact_table.hpp"

namespace posenc::proof {

/// Fills rows first, first + 1, … of the table under proof.
using TableMaker = std::function<void(std::int64_t first, std::size_t rows, std::span<float> out)>;

struct Fault {
  std::int64_t position;
  std::size_t channel;
  float entry;
  std::optional<float> expected; // none: the proof could not tell
};

struct StretchResult {
  std::uint64_t entries = 0; // compared
  std::uint64_t alone = 0;   // of them, those computed by themselves in 320 bits
  std::uint64_t hash = 0;    // of the bits of all entries
  std::vector<Fault> faults; // at most most_faults; then the rest of the stretch is left out
};

inline constexpr std::size_t most_faults = 20;

/// The table is made `call_rows` rows at a time; rows <= ExactTable::stretch_rows.
StretchResult check_stretch(const ExactTable& exact, const TableMaker& make, std::int64_t first,
                            std::size_t rows, std::size_t call_rows);

/// A hash of floats, fed row by row; quick, and no more than a sum of a file's bytes against tampering.
class TableHash {
public:
  void add(std::span<const float> row);
  std::uint64_t value() const;

private:
  static constexpr std::size_t lanes = 8;
  std::array<std::uint64_t, lanes> state_{};
};

} // namespace posenc::proof
