/// The mean of all entries, summed up.
#pragma once

#include <cstddef>

#include "reference/table/encoding.hpp"

namespace posenc::reference {

Wide table_mean(const Encoding& encoding, double start, std::size_t rows);

} // namespace posenc::reference
